"""An asyncio client of version 2 of the engine's protocol, in pure Python.

`Client.spawn` runs `duelog engine --protocol 2` and talks to it over its standard input and output; `Client.connect` talks
to an engine that listens at a local socket or, with the package `websockets`, over WebSocket. `docs/protocol.md` says what
each request does.
"""

from __future__ import annotations

import asyncio
import json
import os
import shutil
from types import TracebackType
from typing import TYPE_CHECKING, Any, AsyncIterator, Mapping, Optional, Protocol, Sequence, Union

from ._errors import ClosedError, EngineError
from ._matches import Answer, DeckLike, answer_of, bots_of, result_of, seed_of, setup_of
from .types import Answers, Event, Json, Outcome, Request, Standing, View, Viewer, viewer_of

if TYPE_CHECKING:
    from websockets.asyncio.client import ClientConnection

_LINE_MAX = 64 << 20


class _Lines(Protocol):
    """The lines between a client and an engine."""

    async def read(self) -> Union[bytes, str]:
        """The next line; an empty one at the end."""

    async def write(self, line: str) -> None:
        """Sends a line."""

    async def close(self) -> None:
        """Sends what is left, and ends the connection."""


class _Streams:
    """Lines over standard input and output, or over a local socket."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer

    async def read(self) -> bytes:
        return await self._reader.readline()

    async def write(self, line: str) -> None:
        self._writer.write(line.encode() + b"\n")
        await self._writer.drain()

    async def close(self) -> None:
        self._writer.close()
        await self._writer.wait_closed()


class _WebSocket:
    """Lines over WebSocket: each is a message."""

    def __init__(self, connection: ClientConnection) -> None:
        self._connection = connection

    async def read(self) -> str:
        from websockets.exceptions import ConnectionClosed, ConnectionClosedOK

        try:
            return await self._connection.recv(decode=True)
        except ConnectionClosedOK:
            return ""
        except ConnectionClosed as error:
            raise OSError(error) from error

    async def write(self, line: str) -> None:
        from websockets.exceptions import ConnectionClosed

        try:
            await self._connection.send(line)
        except ConnectionClosed as error:
            raise OSError(error) from error

    async def close(self) -> None:
        await self._connection.close()


async def _web_socket(url: str) -> _WebSocket:
    try:
        from websockets.asyncio.client import connect
        from websockets.exceptions import WebSocketException
    except ImportError as error:
        remedy = "pip install 'duelog[websocket]'"
        raise EngineError("the package websockets is not installed", code="engine", remedy=remedy) from error
    try:
        return _WebSocket(await connect(url, max_size=_LINE_MAX))
    except (OSError, ValueError, WebSocketException) as error:
        raise EngineError(f"{url}: {error}", code="engine") from error


def _program(program: Optional[Union[str, "os.PathLike[str]"]]) -> str:
    """The program that runs the engine: the one that is named, that of `DUELOG`, or `duelog` on the path."""
    if program is not None:
        return os.fspath(program)
    found = os.environ.get("DUELOG") or shutil.which("duelog")
    if found is None:
        raise EngineError(
            "the program duelog is not found",
            code="engine",
            remedy="install it, or name it: Client.spawn(program=PATH), or the environment's DUELOG",
        )
    return found


class Client:
    """A connection to an engine. Requests may overlap; each waits for its own response."""

    def __init__(self, lines: _Lines) -> None:
        self._lines = lines
        self._process: Optional[asyncio.subprocess.Process] = None
        self._waiting: dict[int, asyncio.Future[Json]] = {}
        self._number = 0
        self._notifications: asyncio.Queue[Optional[Json]] = asyncio.Queue()
        self._ended: Optional[str] = None
        self._reading = asyncio.get_running_loop().create_task(self._read())

    @classmethod
    async def spawn(
        cls, *options: str, program: Optional[Union[str, "os.PathLike[str]"]] = None
    ) -> Client:
        """Starts an engine; `options` are those of `duelog engine`, such as `--matches=DIR`."""
        path = _program(program)
        try:
            process = await asyncio.create_subprocess_exec(
                path,
                "engine",
                "--protocol=2",
                *options,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                limit=_LINE_MAX,
            )
        except OSError as error:
            raise EngineError(f"{path} cannot be started: {error}", code="engine") from error
        if process.stdin is None or process.stdout is None:
            raise EngineError("the engine has no standard input and output", code="engine")
        client = cls(_Streams(process.stdout, process.stdin))
        client._process = process
        return client

    @classmethod
    async def connect(cls, to: Union[str, "os.PathLike[str]"]) -> Client:
        """Connects to an engine that was started with `--listen`.

        `to` is the path of its local socket, or its address over WebSocket, `ws://HOST:PORT/` or `wss://..`.
        """
        if isinstance(to, str) and to.startswith(("ws://", "wss://")):
            return cls(await _web_socket(to))
        try:
            reader, writer = await asyncio.open_unix_connection(os.fspath(to), limit=_LINE_MAX)
        except OSError as error:
            raise EngineError(f"{os.fspath(to)}: {error}", code="engine") from error
        return cls(_Streams(reader, writer))

    async def _read(self) -> None:
        why = "the engine has ended"
        try:
            while line := await self._lines.read():
                message: Json = json.loads(line)
                if "event" in message:
                    self._notifications.put_nowait(message)
                    continue
                number = message.get("id")
                waiting = self._waiting.pop(number, None) if isinstance(number, int) else None
                if waiting is not None and not waiting.done():
                    waiting.set_result(message)
        except (OSError, ValueError) as error:
            why = f"the engine does not answer as one: {error}"
        self._end(why)

    def _end(self, why: str) -> None:
        self._ended = self._ended or why
        for waiting in self._waiting.values():
            if not waiting.done():
                waiting.set_exception(EngineError(self._ended, code="engine"))
        self._waiting.clear()
        self._notifications.put_nowait(None)

    async def request(self, do: str, **fields: Any) -> Json:
        """Makes any request of the protocol; fields that are None are left out. Returns what stands under `ok`."""
        if self._ended is not None:
            raise EngineError(self._ended, code="engine")
        self._number += 1
        number = self._number
        given = {name: value for name, value in fields.items() if value is not None}
        line = json.dumps({"id": number, "do": do, **given}, separators=(",", ":"))
        waiting: asyncio.Future[Json] = asyncio.get_running_loop().create_future()
        self._waiting[number] = waiting
        try:
            await self._lines.write(line)
        except OSError as error:
            self._waiting.pop(number, None)
            raise EngineError(f"the engine has ended: {error}", code="engine") from error
        return result_of(await waiting)

    async def hello(self, token: Optional[str] = None) -> Json:
        """The greeting: games, limits, requests."""
        return await self.request("hello", protocol=2, token=token)

    async def prompts(self, game: Optional[str] = None) -> dict[str, dict[str, str]]:
        """Each question of each game, with its meaning."""
        prompts: dict[str, dict[str, str]] = (await self.request("prompts", game=game))["prompts"]
        return prompts

    async def matches(self) -> list[str]:
        """The ids of the matches that are there."""
        return list((await self.request("matches"))["matches"])

    async def open(
        self,
        game: str,
        decks: Sequence[DeckLike] = (),
        seed: Union[int, str, None] = None,
        *,
        match: Optional[str] = None,
        bots: Optional[Mapping[int, str]] = None,
        watch: Sequence[Union[int, str]] = (),
        words: bool = False,
        record: Optional[Union[str, "os.PathLike[str]"]] = None,
        setup: Optional[Mapping[str, Any]] = None,
    ) -> RemoteMatch:
        """Begins a match; see `duelog.Match.start`. `watch` has those whose events come with each response."""
        opened = await self.request(
            "open",
            match=match,
            setup=setup_of(game, decks, seed, setup or {}),
            bots=bots_of(bots),
            watch=[viewer_of(seat) for seat in watch],
            words=words,
            record=None if record is None else os.fspath(record),
        )
        return RemoteMatch(self, opened)

    async def resume(
        self,
        record: Union[str, "os.PathLike[str]"],
        *,
        match: Optional[str] = None,
        watch: Sequence[Union[int, str]] = (),
        words: bool = False,
    ) -> RemoteMatch:
        """Continues the log in a file."""
        viewers = [viewer_of(seat) for seat in watch]
        request = self.request("resume", match=match, record=os.fspath(record), watch=viewers, words=words)
        return RemoteMatch(self, await request)

    async def watch(self, match: str, seat: Union[int, str] = "public", **fields: Any) -> Standing:
        """Watches a match of another connection; its news comes as notifications."""
        return Standing.of(await self.request("watch", match=match, viewer=viewer_of(seat), **fields))

    async def notifications(self) -> AsyncIterator[Json]:
        """The notifications as they come, until the engine ends."""
        while (message := await self._notifications.get()) is not None:
            yield message

    async def close(self) -> None:
        """Ends the connection; an engine that was spawned ends when it has answered everything."""
        try:
            await self._lines.close()
        except OSError:
            pass
        if self._process is not None:
            await self._process.wait()
        else:
            self._reading.cancel()
        await asyncio.gather(self._reading, return_exceptions=True)
        self._end("the connection is closed")

    async def __aenter__(self) -> Client:
        return self

    async def __aexit__(
        self,
        kind: Optional[type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        await self.close()


class RemoteMatch:
    """A match in an engine."""

    def __init__(self, client: Client, opened: Json) -> None:
        self._client = client
        self._standing = Standing.of(opened)
        self.id = self._standing.match

    @property
    def standing(self) -> Standing:
        """All that the engine said last of how the match stands."""
        return self._standing

    @property
    def next(self) -> Optional[Request]:
        """Who is asked what; none when the match is over."""
        return self._standing.next

    @property
    def outcome(self) -> Optional[Outcome]:
        """How the match ended, once it has."""
        return self._standing.outcome

    async def request(self, do: str, **fields: Any) -> Json:
        """Makes any request about this match."""
        return await self._client.request(do, match=self.id, **fields)

    async def answer(self, answer: Answer, seat: Optional[int] = None) -> Standing:
        """Gives an answer, for the seat that is asked where none is named."""
        if seat is None:
            if self._standing.next is None:
                raise ClosedError("the match is over: nobody is asked", code="over")
            seat = self._standing.next.seat
        self._standing = Standing.of(await self.request("answer", seat=seat, choice=answer_of(answer)))
        return self._standing

    async def legal(self, most: int = 64) -> Answers:
        """Whole legal answers, at most this many."""
        return Answers.of(await self.request("legal", most=most))

    async def sample(self, rng: object = None) -> Answers:
        """A legal answer by chance."""
        return Answers.of(await self.request("sample", seed=seed_of(rng)))

    async def view(self, seat: Union[int, str] = "public") -> View:
        """The table as a seat, `"public"` or `"judge"` sees it."""
        return View.of((await self.request("view", viewer=viewer_of(seat)))["view"])

    async def history(
        self, seat: Union[int, str] = "public", from_: int = 0, to: Optional[int] = None
    ) -> list[Event]:
        """The events from one decision to another."""
        told = await self.request("history", viewer=viewer_of(seat), **{"from": from_, "to": to})
        return Event.all_of(told["events"])

    async def close(self) -> Json:
        """Ends the match; its log stays."""
        return await self.request("close")


__all__ = ["Client", "RemoteMatch", "Viewer"]
