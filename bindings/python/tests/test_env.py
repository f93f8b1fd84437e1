"""The environments, by PettingZoo's and Gymnasium's own tests."""

from __future__ import annotations

import contextlib
import io
from typing import Any, Iterator

import pytest

np = pytest.importorskip("numpy")
pytest.importorskip("pettingzoo")

import gymnasium  # noqa: E402
from gymnasium.utils.env_checker import check_env  # noqa: E402
from pettingzoo.test import api_test, seed_test  # noqa: E402

import duelog  # noqa: E402
import duelog.env  # noqa: E402

# They warn of each observation that is a dict and of each mask without an action, as those of a match that is over.
pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")

MAKERS = {
    "magic": duelog.env.magic,
    "duel-masters": duelog.env.duel_masters,
    "flesh-and-blood": duelog.env.flesh_and_blood,
}


@pytest.fixture
def make(game: str) -> Any:
    return MAKERS[game]


def test_pettingzoo_api(make: Any) -> None:
    with contextlib.redirect_stdout(io.StringIO()):
        api_test(make(), num_cycles=1500)
        # Matches that are cut off.
        api_test(make(max_decisions=30), num_cycles=100)


def test_pettingzoo_seed(make: Any) -> None:
    seed_test(make, num_cycles=300)


def test_a_match_is_played_to_the_end_and_verified(make: Any, game: str) -> None:
    env = make()
    env.reset(seed=3)
    rng = np.random.default_rng(3)
    rewards = dict.fromkeys(env.agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, _ = env.last()
        rewards[agent] += reward
        done = terminated or truncated
        env.step(None if done else int(rng.choice(np.flatnonzero(observation["action_mask"]))))
    log = env.unwrapped.log()
    outcome = log.verify().outcome
    assert log.verify().verified and outcome is not None
    won = {f"player_{seat}": 1.0 if seat in outcome.winners else -1.0 for seat in (0, 1)} if outcome.winners else rewards
    assert rewards == won and env.unwrapped.outcome == outcome
    assert log.header.game == game


def questions(env: Any, most: int) -> Iterator[tuple[str, Any]]:
    """Who is asked and what it observes; each question is answered before the next one."""
    for _ in range(most):
        agent = env.agent_selection
        if env.terminations[agent]:
            return
        yield agent, env.observe(agent)


def test_every_candidate_is_legal_and_others_are_refused(make: Any) -> None:
    env = make(candidates=12).unwrapped
    env.reset(seed=1)
    rng = np.random.default_rng(1)
    complete = set()
    for agent, observation in questions(env, 200):
        table, candidates = env.layout.split(observation["observation"])
        there = np.flatnonzero(observation["action_mask"])
        assert (candidates[there, 0] == 1).all() and candidates[len(there) :].sum() == 0
        answers = [env.choice(number) for number in there]
        assert len({str(answer) for answer in answers}) == len(answers)
        asked = dict(zip(env.layout.table, table))
        assert asked["asked"] == 1 and asked["candidates"] == len(there)
        complete.add(asked["complete"])
        other = env.observe(env.possible_agents[1 - env.possible_agents.index(agent)])
        assert other["action_mask"].sum() == 0
        if len(there) < 12:
            with pytest.raises(duelog.RefusedError):
                env.step(len(there))
        env.step(int(rng.choice(there)))
    assert 1.0 in complete


def test_observations_tell_nothing_hidden() -> None:
    """A seat observes the same whatever the cards are that it may not know."""

    def env_with(hidden: str) -> Any:
        mine = {"zones": {"hand": ["Shock"], "battlefield": ["Mountain"], "library": [hidden] * 9}}
        theirs = {"zones": {"hand": [hidden] * 3, "battlefield": ["Mountain"], "library": [hidden] * 9}}
        env = duelog.env.magic([], setup={"position": {"players": [mine, theirs]}}).unwrapped
        env.reset(seed=2)
        return env

    one, other = env_with("Lightning Bolt"), env_with("Serra Angel")
    compared = 0
    for _ in range(6):
        assert one.agent_selection == other.agent_selection
        left, right = one.observe("player_0"), other.observe("player_0")
        assert (left["observation"] == right["observation"]).all()
        assert (left["action_mask"] == right["action_mask"]).all()
        if one.agent_selection == "player_1":
            assert not one.layout.split(left["observation"])[1].any() and not left["action_mask"].any()
        compared += 1
        one.step(0)
        other.step(0)
    assert compared == 6


OBJECT = {"object": lambda value: value, "ability": lambda value: value[0], "act": lambda value: value[1]}
"""The object of an item of an answer, by its kind."""


def test_numbers_say_where_cards_lie_as_views_do(make: Any) -> None:
    env = make().unwrapped
    env.reset(seed=4)
    rng = np.random.default_rng(4)
    compared = counted = 0
    for agent, observation in questions(env, 150):
        table, candidates = env.layout.split(observation["observation"])
        table = dict(zip(env.layout.table, table))
        zones, where = env.view("judge").zones, {}
        for name, zone in zones.items():
            kind, _, owner = name.rpartition("_")
            own = owner.isdigit()
            seat = (int(owner) - env.possible_agents.index(agent)) % 2 if own else "shared"
            kind = (kind if own else name).replace("_", " ")
            assert table[f"{seat}_{kind}"] == zone.count, name
            where.update({card.id: kind for card in zone.cards})
            compared += zone.count > 0
        for number in np.flatnonzero(observation["action_mask"]):
            numbers = dict(zip(env.layout.candidate, candidates[number]))
            picked = env.choice(int(number)).get("pick", [])
            named = [pair for item in picked if isinstance(item, dict) for pair in item.items()]
            objects = [OBJECT[kind](value) for kind, value in named if kind in OBJECT]
            for kind in {where[number] for number in objects if number in where}:
                counted += 1
                assert numbers[f"in_{kind}"] >= 1
        env.step(int(rng.choice(np.flatnonzero(observation["action_mask"]))))
    assert compared > 200 and counted > 5


def test_views_logs_and_pictures(make: Any) -> None:
    env = make(render_mode="ansi")
    env.reset(seed=2)
    raw = env.unwrapped
    assert raw.view("player_0").zones and raw.view("public").game == raw.view(1).game
    assert "player_0" in raw.render()
    assert raw.standing.next is not None and raw.standing.next.question
    assert raw.log().verify().verdict == "incomplete"


@pytest.mark.parametrize("opponent", ["random", "greedy"])
def test_a_bot_is_played_against(opponent: str) -> None:
    env = duelog.env.BotEnv("duel-masters", opponent=opponent, seat=1)
    observation, _ = env.reset(seed=5)
    rng, steps, done = np.random.default_rng(0), 0, False
    while not done:
        action = rng.choice(np.flatnonzero(observation["action_mask"]))
        observation, reward, terminated, truncated, _ = env.step(action)
        done, steps = terminated or truncated, steps + 1
    assert reward in (-1.0, 0.0, 1.0) and steps > 3
    outcome = env.log().verify().outcome
    assert outcome is not None and (reward == 1.0) == (1 in outcome.winners)
    with pytest.raises(duelog.RefusedError):
        env.step(0)


def test_gymnasium_checks_it() -> None:
    check_env(duelog.env.BotEnv("magic", max_decisions=200), skip_render_check=True)


def test_many_at_once_are_as_one_by_one() -> None:
    many = duelog.env.BotVectorEnv("duel-masters", 3, max_decisions=400)
    alone = [duelog.env.BotEnv("duel-masters", max_decisions=400) for _ in range(3)]
    observation, _ = many.reset(seed=11)
    assert many.observation_space.contains(observation)
    own = [env.reset(seed=11 + number)[0] for number, env in enumerate(alone)]
    done = [False] * 3
    rng = np.random.default_rng(0)
    for _ in range(60):
        for number in range(3):
            if not done[number]:
                assert (observation["observation"][number] == own[number]["observation"]).all()
                assert (observation["action_mask"][number] == own[number]["action_mask"]).all()
        actions = rng.integers(0, 32, 3)
        observation, rewards, terminated, truncated, _ = many.step(actions)
        for number, env in enumerate(alone):
            if not done[number]:
                own[number], reward, ended, cut, _ = env.step(actions[number])
                assert (reward, ended, cut) == (rewards[number], terminated[number], truncated[number])
                done[number] = ended or cut


def test_matches_begin_anew() -> None:
    many = duelog.env.BotVectorEnv("magic", 4, max_decisions=40, candidates=8)
    many.reset(seed=1)
    ends = 0
    for _ in range(80):
        observation, _, terminated, truncated, _ = many.step(many.action_space.sample())
        ends += int((terminated | truncated).sum())
    assert ends >= 4
    assert many.log(0).verify().verdict == "incomplete"


def test_setups_that_are_refused() -> None:
    with pytest.raises(duelog.Error):
        duelog.env.env("chess")
    with pytest.raises(duelog.Error):
        duelog.env.magic(["no-such-deck"] * 2)
    with pytest.raises(duelog.Error):
        duelog.env.BotEnv("magic", opponent="nobody")
    with pytest.raises(ValueError):
        duelog.env.BotEnv("magic", seat=2)
    with pytest.raises(ValueError):
        duelog.env.BotVectorEnv("magic", 0)
    assert isinstance(duelog.env.BotEnv("magic").action_space, gymnasium.spaces.Discrete)
