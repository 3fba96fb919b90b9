#!/usr/bin/env python3
"""Strategies of Mastermind, checked by a program that shares no code with Parlor: proofs.py PARLOR [RULES…]

`parlor solve mastermind --proof FILE` writes a strategy for each set of rules; `examples/mastermind/proof.py` plays it
against every code. Its number of guesses must be that of `parlor solve`, and the checker must refuse the file with any
line left out, or with another number of guesses.
"""

import json
import os
import subprocess
import sys
import tempfile

CHECKER = os.path.join(os.path.dirname(__file__), "..", "..", "examples", "mastermind", "proof.py")
# The known optima: 5,625 for 4 slots and 6 colours (Koyama and Lai, 1993).
RULES = ["slots=4 colors=6", "slots=3 colors=5", "slots=2 colors=9", "slots=4 colors=6 repeats=off", "slots=1 colors=4"]
KNOWN = {"slots=4 colors=6": 5625}


def check(path):
    return subprocess.run([sys.executable, CHECKER, path], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def main():
    parlor, *rules = sys.argv[1:]
    altered = 0
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "proof")
        for words in rules or RULES:
            run = subprocess.run(
                [parlor, "solve", "mastermind", *words.split(), "--proof", path, "--format", "json"],
                stdout=subprocess.PIPE, check=True)
            total = json.loads(run.stdout)["total"]
            assert total == KNOWN.get(words, total), (words, total)
            lines = open(path, encoding="utf-8").read().splitlines()
            outcome = check(path)
            assert outcome.returncode == 0 and f" in {total} guesses" in outcome.stdout, (words, outcome)
            print(f"{words}: {outcome.stdout.strip()}")
            step = max(1, len(lines) // 20)
            for place in range(1, len(lines), step):
                other = lines[:place] + lines[place + 1 :]
                with open(path, "w", encoding="utf-8") as file:
                    file.write("\n".join(other) + "\n")
                assert check(path).returncode == 1, (words, lines[place])
                altered += 1
            with open(path, "w", encoding="utf-8") as file:
                file.write("\n".join([*lines[:-1], f"total {total - 1}"]) + "\n")
            assert check(path).returncode == 1, words
            altered += 1
    print(f"{altered} altered strategies are refused")


if __name__ == "__main__":
    main()
