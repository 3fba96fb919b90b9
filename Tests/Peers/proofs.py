#!/usr/bin/env python3
"""Results of `parlor solve`, checked by programs that share no code with it: proofs.py PARLOR [RULES…]

`parlor solve GAME --proof FILE` writes a strategy of Mastermind or the chances of Farkle for each set of rules, and
`examples/GAME/proof.py` checks it. What it says must agree with `parlor solve`, and the checker must refuse the file with
any line left out, and with another number.
"""

import json
import os
import random
import re
import subprocess
import sys
import tempfile

EXAMPLES = os.path.join(os.path.dirname(__file__), "..", "..", "examples")
# Known optima: 5,625 for 4 slots and 6 colours (Koyama and Lai, 1993); 5,242 for 3 and 10, which a search in C++ found.
RULES = [
    "mastermind slots=4 colors=6",
    "mastermind slots=3 colors=5",
    "mastermind slots=3 colors=10",
    "mastermind slots=2 colors=9",
    "mastermind slots=4 colors=6 repeats=off",
    "mastermind slots=1 colors=4",
    "farkle target=500",
    "farkle target=600 tie=shared minimum=100",
    "farkle target=700 final-round=off opening=350",
    "farkle rules=flat target=500",
]
KNOWN = {"mastermind slots=4 colors=6": 5625, "mastermind slots=3 colors=10": 5242}


def check(game, path):
    checker = os.path.join(EXAMPLES, game, "proof.py")
    return subprocess.run([sys.executable, checker, path], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def alterations(game, lines, chance):
    """The file with lines left out, and with other numbers."""
    places = range(1, len(lines), max(1, len(lines) // 20))
    if game == "farkle":
        # The score of many dice may not matter.
        places = [place for place, line in enumerate(lines) if re.match(r"chances|score \d:", line)]
        places = chance.sample(places, 4)
    for place in places:
        yield lines[:place] + lines[place + 1 :]
    if game == "mastermind":
        yield [*lines[:-1], f"total {int(lines[-1].split()[1]) - 1}"]
        return
    for place in places:
        # The first digit of a score, or the sixth of a chance.
        digits = [found.start() for found in re.finditer(r"(?<=\d: )\d\b(?!\.)|(?<=\.\d{5})\d", lines[place])]
        at = chance.choice(digits)
        other = str((int(lines[place][at]) + chance.randint(1, 8)) % 10)
        yield [*lines[:place], lines[place][:at] + other + lines[place][at + 1 :], *lines[place + 1 :]]


def main():
    parlor, *rules = sys.argv[1:]
    chance = random.Random(1)
    altered = 0
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "proof")
        for words in rules or RULES:
            game = words.split()[0]
            run = subprocess.run(
                [parlor, "solve", *words.split(), "--proof", path, "--format", "json"], stdout=subprocess.PIPE, check=True)
            figures = json.loads(run.stdout)
            outcome = check(game, path)
            if game == "mastermind":
                assert figures["total"] == KNOWN.get(words, figures["total"]), (words, figures)
                is_same = f" in {figures['total']} guesses" in outcome.stdout
            else:
                is_same = abs(float(outcome.stdout.split()[-1]) - figures["firstWins"]) < 1e-9
            assert outcome.returncode == 0 and is_same, (words, outcome)
            print(f"{words}: {outcome.stdout.strip()}")
            lines = open(path, encoding="utf-8").read().splitlines()
            for other in alterations(game, lines, chance):
                with open(path, "w", encoding="utf-8") as file:
                    file.write("\n".join(other) + "\n")
                assert check(game, path).returncode == 1, (words, other)
                altered += 1
    print(f"{altered} altered files are refused")


if __name__ == "__main__":
    main()
