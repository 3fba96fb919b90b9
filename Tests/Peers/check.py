#!/usr/bin/env python3
"""Runs programs of others against Parlor: check.py PARLOR [POSITIONS]

Each check says what it used. A check whose package is not installed is skipped, and says so.
"""

import importlib.util
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
PARLOR = str(pathlib.Path(sys.argv[1]).resolve())


def gomill():
    """The controller of gomill, which is strict, runs the regression script of examples/gtp."""
    from gomill import gtp_controller

    class Channel(gtp_controller.Linebased_gtp_channel):
        """gomill's own, which is older than texts that are no bytes."""

        def __init__(self):
            super().__init__()
            self.process = subprocess.Popen(
                [PARLOR, "--format", "gtp"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
                bufsize=1,
            )

        def send_command_line(self, command):
            self.process.stdin.write(command)
            self.process.stdin.flush()

        def get_response_line(self):
            return self.process.stdout.readline()

        def get_response_byte(self):
            return self.process.stdout.read(1)

        def close(self):
            self.process.communicate()
            self.exit_status = self.process.returncode

    channel = Channel()
    controller = gtp_controller.Gtp_controller(channel, "parlor")
    assert controller.known_command("roll") and not controller.known_command("genmove")
    commands = controller.list_commands()
    assert {"new", "roll", "undo", "quit"} <= set(commands), commands
    answer, count = "", 0
    for line in (ROOT / "examples/gtp/farkle.tst").read_text().splitlines():
        expected = re.fullmatch(r"#\? \[(!?)(.*)\]", line)
        if expected:
            count += 1
            # The controller sends no numbers.
            pattern = re.sub(r'"id":\d+,', "", expected[2])
            matches = re.fullmatch(pattern, answer, re.DOTALL) is not None
            assert matches != bool(expected[1]), (line, answer)
        elif line and not line.startswith("#"):
            words = re.sub("#.*", "", re.sub(r"^\d+ ", "", line)).split()
            if words[0] != "quit":
                answer = controller.do_command(*words)
    assert count > 10
    try:
        controller.do_command("bank")
        raise AssertionError("gomill was told of no failure")
    except gtp_controller.BadGtpResponse as failure:
        assert failure.gtp_error_message.startswith("not-now: "), failure.gtp_error_message
    controller.safe_close()


def junitparser():
    """junitparser reads a report of JUnit and counts what is in it."""
    from junitparser import JUnitXml

    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder)
        (path / "good.scenario").write_text("> echo a\na\n")
        (path / "bad.scenario").write_text('> echo "<&>]]>"\nb\n')
        (path / "skipped.scenario").write_text("> requires plugin none-such\n")
        report = path / "report.xml"
        subprocess.run(
            [PARLOR, "test", f"--report=junit={report}", str(path)], stdout=subprocess.DEVNULL
        )
        read = JUnitXml.fromfile(str(report))
        assert (read.tests, read.failures, read.errors, read.skipped) == (3, 1, 0, 1), read
        both = read + JUnitXml.fromfile(str(report))
        both.update_statistics()
        assert both.tests == 6


def mcp():
    """The official client of the Model Context Protocol plays a game of each kind."""
    import agents

    # A folder with the schemas that the protocol publishes, if there is one.
    return agents.check(PARLOR, os.environ.get("MCP_SCHEMAS"))


def ms_toollib():
    """`odds` of Minesweeper agrees with ms_toollib, which counts arrangements in another way."""
    import itertools
    import random

    import ms_toollib

    most = int(sys.argv[2]) if len(sys.argv) > 2 else 100
    random.seed(7)
    count, furthest = 0, 0.0
    with subprocess.Popen(
        [PARLOR, "--format", "json"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as parlor:

        def send(line):
            parlor.stdin.write(line + "\n")
            parlor.stdin.flush()
            return json.loads(parlor.stdout.readline())

        for seed in itertools.count():
            if count >= most:
                break
            mode = ("easy", "medium", "hard")[seed % 3]
            reply = send(f"new minesweeper {mode} seed={seed}")
            reply = send("reveal 3 3")
            # Up to there the safest cells are revealed.
            begin = random.randrange(40)
            for turn in range(begin + 3):
                state = reply["state"]
                if state["status"] != "playing":
                    break
                cells = send("odds")["events"][0]["cells"]
                if turn >= begin and count < most:
                    board = [
                        [int(mark) if mark.isdigit() else 10 for mark in row]
                        for row in state["cells"]
                    ]
                    theirs, _ = ms_toollib.cal_probability_onboard(board, state["mines"])
                    for cell in cells:
                        row, column = cell["cell"]
                        difference = abs(cell["mine"] - theirs[row - 1][column - 1])
                        furthest = max(furthest, difference)
                        assert difference < 2e-6, (mode, seed, state["cells"], cell)
                    count += 1
                safest = min(cells, key=lambda cell: cell["mine"])["cell"]
                reply = send("reveal {} {}".format(*safest))
        parlor.stdin.close()
    return f"{count} positions, the largest difference {furthest:.1e}"


def cc():
    """The simulated games of two bots `bank=300` are those of farkle.c: as many wins and moves."""
    games = 5000
    with tempfile.TemporaryDirectory() as folder:
        loop = f"{folder}/farkle-in-c"
        subprocess.run(["cc", "-O2", HERE / "farkle.c", "-o", loop], check=True)
        wins, moves = map(int, subprocess.check_output([loop, str(games)]).split())
    report = json.loads(
        subprocess.check_output(
            [PARLOR, "simulate", "farkle", "bank=300", "bank=300", "-n", str(games)]
            + ["--format", "json"]
        )
    )
    assert report["seats"][0]["wins"] == wins, (report, wins)
    mean = report["moves"]["mean"]
    assert abs(mean * games - moves) < 0.01, (mean * games, moves)
    return f"{games} games, {moves} moves"


CHECKS = {"gomill": gomill, "junitparser": junitparser, "mcp": mcp, "ms_toollib": ms_toollib, "cc": cc}

failed = 0
for package, check in CHECKS.items():
    if (shutil.which if package == "cc" else importlib.util.find_spec)(package) is None:
        print(f"{package}: skipped, because it is not installed")
        continue
    try:
        details = check()
        print(f"{package}: fine" + (f", {details}" if details else ""))
    except Exception as error:
        failed += 1
        print(f"{package}: FAILED: {type(error).__name__}: {error}")
sys.exit(1 if failed else 0)
