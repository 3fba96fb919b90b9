#!/usr/bin/env python3
"""Draws the dice of duplicate games of Farkle by the article "Fair chance": duplicate.py PARLOR [GAMES]

Bots play; from the log alone this program finds the turn and the roll of every line, draws its dice without any code
of Parlor, and compares them.
"""

import json
import random
import subprocess
import sys


def word(seed, turn, roll, index):
    """A word of Philox4x32-10 (Salmon, Moraes, Dror, Shaw, SC11)."""
    mask = 0xFFFFFFFF
    counter = [index >> 2, roll, turn, 0]
    keys = [seed & mask, seed >> 32]
    for _ in range(10):
        low, high = counter[0] * 0xD2511F53, counter[2] * 0xCD9E8D57
        counter = [high >> 32 ^ counter[1] ^ keys[0], high & mask, low >> 32 ^ counter[3] ^ keys[1], low & mask]
        keys = [keys[0] + 0x9E3779B9 & mask, keys[1] + 0xBB67AE85 & mask]
    return counter[index & 3]


def dice(seed, turn, roll, count):
    """The dice of a roll. A word whose product with 6 has a low half below 4 would be passed over: 1 in 10^9."""
    return [(word(seed, turn, roll, index) * 6 >> 32) + 1 for index in range(count)]


def play(parlor, seed, names, bots, options):
    """The lines of the log, and whose turn each one was."""
    lines = [f"new farkle {' '.join(names)} duplicate {options} seed={seed}"]
    lines += [f"seat {name} {bot}" for name, bot in zip(names, bots)]
    lines += ["set format json", "amend"]
    done = subprocess.run(
        [parlor, "--no-profile"], input="\n".join(lines) + "\n", capture_output=True, text=True, timeout=600, check=True)
    events = json.loads(done.stdout.splitlines()[-1])["events"]
    return [(move["player"] or names[0], move["line"]) for event in events for move in event["moves"]]


def main():
    parlor = sys.argv[1]
    games = int(sys.argv[2]) if len(sys.argv) > 2 else 40
    chance, rolls, seats_alike = random.Random(32), 0, 0
    for _ in range(games):
        seed = chance.randrange(1 << 53)
        names = ["Ann", "Bob", "Cy"][: chance.randrange(1, 4)]
        bots = [chance.choice(["random", "bank=300", "bank=500", "bank=1000"]) for _ in names]
        options = chance.choice(["target=3000", "target=2000 defend=on", "rounds=5 tie=overtime", "rules=farkle-ten"])
        turns, before, roll, seen = dict.fromkeys(names, 0), (None, "bank"), 0, {}
        for player, line in play(parlor, seed, names, bots, options):
            words = line.split()
            # After a roll that scores nothing, the next line is one of another turn.
            if player != before[0] or before[1] == "bank" or before[1] == words[0] == "roll":
                roll = 0
                turns[player] += 1
            before = player, words[0]
            if words[0] != "roll":
                continue
            roll += 1
            rolls += 1
            drawn = [int(face) for face in words[1:]]
            if drawn != dice(seed, turns[player], roll, len(drawn)):
                sys.exit(f"duplicate: seed {seed}, turn {turns[player]}, roll {roll} of {player}: {line}")
            seats_alike += seen.setdefault((turns[player], roll, len(drawn)), player) != player
    if seats_alike == 0:
        sys.exit("duplicate: no two seats rolled as many dice")
    print(f"{games} duplicate games, {rolls} rolls, {seats_alike} of them as another seat had them: no difference")


if __name__ == "__main__":
    main()
