#!/usr/bin/env python3
"""Plays at the page of the server in a real browser: page.py PARLORD [--pictures FOLDER]

Chromium plays each game to its end by clicks and by typing, verifies fair games and altered ones, looks on, uses
the keyboard alone, loses its connection in the middle, and sees the server die; 200 onlookers, without browsers,
see each move once. With --pictures it writes what the page looks like. It needs Chromium, its driver and the
package selenium.
"""

import hashlib
import http.client
import json
import pathlib
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time

from selenium import webdriver
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select

ONLOOKERS = 200
# Guards against waiting for ever; nothing is measured.
LIMIT = 120


class Server:
    """The server with the page, on a port of its own."""

    def __init__(self, parlord, folder):
        database = f"{folder}/page.sqlite"
        subprocess.run(
            [parlord, "init", "--database", database], check=True, stdout=subprocess.DEVNULL
        )
        self.process = subprocess.Popen(
            [parlord, "serve", "--page", "--no-lines", "--http", "0", "--requests", "0"]
            + ["--database", database],
            stderr=subprocess.PIPE,
            text=True,
        )
        self.log = []
        self.port = None
        for line in self.process.stderr:
            self.log.append(line)
            entry = json.loads(line)
            if entry["message"] == "listening":
                self.port = int(entry["port"])
                break
        assert self.port, "".join(self.log)
        self.reader = threading.Thread(target=lambda: self.log.extend(self.process.stderr))
        self.reader.start()

    def stop(self):
        if self.process.poll() is None:
            self.process.terminate()
        self.process.wait(timeout=LIMIT)
        self.reader.join()


class Gate:
    """Passes connections on to a port, until they are cut."""

    def __init__(self, port):
        self.target = port
        self.sockets = []
        self.lock = threading.Lock()
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            try:
                server = socket.create_connection(("127.0.0.1", self.target))
            except OSError:
                client.close()
                continue
            with self.lock:
                self.sockets += [client, server]
            for ends in ((client, server), (server, client)):
                threading.Thread(target=self.copy, args=ends, daemon=True).start()

    @staticmethod
    def copy(source, target):
        try:
            while data := source.recv(65536):
                target.sendall(data)
        except OSError:
            pass
        for end in (source, target):
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

    def cut(self):
        with self.lock:
            for end in self.sockets:
                try:
                    end.shutdown(socket.SHUT_RDWR)
                except OSError:
                    pass
                end.close()
            self.sockets = []


class Page:
    """The page in a tab of the browser."""

    def __init__(self, driver, address):
        self.driver = driver
        self.address = address
        driver.get(address)

    def all(self, selector):
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def until(self, what, condition):
        end = time.monotonic() + LIMIT
        while True:
            try:
                value = condition()
                if value:
                    return value
            except Exception as error:  # The page may be drawing itself anew.
                value = error
            if time.monotonic() > end:
                raise AssertionError(f"{what}: {value}\n{self.text('body')}")
            time.sleep(0.01)

    def one(self, selector):
        return self.until(
            selector, lambda: next((e for e in self.all(selector) if e.is_displayed()), None)
        )

    def text(self, selector):
        return self.all(selector)[0].get_property("innerText")

    def click(self, selector):
        def press():
            self.one(selector).click()
            return True

        self.until(f"click {selector}", press)

    def lines(self):
        """What was typed or clicked, as the page has seen it answered."""
        return self.driver.execute_script(
            "return [...document.querySelectorAll('#log .typed')].map(e => e.textContent)"
        )

    def answered(self, count):
        self.until(f"{count} lines", lambda: len(self.lines()) >= count)

    def type(self, line):
        count = len(self.lines())
        field = self.one("#line")
        field.send_keys(line, Keys.ENTER)
        self.answered(count + 1)

    def press(self, selector):
        """Clicks what sends a line, and waits for the reply."""
        count = len(self.lines())
        self.click(selector)
        self.answered(count + 1)

    def is_over(self):
        return bool(self.all("#actions [data-focus=again]"))

    def open(self, game, choices=()):
        """Opens a game by its card."""
        if self.all("#menu:not([hidden])"):
            self.click("#choose-again")
        card = f"form[data-game={game}]"
        self.one(card)
        for name, value in choices:
            field = self.one(f"{card} [name={name}]")
            if field.tag_name == "select":
                Select(field).select_by_value(value)
            else:
                field.clear()
                field.send_keys(value)
        count = len(self.lines())
        self.click(f"{card} button[type=submit]")
        self.answered(count + 1)
        self.one("#table")


def play_by_clicks(page):
    page.open("farkle", [("players", "Ann, Bob"), ("bot", "bank=300"), ("target", "target=2000")])
    page.until("the bot", lambda: len(page.lines()) >= 2)
    assert page.lines()[:2] == ["new farkle Ann Bob target=2000", "seat Bob bank=300"], page.lines()
    chosen = False
    while not page.is_over():
        best = page.all("#actions [data-line='hold best']")
        if best and not chosen:
            # The dice themselves, once.
            legal = page.driver.execute_script(
                "return [...document.querySelectorAll('.die')].map(d => d.ariaLabel)"
            )
            scoring = [i for i, label in enumerate(legal) if label[-1] in "15"]
            if scoring:
                chosen = True
                page.click(f"[data-focus='die {scoring[0]}']")
                page.press("#actions [data-key=h]")
                continue
        for key in ("a", "b", "r"):
            if page.all(f"#actions [data-key={key}]:not([disabled])"):
                page.press(f"#actions [data-key={key}]")
                break
    assert "win" in page.text("#turn"), page.text("#turn")

    mines = ["." * 9] * 8 + ["..*.*.*.*"]
    layout = "/".join(mines).replace("*", "*")
    page.type(f"new minesweeper layout={layout}")
    page.press("[data-cell='1 1']")
    page.click("#actions button")
    page.press("[data-cell='9 3']")
    assert "flag" in page.one("[data-cell='9 3']").get_attribute("aria-label")
    page.click("#actions button")
    for row, line in enumerate(mines, 1):
        for column, sign in enumerate(line, 1):
            cell = f"[data-cell='{row} {column}'].hidden"
            if sign == "." and page.all(cell):
                page.press(cell)
    assert page.is_over(), page.text("#table")

    page.open("mastermind")
    page.type('new mastermind secret="1 5 2 2"')
    for code in ("1122", "1522"):
        for color in code:
            page.click(f".palette [data-focus='colour {color}']")
        page.press("#actions [data-key=g]")
    assert page.is_over() and len(page.all(".guesses li")) == 2

    page.open("counter", [("players", "Ann Bob")])
    page.press("#actions [data-line='add 10']")
    page.press("#actions [data-line='next']")
    page.press("#actions [data-line='finish']")
    assert page.is_over() and "10" in page.text(".scores")


def play_by_typing(page):
    page.type("new farkle Ann Bob target=500 seed=3")
    field = page.one("#line")
    field.send_keys("ro")
    page.until("suggestions", lambda: page.all("#suggestions li"))
    field.send_keys(Keys.TAB)
    page.until("the suggestion", lambda: field.get_property("value") == "roll ")
    count = len(page.lines())
    field.send_keys(Keys.ENTER)
    page.answered(count + 1)
    while not page.is_over():
        legal = page.driver.execute_script(
            "return [...document.querySelectorAll('#actions [data-line]')].map(e => e.dataset.line)"
        )
        page.type(next(line for line in ("hold best", "bank", "roll") if line in legal))
    page.type("new minesweeper layout=" + "/".join(["*" + "." * 8] + ["." * 9] * 8 + ["*" * 9]))
    page.type("reveal 5 5")
    assert page.is_over()
    page.type('new mastermind secret="1 2 3 4"')
    page.type("guess 1 2 3 4")
    assert page.is_over()
    page.type("new counter Ann Bob")
    page.type("add 25")
    page.type("finish")
    assert page.is_over()
    # What is wrong is said, and history brings it back.
    page.type("zork")
    assert "unknown command" in page.text("#log pre:last-child")
    field = page.one("#line")
    field.send_keys(Keys.ARROW_UP)
    assert field.get_property("value") == "zork"
    field.clear()


def play_by_keys(page):
    """No pointer: tabs, letters, digits and arrows."""

    def focus(selector):
        for _ in range(80):
            element = page.driver.switch_to.active_element
            if page.driver.execute_script(
                "return arguments[0].matches(arguments[1])", element, selector
            ):
                return element
            ActionChains(page.driver).send_keys(Keys.TAB).perform()
        raise AssertionError(f"the keyboard does not reach {selector}")

    def key(text):
        ActionChains(page.driver).send_keys(text).perform()

    page.one("form[data-game=farkle]")
    focus("form[data-game=farkle] select[name=target]").send_keys(Keys.END)
    focus("form[data-game=farkle] button[type=submit]").send_keys(Keys.ENTER)
    page.answered(1)
    page.until("the table", lambda: page.driver.switch_to.active_element.get_attribute("id") == "table")
    turns = 0
    while not page.is_over() and turns < 400:
        turns += 1
        for letter in "abr":
            if page.all(f"#actions [data-key={letter}]:not([disabled])"):
                count = len(page.lines())
                key(letter)
                page.answered(count + 1)
                break
        inside = page.driver.execute_script(
            "return document.getElementById('table').contains(document.activeElement)"
        )
        assert inside, "the focus has left the table"
    assert page.is_over()
    focus("#line").send_keys("new minesweeper easy seed=1", Keys.ENTER)
    page.until("the board", lambda: page.all("[data-cell]"))
    # The keys of the board work from the table.
    page.driver.execute_script("document.getElementById('table').focus()")
    key(Keys.ARROW_UP)
    assert page.driver.switch_to.active_element.get_attribute("data-cell")
    count = len(page.lines())
    key(Keys.ENTER)
    page.answered(count + 1)
    key(Keys.HOME)
    key(Keys.PAGE_UP)
    place = page.driver.switch_to.active_element.get_attribute("data-cell")
    assert place == "1 1", place


def fill_in(page):
    """What is wrong with a card is said in it, and names with blanks are seats too."""
    page.click("#choose-again")
    card = "form[data-game=farkle]"
    page.one(f"{card} [name=players]").clear()
    page.press(f"{card} button[type=submit]")
    problem = page.until("what is wrong", lambda: page.text(f"{card} .problem"))
    assert problem.startswith("error["), problem
    count = len(page.lines())
    page.open("farkle", [("players", 'Ann "Mary Jane"'), ("bot", "bank=300"), ("target", "")])
    page.answered(count + 2)
    lines = ['new farkle Ann "Mary Jane"', 'seat "Mary Jane" bank=300']
    assert page.lines()[count:] == lines, page.lines()
    count = len(page.lines())
    page.open("farkle", [("players", "Ann"), ("bot", "bank=300")])
    page.answered(count + 2)
    assert page.lines()[count:] == ["new farkle Ann Bot", "seat Bot bank=300"], page.lines()


def play_fairly(page):
    games = (
        ("farkle", [("players", "Ann Bob")], ["fair word Ann thistle", "roll", "hold best", "roll"], "roll "),
        ("mastermind", [], ["fair word 1 x y", "guess 1 2 3 4"], 'secret="'),
        ("minesweeper", [], ["reveal 4 4"], "layout=...."),
    )
    for game, choices, lines, drawn in games:
        page.open(game, choices + [("fair", "fair")])
        commit = page.text("#fair-facts").split()[1]
        for line in lines:
            page.type(line)
            assert "Secret comes at the end" in page.text("#fair-facts"), page.text("#fair-facts")
            assert not page.all("#fair-verify")[0].is_displayed()
        page.type("resign")
        words = page.text("#fair-facts").split()
        assert words[1] == commit, words
        assert hashlib.sha256(bytes.fromhex(words[-1])).hexdigest() == commit, words
        page.press("#fair-verify")
        page.until("the check", lambda: page.text("#fair-result"))
        assert page.text("#fair-result").startswith("Fair: "), page.text("#fair-result")
        log = page.one("#fair-log").get_property("value")
        place = log.index(drawn) + len(drawn)
        other = "*" if game == "minesweeper" else str(int(log[place]) % 6 + 1)
        altered = log[:place] + (other if log[place] != other else ".") + log[place + 1 :]
        options = (" fair=", " fair-secret=", " fair-words=")
        for text in [altered] + [log.replace(name, f"{name}0", 1) for name in options]:
            page.driver.execute_script(
                "arguments[0].value = arguments[1]; document.getElementById('fair-result').textContent = ''",
                page.one("#fair-log"), text,
            )
            page.click("#fair-verify")
            page.until("the check", lambda: page.text("#fair-result"))
            assert page.text("#fair-result").startswith("NOT fair. "), (text, page.text("#fair-result"))
        page.driver.execute_script("arguments[0].value = arguments[1]", page.one("#fair-log"), log)
        page.click("#fair-verify")
        page.until("the check", lambda: page.text("#fair-result").startswith("Fair: "))


def look_on(page, driver, address):
    """Another tab sees the game by the link, can do nothing in it, and replays it."""
    page.click("#share")
    link = page.one("#link-text").get_property("value")
    assert link.startswith(address + "#watch="), link
    page.click("#link-close")
    page.type('new mastermind secret="3 3 1 2"')
    home = driver.current_window_handle
    driver.switch_to.new_window("tab")
    other = Page(driver, link)
    other.until("the board", lambda: other.text("#title") == "Mastermind")
    assert not [e for e in other.all("#actions button, #form, .palette, #undo") if e.is_displayed()]
    driver.switch_to.window(home)
    page.type("guess 1 1 2 2")
    page.type("help")
    driver.switch_to.window(driver.window_handles[-1])
    other.until("the guess", lambda: len(other.all(".guesses li")) == 1)
    assert not other.lines() and "3 3 1 2" not in other.text("body")
    other.click("#replay")
    other.until("the start", lambda: len(other.all(".guesses li")) == 0)
    other.click("#replay-next")
    other.until("the guess", lambda: len(other.all(".guesses li")) == 1)
    other.click("#replay-close")
    driver.close()
    driver.switch_to.window(home)


def refuse_markup(page):
    """Names with markup are refused, or are text."""
    page.type("""new counter "<img src=x onerror=document.title='x'>" Bob""")
    page.type("<script>document.title='x'</script>")
    assert not page.all("#log img, #log script, #table img, main script")
    assert page.driver.title != "x"


def lose_connection(page, gate):
    """The stream is cut in the middle: nothing is lost, and nothing comes twice."""
    page.type("new farkle Ann Bob seed=7")
    for index in range(5):
        gate.cut()
        # A line that was cut on its way is sent by the player again.
        before = page.lines().count(f"echo {index}")
        while page.lines().count(f"echo {index}") == before:
            page.one("#line").send_keys(f"echo {index}", Keys.ENTER)
            page.until(
                "an answer",
                lambda: page.lines().count(f"echo {index}") > before
                or f"reached: echo {index}" in page.text("#log"),
            )
            if page.lines().count(f"echo {index}") == before:
                page.driver.execute_script("document.getElementById('log').replaceChildren()")
        assert page.lines().count(f"echo {index}") == before + 1
    page.until("a connection", lambda: page.text("#connection") == "")


def crowd(server):
    """Many onlookers see each move once, in order."""

    def ask(method, path, handle=None, body=None):
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=LIMIT)
        headers = {"Authorization": f"Bearer {handle}"} if handle else {}
        connection.request(method, path, body, headers)
        return connection.getresponse()

    handles = json.loads(ask("POST", "/play").read())
    seen = [[] for _ in range(ONLOOKERS)]
    ready = threading.Barrier(ONLOOKERS + 1, timeout=LIMIT)

    def watch(index):
        response = ask("GET", "/play/events", handles["watch"])
        for line in response:
            if line.startswith(b"data: "):
                data = json.loads(line[6:])
                seen[index].append(data)
                if len(seen[index]) == 1:
                    ready.wait()

    threads = [threading.Thread(target=watch, args=(index,)) for index in range(ONLOOKERS)]
    for thread in threads:
        thread.start()
    ready.wait()
    lines = ["new farkle Ann Bob seed=7", "roll", "hold best", "bank"]
    for line in lines:
        assert ask("POST", "/play/line", handles["handle"], line).status == 202
    assert ask("DELETE", "/play", handles["handle"]).status == 200
    for thread in threads:
        thread.join(LIMIT)
    for events in seen:
        assert events == seen[0] and events[-1] == {"reason": "the player has left"}
    numbers = [event["number"] for event in seen[0][:-1]]
    assert numbers == [0, 1, 2, 3, 4], numbers


def restart(page, gate, server, parlord, folder):
    """A server that ends takes its games with it, and the page says so."""
    page.type("new farkle Ann Bob seed=7")
    server.stop()
    page.until("the reason", lambda: "the server stops" in page.text("#notice"))
    page.click("#notice-button")
    page.one("#chooser")
    new = Server(parlord, folder)
    gate.target = new.port
    page.open("farkle")
    new.process.kill()
    page.until("the loss", lambda: "Connection lost" in page.text("#connection"))
    new.stop()
    newest = Server(parlord, folder)
    gate.target = newest.port
    page.until("the end", lambda: "this game is gone" in page.text("#notice"))
    assert "Ann" in page.text("#log"), "the replies are still there"
    return newest


def take_pictures(page, folder, scheme):
    """What the page looks like, at the widths of a phone and of a screen."""
    scenes = {
        "chooser": [],
        "farkle": ["new farkle Ann Bob seed=7", "roll"],
        "farkle-late": ["new farkle Ann Bob seed=7", "roll", "hold best", "bank", "roll", "hold best"],
        "minesweeper": ["new minesweeper easy seed=1", "reveal 5 5", "flag 3 1", "mark 3 2"],
        "minesweeper-hard": ["new minesweeper hard seed=1", "reveal 8 15"],
        "mastermind": ['new mastermind secret="1 5 2 2"', "guess 1 1 2 2", "guess 1 3 2 4"],
        "mastermind-over": ['new mastermind secret="1 5 2 2"', "guess 1 1 2 2", "guess 1 5 2 2"],
        "counter": ["new counter Ann Bob Cy", "add 25", "add 40"],
        "help": ["help farkle"],
    }
    page.driver.execute_cdp_cmd(
        "Emulation.setEmulatedMedia",
        {"features": [{"name": "prefers-color-scheme", "value": scheme}]},
    )
    for name, lines in scenes.items():
        if name == "farkle":
            page.open("farkle")
        for line in lines:
            page.type(line)
        for width, height in ((320, 640), (400, 800), (1200, 800)):
            page.driver.execute_cdp_cmd(
                "Emulation.setDeviceMetricsOverride",
                {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500},
            )
            size = page.driver.execute_script(
                "return [document.documentElement.scrollWidth, innerWidth]"
            )
            assert size[0] <= size[1], f"{name} is {size[0]} wide at {width}"
            if width == 320:
                continue
            page.driver.save_screenshot(f"{folder}/{name}-{width}-{scheme}.png")
    page.driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def browser(folder):
    """Chromium, or nothing where it is missing."""
    names = ("chromium", "chromium-browser", "google-chrome")
    program = next(filter(None, map(shutil.which, names)), None)
    driver = shutil.which("chromedriver")
    if not program or not driver:
        return None
    options = webdriver.ChromeOptions()
    options.binary_location = program
    for argument in (
        "--headless=new",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-dev-shm-usage",
        "--window-size=1200,900",
        f"--user-data-dir={folder}/profile",
    ):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    return webdriver.Chrome(options=options, service=webdriver.ChromeService(driver))


def main():
    parlord = sys.argv[1]
    pictures = sys.argv[3] if sys.argv[2:3] == ["--pictures"] else None
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        driver = browser(folder)
        if driver is None:
            print("   without Chromium and its driver: the page is not tried")
            return
        server = Server(parlord, folder)
        try:
            gate = Gate(server.port)
            address = f"http://localhost:{gate.port}/"
            if pictures:
                pathlib.Path(pictures).mkdir(parents=True, exist_ok=True)
                for scheme in ("light", "dark"):
                    take_pictures(Page(driver, address), pictures, scheme)
                    driver.get("about:blank")
                return

            def stage(name, body, *arguments):
                start = time.monotonic()
                body(*arguments)
                print(f"   {name}: {time.monotonic() - start:.1f} s", flush=True)

            page = Page(driver, address)
            stage("by clicks", play_by_clicks, page)
            stage("by typing", play_by_typing, page)
            stage("the form", fill_in, page)
            stage("fair games", play_fairly, page)
            stage("an onlooker", look_on, page, driver, address)
            stage("markup", refuse_markup, page)
            page.click("#leave")
            stage("by keys", play_by_keys, page)
            problems = [e for e in driver.get_log("browser") if e["level"] == "SEVERE"]
            assert not problems, problems
            stage("a lost connection", lose_connection, page, gate)
            stage(f"{ONLOOKERS} onlookers", crowd, server)
            handle = driver.current_url.split("play=")[1][:64]
            first = server
            server = None
            server = restart(page, gate, first, parlord, folder)
            assert not any(handle in line for line in first.log), "a handle is in the log"
            print("   the page: fine")
        finally:
            driver.quit()
            if server:
                server.stop()


main()
