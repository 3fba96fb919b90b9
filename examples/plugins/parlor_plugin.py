"""Games for Parlor in Python: the plugin protocol in one file.

A game is a subclass of Game: its class attributes describe it, its methods are the rules, and
`run(MyGame)` answers Parlor. Copy this file beside your program. The article "Plugins" of Parlor's
documentation explains the protocol.
"""

import hashlib
import json
import re
import sys
import threading

PROTOCOL = 2


class Refused(Exception):
    """A move that is not allowed. Raise it before you change anything."""

    def __init__(self, message, code="illegal-move", argument=None, option=None, help=()):
        super().__init__(message)
        self.object = {"code": code, "message": message}
        if argument is not None:
            self.object["place"] = {"argument": argument}
        elif option is not None:
            self.object["place"] = {"option": option}
        if help:
            self.object["help"] = list(help)


# Declarations: what a player can type, as data.


def parameter(name, kind, count=None, **more):
    """A parameter; `count=(least, most)` words, where most can be None."""
    declared = {"name": name, "kind": kind, **more}
    if count is not None:
        declared["count"] = list(count)
    return declared


def literal(word):
    return parameter(word, "literal")


def integer(name, low, high, count=None):
    return parameter(name, "integer", count, **{"from": low, "to": high})


def die(name="D", sides=6, count=None):
    return parameter(name, "die", count, sides=sides)


def choice(name, *values, count=None):
    return parameter(name, "choice", count, values=list(values))


def player(name="NAME", count=None):
    return parameter(name, "name", count)


def option(name, kind, default, summary, **more):
    """An option; the article "Plugins" lists the kinds and their keys."""
    return {"name": name, "kind": kind, "default": default, "summary": summary, **more}


def command(verb, *parameters, summary, forms=None, **more):
    """A command; several forms are a list of lists of parameters."""
    all_forms = [{"parameters": list(form)} for form in (forms or [parameters])]
    return {"verb": verb, "forms": all_forms, "summary": summary, **more}


def statistic(key, title, aggregation, *metrics, definition, unit="count"):
    """A statistic over the metrics of records: `statistic("best", "Best score", "highest",
    "score", definition="…", unit="points")`."""
    return {
        "key": key, "title": title, "aggregation": [aggregation, *metrics],
        "definition": definition, "unit": unit,
    }


# What a game answers.


def event(type, text="", **fields):
    """Something that happened: its kind, its data, and a line for people."""
    return {"type": type, "fields": fields, "text": text}


class Move:
    """A move that was made: its line with every outcome written out, and the events.

    `masked` is the line with `?` for hidden words. `draws` says that the move has an outcome of
    chance, `reveals` that the players learn something hidden, `undo_stop=False` that `undo` takes
    it back together with the move before.
    """

    def __init__(self, line, *events, draws=False, reveals=False, masked=None, undo_stop=True):
        self.line, self.events, self.draws = line, list(events), draws
        self.reveals, self.masked, self.undo_stop = reveals, masked, undo_stop

    def answer(self):
        answer = {"line": self.line, "draws": self.draws, "events": self.events}
        if self.reveals:
            answer["reveals"] = True
        if self.masked is not None:
            answer["masked"] = self.masked
        if not self.undo_stop:
            answer["undoStop"] = False
        return answer


class Reopen(Exception):
    """A question whose answer is another game: raise it from `ask` with the words of `new`, and the
    names of the options that the game keeps."""

    def __init__(self, words, keeping=()):
        super().__init__()
        self.answer = {"reopen": list(words), "keeping": list(keeping)}


class Ignored(Exception):
    """A move without effect. Raise it with the reason, before you change anything."""


def advice(unit, meaning, moves, estimate=None, reasons=()):
    """What the legal moves are worth: pairs of a line and its value, or triples with a note in a few
    words. The unit is "chance" (0 to 1), "points", "guesses" or "turns"; of the last two less is
    better. `meaning` says what the values count, `estimate` what they leave out, if anything."""
    rows = [(*move, "")[:3] for move in moves]
    return {
        "unit": unit, "meaning": meaning, "estimate": estimate, "reasons": list(reasons),
        "moves": [{"line": line, "value": value, "note": note} for line, value, note in rows],
    }


class Game:
    """A game in progress. The class attributes describe the game, the methods are the rules."""

    name = title = summary = ""
    version = "1.0"
    rules, setup, options, presets, commands, bots, traits = [], [], [], [], [], [], []
    shortcuts = {}
    statistics = []
    """A list of statistic(…)."""
    private_views = False
    """Whether the players see different things: then `view` is called for each of them."""
    time = 0
    """The game's clock in milliseconds, with the trait `reads-clock`."""

    def draw(self, words, options, chance):
        """With the trait `draws-at-start`: what the game begins with, as values of options, for
        example {"secret": "1 5 2"}. Draw nothing that the options hold already."""
        return {}

    def open(self, words, options):
        """Starts a game; returns events."""
        raise NotImplementedError

    def play(self, verb, words, options, chance):
        """Makes a move; returns a Move, or raises Refused or Ignored."""
        raise NotImplementedError

    def ask(self, verb, words, options):
        """Answers a question; returns events, or raises Reopen."""
        raise Refused(f"`{verb}` is not a question", "unknown-command")

    def bot(self, name, value, chance):
        """The line that a bot plays. The bot `random` plays any legal move without this, unless the
        class has the attribute `own_random = True`."""
        raise Refused(f"there is no bot `{name}`", "bad-argument")

    def advise(self):
        """What the moves of the player whose turn it is are worth: an advice(…). From it Parlor makes
        `hint`, `review` and the bot `best`. Use only what that player may see; raise Refused for a
        position without advice."""
        raise Refused("there is no advice", "not-now")

    own_random = False

    def view(self, player=None):
        """What a player sees, None for what everybody may see: a dictionary with the keys fields,
        caption, prompt, table and situation."""
        raise NotImplementedError

    def legal(self):
        """The legal moves of the player whose turn it is: a list of lines, or of pairs of a line
        and what it brings; and a list of forms of moves that cannot be listed."""
        return [], []

    def public(self):
        """The numbers of masked moves, counted from 1, whose full lines everybody may see now;
        True for all moves so far."""
        return []

    def turn(self):
        """The number of the player whose turn it is."""
        return 0

    def players(self):
        """How many players the game has; needed for private views."""
        return 1

    def player_names(self):
        """The names of the players, where they are not those that the game was opened with."""
        return None

    def rematch(self):
        """The words of `new` for another game with the same players, where they are others."""
        return None

    def resume(self):
        """The line to play when a saved session continues, for example one that starts a clock."""
        return None

    def digest(self):
        """16 hexadecimal digits, different for different states; by default Parlor computes one
        of the moves and what everybody sees."""
        return None

    def winners(self):
        """The numbers of the winners once the game is over, else None."""
        return None

    def metrics(self):
        """Pairs of a name and a number by which simulations compare finished games."""
        return []

    def record(self):
        """What to remember of a game that is over or given up: {"mode": …, "players": [{"result":
        …, "metrics": {…}}], "metrics": {…}}. Every key can be missing."""
        return {}


class Chance:
    """The draws of one move: first the words that the host sent, then words from the key."""

    def __init__(self, settings):
        self.key = [int(part) for part in settings.get("key", "0,0,0,0").split(",")]
        self.words = [int(word) for word in settings.get("words", "").split(",") if word]
        self.used = 0

    def word(self):
        """The next number from 0 to 4294967295."""
        if self.used == len(self.words):
            self.words.append(self._computed(self.key[3] + self.used))
        self.used += 1
        return self.words[self.used - 1]

    def below(self, bound):
        """A number from 0 to bound - 1, each as likely (Lemire, ACM TOMACS 29, 2019)."""
        product = self.word() * bound
        if product & 0xFFFFFFFF < bound:
            threshold = (0x100000000 - bound) % bound
            while product & 0xFFFFFFFF < threshold:
                product = self.word() * bound
        return product >> 32

    def die(self, sides=6):
        return self.below(sides) + 1

    def _computed(self, index):
        """A word of Philox4x32-10 (Salmon, Moraes, Dror, Shaw, SC11)."""
        seed, draw, epoch, _ = self.key
        mask = 0xFFFFFFFF
        c0, c1, c2, c3 = index >> 2, draw & mask, draw >> 32 & mask, epoch
        k0, k1 = seed & mask, seed >> 32 & mask
        for _ in range(10):
            p0, p1 = c0 * 0xD2511F53, c2 * 0xCD9E8D57
            c0, c1, c2, c3 = p1 >> 32 ^ c1 ^ k0, p1 & mask, p0 >> 32 ^ c3 ^ k1, p0 & mask
            k0, k1 = k0 + 0x9E3779B9 & mask, k1 + 0xBB67AE85 & mask
        return (c0, c1, c2, c3)[index & 3]


# The protocol.

WORD = re.compile(r'\s*(?:([a-z][a-z-]*)=)?(?:"((?:[^"\\]|\\.)*)"|(\S*))')


def split(line):
    """The words of a line and its options."""
    words, options, place = [], {}, 0
    line = line.rstrip()
    while place < len(line):
        match = WORD.match(line, place)
        place = match.end()
        text = match[3] if match[2] is None else re.sub(r"\\(.)", r"\1", match[2])
        if match[1] is not None:
            options[match[1]] = text
        else:
            words.append(text)
    return words, options


def settings_and_line(text):
    """The leading settings, and the rest."""
    settings, place = {}, 0
    while True:
        match = WORD.match(text, place)
        if match is None or match[1] is None:
            return settings, text[place:].strip()
        settings[match[1]] = match[3] if match[2] is None else re.sub(r"\\(.)", r"\1", match[2])
        place = match.end()


BOT_KEY = 0x243F6A8885A308D3


class Session:
    def __init__(self, game):
        self.kind = game
        self.game = None

    def hello(self, settings, line):
        kind = self.kind
        definition = {
            key: getattr(kind, key)
            for key in (
                "name", "title", "summary", "rules", "setup", "options", "presets", "commands",
                "shortcuts", "traits", "bots",
            )
        }
        definition["statistics"] = {"statistics": kind.statistics}
        record = [] if kind.record is Game.record else ["record"]
        random = ["random"] if kind.own_random else []
        advises = [] if kind.advise is Game.advise else ["advise"]
        return {
            "protocol": PROTOCOL, "name": kind.name, "version": kind.version,
            "capabilities": ["game", "playout"] + record + random + advises,
            "definition": definition,
        }

    def open(self, settings, line):
        game, events, drawn = self.opened(line, Chance(settings) if "key" in settings else None)
        self.game = game
        answer = {"events": events or [], "state": self.state()}
        return {**answer, "drawn": drawn} if drawn else answer

    def opened(self, line, chance):
        """A game as a line opens it, with what it drew at its start if there is chance for that."""
        words, options = split(line)
        game = self.kind()
        drawn = game.draw(words[2:], options, chance) if chance else {}
        options.update({name: str(value) for name, value in drawn.items()})
        return game, game.open(words[2:], options), drawn

    def play(self, settings, line):
        words, options = split(line)
        chance = Chance(settings)
        self.set_time(settings)
        try:
            move = self.current().play(words[0], words[1:], options, chance)
        except Ignored as reason:
            return {"ignored": str(reason)}
        return {**move.answer(), "used": chance.used, "state": self.state()}

    def ask(self, settings, line):
        words, options = split(line)
        self.set_time(settings)
        try:
            return {"events": self.current().ask(words[0], words[1:], options)}
        except Reopen as other:
            return other.answer

    def set_time(self, settings):
        self.current().time = int(settings.get("time", 0))

    def bot(self, settings, line):
        words, _ = split(line)
        self.set_time(settings)
        chance = Chance(settings)
        value = words[1] if len(words) > 1 else None
        return {"line": self.current().bot(words[0], value, chance), "used": chance.used}

    def advise(self, settings, line):
        self.set_time(settings)
        return self.current().advise()

    def view(self, settings, line):
        game = self.current()
        self.set_time(settings)
        turn = game.turn() if game.winners() is None else None
        player = int(settings["player"]) if "player" in settings else turn
        answer = {"view": game.view(player)}
        if player is not None and player == turn:
            answer["legal"] = self.legal(game)
        return answer

    def record(self, settings, line):
        self.set_time(settings)
        return self.current().record()

    def playout(self, settings, line):
        """Plays a whole game between bots; the open game stays as it is."""
        bots, seed = settings["bots"].split(","), int(split(line)[1]["seed"])
        draws = int("draws-at-start" in self.kind.traits)
        game, _, _ = self.opened(line, Chance({"key": f"{seed},0,0,0"}) if draws else None)
        lines = []
        while game.winners() is None and len(lines) < int(settings["limit"]):
            chance = Chance({"key": f"{seed ^ BOT_KEY},{len(lines)},0,0"})
            name, _, value = bots[game.turn() % len(bots)].partition(" ")
            if name == "random" and not game.own_random:
                moves = [move if isinstance(move, str) else move[0] for move in game.legal()[0]]
                if not moves:
                    raise Refused("the bot `random` finds no legal move", "not-now")
                chosen = moves[chance.below(len(moves))]
            else:
                chosen = game.bot(name, value or None, chance)
            words, options = split(chosen)
            draw = Chance({"key": f"{seed},{draws},0,0"})
            try:
                move = game.play(words[0], words[1:], options, draw)
            except Ignored as reason:
                raise Refused(f"the move has no effect: {reason}")
            lines.append(move.line)
            draws += move.draws
        end = json.dumps([lines, game.view()], sort_keys=True).encode()
        over = game.winners() is not None
        return {
            **({"winners": game.winners()} if over else {"turn": game.turn()}),
            "moves": len(lines), "metrics": game.metrics() if over else [],
            "digest": hashlib.blake2b(end, digest_size=8).hexdigest(),
        }

    def quit(self, settings, line):
        return {}

    def current(self):
        if self.game is None:
            raise Refused("no game is open", "no-game")
        return self.game

    def state(self):
        game = self.current()
        state = {"view": game.view(), "legal": self.legal(game)}
        winners = game.winners()
        if winners is None:
            state["turn"] = game.turn()
        else:
            state["winners"] = winners
            state["metrics"] = game.metrics()
        for key in ("players", "rematch", "resume", "digest"):
            value = game.player_names() if key == "players" else getattr(game, key)()
            if value is not None:
                state[key] = value
        if self.kind.private_views:
            state["views"] = [game.view(player) for player in range(game.players())]
        if game.public():
            state["public"] = game.public()
        return state

    def legal(self, game):
        moves, forms = game.legal()
        return {"moves": moves, "forms": forms}


class Remote(Game):
    """A game that is played elsewhere. Instead of `open`, `play` and `ask` write these methods.
    `now` is the session's clock in milliseconds. `folders` has the keys state-folder, read-folder
    and write-folder, where the session has them."""

    def begin(self, words, options, now, folders):
        """Opens a game; returns events. The option `clock` of `folders` is real or virtual."""
        raise NotImplementedError

    def execute(self, verb, words, options, now, folders):
        """Runs a command, move or question; returns events."""
        raise NotImplementedError

    def clock(self, now):
        """What happened until then: events."""
        return []


class RemoteSession(Session):
    """The requests to a remote game."""

    def hello(self, settings, line):
        return {**super().hello(settings, line), "capabilities": ["remote"]}

    def open(self, settings, line):
        words, options = split(line)
        self.game = self.kind()
        events = self.game.begin(words[2:], options, int(settings["now"]), settings)
        return {"events": events or [], "state": self.state()}

    def run(self, settings, line):
        words, options = split(line)
        events = self.current().execute(
            words[0], words[1:], options, int(settings["now"]), settings)
        return {"events": events or [], "state": self.state()}

    def clock(self, settings, line):
        return {"events": self.current().clock(int(settings["now"])), "state": self.state()}


class Player:
    """A program that decides for players: `run(Player(choose))`, where `choose(question, chance)`
    returns a line. The question has the keys game, player, state, legal and forms. Raise Refused
    for a game that the program does not know."""

    def __init__(self, choose):
        self.choice = choose

    def hello(self, settings, line):
        return {"protocol": PROTOCOL, "capabilities": ["player"]}

    def choose(self, settings, line):
        return {"line": self.choice(json.loads(line), Chance(settings))}

    def quit(self, settings, line):
        return {}


VERBS = {
    Session: {"hello", "open", "play", "ask", "bot", "advise", "view", "record", "playout", "quit"},
    RemoteSession: {"hello", "open", "run", "clock", "quit"},
    Player: {"hello", "choose", "quit"},
}


def answer(session, verb, rest):
    if verb not in VERBS[type(session)]:
        raise Refused(f"there is no request `{verb}`", "unknown-command")
    return getattr(session, verb)(*settings_and_line(rest))


_output, _lock = sys.stdout.buffer, threading.Lock()


def write(text):
    with _lock:
        _output.write(text.encode())
        _output.flush()


def news(game, happened):
    """Tells Parlor between two requests what happened in a remote game, from any thread: an event,
    after which the game is as it is now."""
    session = RemoteSession(type(game))
    session.game = game
    write("! " + json.dumps({**happened, "state": session.state()}) + "\n")


def run(game):
    """Answers requests until there are no more, for a class of games or for a Player. What the
    program prints goes to standard error."""
    sys.stdout = sys.stderr
    if isinstance(game, Player):
        session = game
    else:
        session = (RemoteSession if issubclass(game, Remote) else Session)(game)
    for request in sys.stdin.buffer:
        number, verb, *rest = request.decode().rstrip("\r\n").split(" ", 2) + [""]
        try:
            mark, reply = "=", answer(session, verb, rest[0])
        except Refused as refusal:
            mark, reply = "?", refusal.object
        write(f"{mark}{number} {json.dumps(reply)}\n\n")
        if verb == "quit":
            return
