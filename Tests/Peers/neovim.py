#!/usr/bin/env python3
"""Writes a scenario from nothing in Neovim, with the help of `parlor lsp`: neovim.py PARLOR [NVIM]

Types the beginnings of commands, completes them, blesses all replies, amends a move, and runs the file. The settings
are those of the page on editors. It needs Neovim 0.7.2 or later.
"""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PARLOR = str(pathlib.Path(sys.argv[1]).resolve())
NVIM = sys.argv[2] if len(sys.argv) > 2 else "nvim"
# Seconds; a guard against hanging only.
LIMIT = 120
# Neovim 0.7 has the parts of `vim.lsp.start`. A question is answered by the text in `g:answer`.
SHIM = """
vim.lsp.start = vim.lsp.start or function(config)
  local client = vim.lsp.start_client(config)
  vim.lsp.buf_attach_client(0, client)
end
vim.ui.select = function(items, options, choose)
  for _, item in ipairs(items) do
    if options.format_item(item):find(vim.g.answer, 1, true) then return choose(item) end
  end
  vim.g.refused = vim.tbl_map(options.format_item, items)
end
vim.api.nvim_create_autocmd('FileType', {pattern = 'parlor*', callback = function()
  vim.bo.omnifunc = 'v:lua.vim.lsp.omnifunc'
end})
vim.o.completeopt = 'menu,menuone'
"""
BLESSED = """\
> new farkle Ann Bob seed=7
Farkle: Ann, Bob. First to 10,000. Seed 7.
Ann to roll.

> roll
Ann rolls 6 5 1 1 3 5.
Hold 1 1 5 5 for 300, 1 1 5 for 250, 1 1 for 200, 1 5 5 for 200, 1 5 for 150 or 3 other ways.

> hold 1 1 5 5
Ann holds 1 1 5 5 for 300.
Roll 2 dice or bank 300.

> bank
Ann banks 300 and has 300.
Bob to roll.
"""
AMENDED = (
    BLESSED.replace("> hold 1 1 5 5", "> hold 1 1 5").replace("holds 1 1 5 5 for 300", "holds 1 1 5 for 250")
    .replace("Roll 2 dice or bank 300", "Roll 3 dice or bank 250").replace("banks 300 and has 300", "banks 250 and has 250")
)


def settings():
    """The first block of settings for Neovim in the page on editors."""
    page = (ROOT / "Sources/ParlorKit/ParlorKit.docc/Editors.md").read_text()
    section = page.split("\n## Neovim\n")[1]
    return re.search(r"\n\n((?:    .*\n|\n)+)", section)[1]


class Neovim:
    """A Neovim without a terminal, which is sent keys and asked for values."""

    def __init__(self, folder):
        self.socket = str(folder / "socket")
        for name, words in {
            "syntax/parlor-scenario.vim": [], "ftdetect/parlor.vim": ["--detection"],
        }.items():
            path = folder / "vim" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(subprocess.run([PARLOR, "grammar", "vim", *words], stdout=-1, check=True).stdout)
        (folder / "bin").mkdir()
        (folder / "bin/parlor").symlink_to(PARLOR)
        (folder / "init.lua").write_text(SHIM + settings())
        self.environment = {
            **os.environ, "PATH": f"{folder}/bin:{os.environ['PATH']}", "HOME": str(folder),
            "XDG_CONFIG_HOME": str(folder), "XDG_DATA_HOME": str(folder), "XDG_STATE_HOME": str(folder),
        }
        self.process = subprocess.Popen(
            [NVIM, "--headless", "--clean", "-n", "--cmd", f"set rtp^={folder}/vim", "-u", f"{folder}/init.lua",
             "--listen", self.socket, "a.scenario"],
            cwd=folder, env=self.environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    def remote(self, *words):
        return subprocess.run(
            [NVIM, "--clean", "--headless", "--server", self.socket, *words], capture_output=True, text=True,
            env=self.environment, timeout=LIMIT,
        )

    def value(self, expression):
        # Some versions write the value to standard error.
        run = self.remote("--remote-expr", f"json_encode({expression})")
        try:
            return json.loads((run.stdout + run.stderr).strip())
        except ValueError:
            return None

    def keys(self, keys):
        self.remote("--remote-send", keys)

    def wait(self, expression, wanted):
        """Asks until the value is the wanted one."""
        end = time.monotonic() + LIMIT
        while (got := self.value(expression)) != wanted:
            if time.monotonic() > end or self.process.poll() is not None:
                raise AssertionError(f"{expression} is {got}, not {wanted}: {self.value('g:')}")

    def complete(self, keys):
        """Types the beginning of a line and takes the first suggestion."""
        self.keys(keys + "<C-x><C-o>")
        self.wait("pumvisible()", 1)
        self.keys("<C-y>")
        self.wait("pumvisible()", 0)

    def act(self, title, text):
        """Chooses a code action at the cursor, which makes the text what it is to be."""
        self.value(f"execute(\"let g:answer = '{title}'\")")
        self.keys("<Cmd>lua vim.lsp.buf.code_action()<CR>")
        self.wait("getline(1, '$')", text.splitlines())


def write(folder):
    nvim = Neovim(folder)
    try:
        nvim.wait("luaeval('#vim.lsp.buf_get_clients() > 0')", True)
        assert nvim.value("&filetype") == "parlor-scenario"
        nvim.complete("i> new far")
        nvim.complete(" Ann Bob se")
        nvim.keys("7<CR><CR>> roll<CR><CR>")
        nvim.complete("> hold ")
        nvim.keys("<CR><CR>")
        nvim.complete("> ba")
        nvim.keys("<Esc>")
        nvim.wait(
            "getline(1, '$')",
            ["> new farkle Ann Bob seed=7", "", "> roll", "", "> hold 1 1 5 5", "", "> bank"])
        # No reply is as expected.
        nvim.wait("luaeval('#vim.diagnostic.get(0)')", 4)
        nvim.act("Bless all replies", BLESSED)
        nvim.wait("luaeval('#vim.diagnostic.get(0)')", 0)
        nvim.keys("/> hold<CR>")
        nvim.act("to `hold 1 1 5`", AMENDED)
        nvim.wait("luaeval('#vim.diagnostic.get(0)')", 0)
        nvim.keys("<Cmd>lua vim.lsp.buf.hover()<CR>")
        nvim.wait("len(filter(getwininfo(), {_, w -> join(getbufline(w.bufnr, 1, '$')) =~ 'Before this line'}))", 1)
        nvim.keys("<Cmd>write<CR>")
        nvim.wait("&modified", 0)
    finally:
        nvim.keys("<Esc><Cmd>qall!<CR>")
        try:
            nvim.process.wait(10)
        except subprocess.TimeoutExpired:
            nvim.process.kill()
    assert (folder / "a.scenario").read_text() == AMENDED
    run = subprocess.run([PARLOR, "test", "--no-profile", str(folder / "a.scenario")], capture_output=True, text=True)
    assert run.returncode == 0, run.stdout


def main():
    if not shutil.which(NVIM):
        return print("   without Neovim: no scenario is written in it")
    version = subprocess.run([NVIM, "--version"], capture_output=True, text=True).stdout.splitlines()[0]
    found = [int(part) for part in re.findall(r"\d+", version)[:3]]
    if found < [0, 7, 2]:
        return print(f"   without a scenario written in {version}, which is too old")
    with tempfile.TemporaryDirectory() as name:
        write(pathlib.Path(name).resolve())
    print(f"   {version}: a scenario was completed, blessed and amended")


main()
