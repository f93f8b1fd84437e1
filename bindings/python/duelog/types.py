"""The shapes of verdicts, tables, questions and events.

Items and answers are written as protocol 2 writes them (`docs/protocol.md`): `"pass"`, `{"object": 12}`,
`{"pick": [...]}`. Fields that a later version adds stay in `data`, where a class has it, and are otherwise left out.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Mapping, Optional, TypedDict, Union

Json = dict[str, Any]
"""An object of JSON."""

Item = Union[str, dict[str, Any]]
"""One thing that an answer can name."""

Viewer = Union[str, dict[str, int]]
"""Who looks: `"public"`, `"judge"` or `{"seat": 0}`."""


class Choice(TypedDict, total=False):
    """An answer: exactly one of these."""

    pick: list[Item]
    number: int
    split: list[tuple[Item, int]]
    name: str


def viewer_of(seat: Union[int, str]) -> Viewer:
    """A seat, `"public"` or `"judge"` as the protocol writes it."""
    if isinstance(seat, bool) or not isinstance(seat, (int, str)):
        raise TypeError(f'a seat is a number, "public" or "judge", and not {seat!r}')
    if isinstance(seat, int):
        if not 0 <= seat <= 255:
            raise ValueError(f"there is no seat {seat}")
        return {"seat": seat}
    if seat not in ("public", "judge"):
        raise ValueError(f'a viewer is a seat, "public" or "judge", and not {seat!r}')
    return seat


@dataclass(frozen=True)
class Outcome:
    """How a match ended. Nobody has won a draw."""

    winners: tuple[int, ...]
    reason: str
    rule: str

    @classmethod
    def of(cls, data: Optional[Mapping[str, Any]]) -> Optional[Outcome]:
        if data is None:
            return None
        return cls(tuple(data["winners"]), data["reason"], data["rule"])


@dataclass(frozen=True)
class Verdict:
    """The result of verifying a log; `verdict` is the word that `duelog verify` prints."""

    verdict: str
    message: str
    decisions: int
    at: Optional[int] = None
    """The decision at which the log and the rules part, where they do."""
    offset: Optional[int] = None
    """The byte at which the record begins that is at fault."""
    record: Optional[int] = None
    """The number of that record."""
    rule: Optional[str] = None
    """The rule that is broken, where one is."""
    path: Optional[str] = None
    """The part of the state that differs, and what the log and the rules say of it."""
    expected: Optional[str] = None
    found: Optional[str] = None
    remedy: Optional[str] = None
    outcome: Optional[Outcome] = None
    data: Json = field(default_factory=dict, repr=False, compare=False)
    """Everything that `duelog verify --format json` says of the log."""

    @property
    def verified(self) -> bool:
        """True if the whole match is as the log says."""
        return self.verdict == "verified"

    def __bool__(self) -> bool:
        return self.verified

    @classmethod
    def of(cls, data: Json) -> Verdict:
        names = ("at", "offset", "record", "rule", "path", "expected", "found", "remedy")
        known = {name: data.get(name) for name in names}
        return cls(
            verdict=data["verdict"],
            message=data["message"],
            decisions=data["decisions"],
            outcome=Outcome.of(data.get("outcome")),
            data=data,
            **known,
        )


@dataclass(frozen=True)
class Deck:
    """A deck: how many of each card, in the order of its list."""

    name: str
    cards: tuple[tuple[int, str], ...]
    sideboard: tuple[tuple[int, str], ...] = ()

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> Deck:
        pairs = {name: tuple((count, card) for count, card in data[name]) for name in ("cards", "sideboard")}
        return cls(data["name"], pairs["cards"], pairs["sideboard"])

    def as_json(self) -> Json:
        """The deck as a setup takes it."""
        return {"name": self.name, "cards": list(self.cards), "sideboard": list(self.sideboard)}


@dataclass(frozen=True)
class Header:
    """The start of a match."""

    game: str
    edition: str
    revision: int
    engine: str
    seats: int
    decks: tuple[Deck, ...]
    seed: str
    labels: dict[str, str]
    definitions: tuple[str, ...] = field(repr=False, default=())

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> Header:
        return cls(
            game=data["game"],
            edition=data["edition"],
            revision=data["revision"],
            engine=data["engine"],
            seats=data["seats"],
            decks=tuple(map(Deck.of, data["decks"])),
            seed=data["seed"],
            labels=data["labels"],
            definitions=tuple(data["definitions"]),
        )


@dataclass(frozen=True)
class Record:
    """One record of a log. Those of decisions have `seat` and `choice`; the fields of the others are in `data`."""

    kind: str
    record: int
    offset: int
    decision: int
    """How many decision records stand before it."""
    seat: Optional[int] = None
    choice: Optional[Choice] = None
    data: Json = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def of(cls, data: Json) -> Record:
        decided = data["kind"] == "decision"
        return cls(
            kind=data["kind"],
            record=data["record"],
            offset=data["offset"],
            decision=data["decision"],
            seat=data.get("seat"),
            choice=data["choice"] if decided else None,
            data=data,
        )


@dataclass(frozen=True)
class Card:
    """A card or another object on the table."""

    id: int
    name: str
    line: str
    """Its characteristics on one line."""
    side: Optional[int] = None
    owner: Optional[int] = None
    cost: str = ""
    types: tuple[str, ...] = ()
    subtypes: tuple[str, ...] = ()
    colors: tuple[str, ...] = ()
    numbers: dict[str, int] = field(default_factory=dict)
    printed: dict[str, int] = field(default_factory=dict)
    counters: dict[str, int] = field(default_factory=dict)
    marks: tuple[str, ...] = ()
    bonds: tuple[Json, ...] = ()
    facts: Json = field(default_factory=dict)

    @classmethod
    def of(cls, number: int, data: Mapping[str, Any]) -> Card:
        lists = {name: tuple(data.get(name, ())) for name in ("types", "subtypes", "colors", "marks", "bonds")}
        return cls(
            id=number,
            name=data["name"],
            line=data["line"],
            side=data.get("side"),
            owner=data.get("owner"),
            cost=data.get("cost", ""),
            numbers=data.get("numbers", {}),
            printed=data.get("printed", {}),
            counters=data.get("counters", {}),
            facts=data.get("facts", {}),
            **lists,
        )


@dataclass(frozen=True)
class Zone:
    """A zone: how many cards are in it, and those that the viewer may see, in its order."""

    name: str
    seat: Optional[int]
    count: int
    cards: tuple[Card, ...]


@dataclass(frozen=True)
class View:
    """The table as one viewer sees it."""

    game: str
    decision: int
    waiting_for: Optional[int]
    turn: Json
    players: dict[int, Json]
    """The facts of each player, by seat."""
    zones: dict[str, Zone]
    """By name; one that is a player's has the seat behind its name, such as `hand_0`."""
    cards: dict[int, Card]
    """The cards that the viewer may see, by id."""

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> View:
        cards = {int(number): Card.of(int(number), card) for number, card in data["cards"].items()}
        zones = {
            name: Zone(name, zone["seat"], zone["count"], tuple(cards[number] for number in zone["cards"]))
            for name, zone in data["zones"].items()
        }
        return cls(
            game=data["game"],
            decision=data["decision"],
            waiting_for=data["waiting_for"],
            turn=data["turn"],
            players={int(seat): facts for seat, facts in data["players"].items()},
            zones=zones,
            cards=cards,
        )


@dataclass(frozen=True)
class Request:
    """A question to one player, which states exactly what is legal."""

    seat: int
    prompt: str
    rule: str
    ask: Json
    """The shape of an answer, and the limits: `pick`, `number`, `split` or `name` (`docs/protocol.md`)."""
    subject: Optional[int] = None
    question: Optional[str] = None
    """The question in words, where words were asked for."""
    texts: Optional[tuple[str, ...]] = None
    """The options in words, in their order."""

    @property
    def options(self) -> tuple[Item, ...]:
        """The options of a pick or of a split; nothing for a number or a name."""
        shape: Json = next(iter(self.ask.values()))
        return tuple(shape.get("options", ()))

    @classmethod
    def of(cls, data: Optional[Mapping[str, Any]]) -> Optional[Request]:
        if data is None:
            return None
        texts = data.get("texts")
        return cls(
            seat=data["seat"],
            prompt=data["prompt"],
            rule=data["rule"],
            ask=data["ask"],
            subject=data.get("subject"),
            question=data.get("question"),
            texts=None if texts is None else tuple(texts),
        )


@dataclass(frozen=True)
class Event:
    """Something that happened, as a viewer may know it."""

    decision: int
    turn: int
    active: int
    step: str
    kind: str
    rule: str
    text: str
    detail: bool = False
    scores: tuple[int, ...] = ()
    left: tuple[int, ...] = ()
    data: Any = None

    @classmethod
    def all_of(cls, events: list[Json]) -> list[Event]:
        """Events in full: the engine leaves out what is as in the event before."""
        told: list[Event] = []
        before: Json = {"decision": 0, "turn": 0, "active": 0, "step": ""}
        for event in events:
            before = {name: event.get(name, before[name]) for name in before}
            told.append(
                cls(
                    kind=event["kind"],
                    rule=event["rule"],
                    text=event["text"],
                    detail=event.get("detail", False),
                    scores=tuple(event.get("scores", ())),
                    left=tuple(event.get("left", ())),
                    data=event.get("data"),
                    **before,
                )
            )
        return told


@dataclass(frozen=True)
class Answers:
    """Whole legal answers, and whether these are all."""

    seat: int
    choices: tuple[Choice, ...]
    complete: bool

    def __len__(self) -> int:
        return len(self.choices)

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> Answers:
        return cls(data["seat"], tuple(data["choices"]), data["complete"])


@dataclass(frozen=True)
class CardInfo:
    """A card that is defined. `reading` and `definition` are there where one card was asked for."""

    game: str
    name: str
    file: str
    test_only: bool = False
    reading: tuple[str, ...] = ()
    """The card in our words, line by line."""
    definition: str = ""
    digest: str = ""

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> CardInfo:
        return cls(
            game=data["game"],
            name=data["name"],
            file=data["file"],
            test_only=data.get("test_only", False),
            reading=tuple(data.get("reading", ())),
            definition=data.get("definition", ""),
            digest=bytes(data.get("digest", ())).hex(),
        )


@dataclass(frozen=True)
class Standing:
    """How a match stands, as the engine says it after each request."""

    match: str
    decision: int
    taken_back: int
    next: Optional[Request]
    outcome: Optional[Outcome]
    events: tuple[tuple[Viewer, list[Event]], ...] = ()
    """The new events of each viewer as whom this connection watches."""
    left_ms: Optional[tuple[int, ...]] = None
    paused: bool = False
    view: Optional[View] = None
    changes: Optional[Json] = None
    record: Optional[str] = None
    notes: tuple[str, ...] = ()
    torn: Optional[str] = None
    fair: Optional[Json] = None
    awaits: Optional[int] = None
    """The other player who is asked, where the connection has shown a player's token."""

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> Standing:
        left = data.get("left_ms")
        view = data.get("view")
        return cls(
            match=data["match"],
            decision=data["decision"],
            taken_back=data["taken_back"],
            next=Request.of(data["next"]),
            outcome=Outcome.of(data.get("outcome")),
            events=tuple((told["viewer"], Event.all_of(told["events"])) for told in data.get("events", ())),
            left_ms=None if left is None else tuple(left),
            paused=data.get("paused", False),
            view=None if view is None else View.of(view),
            changes=data.get("changes"),
            record=data.get("record"),
            notes=tuple(data.get("notes", ())),
            torn=data.get("torn"),
            fair=data.get("fair"),
            awaits=data.get("awaits"),
        )
