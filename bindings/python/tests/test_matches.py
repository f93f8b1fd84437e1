"""Matches that are played and recorded in this process."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import duelog

from conftest import ROOT

DECKS = {
    "magic": ("red-green-beasts", "white-blue-flyers"),
    "duel-masters": ("fire-nature-rush", "water-nature-tempo"),
    "flesh-and-blood": ("dorinthea", "rhinar"),
}


def start(game: str = "magic", seed: int = 1, **options: object) -> duelog.Match:
    return duelog.Match.start(game, DECKS[game], seed, **options)  # type: ignore[arg-type]


def test_a_random_match_is_played_to_the_end_and_verified(game: str, tmp_path: Path) -> None:
    rng = random.Random(7)
    with start(game) as match:
        while not match.over:
            match.decide(match.sample(rng))
        assert match.outcome is not None
        match.save(tmp_path / "a.duelog")
        verdict = duelog.verify(tmp_path / "a.duelog")
        assert verdict.verified and verdict.outcome == match.outcome and verdict.decisions == match.decisions
        with pytest.raises(FileExistsError):
            match.save(tmp_path / "a.duelog")
        with pytest.raises(duelog.ClosedError):
            match.decide("pass")


def test_the_same_seed_gives_the_same_log(game: str) -> None:
    def play() -> bytes:
        match = start(game, 5)
        rng = random.Random(3)
        for _ in range(120):
            match.decide(match.sample(rng))
        return match.log().bytes

    assert play() == play()


def test_legal_answers() -> None:
    match = start()
    answers = match.legal()
    assert answers.complete and len(answers) == 2 and match.request is not None
    assert answers.seat == match.request.seat
    assert all(match.check(answer) for answer in answers.choices)
    assert match.request.options == ({"seat": 0}, {"seat": 1})
    while not (match.request.ask.get("pick", {}).get("limits") or match.decisions > 300):
        match.decide(match.legal().choices[-1])
    some = match.legal(most=1)
    assert len(some) == 1


def test_refused_answers_change_nothing() -> None:
    match = start()
    before = match.log().bytes
    with pytest.raises(duelog.RefusedError) as refused:
        match.decide("pass")
    assert refused.value.rule == "103.2" and refused.value.code == "not_offered"
    assert match.request is not None
    with pytest.raises(duelog.RefusedError):
        match.decide({"pick": [{"seat": 0}]}, seat=1 - match.request.seat)
    with pytest.raises(duelog.RefusedError):
        match.decide({"number": 3})
    for wrong in (None, 3, [1], {"pick": [{"seat": "x"}]}, {"pick": 3}, {"no": 1}, {"pick": [object()]}, {}):
        with pytest.raises((TypeError, duelog.UsageError)):
            match.decide(wrong)  # type: ignore[arg-type]
    with pytest.raises((TypeError, duelog.UsageError)):
        match.decide("pass", seat="0")  # type: ignore[arg-type]
    with pytest.raises(duelog.RefusedError):
        match.decide("pass", seat=9)
    assert match.log().bytes == before


def test_setups_that_are_refused(tmp_path: Path) -> None:
    for game, decks in (("chess", ()), ("magic", ()), ("magic", ("no-such-deck",) * 2)):
        with pytest.raises((duelog.SetupError, duelog.UsageError)):
            duelog.Match.start(game, decks, 1)
    with pytest.raises(duelog.SetupError):
        duelog.Match.start("magic", [{"name": "few", "cards": [[3, "Mountain"]]}] * 2, 1)
    with pytest.raises(TypeError):
        duelog.Match.start("magic", [3, 4], 1)  # type: ignore[list-item]
    with pytest.raises((duelog.UsageError, duelog.SetupError)):
        start(bots={0: "greedy", 1: "greedy"})
    with pytest.raises((duelog.UsageError, duelog.SetupError)):
        start(setup={"no_such_field": 1})


def test_decks_of_every_kind() -> None:
    bolts = {"name": "Bolts", "cards": [[4, "Lightning Bolt"], [56, "Mountain"]]}
    own = duelog.Deck("Own", ((4, "Shock"), (56, "Mountain")))
    assert duelog.Match.start("magic", [bolts, own], 1).log().header.decks[1].cards[0] in ((4, "Shock"), (56, "Mountain"))
    path = ROOT / "fixtures" / "decks" / "magic" / "red-green-beasts.deck"
    assert duelog.Match.start("magic", [path, "white-blue-flyers"]).log().header.decks[0].name == "Red-Green Beasts"


def test_views_and_events_of_seats() -> None:
    match = start(words=True)
    assert match.request is not None and match.request.question and match.request.texts
    first = match.events(0)
    assert first and first[0].kind == "shuffled" and match.events(0) == []
    rng = random.Random(1)
    for _ in range(60):
        match.decide(match.sample(rng))
    news = match.events(0)
    assert news and all(event.decision > 0 for event in news)
    assert [event for event in match.events("public") if event.decision > 0]
    told = [event for event in match.history(0) if event.decision > 0]
    assert [event.text for event in told] == [event.text for event in news]
    assert not match.view(0).zones["hand_1"].cards and match.view("judge").zones["hand_1"].cards
    assert match.view(0).waiting_for == match.request.seat
    with pytest.raises(duelog.UsageError):
        match.view(5)


def test_bots_notes_and_back_ups() -> None:
    match = start(bots={1: "greedy"})
    rng = random.Random(2)
    for _ in range(30):
        assert match.request is not None and match.request.seat == 0
        match.decide(match.sample(rng))
    match.note("a spectator spoke", seat=0)
    before = match.decisions
    match.back_up(before - 1, ruling="the question was misread")
    assert match.decisions <= before
    match.decide("concede")
    assert match.outcome is not None and match.outcome.winners == (1,)
    verdict = match.log().verify()
    assert verdict.verified and verdict.data["contents"]["rewinds"] == 1 and verdict.data["contents"]["notes"] >= 1


def test_files_are_resumed(tmp_path: Path) -> None:
    path = tmp_path / "b.duelog"
    match = start(record=path)
    rng = random.Random(4)
    for _ in range(20):
        match.decide(match.sample(rng))
    match.close()
    assert duelog.verify(path).verdict == "incomplete"
    with duelog.Match.resume(path) as again:
        assert again.decisions == 20
        again.decide("concede")
    assert duelog.verify(path).verified
    with pytest.raises(duelog.Error):
        duelog.Match.resume(path)
    with pytest.raises(duelog.Error):
        start(record=path)


def test_closed_matches() -> None:
    match = start()
    match.close()
    match.close()
    for call in (match.legal, match.sample, match.view, match.log, match.events, lambda: match.decide("pass")):
        with pytest.raises(duelog.ClosedError):
            call()


def test_observed_logs_are_redacted_and_disclosed(tmp_path: Path) -> None:
    match = start(observed=True)
    rng = random.Random(4)
    for _ in range(80):
        match.decide(match.sample(rng))
    match.decide("concede")
    log = match.log()
    assert log.verify().verified
    redacted = log.redact(tmp_path / "one.duelview", seat=1)
    assert redacted["viewer"] == "seat 1" and (tmp_path / "one.duelview").stat().st_size > 100
    log.redact(tmp_path / "all.duelview")
    disclosed = log.disclose(tmp_path / "hand.disclosure", 64, zone="hand", seat=1)
    assert disclosed["seal"] >= 1
    with pytest.raises(duelog.Error):
        log.redact(tmp_path / "one.duelview", seat=1)
    with pytest.raises(duelog.Error):
        start().log().redact(tmp_path / "two.duelview", seat=1)


def test_any_request_can_be_made() -> None:
    match = start(setup={"fair": True})
    assert match.request is None and not match.over and match.standing.fair is not None
    assert match.standing.fair["wants"] == "commit"
    with pytest.raises(duelog.ClosedError):
        match.decide("pass")
    # It is not yet the turn of player 2, and so the log does not bear that out.
    assert match.ask("withheld", seat=1, text="no part came")["verdict"] == "incomplete"
    assert not duelog.verify(match.log().bytes)
    other = start()
    other.ask("penalty", seat=0, text="slow play")
    assert other.ask("request")["decision"] == other.decisions == 0
    with pytest.raises(duelog.UsageError):
        other.ask("nonsense")


def test_samples_are_drawn_from_seeds() -> None:
    match = start()
    assert match.sample(3) == match.sample(3)
    assert match.sample(random.Random(1)) == match.sample(random.Random(1))
    assert match.sample()
    with pytest.raises(TypeError):
        match.sample("a")
