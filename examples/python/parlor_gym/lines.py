"""One game of any kind, played by lines: for games of plugins, which `batch` does not step."""

import numpy as np

from .batch import SEEDS, WIDE, Position
from .program import ParlorError, Program


class LineGame:
    """A game that is played by lines, in place of a `Batch` of one.

    `game` is what follows `new`, and `players` how many play. `actions` are the lines of all moves that
    can be legal. `observe` makes numbers of the state that a player sees (a dictionary, as in JSON
    replies): a dictionary of lists whose lengths are always the same. `setup` are lines that come
    first, such as `plugin add PATH`.

    What a move adds to a score is not known: `reward` is always 0.
    """

    count = 1

    def __init__(
        self, game, players, actions, observe, *, setup=(), limit=0, program=None, timeout=60.0
    ):
        self.game, self.players, self.limit, self._observe = game, players, limit, observe
        self._lines, self._numbers = list(actions), {line: i for i, line in enumerate(actions)}
        self.actions, self.layout, self._is_open = len(self._lines), None, False
        self.program = Program(program, timeout)
        try:
            for line in (*setup, "set state full", "set legal always"):
                self.program.ask(line)
            self.open(0)
        except BaseException:
            self.program.close()
            raise

    def open(self, seed):
        """Begins a game and returns its position."""
        if self._is_open:
            self.program.ask("close")
            self._is_open = False
        name, _, words = self.game.partition(" ")
        reply = self.program.ask(f"new {name} seed={int(seed) % SEEDS} {words}")
        self._is_open, self._moves, self._seen = True, 0, None
        return self._position(reply)

    def step(self, actions):
        """Makes the move of a number, in a sequence of one."""
        (action,) = actions
        if not 0 <= action < self.actions:
            raise ValueError(f"{action} is not an action: they are 0 to {self.actions - 1}")
        reply = self.program.ask(self._lines[action])
        self._moves += 1
        return self._position(reply)

    def lines(self):
        """The line of each action."""
        return self._lines

    def bounds(self):
        """The least and the largest value of each number of an observation."""
        return tuple(np.full(self.size, bound, np.int32) for bound in WIDE)

    def parts(self, observation):
        """The parts of an observation by name."""
        ends = np.cumsum(list(self.layout.values()))
        return dict(zip(self.layout, np.split(observation, ends[:-1], axis=-1)))

    def _position(self, reply):
        legal = reply.get("legal", {})
        if "turn" not in legal:
            raise ParlorError(f"{self.program.path} is too old for games that are played by lines")
        turn, winners = legal["turn"], legal.get("winners")
        seen = self._numbers_of(reply["state"])
        if self._seen is None:
            self._seen = [np.zeros(self.size, np.int32) for _ in range(self.players)]
        if turn is None:
            self._seen = [seen] * self.players
        else:
            self._seen[turn] = seen
        mask = np.zeros((1, self.actions), np.int8)
        if turn is not None:
            mask[0, [self._number(line) for line in legal["moves"]]] = 1
            if not legal["moves"]:
                raise ParlorError("this game has no move that can be listed now")
        done = 1 if turn is None else 2 if 0 < self.limit <= self._moves else 0
        return Position(
            np.array([turn or 0]),
            mask,
            seen[None],
            np.zeros(1),
            np.array([done], np.int8),
            np.array([sum(1 << winner for winner in winners or ())]),
            [np.stack(self._seen)] if done else None,
        )

    def _numbers_of(self, state):
        """The numbers of a state, in one array."""
        parts = self._observe(state)
        layout = {name: len(part) for name, part in parts.items()}
        if self.layout is None:
            self.layout, self.size = layout, sum(layout.values())
        if layout != self.layout:
            raise ValueError(f"`observe` gave {layout} numbers, before {self.layout}")
        return np.array([number for part in parts.values() for number in part], np.int32)

    def _number(self, line):
        if line not in self._numbers:
            raise ParlorError(f"the move `{line}` is not among the actions that were given")
        return self._numbers[line]

    def close(self):
        """Ends the process of the game."""
        self.program.close()
