"""Environments of Gymnasium: one game, and many games at once."""

import gymnasium
import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from .batch import SEEDS, Batch, shares
from .program import ParlorError

REWARDS = ("win", "score")


def open_game(game, limit, program, timeout):
    """The game that is meant by words, or by a `LineGame`, which has these options itself."""
    if isinstance(game, str):
        return Batch(game, limit=limit, program=program, timeout=timeout)
    return game


def observation_space(batch):
    """What a player sees and may do: `observation` and `action_mask`."""
    mask = Box(0, 1, (batch.actions,), np.int8)
    return Dict({"observation": Box(*batch.bounds(), dtype=np.int32), "action_mask": mask})


def rewards_of(choice, batch):
    """The kind of rewards: what is chosen, or `win` if there is somebody to win against."""
    choice = choice or ("win" if batch.players > 1 else "score")
    if choice not in REWARDS:
        raise ValueError(f"reward={choice!r} is neither 'win' nor 'score'")
    if choice == "win" and batch.players == 1:
        raise ValueError("reward='win' needs a game for two or more players")
    return choice


def describe(batch, observation):
    """An observation as text: a line for each of its parts."""
    parts = batch.parts(observation)
    return "\n".join(f"{name}: {' '.join(map(str, part))}" for name, part in parts.items())


class ParlorEnv(gymnasium.Env):
    """A game of Parlor for one learner, who is the first player.

    `game` is what follows `new`, such as `minesweeper easy` or `farkle Ann Bob target=2000`; or a
    `LineGame`, which has `limit`, `program` and `timeout` itself. `opponent` plays for all other players: a function of their observation (a dictionary as the
    learner gets it) that returns an action; None plays at random.

    `reward` is `win` (−1 for a loss; 1, or a share of what the losers lose, for a win; nothing
    before the end) or `score` (what a move adds to the learner's score).
    An action that is not legal ends the game with a reward of −1 and `info["illegal"]`; with
    `illegal="error"` it raises `Refused`, and nothing changes. `limit` truncates a game after that
    many moves.

    `reset(seed=S)` opens the game that `new … seed=S` opens.
    """

    metadata = {"render_modes": ["ansi"]}

    def __init__(
        self,
        game,
        *,
        opponent=None,
        reward=None,
        illegal="end",
        limit=0,
        program=None,
        timeout=60.0,
        render_mode=None,
    ):
        if illegal not in ("end", "error"):
            raise ValueError(f"illegal={illegal!r} is neither 'end' nor 'error'")
        if render_mode not in (None, "ansi"):
            raise ValueError(f"render_mode={render_mode!r} is neither None nor 'ansi'")
        self.render_mode, self.illegal = render_mode, illegal
        self.opponent = opponent
        self.batch = open_game(game, limit, program, timeout)
        try:
            self.reward = rewards_of(reward, self.batch)
        except ValueError:
            self.batch.close()
            raise
        self.observation_space = observation_space(self.batch)
        self.action_space = Discrete(self.batch.actions)
        self._seen = None

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        self.game_seed = int(self.np_random.integers(SEEDS)) if seed is None else seed % SEEDS
        self._take(self.batch.open(self.game_seed))
        while self._turn != 0:
            if self._move(self._opponents_action())[1]:
                return self.reset()
        return self._seen, self._info()

    def step(self, action):
        if self._seen is None:
            raise ParlorError("the game is over or has not begun: call `reset`")
        if not self.action_space.contains(action):
            raise ValueError(f"{action!r} is not an action: they are 0 to {self.batch.actions - 1}")
        if self.illegal == "end" and not self._seen["action_mask"][action]:
            return self._end(self._seen["observation"].copy(), -1.0, True, {"illegal": True})
        gained, done, last = self._move(action)
        reward = gained if self.reward == "score" else 0.0
        while not done and self._turn != 0:
            _, done, last = self._move(self._opponents_action())
        if not done:
            return self._seen, reward, False, False, self._info()
        if self.reward == "win":
            reward = float(shares(last.winners, self.batch.players)[0, 0])
        return self._end(last.final[0][0], reward, done == 1, {"winners": int(last.winners[0])})

    def _move(self, action):
        """Makes a move of whoever's turn it is: what it gained, whether the game is over, and the
        position after it."""
        position = self.batch.step([int(action)])
        self._take(position)
        return float(position.reward[0]), int(position.done[0]), position

    def _take(self, position):
        self._turn = int(position.turn[0])
        self._seen = {"observation": position.observation[0], "action_mask": position.mask[0]}

    def _end(self, observation, reward, is_over, more):
        """The end of a game: no action is legal any more."""
        mask = np.zeros(self.batch.actions, np.int8)
        self._seen = None
        self._last = observation
        seen = {"observation": observation, "action_mask": mask}
        return seen, reward, is_over, not is_over, {"action_mask": mask, **more}

    def _info(self):
        return {"action_mask": self._seen["action_mask"]}

    def _opponents_action(self):
        if self.opponent:
            return self.opponent(self._seen)
        return self.np_random.choice(np.flatnonzero(self._seen["action_mask"]))

    def action_lines(self):
        """The line of each action, such as `hold 1 5`."""
        return self.batch.lines()

    def render(self):
        if self.render_mode == "ansi":
            seen = self._last if self._seen is None else self._seen["observation"]
            return describe(self.batch, seen)

    def close(self):
        self.batch.close()


class ParlorVectorEnv(VectorEnv):
    """Many games of one kind, which one process steps together.

    The observation of a game is that of the player whose turn it is: `info["turn"]`. In a game for
    several players one learner so plays for all of them. The reward is that of the player who has
    moved; `info["rewards"]` has those of all players, games × players. `game`, `reward` and `limit`
    are as in `ParlorEnv`.

    A game that ends is replaced in the same step (`AutoresetMode.SAME_STEP`): `info["final_obs"]` has
    what the player saw last who has moved, `info["winners"]` the sum of 2^player of the winners.
    An action that is not legal raises `Refused`, which names its game, and no game changes.
    """

    metadata = {"render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP}
    batch = None

    def __init__(
        self, game, num_envs=1, *, reward=None, limit=0, program=None, timeout=60.0, render_mode=None
    ):
        if render_mode is not None:
            raise ValueError("many games cannot be rendered: render_mode must be None")
        self.batch = Batch(game, num_envs, limit=limit, program=program, timeout=timeout)
        try:
            self.reward = rewards_of(reward, self.batch)
        except ValueError:
            self.batch.close()
            raise
        self.num_envs, self.render_mode = num_envs, None
        self.single_observation_space = observation_space(self.batch)
        self.single_action_space = Discrete(self.batch.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._every = np.ones(num_envs, bool)
        self._turn = None

    def reset(self, *, seed=None, options=None):
        """Begins all games anew; game I has the seed `seed` + I."""
        if options and "reset_mask" in options:
            raise ValueError("games that end are replaced at once: a reset_mask is not supported")
        if isinstance(seed, (list, tuple)):
            if list(seed) != list(range(seed[0], seed[0] + self.num_envs)):
                raise ValueError("the seeds of a batch are consecutive: give the first one")
            seed = seed[0]
        super().reset(seed=seed)
        self.game_seed = int(self.np_random.integers(SEEDS)) if seed is None else seed % SEEDS
        position = self.batch.open(self.game_seed)
        return self._take(position)

    def step(self, actions):
        if self._turn is None:
            raise ParlorError("the games have not begun: call `reset`")
        actions = np.asarray(actions)
        if actions.shape != (self.num_envs,) or actions.dtype.kind not in "iu":
            raise ValueError(f"`step` takes {self.num_envs} integers, an action for each game")
        movers, games = self._turn, np.arange(self.num_envs)
        position = self.batch.step(actions.tolist())
        seen, infos = self._take(position)
        over, stopped = position.done == 1, position.done == 2
        if self.reward == "win":
            rewards = np.where(over[:, None], shares(position.winners, self.batch.players), 0.0)
        else:
            rewards = np.zeros((self.num_envs, self.batch.players))
            rewards[games, movers] = position.reward
        infos |= {"rewards": rewards, "_rewards": self._every}
        if position.final:
            ended = over | stopped
            nothing = np.zeros(self.batch.actions, np.int8)
            final = np.full(self.num_envs, None, object)
            for game in np.flatnonzero(ended):
                last = position.final[game][movers[game]]
                final[game] = {"observation": last, "action_mask": nothing}
            winners = {"winners": position.winners, "_winners": ended}
            infos |= {"final_obs": final, "_final_obs": ended, **winners}
            infos |= {"final_info": winners, "_final_info": ended}
        return seen, rewards[games, movers], over, stopped, infos

    def _take(self, position):
        self._turn = position.turn
        seen = {"observation": position.observation, "action_mask": position.mask}
        infos = {"turn": position.turn, "action_mask": position.mask}
        return seen, infos | {"_" + name: self._every for name in infos}

    def close_extras(self, **kwargs):
        # Gymnasium closes what could not be opened, too.
        if self.batch:
            self.batch.close()
