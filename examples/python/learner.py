"""A learner of Farkle: how many points a turn is still worth, for what is at stake and the dice left.

It learns nothing but what `batch` says: it is told neither what dice are worth nor how likely they are.
"""

import time

import numpy as np

from parlor_gym import Batch

STEPS = 401  # Of 50 points: more than 20,000 at stake count as 20,000.


def learn(seconds=float("inf"), steps=float("inf"), games=400, seed=1, program=None, report=None):
    """Plays many games alone and returns the policy of the bot; `report(moves, policy)` is called
    after each step, and may call `policy()`."""
    end, step = time.monotonic() + seconds, 0
    with Batch("farkle Solo", games, program=program) as batch:
        position = batch.open(seed)
        lines = batch.lines()
        dice = np.array([len(line.split()) - 1 for line in lines])
        points = np.full(len(lines), 50 * STEPS)  # Of a hold; at first worth a try.
        value, tries = np.zeros((2, 7, STEPS))  # Of a roll of so many dice with so much at stake.
        rolled, last = np.zeros(games, bool), (np.zeros(0, int), np.zeros(0, int))
        while time.monotonic() < end and step < steps:
            seen = {name: part[:, 0] for name, part in batch.parts(position.observation).items()}
            stake, loose = seen["atStake"], position.observation[:, :6].sum(1)
            must_hold = position.mask[:, 0] == 0
            # The best hold of each game.
            game, hold = np.nonzero(position.mask.view(bool) & must_hold[:, None])
            after = stake[game] + points[hold]
            left = (loose[game] - dice[hold] - 1) % 6 + 1  # Six new dice if all have scored.
            worth = np.full(position.mask.shape, -1.0, np.float32)
            worth[game, hold] = np.maximum(after, value[left, np.minimum(after // 50, STEPS - 1)])
            action = worth.argmax(1)
            # What the last rolls came to: the best hold, or nothing if no die scores.
            outcome = np.where(must_hold, worth.max(1), 0)[rolled]
            known = outcome < 50 * STEPS
            total, number = np.zeros_like(value), np.zeros_like(value)
            np.add.at(total, (last[0][known], last[1][known]), outcome[known])
            np.add.at(number, (last[0][known], last[1][known]), 1)
            tries += number
            value += (total - number * value) * np.maximum(1 / np.maximum(tries, 1), 0.002)
            # Roll if that is worth more than what is at stake, or not known well yet.
            here = (seen["diceToRoll"], np.minimum(stake // 50, STEPS - 1))
            bank = (position.mask[:, 1] == 1) & (value[here] <= stake) & (tries[here] >= 30)
            action[~must_hold] = bank[~must_hold]
            rolled = ~must_hold & ~bank
            last = tuple(index[rolled] for index in here)
            position = batch.step(action)
            held = np.flatnonzero(must_hold)
            points[action[held]] = position.observation[held, 12] - stake[held]
            step += 1
            if report:
                report(step * games, lambda: policy(value, points, lines))
        return policy(value, points, lines)


def policy(value, points, lines):
    """What bot.py needs, for a file: `value` of rolls, and `points` of the holds that were tried."""
    tried = {line: number for line, number in zip(lines, points.tolist()) if number < 50 * STEPS}
    return {"value": value.tolist(), "points": tried}
