"""Duelog in Python: verify, replay, play and record card games under their full rules.

`verify` gives the verdict on a log, `open` a log whose states can be walked through, `Match` a match to be played.
`duelog.aio` talks to `duelog engine` in another process, `duelog.env` has environments for programs that learn.
"""

from __future__ import annotations

import json
from typing import Optional

from . import _native
from ._errors import (
    ClosedError,
    EngineError,
    Error,
    FileError,
    FindingError,
    LimitError,
    RefusedError,
    SetupError,
    UsageError,
)
from ._logs import Log, Path, Source, State, open_log, run, verify
from ._matches import Match
from .types import (
    Answers,
    Card,
    CardInfo,
    Choice,
    Deck,
    Event,
    Header,
    Item,
    Json,
    Outcome,
    Record,
    Request,
    Standing,
    Verdict,
    View,
    Viewer,
    Zone,
)

__version__: str = _native.__version__

open = open_log


def games() -> list[str]:
    """The names of the games that are built in."""
    return list(_native.games())


def game(name: str) -> Json:
    """The words of a game: its editions, prompts, verbs and symbols, and the name of its score."""
    words: Json = json.loads(_native.game(name))
    return words


def cards(game: Optional[str] = None, *, folder: Optional[Path] = None) -> list[CardInfo]:
    """The cards that are defined, of one game or of all. `folder` has definitions that add to those built in."""
    words = ["cards", "list"]
    words += [] if game is None else [f"--game={game}"]
    words += [] if folder is None else [f"--cards={folder}"]
    return [CardInfo.of(card) for card in run(words)]


def card(name: str, game: Optional[str] = None, *, folder: Optional[Path] = None) -> CardInfo:
    """One card with its words, `reading`, in this project's own wording, and its definition."""
    words = ["cards", "show"]
    words += [] if game is None else [f"--game={game}"]
    words += [] if folder is None else [f"--cards={folder}"]
    return CardInfo.of(run([*words, "--", name])[0])


__all__ = [
    "Answers",
    "Card",
    "CardInfo",
    "Choice",
    "ClosedError",
    "Deck",
    "EngineError",
    "Error",
    "Event",
    "FileError",
    "FindingError",
    "Header",
    "Item",
    "Json",
    "LimitError",
    "Log",
    "Match",
    "Outcome",
    "Path",
    "Record",
    "RefusedError",
    "Request",
    "SetupError",
    "Source",
    "Standing",
    "State",
    "UsageError",
    "Verdict",
    "View",
    "Viewer",
    "Zone",
    "card",
    "cards",
    "game",
    "games",
    "open",
    "verify",
]
