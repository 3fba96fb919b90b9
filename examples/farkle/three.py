#!/usr/bin/env python3
"""Checks the chances of three players near the end: python3 three.py PROOF TABLE [EVERY]

TABLE is the file of chances that is part of Parlor, `Sources/CFarkleTables/tables/standard-three.table`; PROOF, from
`parlor solve farkle --proof PROOF`, says what all dice score. A position is the units that the player to move, the next
and the third have to go, 1 to 50 each. For every position, or every EVERYth, the checker finds the best turn from the
chances of other positions, and compares. The largest difference is the residual. In rare positions two of the players mix
equally good turns, as in matching pennies: only the player's own chance must be that of the best turn.
"""

import itertools
import struct
import sys

from proof import Game


class Three:
    def __init__(self, game, table):
        self.game = game
        numbers = table[table.index(b"\n") + 1 :]
        self.reach = round((len(numbers) / 16) ** (1 / 3))
        assert len(numbers) == 16 * self.reach**3, "chances are missing"
        self.numbers = struct.unpack(f"<{len(numbers) // 8}d", numbers)
        self.passing = game.last_turns[game.least]
        # A lead that fewer than one turn in a thousand million makes up is safe.
        self.safe = next(lead for lead, chance in enumerate(self.passing) if chance < 1e-9)
        self.ends = {}

    def chances(self, own, next_one, third):
        """The chances of the player to move, of the next and of the third."""
        place = 2 * (((own - 1) * self.reach + next_one - 1) * self.reach + third - 1)
        own, next_one = self.numbers[place : place + 2]
        return own, next_one, 1 - own - next_one

    def pass_lead(self, lead):
        return self.passing[lead] if lead < self.safe else 0.0

    def turn(self, banked, farkle):
        """The chances before rolling six dice by the units of the turn, if its player plays best, from those of banks;
        the last bank is worth most."""
        enough = 1 - self.game.least_risk * (1 - farkle[0])
        last = len(banked) - 1
        # The best roll wins unless it is a farkle, so these banks are better than any.
        while last > 1 and banked[last - 1][0] >= enough:
            last -= 1
        banked = banked + [banked[-1]] * self.game.most
        best, rolled = [None] * (8 * (last + self.game.most + 1)), []
        for units in range(last + 1, last + self.game.most + 1):
            best[8 * units : 8 * units + 8] = [banked[units]] * 8
        for units in range(last, -1, -1):
            here = 8 * units
            for dice in range(1, 7):
                risk, kinds = self.game.rolls[dice]
                own, next_one, third = (risk * chance for chance in farkle)
                for share, steps in kinds:
                    hold = max([best[here + step] for step in steps])
                    own += share * hold[0]
                    next_one += share * hold[1]
                    third += share * hold[2]
                value = own, next_one, third
                best[here + dice] = max(value, banked[units]) if units else value
            rolled.append(value)
        return rolled[::-1]

    def end(self, next_one, third):
        """The chances of the next player, the third and the leader, whom these have to pass in their last turns."""
        next_one, third = min(next_one, self.safe), min(third, self.safe)
        if third not in self.ends:
            # Only the lead over the third player counts: one who is less far behind has points in a turn already.
            held = 0.0, self.pass_lead(third), 1 - self.pass_lead(third)
            passed = (self.pass_lead(third + over) for over in range(1, self.safe + 2))
            banked = [held] * (self.safe + 1) + [(1 - chance, chance, 0.0) for chance in passed]
            self.ends[third] = self.turn(banked, held)
        return self.ends[third][self.safe - next_one]

    def best(self, own, next_one, third):
        banked = [(0.0, 0.0, 0.0)]
        while len(banked) <= own or banked[-1][0] < 1 - 1e-9:
            units = len(banked)
            if units < own:
                after = self.chances(next_one, third, own - units)
            else:
                after = self.end(next_one + units - own, third + units - own)
            # The player was the last of the three who follow.
            banked.append((after[2], after[0], after[1]))
        after = self.chances(next_one, third, own)
        return self.turn(banked, (after[2], after[0], after[1]))[0]


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        game = Game(file.read().splitlines())
    assert game.has_final_round and game.level == 0 and game.least == game.opening == 1, "other rules than the table's"
    with open(sys.argv[2], "rb") as file:
        three = Three(game, file.read())
    positions = list(itertools.product(range(1, three.reach + 1), repeat=3))
    positions = positions[:: int(sys.argv[3]) if len(sys.argv) > 3 else 1]
    residuals, mixed = [], 0
    for position in positions:
        best, found = three.best(*position), three.chances(*position)
        residuals.append((abs(best[0] - found[0]), position))
        # A player who mixes two equally good turns is the only reason for other chances of the others.
        mixed += max(abs(one - other) for one, other in zip(best, found)) > 1e-8
    residual, position = max(residuals)
    assert residual < 1e-8, f"{residual:.1e} is the residual of {position}"
    assert mixed <= max(1, len(positions) // 500), f"others have other chances in {mixed} positions"
    equal = " ".join(f"{chance:.9f}" for chance in three.chances(10, 10, 10))
    print(f"{len(positions)} positions, {mixed} mixed, residual {residual:.1e}; with ten units to go for each they win {equal}")


if __name__ == "__main__":
    try:
        main()
    except (AssertionError, ValueError, KeyError, IndexError, StopIteration) as error:
        sys.exit(f"{sys.argv[2]}: {error}")
