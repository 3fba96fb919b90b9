"""Many games that are stepped together: `batch` and `step` of Parlor as arrays."""

import mmap
import os
import tempfile
from dataclasses import dataclass

import numpy as np

from .program import ParlorError, Program

# Seeds of Parlor have 53 bits.
SEEDS = 2**53

# What numbers an observation has; 32 bits where nothing is said.
BOUNDS = {
    "loose": (0, 6),
    "held": (0, 6),
    "diceToRoll": (0, 6),
    "phase": (0, 2),
    "cells": (0, 11),
}
WIDE = (-(2**31), 2**31 - 1)


@dataclass(slots=True)
class Position:
    """Where N games are. All arrays have N rows; players and actions are counted from 0."""

    turn: np.ndarray
    """The player whose turn it is."""
    mask: np.ndarray
    """For each action 1 if it is legal and 0 if not: int8, N × actions."""
    observation: np.ndarray
    """What the player sees whose turn it is: int32, N × size of an observation."""
    reward: np.ndarray
    """What the move has added to the score of the player who made it."""
    done: np.ndarray
    """1 if the move has ended the game, 2 if the limit of moves has, else 0. All of the above but
    `reward` are then about the next game."""
    winners: np.ndarray
    """Of a game that is over the sum of 2^player of those who won."""
    final: list | None
    """Of each game that has ended what its players saw last, players × size, else None; None if
    no game has ended."""


class Batch:
    """N games that are stepped together, in one process.

    `game` is what follows `new`: `farkle Ann Bob target=2000`, `minesweeper easy`. A game that
    ends is replaced by the next one in the same step. Game I of N has the seeds S+I, S+I+N, and so
    on, if it is opened with seed S.
    """

    def __init__(self, game, size=1, *, limit=0, program=None, timeout=60.0):
        self.game, self.count, self.limit = game, size, limit
        self.program = Program(program, timeout)
        try:
            self.open(0)
        except BaseException:
            self.program.close()
            raise

    def open(self, seed):
        """Begins all games anew and returns their position."""
        name, _, words = self.game.partition(" ")
        # In memory where there is such a folder. The file lives on without a name.
        place = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
        with tempfile.TemporaryDirectory(dir=place) as folder:
            path = os.path.join(folder, "arrays")
            # The words come last: they may end with a comment.
            reply = self.program.ask(
                f"batch {self.count} {name} seed={int(seed) % SEEDS} limit={self.limit}"
                f' into="{path}" {words}'
            )
            if not os.path.exists(path):
                raise ParlorError(f"{self.program.path} is too old for parlor_gym")
            with open(path, "rb") as file:
                self._arrays = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        opened = reply["batch"]
        self.players, self.actions = opened["players"], opened["actions"]
        self.layout = opened["observation"]
        self.size = sum(self.layout.values())
        return self._position(reply["step"])

    def step(self, actions):
        """Makes a move in each game. `actions` is a sequence of N numbers.

        Raises `Refused`, and changes nothing, if one of the actions is not legal.
        """
        return self._position(self.program.ask("step " + " ".join(map(str, actions)))["step"])

    def lines(self):
        """The line of each action, such as `roll`."""
        self.program.ask(f"new {self.game}")
        return self.program.ask("actions")["events"][0]["moves"]

    def bounds(self):
        """The least and the largest value of each number of an observation, two int32 arrays."""
        pairs = [BOUNDS.get(name, WIDE) for name, width in self.layout.items() for _ in range(width)]
        return tuple(np.array(side, np.int32) for side in zip(*pairs))

    def parts(self, observation):
        """The parts of an observation by name. The last axis of `observation` is divided."""
        ends = np.cumsum(list(self.layout.values()))
        return dict(zip(self.layout, np.split(observation, ends[:-1], axis=-1)))

    def _position(self, step):
        rows = 4 + self.size
        # A copy, which the next step leaves as it is.
        numbers = np.frombuffer(self._arrays, "<i4", self.count * rows).astype(np.int32)
        turn, reward, done, winners = numbers[: 4 * self.count].reshape(4, self.count)
        final = step.get("final")
        return Position(
            turn,
            self._mask(step["legal"], numbers.nbytes),
            numbers[4 * self.count :].reshape(self.count, self.size),
            reward.astype(np.float64),
            done.astype(np.int8),
            winners,
            final and [game and np.array(game, np.int32) for game in final],
        )

    def _mask(self, width, start):
        """A bit for each action, the lowest bit first, in whole bytes for each game; None if all are legal."""
        if width is None:
            return np.ones((self.count, self.actions), np.int8)
        rows = np.frombuffer(self._arrays, np.uint8, self.count * width, start)
        bits = np.unpackbits(
            rows.reshape(self.count, width), axis=1, count=self.actions, bitorder="little"
        )
        return bits.view(np.int8)

    def close(self):
        """Ends the process of the games."""
        self.program.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


def random_actions(mask, generator):
    """A random legal action for each game: `mask` is N × actions, `generator` one of NumPy's."""
    games, width = np.arange(len(mask)), mask.shape[1]
    actions = generator.integers(width, size=len(mask))
    # Where many actions are legal a few tries find one; each legal one is as likely.
    for _ in range(3):
        missed = np.flatnonzero(mask[games, actions] == 0)
        if not len(missed):
            return actions
        actions[missed] = generator.integers(width, size=len(missed))
    missed = np.flatnonzero(mask[games, actions] == 0)
    # Of one dimension, NumPy lists what is not zero several times as fast.
    places = np.flatnonzero(mask[missed].view(bool))
    counts = np.bincount(places // width, minlength=len(missed))
    chosen = np.cumsum(counts) - counts + (generator.random(len(missed)) * counts).astype(int)
    actions[missed] = places[chosen] % width
    return actions


def shares(winners, players):
    """The rewards at the end of a game: −1 for a loss; what the losers lose is shared by the winners.

    `winners` are the sums of 2^player of the winners, N integers; the result is N × players. If
    nobody or everybody has won, all get 0.
    """
    won = (np.asarray(winners)[:, None] >> np.arange(players)) & 1
    count = won.sum(1, keepdims=True)
    result = np.where(won, (players - count) / np.maximum(count, 1), -1.0)
    return np.where(count == 0, 0.0, result)
