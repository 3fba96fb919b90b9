"""A session with Parlor for asyncio."""

import asyncio
import json

from .program import ParlorError, Refused, find_program, numbered


class Client:
    """A running `parlor` that answers lines with JSON objects, several at a time if need be.

        async with Client() as parlor:
            await parlor.ask("new farkle Ann Bob")
            reply = await parlor.ask("roll")

    Its clock is real, so that a remote game sends news, which `news` yields. `program` is what
    `find_program` takes, `arguments` are further ones for the program, such as `--profile`, and
    `timeout` is the most seconds that an answer may take.
    """

    def __init__(self, program=None, *arguments, timeout=60.0):
        self.path, self.arguments, self.timeout = find_program(program), arguments, timeout
        self._process = None

    async def __aenter__(self):
        try:
            self._process = await asyncio.create_subprocess_exec(
                self.path,
                *("--format", "json", "--keep-going", "--clock", "real", *self.arguments),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.PIPE,
                limit=1 << 26,
            )
        except OSError as error:
            raise ParlorError(f"cannot start {self.path}: {error.strerror}") from None
        self._waiting, self._number, self._end = {}, 0, None
        self._news = asyncio.Queue()
        self._errors = asyncio.create_task(self._process.stderr.read())
        self._listener = asyncio.create_task(self._listen())
        return self

    async def __aexit__(self, *_):
        await self.close()

    async def ask(self, line):
        """Runs a line and returns its reply; raises `Refused` if the reply is an error."""
        if self._process is None:
            raise ParlorError("the client has not been opened: use `async with Client()`")
        if self._end is not None:
            raise self._end
        self._number += 1
        number, answer = self._number, asyncio.get_running_loop().create_future()
        text = numbered(number, line)
        self._waiting[number] = answer
        try:
            self._process.stdin.write(text)
            async with asyncio.timeout(self.timeout):
                reply = await answer
        except TimeoutError:
            raise ParlorError(f"{line!r} had no answer within {self.timeout:g} s") from None
        finally:
            self._waiting.pop(number, None)
        if not reply["ok"]:
            raise Refused(reply["error"])
        return reply

    async def news(self):
        """Yields the replies that come without a line, until the program ends."""
        while (reply := await self._news.get()) is not None:
            yield reply
        self._news.put_nowait(None)

    async def _listen(self):
        """Hands each reply to whoever waits for it."""
        end = None
        try:
            while line := await self._process.stdout.readline():
                reply = json.loads(line)
                if reply.get("event"):
                    self._news.put_nowait(reply)
                elif (answer := self._waiting.get(reply.get("id"))) and not answer.done():
                    answer.set_result(reply)
        except (ValueError, AttributeError):
            end = ParlorError(f"{self.path} is not Parlor: its answer is no JSON object")
            self._process.kill()
        errors = (await self._errors).decode(errors="replace").strip()
        code = await self._process.wait()
        said = f": {errors[-300:]}" if errors else ""
        self._end = end or ParlorError(f"{self.path} has ended with exit code {code}{said}")
        for answer in self._waiting.values():
            if not answer.done():
                answer.set_exception(self._end)
        self._news.put_nowait(None)

    async def close(self):
        """Ends the program, and the news."""
        if self._process is None:
            return
        self._process.stdin.close()
        try:
            await asyncio.wait_for(asyncio.shield(self._listener), 2)
        except TimeoutError:
            self._process.kill()
            await self._listener
