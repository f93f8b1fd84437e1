"""Matches that are played in this process."""

from __future__ import annotations

import json
import os
from types import TracebackType
from typing import Any, Mapping, Optional, Protocol, Sequence, Union

from . import _native
from ._errors import ClosedError, of
from ._logs import Log, Path
from .types import Answers, Choice, Deck, Event, Json, Outcome, Request, Standing, View, Viewer, viewer_of

DeckLike = Union[str, "os.PathLike[str]", Deck, Mapping[str, Any]]
"""A deck: the name of one that is built in, a file of any form, or a list."""

Answer = Union[Choice, str]
"""An answer, or one of `"pass"`, `"concede"` and `"draw"`."""

_TABLE = "m"


class Bits(Protocol):
    """Something that draws, such as `random.Random`."""

    def getrandbits(self, k: int, /) -> int: ...


def seed_of(rng: object) -> Optional[int]:
    """A seed drawn from a generator of `random` or `numpy`, or the number itself; none where the system draws."""
    if rng is None or (isinstance(rng, int) and not isinstance(rng, bool)):
        return rng
    if hasattr(rng, "getrandbits"):
        return int(rng.getrandbits(63))
    if hasattr(rng, "integers"):
        return int(rng.integers(1 << 63))
    raise TypeError(f"a seed is a number or a generator of random numbers, and not {type(rng).__name__}")


def answer_of(answer: Answer) -> Choice:
    """An answer as the protocol writes it."""
    if isinstance(answer, str):
        return {"pick": [answer]}
    if not isinstance(answer, Mapping):
        raise TypeError(f'an answer is a dict such as {{"pick": ["pass"]}}, and not {type(answer).__name__}')
    return answer


def deck_of(deck: DeckLike) -> Union[str, Json]:
    """A deck as a setup takes it."""
    if isinstance(deck, Deck):
        return deck.as_json()
    if isinstance(deck, Mapping):
        return dict(deck)
    if isinstance(deck, (str, os.PathLike)):
        return str(os.fspath(deck))
    raise TypeError(f"a deck is a name, a path, a Deck or a dict, and not {type(deck).__name__}")


def setup_of(
    game: str,
    decks: Sequence[DeckLike],
    seed: Union[int, str, None],
    more: Mapping[str, Any],
) -> Json:
    """A setup of the protocol."""
    if not isinstance(game, str):
        raise TypeError(f"a game is a name, and not {type(game).__name__}")
    setup: Json = {"game": game, "decks": [deck_of(deck) for deck in decks], "fair": False, **more}
    if seed is not None:
        setup["seed"] = seed
    return setup


def bots_of(bots: Optional[Mapping[int, str]]) -> list[Json]:
    """The seats of bots as the protocol writes them."""
    return [{"seat": seat, "bot": bot} for seat, bot in (bots or {}).items()]


class Match:
    """A match in this process, recorded as it is played.

    `Match.start` begins one. `request` says who is asked what; `legal` and `sample` give whole legal answers; `decide`
    gives one. Each method may be called from any thread, and other threads run meanwhile.
    """

    def __init__(self, session: _native.Session, standing: Json, first: Mapping[str, Any]) -> None:
        self._session: Optional[_native.Session] = session
        self._setup = first
        self._events: dict[str, list[Event]] = {}
        self._taken_back = 0
        self._take(standing)

    @classmethod
    def start(
        cls,
        game: str,
        decks: Sequence[DeckLike] = (),
        seed: Union[int, str, None] = None,
        *,
        bots: Optional[Mapping[int, str]] = None,
        words: bool = False,
        observed: bool = False,
        record: Optional[Path] = None,
        labels: Optional[Mapping[str, str]] = None,
        setup: Optional[Mapping[str, Any]] = None,
    ) -> Match:
        """Begins a match.

        `decks` has one for each seat: the name of a deck that is built in, a file, or a list. Without a seed the system
        draws one. `bots` says which bot sits where: `{1: "greedy"}`. `words` asks for questions in words. `record` writes
        the log to a file as the match is played; without it the log is kept in memory. `setup` has further fields of the
        setup of the engine's protocol, such as `position`, `edition`, `terms` and `clock`.
        """
        more: Json = dict(setup or {})
        if observed:
            more["observed"] = True
        if labels:
            more["labels"] = dict(labels)
        whole = setup_of(game, decks, seed, more)
        request: Json = {"do": "open", "setup": whole, "bots": bots_of(bots), "words": words}
        if record is not None:
            request["record"] = str(os.fspath(record))
        session = _native.Session()
        return cls(session, _ask(session, request), whole)

    @classmethod
    def resume(cls, path: Path, *, words: bool = False) -> Match:
        """Continues the log in a file; the file grows with the match."""
        session = _native.Session()
        request = {"do": "resume", "record": str(os.fspath(path)), "words": words}
        return cls(session, _ask(session, request), {})

    def _take(self, data: Json) -> None:
        standing = Standing.of(data)
        self._standing = standing
        for viewer, events in standing.events:
            self._events.setdefault(json.dumps(viewer), []).extend(events)

    def _do(self, word: str, **fields: Any) -> Json:
        if self._session is None:
            raise ClosedError("this match is closed", code="closed", remedy="its log can be resumed")
        given = {name: value for name, value in fields.items() if value is not None}
        return _ask(self._session, {"do": word, **given})

    def ask(self, do: str, **fields: Any) -> Json:
        """Makes any request of protocol 2 about this match, such as `commit`, `sign` or `penalty`; its result."""
        result = self._do(do, **fields)
        if "taken_back" in result:
            self._take(result)
        return result

    @property
    def request(self) -> Optional[Request]:
        """Who is asked what; none when the match is over, or while its seed is still being chosen."""
        return self._standing.next

    @property
    def outcome(self) -> Optional[Outcome]:
        """How the match ended, once it has."""
        return self._standing.outcome

    @property
    def over(self) -> bool:
        """True once the match has an outcome."""
        return self._standing.outcome is not None

    @property
    def decisions(self) -> int:
        """How many decisions have been made, without those that were taken back."""
        return self._standing.decision

    @property
    def standing(self) -> Standing:
        """All that the engine said after the last answer."""
        return self._standing

    def legal(self, most: int = 64) -> Answers:
        """Whole legal answers, at most this many; `complete` says whether these are all."""
        return Answers.of(self._do("legal", most=most))

    def sample(self, rng: object = None) -> Choice:
        """A legal answer by chance. The same seed, or a generator in the same state, gives the same one."""
        return Answers.of(self._do("sample", seed=seed_of(rng))).choices[0]

    def check(self, answer: Answer, seat: Optional[int] = None) -> bool:
        """True if an answer would be legal."""
        return bool(self._do("check", seat=self._seat(seat), choice=answer_of(answer))["legal"])

    def decide(self, answer: Answer, seat: Optional[int] = None) -> Optional[Request]:
        """Gives an answer; the next question, or none when the match is over.

        `seat` is the one that is asked, where it is left out. Raises `RefusedError` if the rules refuse the answer, and
        nothing has changed then.
        """
        self._take(self._do("answer", seat=self._seat(seat), choice=answer_of(answer)))
        return self.request

    def _seat(self, seat: Optional[int]) -> int:
        if seat is not None:
            if isinstance(seat, bool) or not isinstance(seat, int):
                raise TypeError(f"a seat is a number, and not {type(seat).__name__}")
            return seat
        if self._session is None:
            self._do("request")
        if self._standing.next is None:
            raise ClosedError("nobody is asked", code="over")
        return self._standing.next.seat

    def view(self, seat: Union[int, str] = "judge") -> View:
        """The table as a seat, `"public"` or `"judge"` sees it."""
        return View.of(self._do("view", viewer=viewer_of(seat))["view"])

    def events(self, seat: Union[int, str] = "judge") -> list[Event]:
        """The events since this was last asked for the same viewer; at first, since the setup.

        Where decisions were taken back, everything up to now is told once more.
        """
        viewer = viewer_of(seat)
        key = json.dumps(viewer)
        if self._standing.taken_back != self._taken_back:
            self._events.clear()
            self._taken_back = self._standing.taken_back
        if key not in self._events:
            self._events[key] = []
            self._take(self._do("watch", viewer=viewer))
        told, self._events[key] = self._events[key], []
        return told

    def history(self, seat: Union[int, str] = "judge", from_: int = 0, to: Optional[int] = None) -> list[Event]:
        """The events from one decision to another, both included."""
        fields = {"from": from_, "to": to}
        return Event.all_of(self._do("history", viewer=viewer_of(seat), **fields)["events"])

    def note(self, text: str, seat: Optional[int] = None) -> None:
        """Puts a note into the log that is not part of the game."""
        self._do("note", text=text, seat=seat)

    def back_up(self, to: int, ruling: str) -> None:
        """Returns to an earlier decision, as a judge; the log keeps what was taken back."""
        self._take(self._do("back_up", to=to, ruling=ruling))

    def seal(self) -> Json:
        """Seals the log here, and says what each party signs who agrees to it."""
        return self._do("seal")

    def log(self) -> Log:
        """The log so far. It has a closing seal once the match is over."""
        if self._standing.record is not None:
            name = self._standing.record
            return Log(bytes(_native.log_file(name)), name)
        if self._session is None:
            raise ClosedError("this match is closed", code="closed", remedy="take its log before that")
        return Log(self._session.log())

    def save(self, path: Path, *, overwrite: bool = False) -> None:
        """Writes the log so far to a file, which must not exist yet."""
        self.log().save(path, overwrite=overwrite)

    def close(self) -> None:
        """Ends the match here; nothing can be asked of it afterwards."""
        if self._session is not None:
            self._do("close")
            self._session = None

    def __enter__(self) -> Match:
        return self

    def __exit__(
        self,
        kind: Optional[type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        stands = "closed" if self._session is None else "over" if self.over else f"{self.decisions} decisions"
        return f"<Match of {self._setup.get('game', 'a log')}, {stands}>"


def _ask(session: _native.Session, request: Json) -> Json:
    """The result of a request; the exception for one that was refused."""
    line = json.dumps({**request, "match": _TABLE}, separators=(",", ":"))
    response = json.loads(session.obey(line.encode()).split(b"\n", 1)[0])
    return result_of(response)


def result_of(response: Mapping[str, Any]) -> Json:
    """The result in a response; the exception for one that was refused."""
    fault = response.get("error")
    if fault is not None:
        raise of(fault["code"], fault["message"], fault.get("remedy"), fault.get("rule"))
    result: Json = response["ok"]
    return result


__all__ = ["Answer", "Bits", "DeckLike", "Match", "Viewer"]
