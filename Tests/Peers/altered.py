#!/usr/bin/env python3
"""Tries all changes of one byte of ten fair games: altered.py PARLOR

Each game is played and saved by PARLOR. Every byte of its file is replaced by each of the 255 others, and
`parlor verify` must refuse each such file and name the line at fault. It prints the counts, and ends with
status 1 if a file passes or no line is named. Two thousand files go to one process, on all cores.
"""

import concurrent.futures
import json
import os
import pathlib
import subprocess
import sys
import tempfile

GAMES = (
    "new farkle Ann Bob fair; fair word Ann rhubarb; roll; hold best; roll; resign",
    "new farkle Ann Bob target=500 fair; roll; hold best; fair reveal",
    'new farkle "A B" rounds=1 fair; roll; resign',
    "new mastermind fair; guess 1 2 3 4; resign",
    "new mastermind slots=5 colors=9 repeats=off fair; fair word 1 x; guess 1 2 3 4 5; resign",
    "new mastermind slots=2 colors=3 fair; guess 1 1; guess 2 2; fair reveal",
    "new minesweeper easy fair; reveal 3 7; resign",
    "new minesweeper custom rows=8 cols=8 mines=10 fair; fair word 1 y; reveal 1 1; flag 8 8; resign",
    "new minesweeper easy first=open fair; reveal 5 5; fair reveal",
)
# Two sides; the lines are those that each side shows.
SIDES = ("roll", "hold best", "roll", "resign")
BATCH = 8 * 255


def keeper_games(parlor, folder):
    for index, lines in enumerate(GAMES):
        path = f"{folder}/{index}.parlor"
        command = [parlor, "--no-profile", "--keep-going", "--seed", str(index + 1)]
        subprocess.run(command + ["-c", f"{lines}; save {path}"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        yield path


class Side:
    """A program of one side, which is asked line by line."""

    def __init__(self, parlor, player):
        command = [parlor, "--no-profile", "--keep-going", "--format", "json"]
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        self.line = self.ask(f"new farkle Ann Bob fair=both fair-side={player}")

    def ask(self, line):
        """Types a line, and returns the one that is to be sent, if there is one."""
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        reply = json.loads(self.process.stdout.readline())
        assert reply["ok"], (line, reply)
        return next((e["line"] for e in reply["events"] if e["type"] == "fair-send"), None)


def game_of_two_sides(parlor, folder):
    ann, bob = Side(parlor, "Ann"), Side(parlor, "Bob")
    bob.ask(ann.line)
    ann.ask(bob.line)
    for move in SIDES:
        answer = bob.ask(ann.ask(move))
        if answer:
            ann.ask(answer)
    paths = [f"{folder}/ann.parlor", f"{folder}/bob.parlor"]
    for side, path in zip((ann, bob), paths):
        side.ask(f"save {path}")
        side.process.stdin.close()
        side.process.wait()
    first, second = (pathlib.Path(path).read_bytes() for path in paths)
    assert first == second, "the two sides have different files"
    return paths[0]


def verify(parlor, paths):
    output = subprocess.run(
        [parlor, "verify", "--format", "json"] + paths, stdout=subprocess.PIPE, check=False
    ).stdout
    return json.loads(output)["files"]


def try_places(parlor, content, places):
    """The number of files that were tried, and what is wrong: files that pass, or are refused without a place."""
    wrong = []
    with tempfile.TemporaryDirectory(dir="/dev/shm") as folder:
        changes = [(place, byte) for place in places for byte in range(256) if byte != content[place]]
        paths = []
        for place, byte in changes:
            paths.append(f"{folder}/{place}-{byte}")
            with open(paths[-1], "wb") as file:
                file.write(content[:place] + bytes([byte]) + content[place + 1 :])
        reports = verify(parlor, paths)
        assert len(reports) == len(changes)
        for (place, byte), report in zip(changes, reports):
            # A file of a later version is refused by its name.
            named = report.get("line") or "this program reads only" in report.get("message", "")
            if report["verified"] or not named:
                wrong.append(f"byte {place} as {byte}: {report}")
    return len(changes), wrong


def main():
    parlor = os.path.realpath(sys.argv[1])
    with tempfile.TemporaryDirectory() as folder:
        paths = [*keeper_games(parlor, folder), game_of_two_sides(parlor, folder)]
        for report in verify(parlor, paths):
            assert report["verified"], report
        contents = [pathlib.Path(path).read_bytes() for path in paths]
    total, wrong = 0, []
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for number, content in enumerate(contents, 1):
            starts = range(0, len(content), BATCH // 255)
            batches = [range(s, min(s + BATCH // 255, len(content))) for s in starts]
            results = list(pool.map(lambda places: try_places(parlor, content, places), batches))
            tried = sum(count for count, _ in results)
            bad = [line for _, lines in results for line in lines]
            print(f"   game {number}: {len(content)} bytes, {tried} changes, {len(bad)} not refused", flush=True)
            total, wrong = total + tried, wrong + bad
    print("\n".join(wrong[:20]) or f"   all {total} altered games are refused, each with a place")
    sys.exit(bool(wrong))


main()
