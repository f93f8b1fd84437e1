"""The asyncio client against the program."""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path

import pytest

import duelog
from duelog.aio import Client

from conftest import ROOT

DECKS = ("red-green-beasts", "white-blue-flyers")


def test_a_match_is_played(program: Path, tmp_path: Path) -> None:
    async def play() -> None:
        async with await Client.spawn(program=program) as client:
            greeting = await client.hello()
            assert greeting["protocol"] == 2 and "priority" in (await client.prompts("magic"))["magic"]
            record = tmp_path / "a.duelog"
            match = await client.open("magic", DECKS, 1, match="t1", bots={1: "greedy"}, watch=["public"], record=record)
            assert match.id == "t1" and await client.matches() == ["t1"] and match.next is not None
            for seed in range(40):
                answer = (await match.sample(seed)).choices[0]
                standing = await match.answer(answer)
                assert standing.decision > 0
            assert (await match.legal()).seat == 0
            assert (await match.view(0)).zones["hand_0"].cards
            assert await match.history("public", 0, 3)
            with pytest.raises(duelog.RefusedError):
                await match.answer({"pick": [{"object": 999_999}]})
            await match.answer("concede")
            assert match.outcome is not None and match.outcome.winners == (1,) and match.next is None
            assert (await match.close())["verdict"] == "verified"
            assert duelog.verify(record).verified

    asyncio.run(play())


def test_matches_side_by_side(program: Path) -> None:
    async def one(client: Client, number: int) -> int:
        match = await client.open("duel-masters", ("fire-nature-rush", "water-nature-tempo"), number, match=f"m{number}")
        for _ in range(25):
            await match.answer((await match.sample(number)).choices[0])
        return match.standing.decision

    async def play() -> None:
        async with await Client.spawn(program=program) as client:
            assert await asyncio.gather(*(one(client, number) for number in range(8))) == [25] * 8

    asyncio.run(play())


async def listening(program: Path, at: str, *options: str) -> tuple[asyncio.subprocess.Process, str]:
    """An engine that listens, and where it can be reached."""
    engine = await asyncio.create_subprocess_exec(
        str(program), "engine", "--protocol=2", f"--listen={at}", "--format=json", *options, stdout=asyncio.subprocess.PIPE
    )
    assert engine.stdout is not None
    return engine, json.loads(await engine.stdout.readline())["listening"]


@pytest.mark.parametrize("web", [False, True])
def test_two_connections_and_who_watches(program: Path, tmp_path: Path, web: bool) -> None:
    async def play() -> None:
        engine, address = await listening(program, "0" if web else f"unix:{tmp_path / 's'}")
        assert address.startswith("ws://" if web else "unix:")
        address = address.removeprefix("unix:")
        try:
            async with await Client.connect(address) as client, await Client.connect(address) as other:
                match = await client.open("magic", DECKS, 1, match="t")
                assert (await other.watch("t", "public")).events
                await match.answer((await match.legal()).choices[0])
                async for message in other.notifications():
                    assert message["event"] == "news" and message["match"] == "t"
                    break
            with pytest.raises(duelog.EngineError):
                await client.hello()
        finally:
            engine.terminate()
            await engine.communicate()

    asyncio.run(play())


def test_an_engine_over_websocket_that_ends(program: Path, tmp_path: Path) -> None:
    async def play() -> None:
        tokens = tmp_path / "tokens"
        tokens.write_text("host a-token-of-a-host-1\npublic 0 a-token-of-anybody\n")
        engine, address = await listening(program, "0", f"--token-file={tokens}")
        async with await Client.connect(address) as client:
            with pytest.raises(duelog.Error) as refused:
                await client.matches()
            assert refused.value.code == "token"
            assert (await client.hello("a-token-of-a-host-1"))["role"] == "host"
            assert await client.matches() == []
            waiting = asyncio.ensure_future(client.notifications().__anext__())
            engine.terminate()
            await engine.communicate()
            with pytest.raises(StopAsyncIteration):
                await waiting
            with pytest.raises(duelog.EngineError):
                await client.matches()
        with pytest.raises(duelog.EngineError, match="ws://"):
            await Client.connect(address)

    asyncio.run(play())


def test_the_package_for_websocket_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "websockets.asyncio.client", None)

    async def play() -> None:
        with pytest.raises(duelog.EngineError) as missing:
            await Client.connect("ws://127.0.0.1:1/")
        assert missing.value.remedy is not None and "duelog[websocket]" in missing.value.remedy

    asyncio.run(play())


def test_engines_that_are_none(tmp_path: Path) -> None:
    async def none() -> None:
        with pytest.raises(duelog.EngineError):
            await Client.spawn(program=tmp_path / "none")
        with pytest.raises(duelog.EngineError):
            await Client.connect(tmp_path / "none")
        false = tmp_path / "false"
        false.write_text("#!/bin/sh\nread line\necho no\n")
        false.chmod(0o755)
        client = await Client.spawn(program=false)
        with pytest.raises(duelog.EngineError):
            await client.hello()
        with pytest.raises(duelog.EngineError):
            await client.hello()
        await client.close()

    asyncio.run(none())


def test_types_are_those_of_the_schema() -> None:
    schema = json.loads((ROOT / "docs" / "protocol.schema.json").read_text())["$defs"]
    skipped = {"match", "events"}
    for name, kind in (("Standing", duelog.Standing), ("Outcome", duelog.Outcome), ("Event", duelog.Event)):
        fields = set(kind.__dataclass_fields__)
        assert set(schema[name]["properties"]) <= fields | skipped, name
    for name, kind in (("Asked", duelog.Request), ("View", duelog.View), ("Card", duelog.Card), ("Answers", duelog.Answers)):
        assert set(schema[name]["properties"]) <= set(kind.__dataclass_fields__), name


def test_requests_are_valid_by_the_schema() -> None:
    jsonschema = pytest.importorskip("jsonschema")
    from duelog._matches import bots_of, setup_of

    whole = json.loads((ROOT / "docs" / "protocol.schema.json").read_text())
    check = jsonschema.Draft202012Validator({"$ref": "#/$defs/request", "$defs": whole["$defs"]})
    deck = duelog.Deck("Own", ((4, "Shock"), (56, "Mountain")))
    setup = json.loads(json.dumps(setup_of("magic", [deck, "x"], 1, {})))
    check.validate({"do": "open", "match": "m", "setup": setup, "bots": bots_of({1: "greedy"})})
    check.validate({"id": 1, "do": "answer", "match": "m", "seat": 0, "choice": {"pick": ["pass"]}})
