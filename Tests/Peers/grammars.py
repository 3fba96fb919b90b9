#!/usr/bin/env python3
"""Tries the grammars of `parlor grammar` with Vim, Neovim, bat, Pygments and an engine for TextMate: grammars.py PARLOR

A sample is coloured by each; what belongs to one group must have one colour, and prose none. What is not
installed is skipped, and that is printed.
"""

import importlib.util
import json
import logging
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

PARLOR = str(pathlib.Path(sys.argv[1]).resolve())
SCENARIO = """# Hot dice
(tags: slow)
Prose with roll and <int> and 7 (glob)

> 7 new farkle Ann "Bob B" target=1000 # why
Farkle: <s:int> and 5 (glob)
...
! text
error[illegal-move]: no
> hold best 1
  > bank
"""
SCRIPT = """# A script
new minesweeper easy seed=3
  12 reveal 5 5 # why
"""
# Line and text, and the group it belongs to; None is plain text.
SCENARIO_GROUPS = [
    (1, "Hot", "heading"), (2, "tags", "header"), (3, "roll", None), (3, "<int>", None), (3, "7", None),
    (3, "(glob)", None), (5, ">", "prompt"), (5, "7", "number"), (5, "new", "host"), (5, "farkle", "game"),
    (5, "Ann", None), (5, "Bob B", "string"), (5, "target", "option"), (5, "1000", "number"),
    (5, "# why", "comment"), (6, "<s:int>", "placeholder"), (6, "(glob)", "suffix"), (7, "...", "marker"),
    (8, "!", "marker"), (9, "error[illegal-move]", "error"), (10, ">", "prompt"), (10, "hold", "verb"),
    (10, "best", "word"), (10, "1", "number"), (11, "bank", "verb"),
]
SCRIPT_GROUPS = [
    (1, "# A", "comment"), (2, "new", "host"), (2, "minesweeper", "game"), (2, "easy", "word"),
    (2, "seed", "option"), (2, "3", "number"), (3, "12", "number"), (3, "reveal", "verb"), (3, "5 ", "number"),
    (3, "# why", "comment"),
]
VIM = {
    "heading": "parlorHeading", "header": "parlorHeader", "prompt": "parlorPrompt", "number": "parlorNumber",
    "host": "parlorHostVerb", "verb": "parlorGameVerb", "game": "parlorGame", "string": "parlorString",
    "option": "parlorOption", "comment": "parlorComment", "placeholder": "parlorPlaceholder",
    "suffix": "parlorSuffix", "marker": "parlorMarker", "error": "parlorError", "word": "parlorWord",
}


def grammar(*words):
    return subprocess.run([PARLOR, "grammar", *words], capture_output=True, check=True, text=True).stdout


def place(text, line, part):
    lines = text.splitlines(keepends=True)
    return sum(map(len, lines[: line - 1])) + lines[line - 1].index(part)


def vim(program, folder):
    """Reads the names of syntax groups, in files whose kinds are told by their names."""
    runtime = folder / "vim"
    for name, words in {
        "syntax/parlor.vim": ["--script"], "syntax/parlor-scenario.vim": [], "ftdetect/parlor.vim": ["--detection"],
    }.items():
        path = runtime / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(grammar("vim", *words))
    for ending, text, groups in (("scenario", SCENARIO, SCENARIO_GROUPS), ("parlor", SCRIPT, SCRIPT_GROUPS)):
        file, out, script = folder / f"a.{ending}", folder / "out", folder / "ask.vim"
        file.write_text(text)
        columns = [(line, text.splitlines()[line - 1].index(part) + 1) for line, part, _ in groups]
        asked = "\n".join(
            f"call add(g:names, synIDattr(synID({line}, {column}, 1), 'name'))" for line, column in columns
        )
        script.write_text(
            f"set nocompatible rtp^={runtime}\nfiletype on\nsyntax on\nedit {file}\nlet g:names = []\n"
            f"{asked}\ncall writefile([&filetype] + g:names, '{out}')\nqall!\n"
        )
        command = [program, "-es", "-u", "NONE", "-i", "NONE", "-S", str(script)]
        subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, timeout=60)
        kind, *names = out.read_text().splitlines() + [""] * 50
        assert kind == ("parlor-scenario" if ending == "scenario" else "parlor"), kind
        for (line, part, group), name in zip(groups, names):
            if group == "number":
                assert name in ("parlorNumber", "parlorId"), (line, part, name)
            else:
                wanted = VIM[group] if group else ""
                # The region and the line have no colours of their own.
                name = "" if name in ("parlorStep", "parlorLine") else name
                assert name == wanted, (program, line, part, name, wanted)


def check_colours(who, colours, groups, text):
    """Each group has one colour; no two neighbours, such as a verb and plain text, are alike."""
    plain = {colours[place(text, line, part)] for line, part, group in groups if group is None}
    assert len(plain) <= 1, (who, plain)
    for line, part, group in groups:
        colour = colours[place(text, line, part)]
        if group is not None:
            same = [colours[place(text, l, p)] for l, p, g in groups if g == group]
            assert set(same) == {colour}, (who, group, same)
            assert colour not in plain, (who, line, part, colour)


def pygments(folder):
    """The tokens together are the text, and each place has the token of its group."""
    (folder / "parlor_lexer.py").write_text(grammar("pygments"))
    sys.path.insert(0, str(folder))
    import parlor_lexer

    for lexer, text, groups in (
        (parlor_lexer.ParlorScenarioLexer(), SCENARIO, SCENARIO_GROUPS),
        (parlor_lexer.ParlorLexer(), SCRIPT, SCRIPT_GROUPS),
    ):
        tokens = list(lexer.get_tokens(text))
        assert "".join(value for _, value in tokens) == text, tokens
        kinds = [str(kind) for kind, value in tokens for _ in value]
        assert "Token.Error" not in kinds, tokens
        # Replies and prose are both plain, of two kinds.
        kinds = ["Token.Text" if kind == "Token.Generic.Output" else kind for kind in kinds]
        check_colours("pygments", kinds, groups, text)


def textmate(folder):
    """A port of the engine of Visual Studio Code finds the scopes."""
    # It keeps a cache in the folder in which it is imported.
    current = os.getcwd()
    os.chdir(folder)
    try:
        from textmate_grammar.parsers.base import LanguageParser
    finally:
        os.chdir(current)

    logging.disable(logging.WARNING)
    for words, text, groups in (([], SCENARIO, SCENARIO_GROUPS), (["--script"], SCRIPT, SCRIPT_GROUPS)):
        rules = json.loads(grammar("textmate", *words))
        lines = text.splitlines(keepends=True)
        scopes = ["plain"] * len(text)
        for (line, column), value, names in LanguageParser(rules).parse_string(text).flatten():
            start = sum(map(len, lines[:line])) + column
            name = names[-1]
            if not name.startswith(("source.", "meta.step")):
                scopes[start : start + len(value)] = [name] * len(value)
        check_colours("TextMate", scopes, groups, text)


def bat(program, folder):
    """Reads the colours from the escape codes."""
    config = folder / "bat"
    syntaxes = config / "syntaxes"
    syntaxes.mkdir(parents=True)
    (syntaxes / "parlor-scenario.sublime-syntax").write_text(grammar("sublime"))
    (syntaxes / "parlor.sublime-syntax").write_text(grammar("sublime", "--script"))
    environment = dict(os.environ, BAT_CONFIG_DIR=str(config), BAT_CACHE_PATH=str(folder / "cache"))
    build = [program, "cache", "--build", "--source", str(config), "--target", str(folder / "cache")]
    subprocess.run(build, capture_output=True, check=True, env=environment, timeout=60)
    for ending, text, groups in (("scenario", SCENARIO, SCENARIO_GROUPS), ("parlor", SCRIPT, SCRIPT_GROUPS)):
        file = folder / f"b.{ending}"
        file.write_text(text)
        command = [program, "--color", "always", "--style", "plain", "--theme", "Monokai Extended", str(file)]
        run = subprocess.run(command, capture_output=True, env=environment, timeout=60, text=True)
        colours, shown, colour = [], "", ""
        for code, character in re.findall(r"(\x1b\[[0-9;]*m)|([\s\S])", run.stdout):
            if code:
                colour = "" if code == "\x1b[0m" else code
            else:
                shown += character
                colours.append(colour)
        assert shown == text, (shown, run.stderr)
        # Prompts and bare text share a colour in this theme, and some groups have none.
        kept = [(l, p, g) for l, p, g in groups if g in (None, "host", "verb", "string", "comment", "number")]
        check_colours("bat", colours, kept, text)


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for program in ("vim", "nvim"):
            if shutil.which(program):
                vim(program, folder)
                print(f"   {program}: fine")
            else:
                print(f"   without {program}")
        if importlib.util.find_spec("pygments"):
            pygments(folder)
            print("   Pygments: fine")
        else:
            print("   without Pygments")
        if importlib.util.find_spec("textmate_grammar"):
            textmate(folder)
            print("   TextMate: fine")
        else:
            print("   without textmate-grammar-python")
        program = shutil.which("bat") or shutil.which("batcat")
        if program:
            bat(program, folder)
            print("   bat: fine")
        else:
            print("   without bat")


main()
