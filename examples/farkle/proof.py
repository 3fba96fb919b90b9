#!/usr/bin/env python3
"""Checks chances that `parlor solve farkle --proof FILE` wrote: python3 proof.py FILE [EVERY]

The file has the rules, the units of all dice of which each scores, and for each pair of scores the chance of the player
to move, if both play best. For every pair, or every EVERYth, the checker finds the best turn from the other chances, and
compares. The largest difference is the residual. Only one set of chances has none: see "optimality equation".
"""

import collections
import itertools
import math
import sys

# More points than a player can make up in one turn with a chance that counts.
FARTHEST = 50_000


class Game:
    def __init__(self, lines):
        name, *words = lines[0].split()
        assert name == "farkle", "this is no proof of Farkle"
        rules = dict(word.split("=") for word in words)
        self.target, self.least, self.opening = (int(rules[word]) for word in ("target", "least", "opening"))
        self.has_final_round, self.level = rules["final-round"] == "on", {"first": 0, "shared": 0.5}[rules["tie"]]
        self.scores, self.chances = {}, []
        for line in lines[1:]:
            head, values = line.split(":")
            word, *numbers = head.split()
            if word == "score":
                self.scores[tuple(map(int, numbers))] = int(values)
            else:
                assert [word, *numbers] == ["chances", str(len(self.chances))], f"unexpected {head!r}"
                self.chances.append(list(map(float, values.split())))
        assert [len(row) for row in self.chances] == [self.target] * self.target, "chances are missing"
        # By the number of dice: the chance of a farkle, and that of each set of holds, as places in a list of values.
        self.rolls = [None] + [self.all_rolls(dice) for dice in range(1, 7)]
        self.most = max(self.scores.values())
        self.least_risk = min(risk for risk, _ in self.rolls[1:])
        # A player who has less of a long lead to make up has points already; short leads depend on the least bank.
        farthest = FARTHEST // int(rules["unit"])
        longest = self.turn([0.0] * farthest + [self.level, 1.0], 1, 0.0)[::-1]
        self.last_turns = {
            least: [self.passing(lead, least) for lead in range(least)] + longest[least + 1 :]
            for least in {self.least, self.opening}
        }

    def all_rolls(self, dice):
        kinds = collections.Counter()
        for roll in itertools.combinations_with_replacement(range(1, 7), dice):
            ways = math.factorial(dice)
            for count in collections.Counter(roll).values():
                ways //= math.factorial(count)
            held = {part for size in range(1, dice + 1) for part in itertools.combinations(roll, size)}
            kinds[frozenset((self.scores[part], dice - len(part) or 6) for part in held if part in self.scores)] += ways
        risk = kinds.pop(frozenset(), 0) / 6**dice
        return risk, [(ways / 6**dice, [8 * units + left for units, left in holds]) for holds, ways in kinds.items()]

    def turn(self, banked, least, farkle):
        """The values of rolling six dice by the units of the turn, from those of banks; the last bank is worth most."""
        enough = 1 - self.least_risk * (1 - farkle)
        last = len(banked) - 1
        # The best roll wins unless it is a farkle, so these banks are better than any.
        while last > least and banked[last - 1] >= enough:
            last -= 1
        banked = banked + [banked[-1]] * self.most
        best, rolled = [0.0] * (8 * (last + self.most + 1)), [0.0] * (last + 1)
        for units in range(last + 1, last + self.most + 1):
            best[8 * units : 8 * units + 8] = [banked[units]] * 8
        for units in range(last, -1, -1):
            here, bank = 8 * units, banked[units] if units >= least else 0
            for dice in range(1, 7):
                risk, kinds = self.rolls[dice]
                value = risk * farkle
                for chance, steps in kinds:
                    value += chance * max([best[here + step] for step in steps])
                best[here + dice] = max(value, bank)
            rolled[units] = value
        return rolled

    def passing(self, lead, least):
        """The chance of the player who has to pass a lead."""
        return self.turn([0.0] * lead + [self.level] + [1.0] * max(1, least - lead), least, 0.0)[0]

    def bank(self, own, other):
        if own < self.target:
            return 1 - self.chances[other][own]
        last_turns = self.last_turns[self.least if other else self.opening]
        return 1 - last_turns[own - other] if self.has_final_round else 1.0

    def best(self, own, other):
        banked, units = [0.0], 1
        # A lead that fewer than one turn in a thousand million makes up is safe.
        while own + units < self.target or banked[-1] < 1 - 1e-9 or units <= self.opening:
            banked.append(self.bank(own + units, other))
            units += 1
        return self.turn(banked, self.least if own else self.opening, 1 - self.chances[other][own])[0]


def main():
    game = Game(open(sys.argv[1], encoding="utf-8").read().splitlines())
    pairs = list(itertools.product(range(game.target), repeat=2))[:: int(sys.argv[2]) if len(sys.argv) > 2 else 1]
    residual, pair = max((abs(game.best(*pair) - game.chances[pair[0]][pair[1]]), pair) for pair in pairs)
    assert residual < 1e-8, f"{residual:.1e} is the residual of {pair}"
    print(f"{len(pairs)} pairs of scores, residual {residual:.1e}; the first player wins {game.chances[0][0]:.9f}")


if __name__ == "__main__":
    try:
        main()
    except (AssertionError, ValueError, KeyError, IndexError) as error:
        sys.exit(f"{sys.argv[1]}: {error}")
