"""Games for Parlor in Python: everything about the plugin protocol, in one file.

A game is a subclass of Game with its facts as class attributes; `run(MyGame)` plays it. Copy this
file beside your program. The protocol itself is explained in "Plugins", in Parlor's documentation.
"""

import json
import re
import sys

PROTOCOL = 1


class Refused(Exception):
    """What a player may not do. Raise it before anything has changed."""

    def __init__(self, message, code="illegal-move", argument=None, option=None, help=()):
        super().__init__(message)
        self.object = {"code": code, "message": message}
        if argument is not None:
            self.object["place"] = {"argument": argument}
        elif option is not None:
            self.object["place"] = {"option": option}
        if help:
            self.object["help"] = list(help)


# Declarations: what can be typed, as data.


def parameter(name, kind, count=None, **more):
    """A parameter; `count=(least, most)` words, most may be None."""
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
    """An option; kinds and what they need are in the protocol."""
    return {"name": name, "kind": kind, "default": default, "summary": summary, **more}


def command(verb, *parameters, summary, forms=None, **more):
    """A command; `forms` is a list of lists of parameters, if there are several."""
    all_forms = [{"parameters": list(form)} for form in (forms or [parameters])]
    return {"verb": verb, "forms": all_forms, "summary": summary, **more}


# What a game tells.


def event(type, text="", **fields):
    """Something that happened: its kind, its data, and a line for people."""
    return {"type": type, "fields": fields, "text": text}


class Move:
    """What came of a move: its line with every outcome written out, and what happened."""

    def __init__(self, line, *events, draws=False):
        self.line, self.events, self.draws = line, list(events), draws


class Ignored(Exception):
    """A move without effect. Raise it with the reason, before anything has changed."""


class Game:
    """A game in progress. Its class attributes are its facts, its methods the rules."""

    name = title = summary = ""
    version = "1.0"
    setup, options, presets, commands, bots, traits = [], [], [], [], [], []
    shortcuts = {}

    def open(self, words, options):
        """Begins a game; returns events."""
        raise NotImplementedError

    def play(self, verb, words, options, chance):
        """Makes a move; returns a Move, or raises Refused or Ignored."""
        raise NotImplementedError

    def ask(self, verb, words, options):
        """Answers a question; returns events."""
        raise Refused(f"`{verb}` is no question", "unknown-command")

    def bot(self, name, value, chance):
        """The line that a bot plays."""
        raise Refused(f"there is no bot `{name}`", "bad-argument")

    def view(self):
        """What a player sees: fields, caption, prompt, table, situation."""
        raise NotImplementedError

    def legal(self):
        """Legal lines, or pairs of a line and what it brings; and forms that cannot be listed."""
        return [], []

    def turn(self):
        """The number of the player whose turn it is."""
        return 0

    def winners(self):
        """The numbers of the winners once the game is over, else None."""
        return None

    def measures(self):
        """Pairs of a name and a number, once the game is over."""
        return []


class Chance:
    """The draws of one move: the words that the host sent, then those that follow from the key."""

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
    """The settings that stand first, and the rest."""
    settings, place = {}, 0
    while True:
        match = WORD.match(text, place)
        if match is None or match[1] is None:
            return settings, text[place:].strip()
        settings[match[1]] = match[3] if match[2] is None else re.sub(r"\\(.)", r"\1", match[2])
        place = match.end()


class Session:
    def __init__(self, game):
        self.kind = game
        self.game = None

    def hello(self, settings, line):
        kind = self.kind
        sheet = {
            key: getattr(kind, key)
            for key in (
                "name", "title", "summary", "setup", "options", "presets", "commands",
                "shortcuts", "traits", "bots",
            )
        }
        return {
            "protocol": PROTOCOL, "name": kind.name, "version": kind.version,
            "capabilities": ["game"], "sheet": sheet,
        }

    def open(self, settings, line):
        words, options = split(line)
        game = self.kind()
        events = game.open(words[2:], options)
        self.game = game
        return {"events": events or [], "state": self.state()}

    def play(self, settings, line):
        words, options = split(line)
        chance = Chance(settings)
        try:
            move = self.current().play(words[0], words[1:], options, chance)
        except Ignored as reason:
            return {"ignored": str(reason)}
        return {
            "line": move.line, "draws": move.draws, "used": chance.used, "events": move.events,
            "state": self.state(),
        }

    def ask(self, settings, line):
        words, options = split(line)
        return {"events": self.current().ask(words[0], words[1:], options)}

    def bot(self, settings, line):
        words, _ = split(line)
        chance = Chance(settings)
        value = words[1] if len(words) > 1 else None
        return {"line": self.current().bot(words[0], value, chance), "used": chance.used}

    def view(self, settings, line):
        return {"view": self.current().view()}

    def quit(self, settings, line):
        return {}

    def current(self):
        if self.game is None:
            raise Refused("no game is open", "no-game")
        return self.game

    def state(self):
        game = self.current()
        moves, forms = game.legal()
        state = {"view": game.view(), "legal": {"moves": moves, "forms": forms}}
        winners = game.winners()
        if winners is None:
            state["turn"] = game.turn()
        else:
            state["winners"] = winners
            state["measures"] = game.measures()
        return state


VERBS = {"hello", "open", "play", "ask", "bot", "view", "quit"}


def answer(session, verb, rest):
    if verb not in VERBS:
        raise Refused(f"there is no request `{verb}`", "unknown-command")
    return getattr(session, verb)(*settings_and_line(rest))


def run(game):
    """Answers requests until there are no more. What the game prints goes to standard error."""
    requests = sys.stdin.buffer
    answers, sys.stdout = sys.stdout.buffer, sys.stderr
    session = Session(game)
    for request in requests:
        number, verb, *rest = request.decode().rstrip("\r\n").split(" ", 2) + [""]
        try:
            mark, reply = "=", answer(session, verb, rest[0])
        except Refused as refusal:
            mark, reply = "?", refusal.object
        answers.write(f"{mark}{number} {json.dumps(reply)}\n\n".encode())
        answers.flush()
        if verb == "quit":
            return
