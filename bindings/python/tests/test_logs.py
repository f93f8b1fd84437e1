"""Logs: verdicts, headers, records, states."""

from __future__ import annotations

import subprocess
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import duelog

from conftest import GOLDEN, ROOT, golden


def without_decision(log: duelog.Log, number: int) -> tuple[bytes, duelog.Record]:
    """The log without the record of its decision of this number, and that record."""
    records = log.records
    place = next(i for i, record in enumerate(records) if record.kind == "decision" and record.decision == number - 1)
    cut = records[place]
    return log.bytes[: cut.offset] + log.bytes[records[place + 1].offset :], cut


def test_golden_logs_verify(game: str) -> None:
    path = golden(game)
    verdict = duelog.verify(path)
    assert verdict and verdict.verdict == "verified" and verdict.at is None
    assert verdict.outcome is not None and verdict.decisions > 10
    assert duelog.verify(path.read_bytes()) == verdict
    assert duelog.open(path).verify() == verdict
    assert verdict.data["contents"]["rewinds"] == 0


def test_damaged_logs_are_told_apart() -> None:
    log = golden("magic").read_bytes()
    middle = len(log) // 2
    corrupt = duelog.verify(log[:middle] + bytes([log[middle] ^ 1]) + log[middle + 1 :])
    assert corrupt.verdict == "corrupt" and corrupt.offset is not None and corrupt.offset <= middle
    assert corrupt.remedy
    assert duelog.verify(log[:-3]).verdict == "torn"
    for nothing in (b"", b"no log", bytes(1000)):
        assert duelog.verify(nothing).verdict in ("unreadable", "torn")
        with pytest.raises(duelog.FindingError):
            duelog.open(nothing)


def test_a_tampered_log_is_named_with_its_place(game: str) -> None:
    tampered, cut = without_decision(duelog.open(golden(game)), 40)
    verdict = duelog.verify(tampered)
    assert not verdict
    assert verdict.verdict == "tampered" and verdict.record is not None and verdict.record > cut.record
    assert verdict.offset is not None and verdict.offset >= cut.offset
    with pytest.raises(duelog.FindingError) as raised:
        for state in duelog.Log(tampered).replay():
            assert state.decision < 40
    assert raised.value.at == 40 and raised.value.verdict in ("illegal", "diverged", "outdated")


def test_an_illegal_decision_names_its_rule(program: Path, tmp_path: Path) -> None:
    subprocess.run([program, "demo", "--keep", str(tmp_path / "kept")], check=True, capture_output=True)
    assert duelog.verify(tmp_path / "kept" / "game.duelog").verified
    changed = duelog.open(tmp_path / "kept" / "changed.duelog")
    verdict = changed.verify()
    assert verdict.verdict == "illegal" and verdict.rule and verdict.at and verdict.remedy
    states = []
    with pytest.raises(duelog.FindingError) as raised:
        for state in changed.replay():
            states.append(state)
    assert raised.value.rule == verdict.rule and raised.value.at == verdict.at
    assert states[-1].decision == verdict.at - 1


def test_the_vectors_of_the_format_give_their_verdicts() -> None:
    for path in sorted((ROOT / "fixtures" / "vectors").glob("*.duelog"))[::5]:
        wanted = path.name.split("-")[0]
        if wanted in ("corrupt", "tampered", "torn", "unreadable"):
            assert duelog.verify(path).verdict == wanted, path.name


def test_logs_are_verified_in_threads() -> None:
    logs = sorted((GOLDEN / "duel-masters").glob("*.duelog"))[:4]
    with ThreadPoolExecutor(4) as pool:
        verdicts = list(pool.map(duelog.verify, logs))
    assert all(verdicts) and len(verdicts) == len(logs)


def test_other_threads_run_while_a_log_is_verified() -> None:
    log = golden("magic").read_bytes()
    with ThreadPoolExecutor(1) as pool:
        for _ in range(50):
            done = pool.submit(duelog.verify, log)
            ticks = 0
            while not done.done():
                ticks += 1
                time.sleep(0.0002)
            if ticks > 5:
                return
    raise AssertionError("the lock of the interpreter is not free while a log is verified")


def test_header_and_records(game: str) -> None:
    log = duelog.open(golden(game))
    assert log.header.game == game and log.header.seats == 2
    assert all(deck.cards for deck in log.header.decks)
    assert len(log.header.seed) == 64
    records = log.records
    decisions = [record for record in records if record.kind == "decision"]
    assert records[0].kind == "decision" and records[-1].kind == "seal"
    assert len(decisions) == log.verify().decisions
    assert all(record.choice for record in decisions)
    assert [record.record for record in records] == list(range(1, len(records) + 1))


def test_states_are_stepped_through(game: str) -> None:
    log = duelog.open(golden(game))
    seen = []
    for state in log.replay():
        seen.append(state)
        if state.decision == 60:
            break
    assert [state.decision for state in seen] == list(range(61))
    assert seen[0].request is not None and seen[0].request.question
    # A state can be looked at when the walk has long passed it.
    early = seen[3].view("judge")
    assert early.decision == 3 and early.game == game
    for state in (seen[0], seen[30], seen[60]):
        for seat in (0, 1, "public", "judge"):
            same_as_shown(state.view(seat), log.show(state.decision, seat))


def same_as_shown(view: duelog.View, shown: duelog.Json) -> None:
    """The content of a view is that of `duelog show --format json`."""
    assert view.decision == shown["decisions"] and view.waiting_for == shown.get("waiting_for")
    zones = {
        zone["name"].replace("-", "_").replace(" ", "_") + (f"_{zone['seat']}" if "seat" in zone else ""): zone
        for zone in shown["zones"]
    }
    assert set(zones) == set(view.zones)
    for name, zone in view.zones.items():
        assert zone.count == zones[name]["count"]
        assert [(card.id, card.name, card.line) for card in zone.cards] == [
            (card["id"], card["name"], card["line"]) for card in zones[name]["cards"]
        ]
    assert set(view.players) == {player["seat"] for player in shown["players"]}
    for player in shown["players"]:
        for fact in player["facts"]:
            assert fact["name"].replace("-", "_").replace(" ", "_") in view.players[player["seat"]]


def test_a_seat_does_not_see_the_other_hand() -> None:
    state = duelog.open(golden("magic")).state(10)
    assert state.view(0).zones["hand_0"].cards and not state.view(0).zones["hand_1"].cards
    assert state.view("judge").zones["hand_1"].cards
    assert not state.view("public").zones["hand_0"].cards
    with pytest.raises(duelog.UsageError, match="no seat 7"):
        state.view(7)
    with pytest.raises(ValueError):
        state.view("everybody")


def test_the_last_state_has_the_outcome(game: str) -> None:
    log = duelog.open(golden(game))
    last = log.state()
    assert last.request is None and last.outcome == log.verify().outcome
    assert last.decision == log.verify().decisions
    with pytest.raises(IndexError):
        log.state(10**6)


def test_what_commands_say() -> None:
    log = duelog.open(golden("magic"))
    assert log.info()["verdict"]["verdict"] == "verified"
    events = log.history(0, from_=1, to=3)
    assert {event["decision"] for event in events} <= {1, 2, 3}
    assert log.show("t3")["moment"].startswith("t3")
    with pytest.raises(duelog.UsageError):
        log.show("t9999")


def test_files_that_are_not_there(tmp_path: Path) -> None:
    with pytest.raises(duelog.FileError):
        duelog.verify(tmp_path / "none.duelog")
    with pytest.raises(OSError):
        duelog.open(tmp_path)
    for wrong in (None, 7, ["a"]):
        with pytest.raises(TypeError):
            duelog.verify(wrong)  # type: ignore[arg-type]


def test_limits() -> None:
    assert duelog.verify(golden("magic"), budget=10).verdict == "undecided"
    assert duelog.verify(golden("magic"), to=20).verdict == "undecided"


def test_cards() -> None:
    assert {"magic", "duel-masters", "flesh-and-blood"} == set(duelog.games())
    known = duelog.cards("duel-masters")
    assert len(known) > 1000 and all(card.game == "duel-masters" for card in known)
    shock = duelog.card("Shock")
    assert shock.game == "magic" and any("2 damage" in line for line in shock.reading)
    assert "Damage" in shock.definition and len(shock.digest) == 64
    with pytest.raises(duelog.UsageError):
        duelog.card("No Such Card")
    with pytest.raises(duelog.UsageError):
        duelog.cards("chess")
    assert "priority" in duelog.game("magic")["prompts"]
