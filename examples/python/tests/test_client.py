"""The client for bots: replies, news, and programs that end."""

import asyncio
import os

import pytest
from conftest import write_program

from parlor_gym import Client, ParlorError, Refused

REMOTE = """#!/usr/bin/env python3
import sys
sys.path.insert(0, {plugins!r})
sys.dont_write_bytecode = True
from parlor_plugin import Remote, command, event, news, run

class Bell(Remote):
    name, title, summary = "bell", "Bell", "rings"
    commands = [command("ring", summary="ring", examples=["ring"])]
    count = 0
    def begin(self, words, options, now, folders):
        return [event("opened", "Bell.")]
    def execute(self, verb, words, options, now, folders):
        self.count += 1
        news(self, event("rang", "It rings.", count=self.count))
        return [event("pulled", "You pull.")]
    def view(self, player=None):
        return {{"fields": {{"count": self.count}}, "caption": "", "prompt": "", "table": "", "situation": ""}}
    def turn(self):
        return 0
    def winners(self):
        return None

run(Bell)
"""


def test_lines_and_refusals():
    async def main():
        async with Client() as parlor:
            await parlor.ask("new farkle Ann Bob seed=7")
            rolled = await parlor.ask("roll")
            assert rolled["events"][0]["dice"] == [6, 5, 1, 1, 3, 5]
            with pytest.raises(Refused) as refused:
                await parlor.ask("bank")
            assert refused.value.code and refused.value.legal
            # Lines that are sent at once are answered in their order, each to its own.
            texts = [str(number) for number in range(200)]
            replies = await asyncio.gather(*(parlor.ask(f"echo {text}") for text in texts))
            assert [reply["events"][0]["text"] for reply in replies] == texts
            for line in ("", "# comment", "7 echo", "a\nb", "set format text", "a" * 5000):
                with pytest.raises(ValueError):
                    await parlor.ask(line)
            # Somebody who no longer waits does not confuse the others.
            given_up = asyncio.create_task(parlor.ask("echo late"))
            await asyncio.sleep(0)
            given_up.cancel()
            assert (await parlor.ask("echo next"))["events"][0]["text"] == "next"
        with pytest.raises(ParlorError, match="has ended"):
            await parlor.ask("echo a")

    asyncio.run(main())


def test_news(tmp_path, plugins):
    plugin = write_program(tmp_path / "parlor-bell", REMOTE.format(plugins=str(plugins)))

    async def main():
        async with Client(timeout=60) as parlor:
            heard = []

            async def listen():
                async for reply in parlor.news():
                    heard.extend(event["count"] for event in reply["events"])

            listener = asyncio.create_task(listen())
            await parlor.ask(f"plugin add {plugin}")
            await parlor.ask("new bell")
            for _ in range(3):
                await parlor.ask("ring")
        async with asyncio.timeout(60):
            await listener
        assert heard == [1, 2, 3]

    asyncio.run(main())


@pytest.mark.parametrize(
    "script, words",
    [
        ("echo no luck >&2; exit 3", "has ended with exit code 3: no luck"),
        ("read line", "has ended with exit code 0"),
        ("exec cat", "is not Parlor"),
        ("exec sleep 100", "no answer within 1 s"),
    ],
)
def test_a_program_that_is_not_parlor(fake, script, words):
    async def main():
        timeout = 1 if "within 1 s" in words else 60
        async with Client(fake(script), timeout=timeout) as parlor:
            with pytest.raises(ParlorError, match=words):
                await parlor.ask("echo a")

    asyncio.run(main())


def test_a_program_that_dies_ends_the_news():
    async def main():
        async with Client() as parlor:
            await parlor.ask("echo a")
            os.kill(parlor._process.pid, 9)
            async with asyncio.timeout(60):
                assert [reply async for reply in parlor.news()] == []
                assert [reply async for reply in parlor.news()] == []
            with pytest.raises(ParlorError, match="has ended"):
                await parlor.ask("echo a")

    asyncio.run(main())


def test_a_client_that_is_not_open(monkeypatch):
    with pytest.raises(ParlorError, match="async with"):
        asyncio.run(Client().ask("echo a"))
    monkeypatch.setenv("PARLOR", "/none")
    with pytest.raises(ParlorError, match="cannot find"):
        Client()
