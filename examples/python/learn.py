#!/usr/bin/env python3
"""Learns Farkle for a minute and plays against `bank=300`: learn.py [SECONDS [GAMES]]

Prints how often wins what was learned by then, in games of `parlor simulate`, half of them in each
seat.
Writes policy.json in the current folder, which bot.py plays by.
"""

import json
import math
import os
import subprocess
import sys
import time
from pathlib import Path

from learner import learn
from parlor_gym.program import find_program

HERE = Path(__file__).resolve().parent


def play(policy, games):
    """How many of so many games the learned bot wins, half of them in the first seat."""
    Path("policy.json").write_text(json.dumps(policy))
    environment = {**os.environ, "POLICY": str(Path("policy.json").resolve())}
    bots = [f"exec={HERE / 'bot.py'}", "bank=300"]
    wins = 0
    for seat, pair in enumerate((bots, bots[::-1])):
        report = subprocess.run(
            [find_program(), "simulate", "farkle", *pair, "-n", str(games // 2), "--format", "json"],
            env=environment, stdout=subprocess.PIPE, check=True,
        ).stdout
        wins += json.loads(report)["seats"][seat]["wins"]
    return wins


def interval(wins, games, z=1.96):
    """Wilson's interval of 95 %."""
    share, square = wins / games, z * z / games
    middle = (share + square / 2) / (1 + square)
    half = z / (1 + square) * math.sqrt(share * (1 - share) / games + square / games / 4)
    return middle - half, middle + half


def main(seconds=55.0, games=2000):
    games = int(games) // 2 * 2
    moments = [seconds * share for share in (0.02, 0.05, 0.15, 0.4)]
    start, snapshots = time.monotonic(), []

    def report(moves, policy):
        if moments and time.monotonic() - start >= moments[0]:
            moments.pop(0)
            snapshots.append((time.monotonic() - start, moves, policy()))
        report.moves = moves

    policy = learn(seconds, report=report)
    snapshots.append((time.monotonic() - start, report.moves, policy))
    for elapsed, moves, learned in snapshots:
        wins = play(learned, games)
        least, most = (100 * end for end in interval(wins, games))
        print(
            f"after {elapsed:4.1f} s and {moves:9,} moves it wins {100 * wins / games:.1f} % of"
            f" {games:,} games, 95 % interval {least:.1f} to {most:.1f}",
            flush=True,
        )


if __name__ == "__main__":
    main(*map(float, sys.argv[1:]))
