"""Logs: verified, opened, walked through, redacted."""

from __future__ import annotations

import json
import os
from functools import cached_property
from typing import Iterator, Optional, Sequence, Union

from . import _native
from ._errors import Error, FindingError
from .types import Header, Json, Outcome, Record, Request, Verdict, View, viewer_of

Path = Union[str, "os.PathLike[str]"]
Source = Union[Path, bytes, bytearray, memoryview]
"""A log: the path of its file, or its bytes."""

_IN_MEMORY = "log.duelog"


def read(source: Source) -> tuple[str, bytes]:
    """The name and the bytes of a log."""
    if isinstance(source, (bytes, bytearray, memoryview)):
        return _IN_MEMORY, bytes(source)
    if isinstance(source, (str, os.PathLike)):
        name = os.fspath(source)
        if not isinstance(name, str):
            raise TypeError("the path of a log is a text")
        return name, bytes(_native.log_file(name))
    raise TypeError(f"a log is a path or bytes, and not {type(source).__name__}")


def run(words: Sequence[object], logs: Sequence[tuple[str, bytes]] = ()) -> list[Json]:
    """The answer of a command of `duelog`, with `--format json`."""
    answer = _native.command([str(word) for word in words], list(logs))
    return [json.loads(line) for line in answer.splitlines()]


def _options(**given: object) -> list[str]:
    """Options of a command line; those without a value are left out."""
    words = []
    for name, value in given.items():
        flag = "--" + name.rstrip("_").replace("_", "-")
        if value is True:
            words.append(flag)
        elif value is not None and value is not False:
            words.append(f"{flag}={os.fspath(value) if isinstance(value, os.PathLike) else value}")
    return words


def _seen_by(seat: Union[int, str]) -> list[str]:
    """The options for who looks."""
    viewer = viewer_of(seat)
    return [f"--seat={viewer['seat']}"] if isinstance(viewer, dict) else [f"--{viewer}"]


def verify(
    source: Source,
    *,
    to: Union[int, str, None] = None,
    cards: Optional[Path] = None,
    keys: Optional[Path] = None,
    require: Sequence[str] = (),
    part: Optional[Path] = None,
    budget: Optional[int] = None,
    timeout: Optional[int] = None,
) -> Verdict:
    """The verdict on a log: every decision is replayed under the rules, every state compared.

    A log that does not verify raises nothing: look at `Verdict.verdict`, or use the verdict as a truth value. The
    options are those of `duelog verify`. Other threads run meanwhile.
    """
    name, log = read(source)
    options = _options(
        to=to, cards=cards, keys=keys, part=part, budget=budget, timeout=timeout, require=",".join(require) or None
    )
    return Verdict.of(run(["verify", *options, "--", name], [(name, log)])[0])


class State:
    """A match just after a decision, to look at. It stays as it is while the walk continues."""

    def __init__(self, native: _native.State) -> None:
        self._native = native

    @cached_property
    def _summary(self) -> Json:
        summary: Json = json.loads(self._native.summary())
        return summary

    @property
    def decision(self) -> int:
        """How many decision records of the log stand before it; 0 is the setup."""
        return int(self._summary["decision"])

    @property
    def line(self) -> int:
        """The same without decisions that were taken back."""
        return int(self._summary["line"])

    @property
    def turn(self) -> int:
        """The number of the turn; 0 before the first."""
        return int(self._summary["turn"])

    @property
    def active(self) -> int:
        """Whose turn it is."""
        return int(self._summary["active"])

    @property
    def step(self) -> str:
        """The step or phase."""
        return str(self._summary["step"])

    @property
    def moment(self) -> str:
        """Where it is, as `duelog show --at` takes it: `t5.combat.blocks`."""
        return str(self._summary["moment"])

    @property
    def scores(self) -> tuple[int, ...]:
        """The score of each player, by seat: life, shields."""
        return tuple(self._summary["scores"])

    @cached_property
    def request(self) -> Optional[Request]:
        """The next question, in words too; none when the match is over."""
        return Request.of(self._summary["next"])

    @property
    def outcome(self) -> Optional[Outcome]:
        """How the match ended, once it has."""
        return Outcome.of(self._summary["outcome"])

    def view(self, seat: Union[int, str] = "judge") -> View:
        """The table as a seat, `"public"` or `"judge"` sees it."""
        viewer = viewer_of(seat)
        if isinstance(viewer, dict):
            return View.of(json.loads(self._native.view(viewer["seat"])))
        return View.of(json.loads(self._native.view(public=viewer == "public")))

    def __repr__(self) -> str:
        return f"<State after decision {self.decision}, {self.moment}>"


class Log:
    """A log and its bytes."""

    def __init__(self, log: bytes, name: str = _IN_MEMORY) -> None:
        if not isinstance(log, bytes):
            raise TypeError(f"a log is made of bytes, and not of {type(log).__name__}")
        self.bytes = log
        self.name = name

    @cached_property
    def header(self) -> Header:
        """The game, the decks, the seed and the labels."""
        return Header.of(json.loads(_native.header(self.bytes)))

    @cached_property
    def records(self) -> tuple[Record, ...]:
        """All records behind the header, up to a fault of the bytes."""
        return tuple(map(Record.of, json.loads(_native.records(self.bytes))))

    def verify(
        self,
        *,
        to: Union[int, str, None] = None,
        cards: Optional[Path] = None,
        keys: Optional[Path] = None,
        require: Sequence[str] = (),
        part: Optional[Path] = None,
        budget: Optional[int] = None,
        timeout: Optional[int] = None,
    ) -> Verdict:
        """The verdict on it; see `duelog.verify`."""
        return verify(
            self.bytes, to=to, cards=cards, keys=keys, require=require, part=part, budget=budget, timeout=timeout
        )

    def replay(self) -> Iterator[State]:
        """The states one after the other, the setup first, each checked as it is reached.

        Raises `FindingError` where the log and the rules part, after the states up to there.
        """
        for state in _native.Walk(self.bytes):
            yield State(state)

    def state(self, decision: int = -1) -> State:
        """The state after a number of decisions; without one, the last."""
        found: Optional[State] = None
        for state in _native.Walk(self.bytes):
            found = State(state)
            if found.decision == decision:
                return found
        if decision >= 0 or found is None:
            raise IndexError(f"this log has no decision {decision}")
        return found

    def _command(self, *words: str) -> list[Json]:
        answer = run([*words, "--", self.name], [(self.name, self.bytes)])
        for line in answer:
            if "finding" in line and len(line) <= 2 and isinstance(line["finding"], dict):
                report: Json = line["finding"]
                raise FindingError(
                    report.get("message", ""), report=report, code=report.get("verdict", ""), rule=report.get("rule")
                )
        return answer

    def info(self) -> Json:
        """Sums it up, as `duelog info` does: players, turns, scores, result and verdict."""
        return self._command("info")[0]

    def show(self, at: Union[int, str, None] = None, seat: Union[int, str] = "judge") -> Json:
        """The answer of `duelog show`: the table after a decision or at a moment."""
        return self._command("show", *_options(at=at), *_seen_by(seat))[0]

    def history(
        self,
        seat: Union[int, str] = "judge",
        *,
        from_: Optional[int] = None,
        to: Optional[int] = None,
        turn: Optional[int] = None,
        all: bool = False,
    ) -> list[Json]:
        """The answer of `duelog history`: the decisions and what followed from them."""
        options = _options(from_=from_, to=to, turn=turn, all=all)
        return self._command("history", *options, *_seen_by(seat))

    def explain(self, at: Union[int, str], object: Optional[int] = None, seat: Union[int, str] = "judge") -> Json:
        """The answer of `duelog explain`: why an answer was legal, or how an object came to be as it is."""
        return self._command("explain", *_options(at=at, object=object), *_seen_by(seat))[0]

    def redact(self, out: Path, seat: Union[int, str] = "public", *, secret: Optional[Path] = None) -> Json:
        """Writes the log of one viewer, out of an observed log."""
        if seat == "judge":
            raise ValueError('a viewer\'s log is that of a seat or of "public"')
        return self._command("redact", *_seen_by(seat), *_options(out=out, secret=secret))[0]

    def disclose(
        self,
        out: Path,
        at: Union[int, str],
        *,
        zone: Optional[str] = None,
        card: Optional[int] = None,
        told: bool = False,
        seat: Optional[int] = None,
        secret: Optional[Path] = None,
    ) -> Json:
        """Proves one hidden fact of an observed log: the cards of a zone, one of them, or what a player was told."""
        options = _options(out=out, at=at, zone=zone, card=card, told=told, seat=seat, secret=secret)
        return self._command("disclose", *options)[0]

    def save(self, path: Path, *, overwrite: bool = False) -> None:
        """Writes it to a file, which must not exist yet."""
        with open(path, "wb" if overwrite else "xb") as file:
            file.write(self.bytes)

    def __len__(self) -> int:
        return len(self.bytes)

    def __repr__(self) -> str:
        try:
            return f"<Log {self.name}, {self.header.game}>"
        except Error:
            return f"<Log {self.name}>"


def open_log(path: Source) -> Log:
    """A log out of a file, or out of bytes. Its header must be good; its other records are checked when it is used."""
    name, log = read(path)
    opened = Log(log, name)
    opened.header  # noqa: B018
    return opened
