#!/usr/bin/env python3
"""verify.py FILE…: checks saved fair games of Parlor, from the article "Fair chance" alone."""
import hashlib, hmac, re, sys
HIDES = b"# This file holds what the game hides from its players."
MARKS = rb"# (checked by the sum in the last line|given-up|assisted|(rules-revision|undo-epoch) [1-9][0-9]*)"
BOARDS = {"easy": (9, 9, 10), "medium": (16, 16, 40), "hard": (16, 30, 99)}
WORD = r'([a-z][a-z-]*=|)"((?:[^"\\]|\\.)*)"|([^ ]+)'  # quotes are around a word or a value
class Draw:  # the numbers of a draw, from the bytes of HMAC-SHA256(key, WORDS:MOVE:BLOCK)
    def __init__(self, key, words, move):
        self.key, self.message, self.taken = key, f"{words}:{move}:", 0
    def byte(self):
        place, self.taken = self.taken % 32, self.taken + 1
        if place == 0:
            self.block = hmac.digest(self.key, f"{self.message}{self.taken // 32}".encode(), "sha256")
        return self.block[place]
    def below(self, bound):
        size = next(size for size in range(1, 5) if 256 ** size >= bound)
        while True:
            number = int.from_bytes(bytes(self.byte() for _ in range(size)), "big")
            if number < 256 ** size // bound * bound: return number % bound

class Keys:  # the keys of the draws: the secret of the keeper, or the shares of two sides
    def __init__(self, options):
        commits, last = options["fair"].split("+"), options["fair-secret"].split("+")
        assert len(commits) == len(last) <= 2, "not a secret for each commit"
        if len(commits) == 1:
            self.secret, self.chains = bytes.fromhex(last[0]), []
            assert hashlib.sha256(self.secret).hexdigest() == commits[0], "not the commit"
        else: self.chains = [self.chain(*side) for side in zip("12", commits, last)]
    def chain(self, side, commit, share):
        chain = [share]
        while chain[-1] != commit:
            assert len(chain) <= 1000, f"the shares of side {side} do not lead to its commit"
            chain.append(hashlib.sha256(f"{side}:{chain[-1]}".encode()).hexdigest())
        return chain[::-1]
    def key(self, draw): return bytes.fromhex("".join(chain[draw] for chain in self.chains)) or self.secret
    def fits(self, draws):  # a draw that was asked for may lack the share of one side
        counts = {len(chain) - 1 for chain in self.chains} or {draws}
        return draws in counts and counts <= {draws, draws + 1}

def code(draw, options):
    slots, colors = int(options.get("slots", 4)), int(options.get("colors", 6))
    if options.get("repeats") != "off": return [draw.below(colors) + 1 for _ in range(slots)]
    pegs = list(range(1, colors + 1))
    for last in range(colors - 1, 0, -1):
        other = draw.below(last + 1)
        pegs[last], pegs[other] = pegs[other], pegs[last]
    return pegs[:slots]

def layout(draw, mode, options, row, column):
    rows, columns = int(options.get("rows", 16)), int(options.get("cols", 16))
    mines = int(options.get("mines", min(max(40, -(-rows * columns // 10)), rows * columns * 3 // 10)))
    if mode in BOARDS: rows, columns, mines = BOARDS[mode]
    reach = 1 if options.get("first") == "open" else 0
    cells = [(r, c) for r in range(rows) for c in range(columns)
             if abs(r + 1 - row) > reach or abs(c + 1 - column) > reach]
    laid = set()
    for last in range(len(cells) - mines, len(cells)):
        cell = cells[draw.below(last + 1)]
        laid.add(cells[last] if cell in laid else cell)
    return "/".join("".join(".*"[(r, c) in laid] for c in range(columns)) for r in range(rows))

def check(path):
    *lines, rest = open(path, "rb").read().split(b"\n")
    assert rest == b"" and lines and lines[0] == b"# parlor-log 1", "line 1: not a saved game"
    fnv, draws, opened = 0xCBF29CE484222325, 0, None
    for number, line in enumerate(lines, 1):
        at, isLast = f"line {number}: ", number == len(lines)
        assert not isLast or line == b"# sum %016x" % fnv, at + "the sum is not that of the lines above"
        for byte in b"" if line == HIDES else line + b"\n":
            fnv = (fnv ^ byte) * 0x100000001B3 % 2 ** 64
        if number == 1 or isLast or line == HIDES or re.fullmatch(MARKS, line): continue
        entry = re.fullmatch(rb"([^#]+|new .+) # =[0-9A-F]{8}", line)
        assert entry, at + "neither a move nor a known comment"
        words = [plain or (name or " ") + re.sub(r"\\(.)", r"\1", quoted)
                 for name, quoted, plain in re.findall(WORD, entry[1].decode())]
        if opened is None:
            assert words[0] == "new", at + "not the line that opens the game"
            opened, options = words, dict(word.split("=", 1) for word in words[1:] if "=" in word[1:] and word[0] != " ")
            keys, said = Keys(options), options["fair-words"]
            if words[1] != "mastermind": continue
            drawn, logged = code(Draw(keys.key(1), said, "1"), options), options["secret"].split()
        elif words[0] == "roll" and opened[1] == "farkle":
            draw = Draw(keys.key(draws + 1), said, draws + 1)
            drawn, logged = [draw.below(6) + 1 for _ in words[1:]], words[1:]
        elif words[-1].startswith("layout=") and opened[1] == "minesweeper":
            assert options.get("guess") != "no", at + "a board without guesses takes Parlor to check"
            draw = Draw(keys.key(draws + 1), said, f"{draws + 1},{words[1]},{words[2]}")
            drawn = [layout(draw, opened[2], options, int(words[1]), int(words[2]))]
            logged = [words[3].split("=")[1]]
        else: continue
        draws += 1
        assert list(map(str, drawn)) == logged, at + f"not what the secret draws: {drawn}"
    assert keys.fits(draws), "the shares are not those of the draws"
    print(f"{path}: fair: commit {options['fair']}, {draws} draws, sum {lines[-1][6:].decode()}")
def fails(path):
    try: return check(path)
    except (AssertionError, LookupError, ValueError) as error: return not print(f"{path}: NOT fair: {error}")
sys.exit(any([fails(path) for path in sys.argv[1:]]))
