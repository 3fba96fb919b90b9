#!/usr/bin/env python3
"""Counts the functions of our own that a line passes, and their files: hops.py PARLOR [--list [WAY…]]

Runs a debug build under callgrind. A hop is a function of `Sources` that is called more often with `hold 1 1 5` than
without it, in a script and at the prompt, or by `parlor test` for a scenario of three commands; what the compiler
adds (thunks, accessors of metadata, copies) does not count. ARCHITECTURE.md says how many functions and files that may
be, and the script fails if there are more.
"""

import os
import pty
import re
import select
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BEFORE = ["new farkle Ann Bob", "roll 1 1 5 2 3 6"]
LINE = "hold 1 1 5"
# What ARCHITECTURE.md says: the most functions, where it does, and the most files.
CLAIMS = {
    "script": r"`hold 1 1 5` in a script passes at most (\d+) functions in (\d+) files",
    "prompt": r"typed at the prompt ()(\d+) files",
    "scenario": r"scenario of three commands passes at most ()(\d+)",
}
# What stands in demangled names of code that no source has.
COMPILED = re.compile(
    r"__(?:de)?allocating_|_builtinStringLiteral|\b(thunk|witness|outlined|metadata|partial apply|default argument"
    r"|specializ|lazy|destroy|unsafe(Mutable)?Addressor|key path|assign|merged|variable initialization|one-time init"
    r"|coroutine|getter for|reabstraction|conformance)\b|\.modify$|\.read$")


def run_typed(command, lines, environment):
    """Types lines at a prompt, each when it is there."""
    child, terminal = pty.fork()
    if child == 0:
        os.execvpe(command[0], command, environment)
    for keys in [line + "\r" for line in lines] + ["\x04"]:
        shown = b""
        while not shown.endswith(b"> "):
            if not select.select([terminal], [], [], 60)[0]:
                sys.exit(f"hops: no prompt after {shown!r}")
            shown += os.read(terminal, 65536)
        os.write(terminal, keys.encode())
    try:
        while os.read(terminal, 65536):
            pass
    except OSError:
        pass  # The program has ended.
    os.waitpid(child, 0)


def calls(program, folder, arguments, lines=None):
    """How often each function is called while the program runs: a script of some lines, or typed lines."""
    out = tempfile.mkdtemp(dir=folder)
    command = ["valgrind", "--tool=callgrind", "--trace-children=yes", f"--callgrind-out-file={out}/%p", program,
               *arguments]
    # Reports differ where a variable says that a service for continuous integration wants them, and a profile is read.
    kept = {name: os.environ[name] for name in ("PATH", "LD_LIBRARY_PATH") if name in os.environ}
    environment = kept | {"HOME": folder, "TERM": "xterm"}
    if "--profile" in arguments:
        run_typed(command, lines, environment)
    else:
        subprocess.run(
            command, input="".join(line + "\n" for line in lines or []).encode(), stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL, check=True, env=environment)
    count = {}
    for process in os.listdir(out):
        names, called = {}, None
        with open(os.path.join(out, process), encoding="utf-8", errors="replace") as file:
            for line in file:
                if found := re.match(r"c?fn=\((\d+)\)(?: (.*))?", line):
                    if found[2]:
                        names[found[1]] = found[2].split("'")[0]
                    called = names[found[1]] if line.startswith("cfn=") else None
                elif called and (found := re.match(r"calls=(\d+)", line)):
                    count[called] = count.get(called, 0) + int(found[1])
    return count


def own(program, names):
    """The functions of our own among some: their files and what they are called in Swift, by their symbols."""
    demangled = subprocess.run(
        ["swift-demangle", "--simplified"], input="\n".join(names), capture_output=True, text=True, check=True).stdout
    texts = {name: text for name, text in zip(names, demangled.splitlines()) if not COMPILED.search(text)}
    addresses = {}
    for line in subprocess.run(["nm", program], capture_output=True, text=True, check=True).stdout.splitlines():
        if line.split()[-1] in texts and not line.startswith(" "):
            addresses[line.split()[-1]] = line.split()[0]
    places = subprocess.run(
        ["llvm-symbolizer", "-f", "--no-inlines", "--output-style=GNU", "-e", program],
        input="\n".join("0x" + address for address in addresses.values()), capture_output=True, text=True,
        check=True).stdout.splitlines()[1::2]
    return {name: (match[1], texts[name]) for name, place in zip(addresses, places)
            if (match := re.search(r"/(Sources/(?!Math/)\S+\.swift):", place)) and "/checkouts/" not in place}


def measure(program):
    """The functions of each way, with their files."""
    with tempfile.TemporaryDirectory() as folder:
        # valgrind reads no newer debugging information.
        stripped = os.path.join(folder, "parlor")
        subprocess.run(["objcopy", "--strip-debug", program, stripped], check=True)
        file = os.path.join(folder, "three.scenario")
        with open(file, "wb") as scenario:
            subprocess.run([program, "--no-profile", "--echo"], input="\n".join([*BEFORE, LINE]).encode(),
                           stdout=scenario, check=True)

        def typed(name, lines):
            return calls(stripped, folder, ["--profile", os.path.join(folder, name)], lines)

        runs = {
            "script": (calls(stripped, folder, ["--no-profile"], BEFORE),
                       calls(stripped, folder, ["--no-profile"], BEFORE + [LINE])),
            "prompt": (typed("a", BEFORE), typed("b", BEFORE + [LINE])),
            "scenario": ({}, calls(stripped, folder, ["test", "-j", "1", file])),
        }
    return {way: own(program, [name for name, count in after.items()
                               if name.startswith("$s") and count > before.get(name, 0)])
            for way, (before, after) in runs.items()}


def main():
    program = sys.argv[1]
    listed = sys.argv[3:] or ["script"] if "--list" in sys.argv else []
    with open(os.path.join(ROOT, "ARCHITECTURE.md"), encoding="utf-8") as file:
        text = " ".join(file.read().split())
    status = 0
    for way, functions in measure(program).items():
        files = {file for file, _ in functions.values()}
        if way in listed:
            for file, name in sorted(functions.values()):
                print(f"{file}: {name}")
        claim = re.search(CLAIMS[way], text)
        if not claim:
            sys.exit(f"hops: ARCHITECTURE.md does not say how many functions a line passes ({way})")
        most = f"{claim[1]} in {claim[2]}" if claim[1] else f"{claim[2]} files"
        print(f"hops: {way}: {len(functions)} functions in {len(files)} files; at most {most}")
        if len(functions) > int(claim[1] or len(functions)) or len(files) > int(claim[2]):
            status = 1
    sys.exit(status)


if __name__ == "__main__":
    main()
