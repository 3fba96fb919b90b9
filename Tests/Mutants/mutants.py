#!/usr/bin/env python3
"""Measures the tests by small changes of the program: mutants.py [N] [--seed S] [--target NAME]… [--folder DIR]

A mutant is one operator, bound or constant of `Sources` that is changed: `<` to `<=`, `+` to `-`, `&&` to `||`,
`true` to `false`, 5 to 6. The tests catch it if one of them fails, traps or does not end.

All mutants are built at once, since a build for each would take days ("mutant schemata": Untch, Offutt and
Harrold, 1993). In a copy of the tree every changed place asks at run time whether its mutant is in force:
`a < b` becomes `a <⊕⊖⊗ b`, an operator that is `<` or `<=`; `5` becomes `(mutated(17) ? 6 : 5)`. A file holds the
number of the mutant in force, so that programs which tests start have it too. Places that do not compile so are
left out and replaced by others.

For each mutant the tests of its target run first, then the examples, then the tests of targets above it; with
`--thorough` then all others. The first failure ends it. What survives is listed. `without-effect` beside this file lists mutants that
change nothing that anybody can observe, with the reason; they are not counted.
"""

import argparse
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
WITHOUT_EFFECT = os.path.join(HERE, "without-effect")
# Programs that measure, and what only links.
LEFT_OUT = {"parlor-bench", "LibC", "parlor-farkle-ten", "parlor-logik"}
SWAPS = {
    "<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "+": "-", "-": "+",
    "&&": "||", "||": "&&", "*": "+", "/": "*", "%": "/", "+=": "-=", "-=": "+=",
}
PRECEDENCE = {
    **dict.fromkeys(["<", "<=", ">", ">=", "==", "!="], "ComparisonPrecedence"),
    **dict.fromkeys(["+", "-"], "AdditionPrecedence"), **dict.fromkeys(["*", "/", "%"], "MultiplicationPrecedence"),
    "&&": "LogicalConjunctionPrecedence", "||": "LogicalDisjunctionPrecedence",
    "+=": "AssignmentPrecedence", "-=": "AssignmentPrecedence",
}
SIGNATURES = {
    **dict.fromkeys(["<", "<=", ">", ">="], "<T: Comparable>(a: T, b: T) -> Bool"),
    **dict.fromkeys(["==", "!="], "<T: Equatable>(a: T, b: T) -> Bool"),
    **dict.fromkeys(["+", "-"], "<T: AdditiveArithmetic>(a: T, b: T) -> T"),
    **dict.fromkeys(["*", "/", "%"], "<T: BinaryInteger>(a: T, b: T) -> T"),
    **dict.fromkeys(["+=", "-="], "<T: AdditiveArithmetic>(a: inout T, b: T)"),
    **dict.fromkeys(["&&", "||"], "(a: Bool, b: @autoclosure () throws -> Bool) rethrows -> Bool"),
}
TOKEN = re.compile(
    r"(?<= )(<=|>=|==|!=|&&|\|\||\+=|-=|[<>+\-*/%])(?= )|(?<![\w.\"$])(\d+)(?![\w.\"]|\.\d)|\b(true|false)\b")
# Lines whose words are types, patterns, declarations or conditions of the compiler.
SKIPPED = re.compile(
    r"^\s*(//|#|@|import |extension |(\w+ )*(protocol|associatedtype|typealias|infix|prefix|operator|macro)\b|\*)"
    r"|\bwhere\b|\bcase\b.*:|\bfunc [^\w`]|precondition|\bSourceLocation")


class Mutant:
    def __init__(self, path, line, column, old, new):
        self.path, self.line, self.column, self.old, self.new = path, line, column, old, new
        self.number = 0

    @property
    def target(self):
        parts = self.path.split("/")
        return parts[2] + "Game" if parts[1] == "Games" else parts[1]

    def sign(self):
        digits, number = "", self.number
        for _ in range(4):
            digits += "⊕⊖⊗⊘⊙⊚⊛⊜"[number % 8]
            number //= 8
        return self.old + digits

    def code(self):
        if self.old in SWAPS:
            return self.sign()
        return f"(mutated({self.number}) ? {self.new} : {self.old})"

    def declaration(self):
        sign, words, right = self.sign(), "return ", "b"
        if self.old in ("&&", "||"):
            words, right = "return try ", "b()"
        elif self.old in ("+=", "-="):
            words = ""
        body = (f"if mutated({self.number}) {{ {words}(a {self.new} {right}) }}"
                f" else {{ {words}(a {self.old} {right}) }}")
        return (f"infix operator {sign}: {PRECEDENCE[self.old]}\n"
                f"func {sign} {SIGNATURES[self.old]} {{ {body} }}\n")

    def __str__(self):
        return f"{self.path}:{self.line}:{self.column + 1}: {self.old} → {self.new}"


def blanked(text):
    """The text with comments and the contents of strings as blanks; places stay as they are."""
    def blank(match):
        return re.sub(r"[^\n]", " ", match[0])
    pattern = r'"""[\s\S]*?"""|#"[^\n]*?"#|"(?:\\.|[^"\\\n])*"|//[^\n]*|/\*[\s\S]*?\*/|#?/[^ /\n][^/\n]*/#?(?=[ ,)\n])'
    return re.sub(pattern, blank, text)


def candidates(tree, path):
    with open(os.path.join(tree, path), encoding="utf-8") as file:
        text = file.read()
    for number, line in enumerate(blanked(text).split("\n"), 1):
        if SKIPPED.search(line):
            continue
        for match in TOKEN.finditer(line):
            old = match[0]
            if old in SWAPS:
                new = SWAPS[old]
            elif old in ("true", "false"):
                new = "false" if old == "true" else "true"
            else:
                new = str(int(old) + 1)
            yield Mutant(path, number, match.start(), old, new)


def choose(tree, count, seed, targets, dropped):
    """Mutants spread over the files by their length, at most one a line."""
    paths = subprocess.run(
        ["git", "-C", ROOT, "ls-files", "Sources/*.swift"], capture_output=True, text=True, check=True).stdout.split()
    found = [mutant for path in paths for mutant in candidates(tree, path)]
    found = [m for m in found if m.target not in LEFT_OUT and (not targets or m.target in targets)]
    random.Random(seed).shuffle(found)
    chosen, lines = [], set()
    for mutant in found:
        place = (mutant.path, mutant.line)
        if place in lines or (mutant.path, mutant.line, mutant.column) in dropped:
            continue
        lines.add(place)
        chosen.append(mutant)
        if len(chosen) == count:
            break
    return sorted(chosen, key=lambda m: (m.path, m.line))


def instrument(tree, original, mutants, chosen_file):
    """Writes the mutants into the copy of the tree."""
    by_path = {}
    for number, mutant in enumerate(mutants, 1):
        mutant.number = number
        by_path.setdefault(mutant.path, []).append(mutant)
    modules = {}
    for path, own in by_path.items():
        with open(os.path.join(original, path), encoding="utf-8") as file:
            lines = file.read().split("\n")
        for mutant in sorted(own, key=lambda m: -m.column):
            line = lines[mutant.line - 1]
            end = mutant.column + len(mutant.old)
            lines[mutant.line - 1] = line[:mutant.column] + mutant.code() + line[end:]
            folder = "/".join(path.split("/")[:3 if path.startswith("Sources/Games/") else 2])
            modules.setdefault(folder, []).append(mutant)
        write(os.path.join(tree, path), "\n".join(lines))
    for folder, own in modules.items():
        code = (
            "#if canImport(Glibc)\nimport Glibc\n#else\nimport Darwin\n#endif\n"
            "private let mutantInForce: Int = {\n"
            f"  guard let file = fopen(\"{chosen_file}\", \"r\") else {{ return 0 }}\n"
            "  defer { fclose(file) }\n"
            "  var number = 0\n"
            "  while true { let byte = getc(file); if byte < 48 { return number }; number = number * 10 + Int(byte) - 48 }\n"
            "}()\n"
            "func mutated(_ number: Int) -> Bool { number == mutantInForce }\n")
        code += "".join(m.declaration() for m in own if m.old in SWAPS)
        write(os.path.join(tree, folder, "MutantsInForce.swift"), code)


def write(path, text):
    """Writes a file unless it has this text, so that nothing is built for nothing."""
    if os.path.exists(path):
        with open(path, encoding="utf-8") as file:
            if file.read() == text:
                return
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def build(tree):
    """Builds the tests; the errors as a list of (path, line)."""
    ended = subprocess.run(
        ["swift", "build", "--build-tests", "--scratch-path", f"{tree}/.build-mutants", "--enable-all-traits"],
        cwd=tree, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    if ended.returncode == 0:
        return []
    output = ended.stdout + ended.stderr
    found = re.findall(re.escape(tree) + r"/(Sources/\S+?\.swift):(\d+):\d+: error: ", output)
    if not found:
        sys.exit("mutants: the build failed:\n" + output[-3000:])
    return [(path, int(line)) for path, line in found]


class Tests:
    """Runs tests of the copy until one fails."""

    def __init__(self, tree, chosen_file, is_thorough):
        self.tree, self.chosen_file, self.is_thorough = tree, chosen_file, is_thorough
        self.debug = f"{tree}/.build-mutants/debug"
        listed = subprocess.run(
            self.swift_test("list"), cwd=tree, capture_output=True, text=True, check=True).stdout
        self.targets = sorted({line.split(".")[0] for line in listed.splitlines() if "." in line})
        self.seconds = {}

    def swift_test(self, *words):
        return ["swift", "test", *words, "--skip-build", "--disable-xctest", "--scratch-path",
                f"{self.tree}/.build-mutants", "--enable-all-traits"]

    def stages(self, target):
        """What runs for a mutant of a target, in order: names of test targets, and `examples`."""
        own = [f"{target}Tests"] if f"{target}Tests" in self.targets else []
        if target == "parlord":
            return ["ParlordTests"]
        if target in ("FarkleTenClient", "LogikClient", "RemoteTransport", "FoundationTransport"):
            rest = ["RemoteTransportTests", "FarkleTenClientTests", "LogikClientTests", "FoundationTransportTests"]
        elif target.endswith("Game"):
            rest = ["examples", "ContractTests", "SimulationTests"]
        elif target == "parlor":
            rest = ["examples", "ProgramTests"]
        else:
            rest = ["examples", "ParlorEngineTests", "ContractTests", "ScenariosTests", "PluginsTests"]
        stages = own + [name for name in rest if name not in own]
        others = [name for name in self.targets if name not in stages and name != "ArchitectureTests"]
        return stages + (others if self.is_thorough else [])

    def passes(self, stage, number):
        with open(self.chosen_file, "w", encoding="ascii") as file:
            file.write(f"{number}\n")
        if stage == "examples":
            documents = [name for name in os.listdir(self.tree) if name.endswith(".md")]
            command = [f"{self.debug}/parlor", "test", "--allow", "exec,network", "examples", *documents]
        else:
            command = self.swift_test("--filter", f"^{stage}\\.")
        limit = self.seconds.get(stage, 600) * 6 + 20
        start = time.monotonic()
        process = subprocess.Popen(
            command, cwd=self.tree, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            start_new_session=True)
        os.set_blocking(process.stdout.fileno(), False)
        failed = False
        while process.poll() is None and not failed:
            text = process.stdout.read() or b""
            failed = b"recorded an issue" in text or time.monotonic() - start > limit
            time.sleep(0.05)
        if process.poll() is None:
            try:
                os.killpg(process.pid, 9)
            except ProcessLookupError:
                pass
        process.wait()
        if number == 0:
            self.seconds[stage] = time.monotonic() - start
        return not failed and process.returncode == 0


def without_effect():
    """The lines of `without-effect`: path, the text of the line, the change."""
    found = set()
    with open(WITHOUT_EFFECT, encoding="utf-8") as file:
        for line in file:
            if line.startswith("Sources/"):
                path, change, text = (part.strip() for part in line.split("|")[:3])
                found.add((path, change, text))
    return found


def main():
    parser = argparse.ArgumentParser(description="Changes the program in small ways and counts what the tests catch.")
    parser.add_argument("count", type=int, nargs="?", default=30, metavar="N", help="how many mutants; 30")
    parser.add_argument("--seed", type=int, default=1, help="chooses other mutants")
    parser.add_argument("--target", action="append", default=[], help="only in a target, such as FarkleGame")
    parser.add_argument("--thorough", action="store_true", help="what survives runs all tests")
    parser.add_argument("--folder", help="keeps the copy and its build, for the next run")
    given = parser.parse_args()
    folder = given.folder or tempfile.mkdtemp()
    tree, chosen_file = os.path.join(os.path.realpath(folder), "tree"), os.path.join(os.path.realpath(folder), "mutant")
    try:
        measure(given, tree, chosen_file)
    finally:
        if not given.folder:
            shutil.rmtree(folder, ignore_errors=True)


def measure(given, tree, chosen_file):
    files = subprocess.run(["git", "-C", ROOT, "ls-files", "-z"], capture_output=True, check=True).stdout
    os.makedirs(tree, exist_ok=True)
    for name in filter(None, files.decode().split("\0")):
        path = os.path.join(tree, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        if not os.path.exists(path) or open(path, "rb").read() != open(os.path.join(ROOT, name), "rb").read():
            shutil.copy2(os.path.join(ROOT, name), path, follow_symlinks=False)
    # Places that did not compile in an earlier run are known.
    kept = os.path.join(os.path.dirname(tree), "left-out")
    dropped = set()
    if os.path.exists(kept):
        with open(kept, encoding="utf-8") as file:
            dropped = {(path, int(line), int(column)) for path, line, column in map(str.split, file)}
    for _ in range(30):
        mutants = choose(ROOT, given.count, given.seed, given.target, dropped)
        instrument(tree, ROOT, mutants, chosen_file)
        errors = build(tree)
        if not errors:
            break
        before = len(dropped)
        for path, line in errors:
            near = [m for m in mutants if m.path == path and abs(m.line - line) <= 3]
            near = near or [m for m in mutants if m.path == path]
            dropped |= {(m.path, m.line, m.column) for m in near}
        print(f"{len(dropped)} places do not compile with a choice and are left out", flush=True)
        with open(kept, "w", encoding="utf-8") as file:
            file.writelines(f"{path} {line} {column}\n" for path, line, column in sorted(dropped))
        if len(dropped) == before:
            sys.exit(f"mutants: cannot build: {errors[:3]}")
        # Files whose mutants went are as before.
        for path in {path for path, _, _ in dropped}:
            with open(os.path.join(ROOT, path), encoding="utf-8") as file:
                write(os.path.join(tree, path), file.read())
    else:
        sys.exit("mutants: too many places do not compile")
    tests = Tests(tree, chosen_file, given.thorough)
    known, caught, survivors, excused = without_effect(), 0, [], 0
    for mutant in mutants:
        with open(os.path.join(ROOT, mutant.path), encoding="utf-8") as file:
            text = file.read().split("\n")[mutant.line - 1].strip()
        if (mutant.path, f"{mutant.old} → {mutant.new}", text) in known:
            excused += 1
            continue
        for stage in tests.stages(mutant.target):
            if stage not in tests.seconds and not tests.passes(stage, 0):
                print(f"without a mutant, {stage} fails and is left out", flush=True)
                tests.targets = [name for name in tests.targets if name != stage]
                continue
            if not tests.passes(stage, mutant.number):
                caught += 1
                print(f"caught by {stage}: {mutant}", flush=True)
                break
        else:
            survivors.append(mutant)
            print(f"SURVIVED: {mutant}\n    {text}", flush=True)
    judged = caught + len(survivors)
    print(f"{caught} of {judged} mutants were caught, {excused} are known to have no effect")
    for mutant in survivors:
        print(f"survived: {mutant}")
    sys.exit(0 if judged == 0 or caught / judged >= 0.95 else 1)


if __name__ == "__main__":
    main()
