#!/usr/bin/env python3
"""Completes words in bash, zsh and fish by the scripts of `parlor --generate-completion-script`: completions.py PARLOR

A shell that is not installed is left out, and that is printed.
"""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

PARLOR = str(pathlib.Path(sys.argv[1]).resolve())
# What is typed, and words that must be offered; after "!" those that must not be.
CASES = [
    ("parlor te", ["test", "!simulate"]),
    ("parlor sim", ["simulate", "!test"]),
    ("parlor --keep", ["--keep-going", "!--echo"]),
    ("parlor --format ", ["text", "json", "csv", "gtp"]),
    ("parlor test --str", ["--strict", "!--shuffle"]),
    ("parlor simulate --f", ["--format", "!--echo"]),
    ("parlor dice", ["dice.parlor"]),
    ("parlor nonsense --", ["!test"]),
]
BASH = r"""
source "$1"
COMP_LINE=$2
COMP_POINT=${#COMP_LINE}
read -ra COMP_WORDS <<<"$COMP_LINE"
case $COMP_LINE in *' ') COMP_WORDS+=("") ;; esac
COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
compopt() { :; }
function=$(complete -p parlor | sed 's/.* -F \([^ ]*\).*/\1/')
"$function" parlor "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
# What the function leaves to bash is files.
[ "${#COMPREPLY[@]}" -gt 0 ] || COMPREPLY=($(compgen -f -- "${COMP_WORDS[COMP_CWORD]}"))
printf '%s\n' "${COMPREPLY[@]}"
"""
# The words that zsh would add, from a shell at a terminal of its own. The terminal shows what is typed; `""` keeps
# that from looking like what is printed.
ZSH = r"""
zmodload zsh/zpty
zpty shell 'TERM=dumb zsh -f -i'
zpty -w shell 'PROMPT=; fpath=('$1' $fpath); autoload -Uz compinit; compinit -u -D'
zpty -w shell 'compadd() { local -a found; builtin compadd -O found "$@" 2>/dev/null
  (( $#found )) && print -rl -- "word"":"$^found; builtin compadd "$@"; }'
zpty -w shell 'show() { print; _main_complete; print -r -- done""-; compstate[insert]=; compstate[list]=; }'
zpty -w shell 'zle -C show complete-word show; bindkey "^I" show; print ready""-'
local line
while zpty -r shell line && [[ $line != *ready-* ]]; do :; done
zpty -w -n shell "$2"$'\t'
while zpty -r shell line && [[ $line != *done-* ]]; do print -r -- "$line"; done
zpty -d shell
"""


def run(*command, folder):
    environment = {"PATH": os.pathsep.join([folder + "/bin", os.environ["PATH"]]), "HOME": folder, "LC_ALL": "C.UTF-8"}
    done = subprocess.run(
        command, cwd=folder, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120
    )
    if done.returncode not in (0, 1):
        sys.exit(f"{command[0]} failed: {done.stderr}")
    return done.stdout


def offered(shell, script, typed, folder):
    if shell == "bash":
        output = run("bash", "--norc", "-c", BASH, "bash", script, typed, folder=folder)
        return output.split("\n")
    if shell == "fish":
        output = run("fish", "--no-config", "-c", f"source '{script}'; complete -C '{typed}'", folder=folder)
        return [line.split("\t")[0] for line in output.split("\n")]
    zsh = ["zsh", "-f", "-c", ZSH, "zsh", str(pathlib.Path(script).parent), typed]
    try:
        output = run(*zsh, folder=folder)
    except subprocess.TimeoutExpired:
        # What is typed before zsh has set up its terminal can get lost.
        output = run(*zsh, folder=folder)
    lines = output.replace("\r", "\n").split("\n")
    return [line.removeprefix("word:") for line in lines if line.startswith("word:")]


def main():
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        os.mkdir(folder + "/bin")
        os.symlink(PARLOR, folder + "/bin/parlor")
        pathlib.Path(folder, "dice.parlor").write_text("roll\n")
        for shell, name in [("bash", "parlor.bash"), ("zsh", "_parlor"), ("fish", "parlor.fish")]:
            if shutil.which(shell) is None:
                print(f"without {shell}: its completion is not tried")
                continue
            script = f"{folder}/{name}"
            with open(script, "wb") as file:
                subprocess.run([PARLOR, "--generate-completion-script", shell], stdout=file, check=True)
            for typed, words in CASES:
                found = offered(shell, script, typed, folder)
                for word in words:
                    if (word.lstrip("!") in found) == word.startswith("!"):
                        failed += 1
                        print(f"{shell}: `{typed}` offers {found}, but should {'not ' * word.startswith('!')}"
                              f"offer {word.lstrip('!')}")
    if failed:
        sys.exit(1)


main()
