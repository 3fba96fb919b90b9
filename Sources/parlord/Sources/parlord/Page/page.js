// The page to play at. It sends lines, shows the replies, and draws boards from the JSON state of a game.
//
// What comes from the server is set as text, never as HTML. The handle of a session is in the fragment of the
// address, which browsers send nowhere, and goes to the server in a header.

import { verify } from "./fair.js";

const $ = (id) => document.getElementById(id);
const svgNames = new Set(["svg", "circle", "rect"]);

// Makes an element: make("button", { class: "die", onclick: act }, "text", child). A value of false, null or
// undefined leaves an attribute out.
function make(name, attributes = {}, ...children) {
  const element = svgNames.has(name)
    ? document.createElementNS("http://www.w3.org/2000/svg", name)
    : document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else element.setAttribute(key, value === true ? "" : String(value));
  }
  element.append(...children.filter((child) => child !== null));
  return element;
}

const button = (label, act, attributes = {}) =>
  make("button", { type: "button", onclick: act, ...attributes }, label);

const sleep = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

// ---------------------------------------------------------------------------------------------------------
// The server

// The session: its handle, that of onlookers, whether we play, and the number of the last event.
const session = { handle: null, watch: null, plays: false, last: null, isOver: false };
let games = [];

// Sends a request. The signal of `options` ends it.
function ask(method, path, options = {}) {
  const headers = { ...options.headers };
  if (session.handle) headers.Authorization = `Bearer ${session.handle}`;
  return fetch(path, {
    method, headers, body: options.body, signal: options.signal, cache: "no-store",
    credentials: "omit", referrerPolicy: "no-referrer",
  });
}

// What a response says is wrong.
async function errorOf(response) {
  try {
    return (await response.json()).error || `the server answers ${response.status}`;
  } catch {
    return `the server answers ${response.status}`;
  }
}

// The events in a stream of bytes, each with its id, type and data.
async function* eventsOf(body, sawLife) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    sawLife();
    const blocks = (rest + value).split("\n\n");
    rest = blocks.pop();
    for (const block of blocks) {
      const event = {};
      for (const line of block.split("\n")) {
        const colon = line.indexOf(": ");
        if (colon > 0) event[line.slice(0, colon)] = line.slice(colon + 2);
      }
      if (event.data) yield event;
    }
  }
}

let listening = null;

// Takes the events of the session until it ends. A stream that breaks is opened again and goes on after the
// last event.
async function listen() {
  const mine = (listening = {});
  mine.ready = new Promise((done) => (mine.isReady = done));
  let pause = 500;
  while (listening === mine) {
    const abort = new AbortController();
    mine.abort = abort;
    // The server gives a sign of life every 15 seconds.
    let timer;
    const sawLife = () => {
      clearTimeout(timer);
      timer = setTimeout(() => abort.abort(), 45000);
    };
    try {
      sawLife();
      const headers = session.last === null ? {} : { "Last-Event-ID": session.last };
      const response = await ask("GET", "/play/events", { headers, signal: abort.signal });
      if (response.status === 404 || response.status === 401 || response.status === 403)
        return over(await errorOf(response));
      if (!response.ok) throw new Error(await errorOf(response));
      showConnection("");
      pause = 500;
      for await (const event of eventsOf(response.body, sawLife)) {
        if (listening !== mine) return;
        const data = JSON.parse(event.data);
        if (event.event === "end") return over(data.reason);
        session.last = event.id;
        mine.isReady();
        take(data, event.event === "table");
      }
    } catch (error) {
      if (listening !== mine) return;
    } finally {
      clearTimeout(timer);
    }
    if (listening !== mine) return;
    showConnection("Connection lost. Trying again…");
    await sleep(pause);
    pause = Math.min(pause * 2, 10000);
  }
}

// Lines are sent one after the other, each when the one before has been answered.
let sending = Promise.resolve();
// The lines of buttons that are not answered yet.
const unanswered = new Set();

// The result of the promise says what was wrong with the line; it is empty if nothing was.
function send(line) {
  sending = sending.then(async () => {
    const waiting = setTimeout(() => showConnection("Waiting for the server…"), 3000);
    let problem = "";
    try {
      const response = await ask("POST", "/play/line", { body: line });
      if (response.ok) {
        problem = (await response.json()).problem || "";
      } else {
        const error = await errorOf(response);
        problem = `Not sent: ${error}`;
        if (response.status === 404) over(error);
        else say(problem, "problem");
      }
    } catch {
      problem = `Not sent, because the server cannot be reached: ${line}`;
      say(problem, "problem");
    }
    clearTimeout(waiting);
    if ($("connection").textContent.startsWith("Waiting")) showConnection("");
    unanswered.delete(line);
    return problem;
  });
  return sending;
}

// Sends the line of a button, unless it is on its way already.
function act(line) {
  if (unanswered.has(line) || !session.plays || replay) return;
  unanswered.add(line);
  send(line);
}

// ---------------------------------------------------------------------------------------------------------
// The table

// What the last reply about the game said.
const table = { game: null, state: null, status: null, legal: { moves: [], forms: [] }, said: "" };
// What the player has chosen and not sent yet, such as dice; it lasts until the next move.
let chosen = {};

// Takes a reply of the session.
function take(data, isWhole) {
  const { reply, status, line } = data;
  if (line !== undefined) {
    say(line, "typed");
    unanswered.delete(line);
  }
  if (reply.text) say(reply.text, reply.ok ? "" : "problem");
  else if (line !== undefined && reply.ok) say("Done.", "");
  if ("state" in reply) {
    const key = (game, moves) => JSON.stringify([game, moves]);
    const isNew = key(table.game, table.status?.moves) !== key(reply.game, status?.moves);
    if (isNew || isWhole) chosen = {};
    if (reply.game?.number !== table.game?.number && replay) closeReplay();
    Object.assign(table, { game: reply.game, state: reply.state, status });
    table.legal = reply.legal || { moves: [], forms: [] };
    if (isNew || isWhole) table.said = reply.text || "";
    table.isFresh = isNew && !isWhole;
  }
  if (reply.ok === false) table.said = reply.text;
  for (const event of reply.events || []) takeFair(event, reply.game?.number);
  draw();
}

// What is known of the fair game on the table: its commit and words as they were shown first, and its secret.
let fair = null;

function takeFair(event, game) {
  if (event.type === "fair" || event.type === "fair-revealed") {
    const { commit, words, secret } = event;
    if (fair?.game !== game) {
      fair = { game, commit, words };
      $("fair-log").value = "";
    }
    // The second of two commits comes later, and so do words, but none with the secret.
    if (fair.commit.includes("-")) fair.commit = commit;
    if (!secret) fair.words = words;
    fair.secret = secret;
    $("fair-result").textContent = "";
  } else if (event.type === "log" && fair?.asks) {
    fair.asks = false;
    $("fair-log").value = event.lines.join("\n");
    verifyLog();
  }
}

function drawFair() {
  const isShown = fair !== null && fair.game === table.game?.number && !choosing;
  show($("fair"), isShown);
  if (!isShown) return;
  $("fair-facts").textContent = [`Commit ${fair.commit}`, `Words  ${fair.words}`, `Secret ${fair.secret || "comes at the end"}`].join("\n");
  show($("fair-check"), Boolean(fair.secret));
}

// Computes the draws of the log anew, here in the browser.
function verifyLog() {
  let text;
  try {
    const { commit, words, draws } = verify($("fair-log").value);
    if (commit !== fair.commit || words !== fair.words) throw new Error("This is another game: its commit or its words are not those shown above.");
    text = `Fair: the secret has the commit, and all ${draws} draws follow from it. The rules and the sum are checked by \`parlor verify\`.`;
  } catch (error) {
    text = `NOT fair. ${error.message}`;
  }
  $("fair-result").textContent = text;
}

$("fair-verify").addEventListener("click", () => {
  if ($("fair-log").value.trim()) return verifyLog();
  fair.asks = true;
  act("log");
});

const titleOf = (name) => games.find((game) => game.name === name)?.title || name || "";

// Draws the table: the board, what was said, and buttons for what can be done.
function draw() {
  const focused = document.activeElement?.dataset?.focus;
  const hadFocus = $("table").contains(document.activeElement);
  const position = replay ? replay.positions[replay.place] : table;
  const { state, status } = position;
  const name = table.game?.name;
  const mayAct = session.plays && !replay && status && !status.over;

  $("title").textContent = titleOf(name);
  document.title = name ? `${titleOf(name)} – Parlor` : "Parlor";
  $("turn").textContent = turnText(status);
  document.querySelector("main").classList.toggle("wide", state?.cols > 20);
  const context = {
    state, status, legal: replay ? { moves: [], forms: [] } : table.legal, mayAct,
    isFresh: table.isFresh && !replay,
  };
  const board = (boards[name] || plainBoard)(context);
  $("board").replaceChildren(...[board.element].flat().filter(Boolean));
  $("said").textContent = replay ? replayText() : saidText(board.hidesText);
  $("actions").replaceChildren(...(mayAct ? actionButtons(board, context) : overButtons(status)));
  table.isFresh = false;

  for (const id of ["undo", "replay"]) $(id).disabled = !(table.status?.moves > 0) || !session.handle || session.isOver;
  $("rules").disabled = !name;
  // A player without a game chooses one, and an onlooker waits.
  const isEmpty = session.last !== null && !name;
  if (isEmpty && !session.plays) $("turn").textContent = "No game has begun yet.";
  show($("table"), (Boolean(name) || (isEmpty && !session.plays)) && !choosing);
  show($("chooser"), choosing || (isEmpty && session.plays));
  show($("talk"), Boolean(session.handle));
  show($("form"), session.plays);
  show($("menu"), Boolean(session.handle));
  for (const id of ["choose-again", "undo", "rules", "share", "leave"]) show($(id), session.plays);
  show($("replay-controls"), Boolean(replay));
  drawFair();

  if (awaitsTable && !$("table").hidden) {
    awaitsTable = false;
    $("table").focus();
  }
  if (!hadFocus || $("table").contains(document.activeElement)) return;
  const again = focused && $("table").querySelector(`[data-focus="${CSS.escape(focused)}"]:not([disabled])`);
  (again || $("actions").querySelector("button:not([disabled])") || $("table")).focus({ preventScroll: true });
}

function show(element, isShown) {
  element.hidden = !isShown;
}

function turnText(status) {
  if (!status) return "";
  if (!status.over) return status.turn && status.turn !== "1" ? `${status.turn}’s turn` : "";
  const winners = status.winners.filter((name) => name !== "1");
  if (winners.length === 0) return "The game is over";
  return winners.length === 1 ? `${winners[0]} wins` : `${winners.join(" and ")} win`;
}

// The last reply, without the rows of a board that is drawn.
function saidText(hidesBoard) {
  const lines = table.said.replace(/\n+$/, "").split("\n");
  const kept = hidesBoard ? lines.filter((line) => !/^\s*(\d+ \||\d+ +[\d ]+ \d+ black|\+-|[\d ]+$)/.test(line)) : lines;
  return kept.slice(-8).join("\n");
}

// The buttons of the moves: those that the board offers, or all that the server lists.
function actionButtons(board, { legal }) {
  const actions = board.actions
    || legal.moves.slice(0, 40).map((line) => ({ line, label: line }));
  const buttons = actions.map(({ line, label, key, isMain, isOff, act: other }) =>
    button(label, other || (() => act(line)), {
      class: isMain ? "main" : null, disabled: isOff, "data-focus": `action ${label}`,
      "data-key": key, "data-line": line, "aria-keyshortcuts": key,
    }));
  for (const form of board.forms || legal.forms) {
    buttons.push(button(`${form.replace(/…$/, "")}…`, () => begin(form), {
      class: "form", "data-focus": `form ${form}`, title: "Type the rest of the line",
    }));
  }
  return buttons;
}

// Puts the start of a line into the field, for what has to be typed.
function begin(form) {
  const words = form.split(" ").filter((word) => word === word.toLowerCase() && /^[a-z-]+$/.test(word));
  $("line").value = `${words.join(" ")} `;
  $("line").focus();
  complete();
}

function overButtons(status) {
  if (!status?.over || !session.plays || replay) return [];
  return [
    button("Play again", () => act("new"), { class: "main", "data-focus": "again", "data-key": "n" }),
    button("Replay", openReplay, { "data-focus": "replay", disabled: session.isOver }),
    button("Another game", choose, { "data-focus": "other" }),
  ];
}

// ---------------------------------------------------------------------------------------------------------
// Boards

// Each takes the state and returns the element of the board, and what it offers itself: the actions, in place of
// one button for each legal move.
const boards = { farkle, minesweeper, mastermind, counter };

// Any other game is its text.
function plainBoard() {
  return { element: null };
}

// A table of scores: rows of a name, a score, and further cells.
function scores(rows, heads) {
  const head = make("tr", {}, ...heads.map((text) => make("th", { scope: "col" }, text)));
  const body = rows.map(({ cells, isTurn, isOut }) =>
    make("tr", { class: isTurn ? "turn" : isOut ? "out" : null, "aria-current": isTurn ? "true" : null },
      ...cells.map((cell, index) => make(index ? "td" : "th", index ? {} : { scope: "row" }, cell))));
  return make("table", { class: "scores" }, make("thead", {}, head), make("tbody", {}, ...body));
}

const grouped = (number) => Number(number).toLocaleString("en");

const pips = {
  1: [[1, 1]], 2: [[0, 0], [2, 2]], 3: [[0, 0], [1, 1], [2, 2]], 4: [[0, 0], [2, 0], [0, 2], [2, 2]],
  5: [[0, 0], [2, 0], [1, 1], [0, 2], [2, 2]], 6: [[0, 0], [0, 1], [0, 2], [2, 0], [2, 1], [2, 2]],
};

function dieFace(face) {
  return make("svg", { viewBox: "0 0 20 20", "aria-hidden": "true" },
    ...(pips[face] || []).map(([x, y]) => make("circle", { cx: 5 + 5 * x, cy: 5 + 5 * y, r: 1.9 })));
}

const sorted = (dice) => [...dice].sort().join(" ");

function farkle({ state, status, legal, mayAct, isFresh }) {
  const turn = state.turn;
  const rows = state.players.map((player) => ({
    isTurn: turn?.player === player.name, isOut: player.resigned,
    cells: [
      player.name, grouped(player.score),
      state.rounds ? "" : make("progress", {
        max: state.target, value: Math.min(player.score, state.target),
        "aria-label": `${player.name}: ${player.score} of ${state.target}`,
      }),
    ],
  }));
  const heads = ["Player", "Score", state.rounds ? `Round ${state.round}` : `to ${grouped(state.target)}`];
  const parts = [scores(rows, heads)];
  if (!turn) return { element: parts, actions: [] };

  // The dice of the last roll, those set aside now, and those set aside before it.
  const holds = new Map(legal.moves.filter((line) => line.startsWith("hold "))
    .map((line) => [sorted(line.slice(5).split(" ")), line]));
  const isHeld = turn.roll.map(() => false);
  for (const face of turn.held) {
    const place = turn.roll.findIndex((die, index) => die === face && !isHeld[index]);
    if (place >= 0) isHeld[place] = true;
  }
  const canHold = mayAct && holds.size > 0;
  chosen.dice ||= [];
  const dice = turn.roll.map((face, index) => {
    const isChosen = chosen.dice.includes(index);
    const label = `${face}${isHeld[index] ? ", held" : ""}`;
    return button(dieFace(face), () => {
      chosen.dice = isChosen ? chosen.dice.filter((other) => other !== index) : [...chosen.dice, index];
      draw();
    }, {
      class: `die${isHeld[index] ? " held" : ""}${isFresh && turn.held.length === 0 ? " rolled" : ""}`,
      "aria-label": `Die ${index + 1}: ${label}`, "aria-pressed": canHold ? isChosen : null,
      disabled: !canHold, "data-focus": `die ${index}`, "data-key": canHold ? index + 1 : null,
    });
  });
  if (dice.length === 0) {
    for (let index = 0; index < turn.diceToRoll; index += 1) {
      dice.push(make("span", { class: "die blank", "aria-hidden": "true" }));
    }
  }
  parts.push(make("div", { class: "dice", role: "group", "aria-label": "Dice" }, ...dice));
  parts.push(make("p", { class: "stake" }, turn.points > 0
    ? `${grouped(turn.points)} points at stake, ${turn.diceToRoll || "no"} dice to roll`
    : turn.roll.length === 0 ? `${turn.diceToRoll} dice to roll` : "Choose the dice to hold"));

  const line = holds.get(sorted(chosen.dice.map((index) => turn.roll[index])));
  const actions = [];
  if (holds.size > 0) {
    const faces = line ? line.slice(5) : "";
    actions.push({ line, label: faces ? `Hold ${faces}` : "Hold the chosen dice", key: "h", isMain: Boolean(line), isOff: !line });
    actions.push({ line: "hold best", label: "Hold the best", key: "a" });
  }
  for (const move of legal.moves) {
    if (move === "roll") {
      const count = turn.diceToRoll;
      actions.push({ line: move, label: count ? `Roll ${count} ${count === 1 ? "die" : "dice"}` : "Roll", key: "r", isMain: true });
    } else if (move === "bank") {
      actions.push({ line: move, label: `Bank ${grouped(turn.points)}`, key: "b" });
    }
  }
  return { element: parts, actions };
}

const cellNames = {
  "#": "hidden", F: "flag", "?": "question mark", 0: "empty", "*": "mine", "!": "the mine that exploded",
  X: "wrong flag",
};
const cellSigns = { "#": "", F: "⚑", "?": "?", 0: "", "*": "✹", "!": "✹", X: "⚑" };

function minesweeper({ state, legal, mayAct }) {
  const isLegal = new Set(legal.moves);
  const size = state.cols > 20 ? "small" : state.cols > 10 ? "medium" : "large";
  chosen.cell ||= [Math.ceil(state.rows / 2), Math.ceil(state.cols / 2)];
  // The place of the cursor outlasts the move.
  if (lastCell && lastCell[0] <= state.rows && lastCell[1] <= state.cols) chosen.cell = lastCell;
  // Lines name a cell by these numbers; screen readers get them with each cell.
  const edge = (text) => make("span", { class: "edge", "aria-hidden": "true" }, String(text));
  const heads = make("div", { class: "heads", "aria-hidden": "true" }, edge(""),
    ...[...state.cells[0]].map((_, column) => edge(column + 1)));
  const rows = state.cells.map((cells, row) =>
    make("div", { role: "row" }, edge(row + 1), ...[...cells].map((sign, column) => {
      const place = `${row + 1} ${column + 1}`;
      const isCursor = chosen.cell[0] === row + 1 && chosen.cell[1] === column + 1;
      const name = cellNames[sign] || `${sign} around`;
      const kind = /[1-8]/.test(sign) ? `n${sign}` : { "#": "hidden", F: "flag", "?": "mark", 0: "empty", "*": "mine", "!": "boom", X: "wrong" }[sign];
      return button(cellSigns[sign] ?? sign, () => press(place, isLegal), {
        class: `cell ${kind}`, role: "gridcell", tabindex: isCursor ? 0 : -1,
        "aria-label": `Row ${row + 1}, column ${column + 1}: ${name}`, "data-cell": place,
        "data-focus": `cell ${place}`, "aria-disabled": mayAct ? null : "true",
      });
    })));
  const minutes = Math.floor(state.milliseconds / 60000);
  const seconds = String(Math.floor(state.milliseconds / 1000) % 60).padStart(2, "0");
  const element = [
    make("p", { class: "stake" }, `${state.minesLeft} mines left, ${minutes}:${seconds}`),
    make("div", { class: "scroller" },
      make("div", { class: `mines ${size}`, role: "grid", "aria-label": `Mines, ${state.rows} rows, ${state.cols} columns` }, heads, ...rows)),
  ];
  if (mayAct) {
    element.push(make("p", { class: "help" },
      "Press a cell to reveal it, hold it down to flag it. Keys: arrows, Enter, ", make("kbd", {}, "f"), " flag, ",
      make("kbd", {}, "m"), " mark."));
  }
  const label = isFlagging ? "Flagging: press to reveal again" : "Flag cells";
  return {
    element, hidesText: true, forms: [],
    actions: [{ label, act: () => { isFlagging = !isFlagging; draw(); }, isMain: isFlagging }],
  };
}

let isFlagging = false;
let lastCell = null;

// A press on a cell: reveals or flags a hidden one, and reveals around a number.
function press(place, isLegal, verb = null) {
  lastCell = place.split(" ").map(Number);
  const verbs = verb ? [verb] : isFlagging ? ["flag", "chord"] : ["reveal", "chord"];
  const line = verbs.map((verb) => `${verb} ${place}`).find((line) => isLegal.has(line));
  if (line) act(line);
}

function mastermind({ state, legal, mayAct }) {
  const peg = (color, attributes = {}) =>
    make("span", { class: `peg c${color}`, role: "img", "aria-label": `colour ${color}`, ...attributes }, String(color));
  const answer = (black, white) => {
    const dots = [..."b".repeat(black), ..."w".repeat(white), ..."-".repeat(state.slots - black - white)];
    return make("span", { class: "answer", role: "img", "aria-label": `${black} black, ${white} white` },
      ...dots.map((kind) => make("i", { class: `dot ${{ b: "black", w: "white", "-": "none" }[kind]}` })));
  };
  const rows = state.guesses.map((guess, index) =>
    make("li", {}, make("span", { class: "count" }, String(index + 1)),
      make("span", { class: "code" }, ...guess.code.map((color) => peg(color))), answer(guess.black, guess.white)));
  const element = [make("ol", { class: "guesses", "aria-label": "Guesses" }, ...rows)];
  if (state.secret) {
    element.push(make("p", { class: "secret" }, "The code was ",
      make("span", { class: "code" }, ...state.secret.map((color) => peg(color)))));
  }
  if (!mayAct || !state.slots) return { element, hidesText: true, actions: [], forms: [] };

  chosen.code ||= [];
  const put = (color) => {
    if (chosen.code.length < state.slots) chosen.code = [...chosen.code, color];
    draw();
  };
  const takeBack = (index) => {
    chosen.code = chosen.code.filter((_, other) => other !== index);
    draw();
  };
  const slots = Array.from({ length: state.slots }, (_, index) => {
    const color = chosen.code[index];
    return button(color ? String(color) : "", () => takeBack(index), {
      class: `peg ${color ? `c${color}` : "empty"}`, disabled: !color, "data-focus": `slot ${index}`,
      "aria-label": color ? `Slot ${index + 1}: colour ${color}, take it back` : `Slot ${index + 1}: empty`,
    });
  });
  const isFull = chosen.code.length === state.slots;
  const palette = Array.from({ length: state.colors }, (_, index) =>
    button(String(index + 1), () => put(index + 1), {
      class: `peg c${index + 1}`, "aria-label": `Colour ${index + 1}`, "data-focus": `colour ${index + 1}`,
      "aria-disabled": isFull ? "true" : null, "data-key": index < 9 ? index + 1 : null,
    }));
  element.push(
    make("div", { class: "code next", role: "group", "aria-label": "Your guess" }, ...slots),
    make("div", { class: "palette", role: "group", "aria-label": "Colours" }, ...palette));
  const line = `guess ${chosen.code.join(" ")}`;
  return {
    element, hidesText: true, forms: [],
    actions: [
      { line, label: "Guess", isMain: isFull, isOff: !isFull, key: "g" },
      { label: "Take back", act: () => takeBack(chosen.code.length - 1), isOff: chosen.code.length === 0, key: "Backspace" },
    ],
  };
}

function counter({ state, legal }) {
  const rows = state.players.map((player) => ({
    isTurn: !state.finished && state.turn?.number === player.number,
    cells: [player.name, grouped(player.score)],
  }));
  const actions = [...legal.moves, "finish"].map((line) => ({ line, label: line }));
  return { element: scores(rows, ["Player", "Score"]), actions };
}

// ---------------------------------------------------------------------------------------------------------
// Keys and pointers at the table

// Keys work while the table has the focus, so that they disturb no one who types or reads.
$("table").addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  // The keys of a board work from the table too, at its cursor.
  const cursor = event.target === $("table") ? $("board").querySelector('[data-cell][tabindex="0"]') : event.target;
  const cell = cursor?.dataset?.cell;
  if (cell && moveInGrid(event, cell)) return;
  if (cell && cursor !== event.target && (event.key === "Enter" || event.key === " ")) {
    event.preventDefault();
    return cursor.click();
  }
  if (event.target.matches("input")) return;
  const wanted = $("table").querySelector(`[data-key="${CSS.escape(event.key)}"]:not([disabled])`);
  if (wanted) {
    event.preventDefault();
    wanted.click();
  }
});

function moveInGrid(event, cell) {
  const [row, column] = cell.split(" ").map(Number);
  const { rows, cols } = table.state;
  const goals = {
    ArrowUp: [row - 1, column], ArrowDown: [row + 1, column], ArrowLeft: [row, column - 1],
    ArrowRight: [row, column + 1], Home: [row, 1], End: [row, cols], PageUp: [1, column], PageDown: [rows, column],
  };
  const verb = { f: "flag", m: "mark", c: "chord" }[event.key];
  if (verb) {
    press(cell, new Set(table.legal.moves), verb);
  } else if (goals[event.key]) {
    const goal = goals[event.key];
    const now = $("board").querySelector(`[data-cell="${cell}"]`);
    now.focus();
    if (goal[0] >= 1 && goal[0] <= rows && goal[1] >= 1 && goal[1] <= cols) {
      const next = $("board").querySelector(`[data-cell="${goal.join(" ")}"]`);
      now.tabIndex = -1;
      next.tabIndex = 0;
      next.focus();
      lastCell = goal;
    }
  } else {
    return false;
  }
  event.preventDefault();
  return true;
}

// The right button, or a long touch, flags a cell. Some browsers have a menu for a long touch, and some do not.
const touch = { timer: 0, hasFlagged: false, isDown: false };

$("board").addEventListener("contextmenu", (event) => {
  const cell = event.target.dataset?.cell;
  if (!cell) return;
  event.preventDefault();
  if (!touch.isDown) press(cell, new Set(table.legal.moves), "flag");
});

$("board").addEventListener("pointerdown", (event) => {
  const cell = event.target.dataset?.cell;
  touch.hasFlagged = false;
  touch.isDown = event.pointerType === "touch" && Boolean(cell);
  clearTimeout(touch.timer);
  if (!touch.isDown) return;
  touch.timer = setTimeout(() => {
    touch.hasFlagged = true;
    press(cell, new Set(table.legal.moves), "flag");
  }, 450);
});

for (const type of ["pointerup", "pointercancel", "pointerleave"]) {
  $("board").addEventListener(type, () => {
    clearTimeout(touch.timer);
    touch.isDown = false;
  });
}

// The click at the end of a touch that has flagged is none.
$("board").addEventListener("click", (event) => {
  if (!touch.hasFlagged) return;
  touch.hasFlagged = false;
  event.preventDefault();
  event.stopPropagation();
}, true);

// ---------------------------------------------------------------------------------------------------------
// Replies and the line

const mostEntries = 300;

// Adds something to the list of replies, which screen readers read out.
function say(text, kind) {
  const log = $("log");
  const isAtEnd = log.scrollHeight - log.scrollTop - log.clientHeight < 40;
  // Sentences are broken where they must be; columns and boards are not, and scroll.
  const columns = /\S {2,}\S|^ *\d+ \|/m.test(text) ? "columns" : "";
  log.append(make("pre", { class: `${kind || ""} ${columns}`.trim() || null }, text.replace(/\n$/, "")));
  while (log.childElementCount > mostEntries) log.firstElementChild.remove();
  if (isAtEnd || kind === "typed") log.scrollTop = log.scrollHeight;
}

const history = { lines: [], place: 0 };

$("form").addEventListener("submit", (event) => {
  event.preventDefault();
  const line = $("line").value;
  closeSuggestions();
  if (!line.trim()) return;
  history.lines.push(line);
  history.place = history.lines.length;
  $("line").value = "";
  send(line);
});

let suggestions = { kept: "", list: [], selected: -1 };
let asked = 0;

// Asks what may follow, and shows it if nothing else was typed since.
async function complete() {
  const number = (asked += 1);
  await sleep(80);
  if (number !== asked) return;
  const line = $("line").value;
  if (!line.trim()) return closeSuggestions();
  try {
    const response = await ask("POST", "/play/complete", { body: line });
    if (!response.ok || number !== asked || $("line").value !== line) return;
    const { kept, suggestions: list } = await response.json();
    if (document.activeElement === $("line")) showSuggestions(kept, list);
  } catch {
    // The line can be sent without help.
  }
}

function showSuggestions(kept, list) {
  suggestions = { kept, list, selected: -1 };
  $("suggestions").replaceChildren(...list.map(({ text, detail }, index) =>
    make("li", {
      role: "option", id: `suggestion-${index}`, "aria-selected": "false",
      onmousedown: (event) => {
        event.preventDefault();
        acceptSuggestion(index);
      },
    }, make("b", {}, text.trim()), detail ? make("span", {}, ` ${detail}`) : "")));
  show($("suggestions"), list.length > 0);
  $("line").setAttribute("aria-expanded", String(list.length > 0));
  $("line").removeAttribute("aria-activedescendant");
}

function closeSuggestions() {
  asked += 1;
  showSuggestions("", []);
}

function selectSuggestion(index) {
  const items = $("suggestions").children;
  suggestions.selected = index;
  [...items].forEach((item, other) => item.setAttribute("aria-selected", String(other === index)));
  if (index < 0) return $("line").removeAttribute("aria-activedescendant");
  items[index].scrollIntoView({ block: "nearest" });
  $("line").setAttribute("aria-activedescendant", items[index].id);
}

function acceptSuggestion(index) {
  const { kept, list } = suggestions;
  $("line").value = kept + list[index].text;
  closeSuggestions();
  complete();
}

$("line").addEventListener("input", complete);
$("line").addEventListener("blur", closeSuggestions);
$("line").addEventListener("keydown", (event) => {
  const { list, selected } = suggestions;
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step && list.length > 0) {
    event.preventDefault();
    selectSuggestion((selected + step + list.length + (selected < 0 && step < 0 ? 1 : 0)) % list.length);
  } else if (step) {
    event.preventDefault();
    history.place = Math.max(0, Math.min(history.lines.length, history.place + step));
    $("line").value = history.lines[history.place] || "";
  } else if (event.key === "Tab" && !event.shiftKey && list.length > 0 && $("line").value.trim()) {
    event.preventDefault();
    acceptSuggestion(Math.max(0, selected));
  } else if (event.key === "Enter" && selected >= 0) {
    event.preventDefault();
    acceptSuggestion(selected);
  } else if (event.key === "Escape") {
    closeSuggestions();
  }
});

// ---------------------------------------------------------------------------------------------------------
// Replays

let replay = null;

async function openReplay() {
  try {
    const response = await ask("GET", "/play/replay");
    if (!response.ok) return say(await errorOf(response), "problem");
    const positions = await response.json();
    if (positions.length === 0) return;
    replay = { positions, place: 0 };
    $("replay-place").max = positions.length - 1;
    goTo(0);
    $("replay-next").focus();
  } catch {
    say("The server cannot be reached.", "problem");
  }
}

function goTo(place) {
  replay.place = Math.max(0, Math.min(replay.positions.length - 1, place));
  $("replay-place").value = replay.place;
  $("replay-place").setAttribute("aria-valuetext", replayText());
  draw();
}

function replayText() {
  const { line, text } = replay.positions[replay.place];
  const heading = replay.place === 0 ? "The start" : `Move ${replay.place} of ${replay.positions.length - 1}: ${line}`;
  return `${heading}\n${text}`.trim();
}

function closeReplay() {
  replay = null;
  draw();
}

$("replay").addEventListener("click", openReplay);
$("replay-start").addEventListener("click", () => goTo(0));
$("replay-back").addEventListener("click", () => goTo(replay.place - 1));
$("replay-next").addEventListener("click", () => goTo(replay.place + 1));
$("replay-end").addEventListener("click", () => goTo(replay.positions.length - 1));
$("replay-close").addEventListener("click", closeReplay);
$("replay-place").addEventListener("input", (event) => goTo(Number(event.target.value)));

// ---------------------------------------------------------------------------------------------------------
// Choosing a game

let choosing = false;
// Whether the table is to get the focus when it is there.
let awaitsTable = false;

// What the forms of the games begin with: fields, and the lines that they make. Other games have one field for the
// words of `new`.
const fairField = { name: "fair", label: "Chance", values: [["", "usual"], ["fair", "fair: you can check it"]] };
const lineOf = (...words) => words.filter(Boolean).join(" ");
const openings = {
  farkle: {
    fields: [
      { name: "players", label: "Players", value: "Ann Bob" },
      { name: "bot", label: "The last one is", values: [["", "a person"], ["bank=300", "a bot that banks 300"], ["bank=500", "a bot that banks 500"], ["random", "a bot that plays at random"]] },
      fairField,
      { name: "target", label: "Points to win", values: [["", "10,000"], ["target=5000", "5,000"], ["target=2000", "2,000"]] },
    ],
    lines: ({ players, bot, target, fair }) => {
      const words = wordsOf(players);
      const isOption = (word) => /^[a-z-]+=/.test(word);
      // A bot needs somebody to play against.
      if (bot && words.filter((word) => !isOption(word)).length === 1) words.push("Bot");
      const lines = [lineOf("new farkle", ...words, target, fair)];
      const last = words.findLast((word) => !isOption(word));
      if (bot && last) lines.push(`seat ${last} ${bot}`);
      return lines;
    },
  },
  minesweeper: {
    fields: [
      { name: "mode", label: "Board", values: [["easy", "9 × 9, 10 mines"], ["medium", "16 × 16, 40 mines"], ["hard", "16 × 30, 99 mines"]] },
      { name: "guess", label: "Guessing", values: [["", "may be needed"], ["guess=no", "is never needed"]] },
      fairField,
    ],
    lines: ({ mode, guess, fair }) => [lineOf("new minesweeper", mode, guess, fair)],
  },
  mastermind: {
    fields: [
      { name: "size", label: "Code", values: [["", "4 of 6 colours"], ["slots=5 colors=8", "5 of 8 colours"], ["slots=3 colors=4", "3 of 4 colours"]] },
      fairField,
    ],
    lines: ({ size, fair }) => [lineOf("new mastermind", size, fair)],
  },
  counter: {
    fields: [{ name: "players", label: "Players", value: "Ann Bob" }],
    lines: ({ players }) => [`new counter ${wordsOf(players).join(" ")}`],
  },
};

// Names between blanks, as words of a line. One with blanks is in quotes, as in a line.
const wordsOf = (text) => text.match(/"[^"]*"|[^\s,;]+/g) || [];

function otherOpening(game) {
  const hint = game.usage[0]?.replace(`new ${game.name}`, "").trim();
  return {
    fields: [{ name: "words", label: hint || "Options", value: "" }],
    lines: ({ words }) => [`new ${game.name} ${words}`.trim()],
  };
}

function drawChooser() {
  $("games").replaceChildren(...games.map((game) => {
    const opening = openings[game.name] || otherOpening(game);
    const fields = opening.fields.map(({ name, label, value, values }) => {
      const field = values
        ? make("select", { name }, ...values.map(([word, text]) => make("option", { value: word }, text)))
        : make("input", { name, value, type: "text", autocapitalize: "words", spellcheck: "false" });
      return make("label", {}, label, field);
    });
    const problem = make("p", { class: "problem", role: "alert" });
    return make("form", { class: "card", "data-game": game.name, onsubmit: async (event) => {
      event.preventDefault();
      problem.textContent = "";
      problem.textContent = await start(opening.lines(Object.fromEntries(new FormData(event.target))));
    } },
    make("h3", {}, game.title), make("p", {}, game.summary), ...fields, problem,
    make("button", { type: "submit", class: "main" }, `Play ${game.title}`));
  }));
}

// Opens a session, unless there is one, and a game in it. Returns what is wrong with the first line, if anything
// is; then the game is still to be chosen.
async function start(lines) {
  if (!session.handle) {
    try {
      const response = await ask("POST", "/play");
      if (!response.ok) return await errorOf(response);
      const { handle, watch } = await response.json();
      window.history.replaceState(null, "", `#play=${handle}&watch=${watch}`);
      enter();
      // What is sent before the stream has begun would be shown as the table that there is already.
      await Promise.race([listening.ready, sleep(3000)]);
    } catch {
      return "The server cannot be reached.";
    }
  }
  choosing = true;
  const problem = await send(lines[0]);
  if (problem) return problem;
  choosing = false;
  awaitsTable = true;
  draw();
  for (const line of lines.slice(1)) await send(line);
  return "";
}

function choose() {
  choosing = true;
  closeReplay();
  $("chooser").querySelector("input, select, button")?.focus();
}

$("choose-again").addEventListener("click", choose);
$("undo").addEventListener("click", () => act("undo"));
$("rules").addEventListener("click", () => act(`help ${table.game?.name || ""}`.trim()));

$("leave").addEventListener("click", async () => {
  await ask("DELETE", "/play").catch(() => {});
  anew();
});

$("share").addEventListener("click", () => {
  $("link-text").value = `${location.origin}${location.pathname}#watch=${session.watch}`;
  show($("link"), true);
  $("link-text").focus();
  $("link-text").select();
});
$("link-close").addEventListener("click", () => {
  show($("link"), false);
  $("share").focus();
});
$("link-copy").addEventListener("click", async () => {
  $("link-text").select();
  try {
    await navigator.clipboard.writeText($("link-text").value);
    $("link-copy").textContent = "Copied";
  } catch {
    document.execCommand("copy");
  }
});

// ---------------------------------------------------------------------------------------------------------
// Beginning and end

function showConnection(text) {
  $("connection").textContent = text;
}

function notice(text, label = "Start anew") {
  $("notice-text").textContent = text;
  $("notice-button").textContent = label;
  show($("notice"), true);
}

// The session has ended: the page stays as it is, without moves.
function over(reason) {
  if (!session.handle) return;
  listening?.abort?.abort();
  listening = null;
  showConnection("");
  Object.assign(session, { plays: false, isOver: true });
  show($("link"), false);
  notice(`This session is over: ${reason}.`);
  draw();
  $("notice-button").focus();
}

// Forgets the session, but for what the address says.
function forget() {
  listening?.abort?.abort();
  listening = null;
  Object.assign(session, { handle: null, watch: null, plays: false, last: null, isOver: false });
  Object.assign(table, { game: null, state: null, status: null, legal: { moves: [], forms: [] }, said: "" });
  replay = null;
  $("log").replaceChildren();
  for (const id of ["notice", "link"]) show($(id), false);
  showConnection("");
}

// Back to the choice of games.
function anew() {
  forget();
  window.history.replaceState(null, "", location.pathname);
  enter();
}

$("notice-button").addEventListener("click", anew);

// Takes the handles of the address, if it has any, and begins to listen.
function enter() {
  const words = new URLSearchParams(location.hash.slice(1));
  // A link that was copied may have a full stop behind it, or more words.
  const handleOf = (name) => words.get(name)?.match(/^[\w-]*/)[0] || null;
  const handle = handleOf("play") || handleOf("watch");
  Object.assign(session, { handle, watch: handleOf("watch"), plays: words.has("play") });
  choosing = !handle;
  if (handle) listen();
  draw();
}

window.addEventListener("hashchange", () => {
  forget();
  enter();
});

async function begins() {
  for (let pause = 500; games.length === 0; pause = Math.min(pause * 2, 10000)) {
    try {
      const response = await ask("GET", "/play");
      if (!response.ok) throw new Error(await errorOf(response));
      games = (await response.json()).games;
      showConnection("");
    } catch {
      showConnection("The server cannot be reached. Trying again…");
      await sleep(pause);
    }
  }
  drawChooser();
  enter();
}

begins();
