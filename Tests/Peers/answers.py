#!/usr/bin/env python3
"""The best answer to a bot of Farkle, computed without code of Parlor: answers.py PARLOR

`parlor solve farkle against=bank=POINTS` says how often the best answer wins. This program takes the scores of dice and
the best turn from `examples/farkle/proof.py`, finds the chances of the bot's turns by following all rolls, and solves all
pairs of scores.
"""

import collections
import functools
import importlib.util
import itertools
import json
import os
import subprocess
import sys
import tempfile

EXAMPLE = os.path.join(os.path.dirname(__file__), "..", "..", "examples", "farkle", "proof.py")
RULES = [
    ("bank=300", "target=500"),
    ("bank=1000", "target=700 final-round=off opening=350"),
    ("bank=200", "rules=flat target=500 tie=shared minimum=100"),
]


def checker():
    spec = importlib.util.spec_from_file_location("proof", EXAMPLE)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Bot:
    """A bot that holds the dice that score most, and banks at a number of units."""

    def __init__(self, scores):
        self.rolls = {dice: collections.Counter() for dice in range(1, 7)}
        for dice in range(1, 7):
            rolls = collections.Counter(tuple(sorted(roll)) for roll in itertools.product(range(1, 7), repeat=dice))
            for roll, ways in rolls.items():
                held = {part for size in range(1, dice + 1) for part in itertools.combinations(roll, size)}
                holds = [(scores[part], -len(part)) for part in held if part in scores]
                units, used = max(holds, default=(0, 0))
                self.rolls[dice][units, (dice + used or 6) if units else 0] += ways / 6**dice

    @functools.lru_cache(None)
    def totals(self, goal, units=0, dice=6):
        """The chance of each total of the rest of a turn, 0 for a farkle."""
        found = collections.Counter()
        for (more, left), chance in self.rolls[dice].items():
            if not left:
                found[0] += chance
            elif units + more >= goal:
                found[units + more] += chance
            else:
                for total, further in self.totals(goal, units + more, left).items():
                    found[total] += chance * further
        return found

    @functools.lru_cache(None)
    def reaches(self, units, dice=6):
        """The chance of so many units or more."""
        return sum(
            chance * (1 if more >= units else self.reaches(units - more, left))
            for (more, left), chance in self.rolls[dice].items()
            if left
        )


def solve(game, bot, goal):
    """The chance to win of the best answer: before its first turn, and before the bot's."""
    target = game.target
    values = {}

    @functools.lru_cache(None)
    def passes(lead, other):
        least = game.least if other else game.opening
        return bot.reaches(max(lead + 1, least))

    def bank(own, other):
        if own < target:
            return values[own, other][1]
        return 1 - passes(own - other, other) if game.has_final_round else 1.0

    def answer(own, other):
        if other < target:
            return values[own, other][0]
        return game.last_turns[game.least if own else game.opening][other - own] if game.has_final_round else 0.0

    for own, other in sorted(itertools.product(range(target), repeat=2), reverse=True):
        totals = bot.totals(max(goal, game.least if other else game.opening))
        rest = sum(chance * answer(own, other + units) for units, chance in totals.items() if units)
        banks = [0.0] + [bank(own + units, other) for units in range(1, target - own)]
        while banks[-1] < 1 - 1e-9 or len(banks) <= target - own:
            banks.append(bank(own + len(banks), other))

        def again(moving):
            return game.turn(banks, game.least if own else game.opening, totals[0] * moving + rest)[0]

        # Only a farkle of both leads back: a fixed point, by secants.
        before, now = 0.4, again(0.4)
        step = now - before
        while abs(step) > 1e-12:
            found = again(now) - now
            before, now, step = now, now + found / (1 - found / step) if step != found else now + found, found
        values[own, other] = now, totals[0] * now + rest
    return values[0, 0]


def main():
    parlor = sys.argv[1]
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "proof")
        for name, words in RULES:
            run = [parlor, "solve", "farkle", *words.split(), "--format", "json"]
            subprocess.run([*run, "--proof", path], stdout=subprocess.PIPE, check=True)
            game = checker().Game(open(path, encoding="utf-8").read().splitlines())
            unit = int(open(path, encoding="utf-8").readline().split("unit=")[1].split()[0])
            goal = -(-int(name.split("=")[1]) // unit)
            figures = json.loads(subprocess.run([*run, f"against={name}"], stdout=subprocess.PIPE, check=True).stdout)
            chances = solve(game, Bot(game.scores), goal)
            said = figures["answerFirst"], figures["answerSecond"]
            assert all(abs(one - other) < 1e-7 for one, other in zip(chances, said)), (name, words, chances, said)
            print(f"{name}, {words}: the best answer wins {chances[0]:.6f} and {chances[1]:.6f}")


if __name__ == "__main__":
    main()
