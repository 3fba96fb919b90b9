#!/usr/bin/env python3
"""Drives `parlor lsp` with the client of pytest-lsp: editor.py PARLOR [EDITS [SEED]]

Opens all examples and edits them at random. The diagnostics must always be what `parlor test` says of the same
text. Prints the latencies.
"""

import asyncio
import json
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile
import time

import pytest_lsp
from lsprotocol import types

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PARLOR = str(pathlib.Path(sys.argv[1]).resolve())
EDITS = int(sys.argv[2]) if len(sys.argv) > 2 else 100
SEED = int(sys.argv[3]) if len(sys.argv) > 3 else 1
# Seconds; a guard against hanging only.
LIMIT = 300
# Examples that compute for long; each edit would run them again.
SLOW = ("advice", "hints", "review")
SNIPPETS = [
    "> roll\n", "> hold best\n", "> new farkle Ann Bob seed=3\n", "> undo\n", "> bank\n", "...\n", "<int>",
    " (re)", " (glob)", " (literal)", "(unordered)\n", "(end)\n", "(known: reason)\n", "! Ann\n", "\n", "\r\n",
    "```parlor\n", "```\n", "> new minesweeper easy seed=1\n", "> reveal 1 1\n", "error[syntax]\n", "x", "7",
    "ä", "🎲", "<s:int>", "<s+1>", "> ", ">", "# Title\n", "(tags: slow)\n", "(skip: later)\n", "\t", "\\",
    "> set format json\n", "> show\n", "> quit\n", '"',
]


def tested(path):
    """What `parlor test` says of a file or of the files of a folder: texts by paths. A text is None if a mark
    `(known: reason)` is to be removed."""
    command = [PARLOR, "test", "--no-profile", "--timeout", f"{LIMIT}s", "--report", "json=-", str(path)]
    run = subprocess.run(command, capture_output=True, timeout=LIMIT * 2)
    found = {}
    for file in map(json.loads, run.stdout.splitlines()):
        if file["type"] != "file":
            continue
        texts = found.setdefault(file["path"], [])
        for problem in file.get("problems", []):
            if not problem["message"].startswith("no fenced block marked"):
                texts.append("\n".join([problem["message"]] + problem.get("difference", [])))
        texts += [None for mark in file.get("marked", []) if mark["passed"]]
        if file["status"] == "skipped":
            texts.append(f"skipped: {file['reason']}")
    return found


def complaints(path):
    """What a script without a golden file is rejected for."""
    run = subprocess.run(
        [PARLOR, "--keep-going", "--format", "json", str(path)], capture_output=True, timeout=LIMIT, cwd=path.parent,
    )
    return [
        reply["error"]["message"]
        for reply in map(json.loads, run.stdout.splitlines())
        if not reply.get("ok", True)
    ]


class Editor:
    """A client with the documents as it believes them to be."""

    def __init__(self, client, encoding):
        self.client, self.encoding = client, encoding
        self.texts, self.versions, self.latencies = {}, {}, []

    def width(self, text):
        return len(text.encode()) if self.encoding == "utf-8" else len(text.encode("utf-16-le")) // 2

    def position(self, text, index):
        lines = text[:index].replace("\r\n", "\n").replace("\r", "\n").split("\n")
        return types.Position(line=len(lines) - 1, character=self.width(lines[-1]))

    async def diagnostics(self, uri, start):
        version = self.versions[uri]
        async with asyncio.timeout(LIMIT):
            while True:
                params = await self.client.protocol.wait_for_notification_async(
                    types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS
                )
                # Where a table has to be computed first, the test is repeated when it is there.
                if any("computing advice" in d.message for d in params.diagnostics):
                    continue
                if params.uri == uri and params.version == version:
                    self.latencies.append(time.perf_counter() - start)
                    return params.diagnostics

    async def open(self, path, text):
        uri = path.as_uri()
        self.texts[uri], self.versions[uri] = text, 1
        start = time.perf_counter()
        waiting = asyncio.ensure_future(self.diagnostics(uri, start))
        await asyncio.sleep(0)
        self.client.text_document_did_open(
            types.DidOpenTextDocumentParams(types.TextDocumentItem(uri, "parlor", 1, text))
        )
        return await waiting

    async def change(self, uri, start, end, new):
        text = self.texts[uri]
        self.versions[uri] += 1
        change = types.TextDocumentContentChangePartial(
            range=types.Range(self.position(text, start), self.position(text, end)), text=new
        )
        self.texts[uri] = text[:start] + new + text[end:]
        began = time.perf_counter()
        waiting = asyncio.ensure_future(self.diagnostics(uri, began))
        await asyncio.sleep(0)
        self.client.text_document_did_change(
            types.DidChangeTextDocumentParams(
                types.VersionedTextDocumentIdentifier(version=self.versions[uri], uri=uri), [change]
            )
        )
        return await waiting


def random_edit(text, chance):
    """The bounds of a part and what takes its place; no edit splits CR LF."""
    def place():
        index = chance.randrange(len(text) + 1)
        return index - 1 if text[index - 1 : index + 1] == "\r\n" else index

    start = place()
    kind = chance.random()
    if kind < 0.35:
        return start, start, chance.choice(SNIPPETS)
    if kind < 0.5:
        line = text.rfind("\n", 0, start) + 1
        return line, line, chance.choice(SNIPPETS)
    if kind < 0.75:
        end = min(len(text), start + chance.randrange(1, 30))
        end += text[end - 1 : end + 1] == "\r\n"
        return start, end, chance.choice(["", "", chance.choice(SNIPPETS)])
    other = place()
    part = text[other : other + chance.randrange(1, 60)].rstrip("\r")
    return start, start, part


def compare(path, text, found, mirror, wanted=None):
    """Fails unless the diagnostics are those of `parlor test`."""
    if wanted is None:
        mirror.write_bytes(text.encode())
    if path.suffix == ".parlor" and not path.with_suffix(".golden").exists():
        wanted = complaints(mirror)
        got = [d.message.split("\n")[0] for d in found]
        # The server lets no file start programs.
        same = [g == w or "not allowed in this session" in g for g, w in zip(got, wanted)]
        assert len(got) == len(wanted) and all(same), (path, got, wanted)
        return
    if wanted is None:
        wanted = tested(mirror).get(str(mirror), [])
    got = [d.message for d in found]
    assert len(got) == len(wanted), (path, got, wanted)
    missing = [text for text in wanted if text is not None and text not in got]
    assert not missing, (path, got, missing)


async def run(encoding, edits, seed, folder, opens_all):
    client = pytest_lsp.make_test_lsp_client()
    await client.start_io(PARLOR, "lsp", "--timeout", f"{LIMIT}s")
    result = await client.initialize_session(
        types.InitializeParams(
            capabilities=types.ClientCapabilities(
                general=types.GeneralClientCapabilities(
                    position_encodings=[types.PositionEncodingKind(encoding)]
                )
            )
        )
    )
    assert result.capabilities.position_encoding == encoding, result
    editor = Editor(client, encoding)
    chance = random.Random(seed)
    mine, theirs = folder / "mine", folder / "theirs"
    for copy in (mine, theirs):
        shutil.rmtree(copy, ignore_errors=True)
        shutil.copytree(ROOT / "examples", copy, symlinks=True)
    files = sorted(p for ext in ("scenario", "md", "parlor") for p in mine.rglob(f"*.{ext}"))
    opened = {}

    async def open_file(path, wanted=None):
        opened[path] = path.read_bytes().decode()
        found = await editor.open(path, opened[path])
        compare(path, opened[path], found, theirs / path.relative_to(mine), wanted)

    all_tested = tested(theirs) if opens_all else {}
    for path in files if opens_all else []:
        wanted = all_tested.get(str(theirs / path.relative_to(mine)))
        await open_file(path, wanted if wanted is not None or path.suffix != ".md" else [])
    opening = sorted(editor.latencies)
    editor.latencies = []
    editable = [p for p in files if p.stem not in SLOW and p.stat().st_size < 20_000]
    left = edits
    while left > 0:
        path = chance.choice(editable)
        uri = path.as_uri()
        if path not in opened:
            await open_file(path)
            editor.latencies.pop()
        for _ in range(min(left, chance.randrange(1, 8))):
            start, end, new = random_edit(editor.texts[uri], chance)
            found = await editor.change(uri, start, end, new)
            compare(path, editor.texts[uri], found, theirs / path.relative_to(mine))
            left -= 1
        # The original comes back as one change.
        text = editor.texts[uri]
        found = await editor.change(uri, 0, len(text), opened[path])
        compare(path, opened[path], found, theirs / path.relative_to(mine))
        place = types.TextDocumentPositionParams(
            types.TextDocumentIdentifier(uri), types.Position(chance.randrange(40), chance.randrange(20))
        )
        await client.text_document_completion_async(
            types.CompletionParams(place.text_document, place.position)
        )
        await client.text_document_hover_async(types.HoverParams(place.text_document, place.position))
    times = sorted(editor.latencies)
    await client.shutdown_session()

    def shown(values):
        pick = lambda share: 1000 * values[min(len(values) - 1, int(share * len(values)))]
        return f"median {pick(0.5):.0f} ms, 95 % {pick(0.95):.0f} ms, longest {pick(1):.0f} ms"

    if opening:
        print(f"   {encoding}: {len(files)} files opened: {shown(opening)}")
    print(f"   {encoding}: {len(times)} edits: {shown(times)}")


def main():
    with tempfile.TemporaryDirectory() as name:
        for number, encoding in enumerate(("utf-8", "utf-16")):
            folder = pathlib.Path(name).resolve()
            asyncio.run(run(encoding, EDITS // 2, SEED + number, folder, opens_all=number == 0))


main()
