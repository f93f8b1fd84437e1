"""Environments for programs that learn: PettingZoo for all seats, Gymnasium for one against a bot, one or many at once.

    pip install "duelog[env]"

**Actions.** Questions of these games have very different answers: a card to play, a set of attackers, an order, a split of
damage, a name. So an action is not a part of an answer but the number of a whole one: `candidates` legal answers are listed
for each question, and the action mask says how many there are. Where a question has no more than that, these are all its
answers. Where it has more, they are the first of them and others drawn by the number of the decision, the same each time the
same match is played; what is not among them cannot be chosen. Giving up is never a candidate.

**Observations** are `{"observation": numbers, "action_mask": mask}`. The numbers are those of the table, then those of each
candidate; `Layout` names their places, `Layout.split` takes them apart. They hold only what the seat may know.

**Rewards** are 0 until the match ends, then 1 for who has won and -1 for who has lost, 0 in a draw.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Mapping, NamedTuple, Optional, Sequence, Union

try:
    import gymnasium
    import numpy as np
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ImportError as missing:
    raise ImportError(f'{missing}; duelog.env needs more packages: pip install "duelog[env]"') from missing

from . import _native
from ._errors import RefusedError, UsageError
from ._logs import Log
from ._matches import DeckLike, bots_of, result_of, setup_of
from .types import Choice, Json, Outcome, Standing, View, viewer_of

Observation = dict[str, Any]
"""The numbers and the mask."""

DECKS: dict[str, tuple[str, str]] = {
    "magic": ("red-green-beasts", "white-blue-flyers"),
    "duel-masters": ("fire-nature-rush", "water-nature-tempo"),
    "flesh-and-blood": ("dorinthea", "rhinar"),
}
"""The decks that are played where none are named."""

CANDIDATES = 32
"""How many answers a question has at most."""

DECISIONS = 20_000
"""After how many decisions a match is cut off."""

_ANSWER = (
    "there",
    "items",
    "pass",
    "yes",
    "no",
    "acts",
    "abilities",
    "objects",
    "own_seat",
    "number",
    "modes",
    "other_seats",
    "pairs",
    "symbols",
    "own_zone",
    "name",
)


@dataclass(frozen=True)
class Layout:
    """The places of the numbers of an observation."""

    table: tuple[str, ...]
    """The names of the numbers of the table; those of the seat that looks begin with `0_`."""
    candidate: tuple[str, ...]
    """The names of the numbers of each candidate."""
    candidates: int

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> Layout:
        zones, prompts = data["zones"], data["prompts"]
        names = ["turn", "own_turn", "asked", "candidates", "complete"]
        player = ["score", "life", "cards", "board", "tempo", *zones]
        for seat in range(data["seats"]):
            names += [f"{seat}_{name}" for name in player]
        names += [f"shared_{zone}" for zone in zones] + [f"asked_{prompt}" for prompt in prompts]
        answer = [*_ANSWER, *(f"in_{zone}" for zone in zones), *(f"verb_{verb}" for verb in range(data["verbs"]))]
        if (len(names), len(answer)) != (data["table"], data["candidate"]):
            raise RuntimeError("the native part has another layout than this module: build the package anew")
        return cls(tuple(names), tuple(answer), data["candidates"])

    @property
    def size(self) -> int:
        """How many numbers there are."""
        return len(self.table) + self.candidates * len(self.candidate)

    def split(self, numbers: Any) -> tuple[Any, Any]:
        """The numbers of the table, and those of the candidates, a row each; for many observations at once, too."""
        table, rest = numbers[..., : len(self.table)], numbers[..., len(self.table) :]
        return table, rest.reshape(*rest.shape[:-1], self.candidates, len(self.candidate))


class _Seen(NamedTuple):
    """What is observed of matches, a row each."""

    numbers: Any
    masks: Any
    status: Any
    """Who is asked, how it ended, who has won as bits, and how many."""


class _Matches:
    """Matches that are played side by side."""

    def __init__(
        self,
        game: str,
        decks: Optional[Sequence[DeckLike]],
        bots: Optional[Mapping[int, str]],
        count: int,
        candidates: int,
        max_decisions: int,
        setup: Optional[Mapping[str, Any]],
    ) -> None:
        if decks is None:
            if game not in DECKS and game in _native.games():
                raise UsageError(f"name the decks of {game}", code="usage")
            decks = DECKS.get(game, ())
        whole = setup_of(game, decks, 0, setup or {})
        self.arena = _native.Arena(json.dumps(whole), json.dumps(bots_of(bots)), count, candidates, max_decisions)
        layout = json.loads(self.arena.layout())
        self.seats = int(layout["seats"])
        self.layout = Layout.of(layout)
        self.count = count
        self.observation_space = spaces.Dict(
            {
                "observation": spaces.Box(-32768.0, 32767.0, (self.layout.size,), np.float32),
                "action_mask": spaces.MultiBinary(candidates),
            }
        )

    def seen(self, block: bytearray) -> _Seen:
        """What a block of the arena holds, without a copy."""
        size, candidates = self.layout.size, self.layout.candidates
        numbers = np.frombuffer(block, "<f4", self.count * size).reshape(self.count, size)
        masks = np.frombuffer(block, np.int8, self.count * candidates, numbers.nbytes)
        status = np.frombuffer(block, np.uint8, self.count * 4, numbers.nbytes + masks.nbytes)
        masks, status = masks.reshape(self.count, candidates), status.reshape(self.count, 4)
        return _Seen(numbers.astype(np.float32, copy=False), masks, status)

    def ask(self, place: int, word: str, **fields: Any) -> Json:
        line = json.dumps({"do": word, "match": "m", **fields})
        return result_of(json.loads(self.arena.obey(place, line.encode()).split(b"\n", 1)[0]))


def _space_of(seed: Optional[int], random: Any) -> int:
    return int(seed) if seed is not None else int(random.integers(1 << 32))


class raw_env(AECEnv[str, Observation, int]):
    """All seats of a match, one asked after the other. The agents are `player_0`, `player_1`, by seat."""

    def __init__(
        self,
        game: str,
        decks: Optional[Sequence[DeckLike]] = None,
        *,
        candidates: int = CANDIDATES,
        max_decisions: int = DECISIONS,
        setup: Optional[Mapping[str, Any]] = None,
        render_mode: Optional[str] = None,
    ) -> None:
        super().__init__()
        self.metadata = {
            "name": f"{game.replace('-', '_')}_v0",
            "render_modes": ["ansi"],
            "is_parallelizable": False,
        }
        self.render_mode = render_mode
        self._matches = _Matches(game, decks, None, 1, candidates, max_decisions, setup)
        self.layout = self._matches.layout
        self.possible_agents = [f"player_{seat}" for seat in range(self._matches.seats)]
        self._seat = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        space = self._matches.observation_space
        self.observation_spaces = {agent: spaces.Dict(dict(space.items())) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(candidates) for agent in self.possible_agents}
        self._random = np.random.default_rng()
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: Optional[int] = None, options: Optional[dict[str, Any]] = None) -> None:
        """Begins a match. The seed is that of its draws; without one it follows from the last that was given."""
        if seed is not None:
            self._random = np.random.default_rng(seed)
        self._seen = self._matches.seen(self._matches.arena.reset([_space_of(seed, self._random)]))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self._follow()

    def _follow(self) -> None:
        """Takes over how the match stands."""
        asked, ended, winners, count = (int(number) for number in self._seen.status[0])
        if ended == 0:
            self.agent_selection = self.possible_agents[asked]
            return
        for agent, seat in self._seat.items():
            if ended == 1 and count > 0:
                self.rewards[agent] = 1.0 if winners >> seat & 1 else -1.0
            self.terminations[agent] = ended == 1
            self.truncations[agent] = ended == 2

    def observe(self, agent: str) -> Observation:
        seat = self._seat[agent]
        if seat == self._seen.status[0][0]:
            return {"observation": self._seen.numbers[0].copy(), "action_mask": self._seen.masks[0].copy()}
        other = self._matches.seen(self._matches.arena.observe(seat))
        return {"observation": other.numbers[0], "action_mask": np.zeros_like(other.masks[0])}

    def step(self, action: Optional[int]) -> None:
        """Gives the answer of this number. One that the mask rules out is refused, and the match is as before."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise RefusedError(f"{agent} is asked: None answers nothing", code="not_offered")
        self._seen = self._matches.seen(self._matches.arena.step([int(action)]))
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._follow()
        self._accumulate_rewards()

    def choice(self, action: int) -> Choice:
        """The answer of this number, as the protocol writes it."""
        choice: Choice = json.loads(self._matches.arena.choice(0, int(action)))
        return choice

    def view(self, agent: Union[str, int]) -> View:
        """The whole table as an agent, `"public"` or `"judge"` sees it: all that can be known, in words."""
        seat = self._seat.get(agent, agent) if isinstance(agent, str) else agent
        return View.of(self._matches.ask(0, "view", viewer=viewer_of(seat))["view"])

    @property
    def standing(self) -> Standing:
        """The question and the outcome, as `duelog.Match` has them."""
        return Standing.of(self._matches.ask(0, "request", words=True))

    @property
    def outcome(self) -> Optional[Outcome]:
        """How the match ended, once it has."""
        return self.standing.outcome

    def log(self) -> Log:
        """The log of the match so far, to be verified or saved."""
        return Log(self._matches.arena.log(0))

    def render(self) -> Optional[str]:
        """The table as everybody sees it, one zone a line."""
        if self.render_mode is None:
            gymnasium.logger.warn("name a render mode: render_mode='ansi'")
            return None
        view = self.view("public")
        facts = [f"{self.possible_agents[seat]}: {told}" for seat, told in view.players.items()]
        lines = [f"{name}: {zone.count}, {', '.join(card.name for card in zone.cards)}" for name, zone in view.zones.items()]
        return "\n".join([*facts, *lines])

    def close(self) -> None:
        """Nothing is open."""


def env(game: str, decks: Optional[Sequence[DeckLike]] = None, **options: Any) -> AECEnv[str, Observation, int]:
    """A PettingZoo environment of a game, with PettingZoo's check that it is used in order."""
    return wrappers.OrderEnforcingWrapper(raw_env(game, decks, **options))


def magic(decks: Optional[Sequence[DeckLike]] = None, **options: Any) -> AECEnv[str, Observation, int]:
    """Magic."""
    return env("magic", decks, **options)


def duel_masters(decks: Optional[Sequence[DeckLike]] = None, **options: Any) -> AECEnv[str, Observation, int]:
    """Duel Masters."""
    return env("duel-masters", decks, **options)


def flesh_and_blood(decks: Optional[Sequence[DeckLike]] = None, **options: Any) -> AECEnv[str, Observation, int]:
    """Flesh and Blood."""
    return env("flesh-and-blood", decks, **options)


class BotEnv(gymnasium.Env[Observation, Any]):
    """One seat against bots that sit at all others: `"random"`, `"greedy"` or `"search"`.

    An action beyond the candidates counts on from the first, so that each action means a legal answer, whether or not a
    learner knows the mask.
    """

    def __init__(
        self,
        game: str,
        decks: Optional[Sequence[DeckLike]] = None,
        *,
        opponent: str = "random",
        seat: int = 0,
        candidates: int = CANDIDATES,
        max_decisions: int = DECISIONS,
        setup: Optional[Mapping[str, Any]] = None,
    ) -> None:
        self.metadata = {"render_modes": []}
        bots = _bots(decks, game, opponent, seat)
        self._matches = _Matches(game, decks, bots, 1, candidates, max_decisions, setup)
        self.layout = self._matches.layout
        self.seat = seat
        self.observation_space = self._matches.observation_space
        self.action_space = spaces.Discrete(candidates)
        self._there = 0

    def reset(
        self, *, seed: Optional[int] = None, options: Optional[dict[str, Any]] = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begins a match."""
        super().reset(seed=seed)
        return self._observation(self._matches.arena.reset([_space_of(seed, self.np_random)], self.seat)), {}

    def _observation(self, block: bytearray) -> Observation:
        seen = self._matches.seen(block)
        self._there, self._status = int(seen.masks.sum()), seen.status
        return {"observation": seen.numbers[0], "action_mask": seen.masks[0]}

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Gives an answer; the bots then give theirs."""
        if self._there == 0:
            raise RefusedError("the match is over: reset begins another one", code="over")
        observation = self._observation(self._matches.arena.step([int(action) % self._there], self.seat))
        rewards, terminated, truncated = _ends(self._status, self.seat)
        return observation, float(rewards[0]), bool(terminated[0]), bool(truncated[0]), {}

    def log(self) -> Log:
        """The log of the match so far."""
        return Log(self._matches.arena.log(0))


class BotVectorEnv(VectorEnv[Observation, Any, Any]):
    """Many matches at once, one seat of each against bots, on all cores and without a loop over them in Python.

    A match that is over begins anew with the next step, as `AutoresetMode.NEXT_STEP` says. Actions are those of `BotEnv`.
    """

    def __init__(
        self,
        game: str,
        num_envs: int,
        decks: Optional[Sequence[DeckLike]] = None,
        *,
        opponent: str = "random",
        seat: int = 0,
        candidates: int = CANDIDATES,
        max_decisions: int = DECISIONS,
        setup: Optional[Mapping[str, Any]] = None,
    ) -> None:
        if not 1 <= num_envs <= 4096:
            raise ValueError(f"there can be 1 to 4096 matches, and not {num_envs}")
        bots = _bots(decks, game, opponent, seat)
        self._matches = _Matches(game, decks, bots, num_envs, candidates, max_decisions, setup)
        self.metadata = {"render_modes": [], "autoreset_mode": AutoresetMode.NEXT_STEP}
        self.layout = self._matches.layout
        self.seat = seat
        self.num_envs = num_envs
        self.single_observation_space = self._matches.observation_space
        self.single_action_space = spaces.Discrete(candidates)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._there = np.ones(num_envs, np.int64)

    def reset(
        self, *, seed: Optional[Union[int, list[Optional[int]]]] = None, options: Optional[dict[str, Any]] = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begins all matches. One seed gives each match its own, counted on from it."""
        if isinstance(seed, (list, tuple)):
            seeds = [_space_of(own, self.np_random) for own in seed]
        else:
            super().reset(seed=seed)
            first = _space_of(seed, self.np_random)
            seeds = [first + number for number in range(self.num_envs)]
        return self._observation(self._matches.arena.reset(seeds, self.seat)), {}

    def _observation(self, block: bytearray) -> Observation:
        seen = self._matches.seen(block)
        self._there, self._status = np.maximum(seen.masks.sum(axis=1, dtype=np.int64), 1), seen.status
        return {"observation": seen.numbers, "action_mask": seen.masks}

    def step(self, actions: Any) -> tuple[Observation, Any, Any, Any, dict[str, Any]]:
        """Gives an answer at each match; the bots then give theirs."""
        numbers = (np.asarray(actions, np.int64) % self._there).tolist()
        observation = self._observation(self._matches.arena.step(numbers, self.seat))
        rewards, terminated, truncated = _ends(self._status, self.seat)
        return observation, rewards, terminated, truncated, {}

    @property
    def decisions(self) -> int:
        """How many decisions there have been in all matches, those of the bots among them."""
        return self._matches.arena.decisions()

    def log(self, number: int) -> Log:
        """The log of one match so far."""
        return Log(self._matches.arena.log(number))


def _bots(decks: Optional[Sequence[DeckLike]], game: str, opponent: str, seat: int) -> dict[int, str]:
    """Bots at all seats but one."""
    seats = len(DECKS.get(game, ()) if decks is None else decks)
    if not 0 <= seat < max(seats, 1):
        raise ValueError(f"there is no seat {seat} in a match of {seats}")
    return {other: opponent for other in range(seats) if other != seat}


def _ends(status: Any, seat: int) -> tuple[Any, Any, Any]:
    """The rewards of a seat, and which matches are over or cut off."""
    over, cut = status[:, 1] == 1, status[:, 1] == 2
    won = (status[:, 2] >> seat & 1).astype(np.float64)
    return np.where(over & (status[:, 3] > 0), won * 2.0 - 1.0, 0.0), over, cut


__all__ = [
    "CANDIDATES",
    "DECISIONS",
    "DECKS",
    "BotEnv",
    "BotVectorEnv",
    "Layout",
    "duel_masters",
    "env",
    "flesh_and_blood",
    "magic",
    "raw_env",
]
