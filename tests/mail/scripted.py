"""tests: servers that say what a test wants said, on loopback sockets."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field


@dataclass
class Imap:
    """An IMAP server of a few canned answers, by the first words of a command; unknown commands are OK.

    An answer is bytes: untagged lines, with `%TAG%` where the command's tag belongs; without it, "OK" follows.
    None is silence; an empty answer, or one that ends in `%BYE%`, hangs up.
    """

    answers: Mapping[str, bytes | None] = field(default_factory=dict)
    greeting: bytes | None = b"* OK ready\r\n"
    capabilities: str = "IMAP4rev1 IDLE MOVE UIDPLUS"
    commands: list[str] = field(default_factory=list)
    port: int = 0

    async def talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer one connection until it ends."""
        if self.greeting is not None:
            writer.write(self.greeting)
        while line := await reader.readline():
            tag, _, command = line.decode().strip().partition(" ")
            self.commands.append(command or tag)
            if tag == "DONE":
                continue
            answer = self.answer(command)
            if answer == b"":
                break
            if answer is not None:
                if answer.endswith(b"%BYE%"):
                    writer.write(answer.removesuffix(b"%BYE%"))
                    break
                if b"%TAG%" not in answer:
                    answer += b"%TAG% OK done\r\n"
                writer.write(answer.replace(b"%TAG%", tag.encode()))
        writer.close()

    def answer(self, command: str) -> bytes | None:
        """Return the answer whose key the command begins with; the longest key wins."""
        for key in sorted(self.answers, key=len, reverse=True):
            if command.upper().startswith(key.upper()):
                return self.answers[key]
        if command == "CAPABILITY":
            return f"* CAPABILITY {self.capabilities}\r\n".encode()
        if command.startswith("SELECT"):
            return b"* 0 EXISTS\r\n* OK [UIDVALIDITY 7] numbers\r\n* OK [UIDNEXT 1] next\r\n"
        return b"%TAG% OK done\r\n"

    @asynccontextmanager
    async def running(self) -> AsyncIterator[Imap]:
        """Listen on a free port while the block runs."""
        async with listening(self.talk) as self.port:
            yield self


@dataclass
class Smtp:
    """An SMTP server of canned replies, by the verb; unknown verbs are fine. A reply of "" hangs up."""

    replies: dict[str, list[str]] = field(default_factory=dict)
    greeting: str = "220 ready"
    commands: list[str] = field(default_factory=list)
    connections: int = 0
    port: int = 0

    async def talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer one connection until it ends."""
        self.connections += 1
        writer.write(f"{self.greeting}\r\n".encode())
        while line := await reader.readline():
            command = line.decode().strip()
            self.commands.append(command)
            verb = command.partition(" ")[0].upper()
            reply = self.reply(verb)
            if not reply:
                break
            writer.write(f"{reply}\r\n".encode())
            if reply.startswith("354"):
                while await reader.readline() not in (b".\r\n", b""):
                    pass
                end = self.reply("END")
                if not end:
                    break
                writer.write(f"{end}\r\n".encode())
            if verb == "QUIT":
                break
        writer.close()

    def reply(self, verb: str) -> str:
        """Return the next reply to a verb; the last one stays."""
        known = {"EHLO": "250-here\r\n250 AUTH PLAIN XOAUTH2", "DATA": "354 go on", "QUIT": "221 bye", "AUTH": "235 in"}
        replies = self.replies.get(verb)
        if not replies:
            return known.get(verb, "250 fine")
        return replies.pop(0) if len(replies) > 1 else replies[0]

    @asynccontextmanager
    async def running(self) -> AsyncIterator[Smtp]:
        """Listen on a free port while the block runs."""
        async with listening(self.talk) as self.port:
            yield self


@asynccontextmanager
async def listening(
    talk: Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]],
) -> AsyncIterator[int]:
    """Serve connections on a free loopback port, and end all of them with the block."""
    tasks: set[asyncio.Task[None]] = set()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            await talk(reader, writer)
        except ConnectionError:
            return  # Dropped by the client, which is what some tests are about.
        finally:
            writer.close()

    def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        tasks.add(asyncio.get_running_loop().create_task(serve(reader, writer)))

    server = await asyncio.start_server(connected, "127.0.0.1", 0, limit=1 << 22)
    try:
        yield server.sockets[0].getsockname()[1]
    finally:
        server.close()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await server.wait_closed()
