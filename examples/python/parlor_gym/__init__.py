"""The games of Parlor for programs that learn, and for bots.

- `ParlorEnv` and `ParlorVectorEnv`: environments of Gymnasium
- `parlor_gym.zoo.env`: environments of PettingZoo, which must be installed
- `Batch`: what they are made of, as arrays; `LineGame` for games of plugins
- `Client`: a session for asyncio
"""

import gymnasium

from .batch import Batch, Position, random_actions
from .client import Client
from .environments import ParlorEnv, ParlorVectorEnv
from .lines import LineGame
from .program import ParlorError, Program, Refused

__all__ = [
    "Batch", "Client", "LineGame", "ParlorEnv", "ParlorError", "ParlorVectorEnv", "Position", "Program",
    "Refused", "random_actions", "register",
]

GAMES = {
    "Farkle": "farkle player_0 player_1",
    "Minesweeper": "minesweeper easy",
    "Mastermind": "mastermind",
}


def register():
    """Registers `parlor/Farkle-v0`, `parlor/Minesweeper-v0` and `parlor/Mastermind-v0`.

    Importing this package does so.
    """
    for name, game in GAMES.items():
        if f"parlor/{name}-v0" not in gymnasium.registry:
            gymnasium.register(
                f"parlor/{name}-v0",
                entry_point="parlor_gym:ParlorEnv",
                vector_entry_point="parlor_gym:ParlorVectorEnv",
                kwargs={"game": game},
            )


register()
