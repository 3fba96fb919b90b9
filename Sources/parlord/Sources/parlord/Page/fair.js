// Checks a fair game from its log, as the article "Fair chance" says, without asking the server.

const primes = [];
for (let number = 2; primes.length < 64; number += 1) {
  if (primes.every((prime) => number % prime)) primes.push(number);
}
const fraction = (number) => ((number % 1) * 2 ** 32) | 0;

// The SHA-256 of bytes, as in FIPS 180-4. The browser's own works on pages with HTTPS only.
export function sha256(bytes) {
  const length = bytes.length;
  const padded = [...bytes, 0x80, ...new Array((119 - (length % 64)) % 64).fill(0)];
  for (let shift = 7; shift >= 0; shift -= 1) padded.push(Math.floor((length * 8) / 256 ** shift) & 255);
  const state = primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
  const turned = (word, count) => (word >>> count) | (word << (32 - count));
  for (let start = 0; start < padded.length; start += 64) {
    const words = [];
    for (let index = 0; index < 64; index += 1) {
      if (index < 16) {
        const [a, b, c, d] = padded.slice(start + 4 * index, start + 4 * index + 4);
        words.push((a << 24) | (b << 16) | (c << 8) | d);
      } else {
        const [early, late] = [words[index - 15], words[index - 2]];
        words.push((words[index - 16] + (turned(early, 7) ^ turned(early, 18) ^ (early >>> 3))
          + words[index - 7] + (turned(late, 17) ^ turned(late, 19) ^ (late >>> 10))) | 0);
      }
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let index = 0; index < 64; index += 1) {
      const one = (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g))
        + fraction(Math.cbrt(primes[index])) + words[index]) | 0;
      const two = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((word, index) => { state[index] = (state[index] + word) | 0; });
  }
  return state.flatMap((word) => [24, 16, 8, 0].map((shift) => (word >>> shift) & 255));
}

function hmac(key, message) {
  const padded = [...key, ...new Array(64 - key.length).fill(0)];
  const inner = sha256([...padded.map((byte) => byte ^ 0x36), ...message]);
  return sha256([...padded.map((byte) => byte ^ 0x5c), ...inner]);
}

const utf8 = (text) => new TextEncoder().encode(text);
const hex = (bytes) => bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("");
const bytesOf = (digits) => digits.match(/../g).map((pair) => parseInt(pair, 16));

function fail(reason) {
  throw new Error(reason);
}

// The numbers of a draw.
class Draw {
  constructor(key, message) {
    Object.assign(this, { key, message, taken: 0 });
  }

  byte() {
    if (this.taken % 32 === 0) this.block = hmac(this.key, utf8(`${this.message}:${this.taken / 32}`));
    this.taken += 1;
    return this.block[(this.taken - 1) % 32];
  }

  below(bound) {
    let [range, size] = [256, 1];
    while (range < bound) [range, size] = [range * 256, size + 1];
    for (;;) {
      let number = 0;
      for (let index = 0; index < size; index += 1) number = number * 256 + this.byte();
      if (number < range - (range % bound)) return number % bound;
    }
  }
}

function code(draw, options) {
  const [slots, colors] = [Number(options.slots || 4), Number(options.colors || 6)];
  if (options.repeats !== "off") return Array.from({ length: slots }, () => draw.below(colors) + 1);
  const pegs = Array.from({ length: colors }, (_, index) => index + 1);
  for (let last = colors - 1; last > 0; last -= 1) {
    const other = draw.below(last + 1);
    [pegs[last], pegs[other]] = [pegs[other], pegs[last]];
  }
  return pegs.slice(0, slots);
}

function layout(draw, mode, options, row, column) {
  let [rows, columns] = [Number(options.rows || 16), Number(options.cols || 16)];
  const size = rows * columns;
  let mines = Number(options.mines
    || Math.min(Math.max(40, Math.ceil(size / 10)), Math.floor((size * 3) / 10)));
  const boards = { easy: [9, 9, 10], medium: [16, 16, 40], hard: [16, 30, 99] };
  if (mode !== "custom") [rows, columns, mines] = boards[mode] || boards.medium;
  const reach = options.first === "open" ? 1 : 0;
  const cells = [];
  for (let r = 1; r <= rows; r += 1) {
    for (let c = 1; c <= columns; c += 1) {
      if (Math.abs(r - row) > reach || Math.abs(c - column) > reach) cells.push(`${r} ${c}`);
    }
  }
  const laid = new Set();
  for (let last = cells.length - mines; last < cells.length; last += 1) {
    const cell = cells[draw.below(last + 1)];
    laid.add(laid.has(cell) ? cells[last] : cell);
  }
  const line = (r) => Array.from({ length: columns }, (_, c) => (laid.has(`${r} ${c + 1}`) ? "*" : ".")).join("");
  return Array.from({ length: rows }, (_, r) => line(r + 1)).join("/");
}

// The key of each draw: the secret of the keeper, or the shares of two sides.
function keysOf(options) {
  const commits = (options.fair || "").split("+");
  const last = (options["fair-secret"] || "").split("+");
  if (commits.length !== last.length || commits.length > 2) fail("the commit or the secret is missing");
  if (![...commits, ...last].every((digits) => /^[0-9a-f]{64}$/.test(digits))) fail("not 64 hexadecimal digits");
  if (commits.length === 1) {
    if (hex(sha256(bytesOf(last[0]))) !== commits[0]) fail("the commit is not the SHA-256 of the secret");
    return { of: () => bytesOf(last[0]), counts: [] };
  }
  const chains = commits.map((commit, side) => {
    const chain = [last[side]];
    while (chain[0] !== commit) {
      if (chain.length > 1000) fail(`the shares of side ${side + 1} do not lead to its commit`);
      chain.unshift(hex(sha256(utf8(`${side + 1}:${chain[0]}`))));
    }
    return chain;
  });
  const of = (number) => bytesOf(chains.map((chain) => chain[number] || fail("a share is missing")).join(""));
  return { of, counts: chains.map((chain) => chain.length - 1) };
}

// Quotes are around a word or the value of an option; a word in quotes begins with a blank here.
const wordsOf = (line) => [...line.matchAll(/([a-z][a-z-]*=|)"((?:[^"\\]|\\.)*)"|([^ ]+)/g)]
  .map(([, name, quoted, plain]) => plain ?? (name || " ") + quoted.replace(/\\(.)/g, "$1"));

// Checks the commit and every draw of a log or a saved game. Returns what it found; throws an error that names
// the line at fault.
export function verify(text) {
  let [game, draws] = [null, 0];
  const take = (words) => {
    if (!game) {
      if (words[0] !== "new" || !words[1]) fail("not the line that opens a game");
      const options = Object.fromEntries(words.slice(2).filter((word) => word.includes("=") && word[0] !== " ")
        .map((word) => [word.slice(0, word.indexOf("=")), word.slice(word.indexOf("=") + 1)]));
      game = { name: words[1], mode: words[2], options, keys: keysOf(options) };
      if (game.name !== "mastermind") return;
    } else if (!(words[0] === "roll" && game.name === "farkle") && !words[3]?.startsWith("layout=")) {
      return;
    }
    draws += 1;
    const { name, mode, options, keys } = game;
    const choice = name === "minesweeper" ? `,${words[1]},${words[2]}` : "";
    const draw = new Draw(keys.of(draws), `${options["fair-words"]}:${draws}${choice}`);
    if (options.guess === "no") fail("a board without guesses takes `parlor verify`");
    const [drawn, logged] = {
      farkle: () => [words.slice(1).map(() => draw.below(6) + 1).join(" "), words.slice(1).join(" ")],
      mastermind: () => [code(draw, options).join(" "), options.secret],
      minesweeper: () => [layout(draw, mode, options, Number(words[1]), Number(words[2])), words[3].slice(7)],
    }[name]();
    if (drawn !== logged) fail(`not what the secret draws: ${drawn}`);
  };
  text.split("\n").forEach((line, index) => {
    if (!line.trim() || line.startsWith("#")) return;
    try {
      take(wordsOf(line.replace(/ # =[0-9A-F]{8}$/, "").trim()));
    } catch (error) {
      throw new Error(`Line ${index + 1}: ${error.message}`);
    }
  });
  if (!game) fail("Line 1: there is no game");
  if (game.keys.counts.some((count) => count < draws || count > draws + 1)) fail("Line 1: the shares are not those of the draws");
  const { fair: commit, "fair-secret": secret, "fair-words": words } = game.options;
  return { commit, secret, words, draws };
}
