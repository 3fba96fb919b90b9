"""Environments of PettingZoo, in which each player sees what is his."""

import numpy as np
from gymnasium.spaces import Box, Discrete
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from .batch import SEEDS, shares
from .environments import describe, observation_space, open_game, rewards_of


def env(game, **options):
    """A game in PettingZoo's usual wrappers: an action that is not legal ends the game with a
    reward of −1 for the player, and calls out of order are errors."""
    result = ParlorAEC(game, **options)
    result = wrappers.TerminateIllegalWrapper(result, illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(result))


class ParlorAEC(AECEnv):
    """A game of Parlor whose players, `player_0`, `player_1` and so on, move in turn.

    `game` is what follows `new`, with a name for each player: `farkle Ann Bob target=2000`; or a
    `LineGame`, which has `limit`, `program` and `timeout` itself. `reward` and `limit` are as in
    `ParlorEnv`. `observe` gives what a player saw at the last turn of his own,
    with a mask of zeros if it is another's turn, and at the end of the game what he sees then. An
    action that is not legal raises `Refused`, and nothing changes.

    `reset(seed=S)` opens the game that `new … seed=S` opens.
    """

    def __init__(
        self, game, *, reward=None, limit=0, program=None, timeout=60.0, render_mode=None
    ):
        super().__init__()
        if render_mode not in (None, "ansi", "human"):
            raise ValueError(f"render_mode={render_mode!r} is not None, 'ansi' or 'human'")
        self.batch = open_game(game, limit, program, timeout)
        try:
            self.reward = rewards_of(reward, self.batch)
        except ValueError:
            self.batch.close()
            raise
        self.metadata = {
            "name": f"parlor_{self.batch.game.split()[0]}_v0",
            "is_parallelizable": True,
            "render_modes": ["ansi", "human"],
        }
        self.render_mode = render_mode
        self.possible_agents = [f"player_{number}" for number in range(self.batch.players)]
        agents = self.possible_agents
        self.observation_spaces = {agent: observation_space(self.batch) for agent in agents}
        self.action_spaces = {agent: Discrete(self.batch.actions) for agent in agents}
        low, high = (np.tile(bound, len(agents)) for bound in self.batch.bounds())
        self.state_space = Box(low, high, dtype=np.int32)
        self._generator = np.random.default_rng()

    def observation_space(self, agent):
        return self.observation_spaces[agent]

    def action_space(self, agent):
        return self.action_spaces[agent]

    def reset(self, seed=None, options=None):
        if seed is not None:
            self._generator = np.random.default_rng(seed)
        self.game_seed = int(self._generator.integers(SEEDS)) if seed is None else seed % SEEDS
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._nothing = np.zeros(self.batch.actions, np.int8)
        unseen = np.zeros(self.batch.size, np.int32)
        self._seen = dict.fromkeys(self.agents, unseen)
        self._take(self.batch.open(self.game_seed))

    def _take(self, position):
        """Notes whose turn it is, and what this player sees."""
        self.agent_selection = self.possible_agents[position.turn[0]]
        self._seen[self.agent_selection] = position.observation[0]
        self._masks = dict.fromkeys(self.possible_agents, self._nothing)
        self._masks[self.agent_selection] = position.mask[0]
        self.infos = {agent: {"action_mask": self._masks[agent]} for agent in self.agents}

    def observe(self, agent):
        return {"observation": self._seen[agent], "action_mask": self._masks[agent]}

    def state(self):
        """What all players saw last, one after the other."""
        return np.concatenate([self._seen[agent] for agent in self.possible_agents])

    def step(self, action):
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            return self._was_dead_step(action)
        position = self.batch.step([int(action)])
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict.fromkeys(self.agents, 0.0)
        if self.reward == "score":
            self.rewards[agent] = float(position.reward[0])
        if not position.done[0]:
            self._take(position)
        else:
            if self.reward == "win" and position.done[0] == 1:
                for name, share in zip(self.agents, shares(position.winners, self.batch.players)[0]):
                    self.rewards[name] = float(share)
            self.terminations = dict.fromkeys(self.agents, bool(position.done[0] == 1))
            self.truncations = dict.fromkeys(self.agents, bool(position.done[0] == 2))
            self._seen = dict(zip(self.possible_agents, position.final[0]))
            self._masks = dict.fromkeys(self.possible_agents, self._nothing)
            winners = int(position.winners[0])
            self.infos = {
                name: {"action_mask": self._nothing, "winners": winners} for name in self.agents
            }
            following = (self.possible_agents.index(agent) + 1) % len(self.possible_agents)
            self.agent_selection = self.possible_agents[following]
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self):
        text = f"{self.agent_selection}\n" + describe(self.batch, self._seen[self.agent_selection])
        if self.render_mode == "human":
            print(text)
        elif self.render_mode == "ansi":
            return text

    def close(self):
        self.batch.close()
