#!/usr/bin/env python3
"""Checks the seeds of `parlor daily` against the scheme as Play.md describes it.

usage: daily.py PARLOR PLAY.md
"""

import datetime
import hashlib
import json
import re
import subprocess
import sys


def seed(game, day):
    """The first 53 bits of the SHA-256."""
    return int(hashlib.sha256(f"parlor daily 1 {game} {day}".encode()).hexdigest()[:14], 16) >> 3


def main():
    program, article = sys.argv[1:]
    text = open(article, encoding="utf-8").read()
    section = text.split("## The game of the day")[1].split("\n## ")[0]
    games = re.findall(r"^\| `([a-z]+)` \|", section, re.MULTILINE)
    assert len(games) == 3, games
    game, day = re.search(r"`parlor daily 1 (\w+) (\d{4}-\d\d-\d\d)`", section).groups()
    example = re.search(r"round down: (\d+)\.", section).group(1)
    assert seed(game, day) == int(example), (seed(game, day), example)

    start = datetime.date(2000, 1, 1)
    days = [start + datetime.timedelta(days=n * 97) for n in range(100)] + [
        datetime.date(2026, 11, 24), datetime.date(2028, 2, 29)]
    lines = []
    expected = []
    for day in days:
        lines.append(f"daily date={day}")
        expected.append((games[(day - start).days % 3], str(day)))
        for game in games:
            lines.append(f"daily {game} date={day}")
            expected.append((game, str(day)))
    # Without a date the day is that of the virtual clock.
    lines += ["daily farkle", "clock +36h", "daily farkle"]
    expected += [("farkle", "2000-01-01"), None, ("farkle", "2000-01-02")]
    run = subprocess.run(
        [program, "--no-profile", "--format", "json"], input="\n".join(lines) + "\n", text=True,
        stdout=subprocess.PIPE, check=True)
    replies = [json.loads(line) for line in run.stdout.splitlines()]
    assert len(replies) == len(expected), (len(replies), len(expected))
    for reply, wanted in zip(replies, expected):
        if wanted is None:
            continue
        event = next(event for event in reply["events"] if event["type"] == "daily")
        found = (event["game"], event["day"], event["scheme"], event["seed"])
        assert found == (*wanted, 1, seed(*wanted)), (found, wanted)
    print(f"{len(replies) - 1} daily games have the seeds of the article")


if __name__ == "__main__":
    main()
