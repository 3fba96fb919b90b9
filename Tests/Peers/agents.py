#!/usr/bin/env python3
"""Plays by the official client of the Model Context Protocol: agents.py PARLOR [SCHEMAS] [--bless]

The client starts `parlor mcp`, once by the newest revision and once by the one before, and plays a whole
game of each kind. What both write is read again: results must fit the schemas that the tools declare, replies
the schema of replies, and, where SCHEMAS is a folder with the published schemas (REVISION.json), every
message must fit those. The game of Farkle must be that of examples/agents/farkle.txt, which --bless writes
anew. It needs the packages mcp and jsonschema.
"""

import asyncio
import difflib
import itertools
import json
import pathlib
import random
import subprocess
import sys
import tempfile
import threading

import jsonschema

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
REPLY = jsonschema.Draft202012Validator(
    json.loads((ROOT / "examples/json/reply.schema.json").read_text())
)

TRANSCRIPT = ROOT / "examples/agents/farkle.txt"

# The type of the result of a request, in the published schemas.
RESULTS = {
    "initialize": "InitializeResult",
    "server/discover": "DiscoverResult",
    "tools/list": "ListToolsResult",
    "tools/call": "CallToolResult",
    "resources/list": "ListResourcesResult",
    "resources/templates/list": "ListResourceTemplatesResult",
    "resources/read": "ReadResourceResult",
    "prompts/list": "ListPromptsResult",
    "prompts/get": "GetPromptResult",
}


def copy_lines(source, targets):
    """Copies lines until the source ends."""
    for line in source:
        for target in targets:
            target.write(line)
            target.flush()
    targets[0].close()


def tee(folder, parlor, *arguments):
    """Runs `parlor mcp`, and writes what goes in and comes out into files."""
    process = subprocess.Popen(
        [parlor, "mcp", *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    with open(f"{folder}/in", "wb") as sent, open(f"{folder}/out", "wb") as received:
        reader = threading.Thread(
            target=copy_lines, args=(sys.stdin.buffer, [process.stdin, sent])
        )
        reader.start()
        copy_lines(process.stdout, [sys.stdout.buffer, received])
    return process.wait()


class Player:
    """Plays by the tools of a connected client."""

    def __init__(self, client, tools):
        self.client = client
        self.inputs = {tool.name: self.validator(tool.input_schema) for tool in tools}
        self.outputs = {tool.name: self.validator(tool.output_schema) for tool in tools}
        self.random = random.Random(1)
        self.transcript = ""
        # The results about each session, as text.
        self.answers = {}

    @staticmethod
    def validator(schema):
        jsonschema.Draft202012Validator.check_schema(schema)
        return jsonschema.Draft202012Validator(schema)

    async def call(self, tool, **arguments):
        """The data of a result, checked against the schemas of the tool and of replies."""
        self.inputs[tool].validate(arguments)
        result = await self.client.call_tool(tool, arguments)
        data = result.structured_content
        self.outputs[tool].validate(data)
        assert result.is_error == (not data["ok"]), data
        self.note(tool, arguments, result.content[0].text)
        if session := data.get("session"):
            self.answers.setdefault(session, []).append(result.model_dump_json())
        if "command" in data or "game" in data:
            own = {key: data[key] for key in data if key not in ("session", "status")}
            REPLY.validate(own)
        return data

    def note(self, tool, arguments, text):
        """Adds a call to the transcript, with a word in place of the handle."""
        assert text
        handle = arguments.get("session") or text.partition("Session: ")[2].strip()
        words = json.dumps(arguments, ensure_ascii=False)
        call = f"> {tool} {words}\n{text}"
        self.transcript += call.replace(handle, "HANDLE") if handle else call
        self.transcript += "" if text.endswith("\n") else "\n"

    async def new(self, game, **arguments):
        data = await self.call("new", game=game, **arguments)
        assert data["ok"], data
        return data

    async def play(self, session, move):
        data = await self.call("play", session=session, move=move)
        assert data["ok"], (move, data)
        return data

    async def finish(self, session, data):
        assert data["status"]["over"], data
        assert (await self.call("log", session=session))["ok"]
        assert (await self.call("show", session=session))["ok"]
        assert (await self.call("close", session=session))["ok"]
        assert not (await self.call("show", session=session))["ok"]

    async def farkle(self):
        data = await self.new(
            "farkle",
            words=["Agent", "Bot"],
            options={"seed": 7, "target": 1000},
            bots={"Bot": "bank=300"},
        )
        session = data["session"]
        refused = await self.call("play", session=session, move="hold 1 1 1 1 1 1")
        assert not refused["ok"] and refused["error"]["legal"] == ["roll"], refused
        while not data["status"]["over"]:
            assert data["status"]["turn"] == "Agent", data
            legal = await self.call("legal", session=session)
            moves = legal["events"][0]["moves"]
            points = data["state"]["turn"]["points"] + data["state"]["turn"]["heldPoints"]
            if "bank" in moves and points >= 300:
                move = "bank"
            else:
                move = "roll" if "roll" in moves else "hold best"
            data = await self.play(session, move)
        await self.finish(session, data)

    async def minesweeper(self):
        data = await self.new("minesweeper", words=["easy"], options={"seed": 2})
        session = data["session"]
        while not data["status"]["over"]:
            legal = await self.call("legal", session=session, limit=1000)
            moves = [m for m in legal["events"][0]["moves"] if m.startswith("reveal")]
            data = await self.play(session, self.random.choice(moves))
        assert (await self.call("review", session=session))["ok"]
        await self.finish(session, data)

    async def mastermind(self):
        data = await self.new("mastermind", options={"slots": 3, "colors": 4})
        session = data["session"]
        codes = list(itertools.product(range(1, 5), repeat=3))
        while not data["status"]["over"]:
            assert data["state"]["secret"] is None and data["state"]["seed"] is None
            guess = codes[0]
            data = await self.play(session, "guess " + " ".join(map(str, guess)))
            last = data["state"]["guesses"][-1]
            told = (last["black"], last["white"])
            codes = [code for code in codes if self.pegs(code, guess) == told and code != guess]
            if not data["status"]["over"]:
                assert (await self.call("hint", session=session, count=1))["ok"]
        assert data["state"]["secret"] == list(guess)
        await self.finish(session, data)

    async def secrets(self, game, **arguments):
        """Plays at random. Until the end no answer has the seed, with which the rest could be foreseen, or
        another secret; and nobody chooses what is drawn."""
        data = await self.new(game, **arguments)
        session = data["session"]
        if game == "farkle":
            given = await self.call("play", session=session, move="roll 1 1 1 1 1 1")
            assert given["error"]["code"] == "illegal-move", given
        while not data["status"]["over"]:
            state = data["state"]
            assert state["seed"] is None and state.get("secret") is None, state
            assert "*" not in "".join(state.get("cells", [])), state
            # The adviser of Farkle would compute for long.
            for tool in ("show", "log", "hint")[: 3 if game == "mastermind" else 2]:
                assert (await self.call(tool, session=session))["ok"]
            for template in (await self.client.list_resource_templates()).resource_templates:
                uri = template.uri_template.replace("{session}", session)
                self.answers[session].append((await self.client.read_resource(uri)).contents[0].text)
            legal = await self.call("legal", session=session, limit=1000)
            played = len(self.answers[session])
            moves = [m for m in legal["events"][0]["moves"] if not m.startswith(("flag", "mark"))]
            # The codes of Mastermind are not listed.
            pegs = [str(self.random.randint(1, 3)) for _ in range(2)]
            data = await self.play(session, self.random.choice(moves or ["guess " + " ".join(pegs)]))
        seed = str(data["state"]["seed"])
        assert seed.isdigit() and not [a for a in self.answers[session][:played] if seed in a]
        await self.finish(session, data)

    @staticmethod
    def pegs(code, guess):
        black = sum(a == b for a, b in zip(code, guess))
        return black, sum(min(code.count(c), guess.count(c)) for c in set(guess)) - black

    async def counter(self):
        data = await self.new("counter", words=["Ann", "Bob"])
        session = data["session"]
        await self.play(session, "add 25")
        await self.play(session, "add 30")
        undone = await self.call("undo", session=session)
        assert undone["status"] == {"over": False, "turn": "Bob", "winners": [], "moves": 1}
        await self.play(session, "+10")
        data = await self.play(session, "finish")
        assert [player["score"] for player in data["state"]["players"]] == [25, 10], data
        await self.finish(session, data)

    async def rest(self):
        """Everything but games."""
        games = (await self.call("list"))["games"]
        assert {game["name"] for game in games} >= {"farkle", "minesweeper", "mastermind", "counter"}
        report = await self.call(
            "simulate", game="farkle", bots=["bank=300", "bank=500"], games=100
        )
        assert report["report"]["games"] == 100
        assert not (await self.call("simulate", game="farkle", bots=["none"]))["ok"]
        assert not (await self.call("play", session="none", move="roll"))["ok"]
        for resource in (await self.client.list_resources()).resources:
            assert (await self.client.read_resource(resource.uri)).contents[0].text
        session = (await self.new("farkle", words=["Ann"], options={"seed": 7}))["session"]
        for template in (await self.client.list_resource_templates()).resource_templates:
            uri = template.uri_template.replace("{session}", session)
            assert "Ann" in (await self.client.read_resource(uri)).contents[0].text
        for prompt in (await self.client.list_prompts()).prompts:
            got = await self.client.get_prompt(prompt.name, {"game": "farkle"})
            assert "parlor://help/farkle" in got.messages[0].content.text
        for failing in (
            self.client.read_resource("parlor://none"),
            self.client.get_prompt("none", {}),
        ):
            try:
                await failing
                raise AssertionError("the client was told of no failure")
            except AssertionError:
                raise
            except Exception as error:
                assert "there is no" in str(error), error


async def session(mode, revision, folder, parlor):
    """Plays all games.

    Returns the transcript of the game of Farkle.
    """
    from mcp import Client, StdioServerParameters, stdio_client

    server = StdioServerParameters(
        command=sys.executable, args=[__file__, "--tee", folder, parlor]
    )
    async with Client(stdio_client(server), mode=mode) as client:
        assert client.protocol_version == revision, client.protocol_version
        player = Player(client, (await client.list_tools()).tools)
        await player.farkle()
        transcript = player.transcript
        await player.minesweeper()
        await player.mastermind()
        await player.counter()
        await player.secrets("farkle", words=["Ann", "Bob"], options={"rounds": 1}, bots={"Bob": "random"})
        await player.secrets("minesweeper", words=["easy"])
        await player.secrets("mastermind", options={"slots": 2, "colors": 3})
        await player.rest()
    return transcript


def check_messages(folder, revision, schemas):
    """Checks both sides of a conversation against the published schema.

    Returns how many messages there were.
    """
    sent = [json.loads(line) for line in open(f"{folder}/in")]
    received = [json.loads(line) for line in open(f"{folder}/out")]
    methods = {message["id"]: message["method"] for message in sent if "id" in message}
    asked = [message["id"] for message in sent if "id" in message]
    answered = [message["id"] for message in received if "id" in message]
    assert sorted(map(str, asked)) == sorted(map(str, answered)), "a request has no response"
    if schemas:
        schema = json.loads((pathlib.Path(schemas) / f"{revision}.json").read_text())
        validators = {}

        def check(message, name):
            if name not in validators:
                part = {"$ref": f"#/$defs/{name}", "$defs": schema["$defs"]}
                validators[name] = jsonschema.Draft202012Validator(part)
            validators[name].validate(message)

        for message in received:
            check(message, "JSONRPCMessage")
            if "result" in message:
                check(message["result"], RESULTS[methods[message["id"]]])
    return len(sent) + len(received)


def check(parlor, schemas=None, bless=False):
    """Returns what was checked, in words."""
    parts = []
    for mode, revision in (("auto", "2026-07-28"), ("legacy", "2025-11-25")):
        with tempfile.TemporaryDirectory() as folder:
            transcript = asyncio.run(session(mode, revision, folder, parlor))
            if bless:
                TRANSCRIPT.write_text(transcript)
            expected = TRANSCRIPT.read_text().splitlines()
            difference = "\n".join(difflib.unified_diff(expected, transcript.splitlines()))
            assert not difference, f"{TRANSCRIPT} differs:\n{difference}"
            count = check_messages(folder, revision, schemas)
        parts.append(f"{count} messages of {revision}")
    return ", ".join(parts) + ("" if schemas else ", without the published schemas")


if __name__ == "__main__":
    if sys.argv[1] == "--tee":
        sys.exit(tee(*sys.argv[2:]))
    words = [word for word in sys.argv[1:] if word != "--bless"]
    print(check(str(pathlib.Path(words[0]).resolve()), *words[1:], bless="--bless" in sys.argv))
