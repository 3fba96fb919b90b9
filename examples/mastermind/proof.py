#!/usr/bin/env python3
"""Checks a strategy that `parlor solve mastermind --proof FILE` wrote: python3 proof.py FILE

The first line names the rules. Then each line is a guess, after the answer that it follows (black pegs, white pegs and a
colon), with a blank more for each guess before it. The last line says how many guesses the strategy takes for all codes
together. The checker plays the strategy against every code, and counts.
"""

import collections
import itertools
import sys


def answer(guess, code):
    black = sum(one == other for one, other in zip(guess, code))
    common = sum((collections.Counter(guess) & collections.Counter(code)).values())
    return black, common - black


def read(lines, depth):
    """The guess of the first line and the strategies after each answer."""
    guess = tuple(map(int, lines.pop(0).split(":")[-1].split()))
    after = {}
    while lines and len(lines[0]) - len(lines[0].lstrip()) > depth:
        line = lines[0]
        assert len(line) - len(line.lstrip()) == depth + 1, f"a guess is missing before {line!r}"
        pegs = tuple(map(int, line.split(":")[0].split()))
        assert pegs not in after, f"the answer {pegs} comes twice"
        after[pegs] = read(lines, depth + 1)
    return guess, after


def play(strategy, code, slots):
    count = 0
    while True:
        guess, after = strategy
        assert len(guess) == slots, f"the guess {guess} is too short or too long"
        count += 1
        pegs = answer(guess, code)
        if pegs == (slots, 0):
            return count
        assert pegs in after, f"no guess follows {guess} and {pegs}, for the code {code}"
        strategy = after[pegs]


def main():
    lines = open(sys.argv[1], encoding="utf-8").read().splitlines()
    name, *words = lines.pop(0).split()
    rules = dict(word.split("=") for word in words)
    slots, colors = int(rules["slots"]), int(rules["colors"])
    total = int(lines.pop().removeprefix("total "))
    strategy = read(lines, 0)
    assert name == "mastermind" and not lines, "the tree has lines that follow no answer"
    codes = list(itertools.product(range(1, colors + 1), repeat=slots))
    if rules["repeats"] == "off":
        codes = [code for code in codes if len(set(code)) == slots]
    counts = [play(strategy, code, slots) for code in codes]
    assert sum(counts) == total, f"it takes {sum(counts)} guesses, not {total}"
    print(f"{len(codes)} codes in {total} guesses, at most {max(counts)} for one")


if __name__ == "__main__":
    try:
        main()
    except (AssertionError, ValueError, KeyError, IndexError) as error:
        sys.exit(f"{sys.argv[1]}: {error}")
