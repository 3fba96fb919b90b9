/// The style, the script and the controls of a ``Page``.
extension Page {
  static let controls = """
    <div id="controls" hidden>
    <button type="button" id="first" title="First (Home)" aria-label="First step">«</button>
    <button type="button" id="back" title="Back (←)" aria-label="Step back">‹</button>
    <button type="button" id="play" title="Play (space)" aria-label="Play">▶</button>
    <button type="button" id="next" title="Next (→)" aria-label="Next step">›</button>
    <button type="button" id="last" title="Last (End)" aria-label="Last step">»</button>
    <input type="range" id="range" min="1" value="1" aria-label="Step">
    <output id="place"></output>
    </div>
    <div id="said" aria-live="polite" hidden></div>

    """

  static let script = """

    "use strict";
    const data = JSON.parse(document.getElementById("data").textContent);
    const part = (id) => document.getElementById(id);
    const items = part("log").children;
    const last = items.length - 1;
    let now = last;
    let timer = 0;

    function add(parent, name, attributes, text) {
      const element = document.createElementNS("http://www.w3.org/2000/svg", name);
      for (const key in attributes) element.setAttribute(key, attributes[key]);
      if (text) element.textContent = text;
      parent.append(element);
      return element;
    }

    // The same as Board.draw of the program.
    function draw(table, game, caption) {
      const board = part("board");
      board.replaceChildren();
      if (table === undefined) return;
      if (typeof table === "string") {
        const text = document.createElement("pre");
        text.textContent = table;
        return board.append(text);
      }
      const [labels, width, height] = data.games[game];
      const svg = add(board, "svg", {
        viewBox: `0 0 ${width} ${height}`, width, role: "img", "aria-label": caption,
      });
      let y = data.gap;
      for (const [label, pieces, note, mark] of table) {
        const tall = pieces ? data.unit : data.line;
        const style = { class: mark ? "mk" : "", y: y + tall / 2 + 6 };
        if (label) add(svg, "text", { ...style, x: data.gap }, label);
        let x = data.gap + labels;
        for (const piece of pieces) {
          add(svg, "use", { href: "#p" + (piece.codePointAt(0) - 0x5d), x, y });
          x += data.unit;
        }
        if (note) add(svg, "text", { ...style, x: x + data.gap }, note);
        y += tall;
      }
    }

    function show(step) {
      items[now].removeAttribute("aria-current");
      now = Math.max(0, Math.min(last, step));
      const item = items[now];
      item.setAttribute("aria-current", "step");
      const [caption, table, game, moves] = data.steps[now];
      part("caption").textContent = data.captions[caption] ?? "No game is open.";
      draw(data.tables[table], game, data.captions[caption]);
      part("range").value = now + 1;
      part("place").textContent = `${now + 1} / ${last + 1}`;
      part("said").replaceChildren(...[...item.children].map((child) => child.cloneNode(true)));
      part("said").className = item.className;
      const log = part("log");
      log.scrollTop = item.offsetTop - (log.clientHeight - item.offsetHeight) / 2;
      for (const number in data.charts) {
        const chart = part("chart" + number);
        chart.hidden = number != game;
        const [left, right, low, high, top, bottom] = data.charts[number];
        const mark = chart.querySelector(".now-line") ??
          add(chart.querySelector("svg"), "line", { class: "now-line", y1: top, y2: bottom });
        const share = Math.max(0, Math.min(1, (moves - low) / (high - low || 1)));
        mark.setAttribute("x1", left + share * (right - left));
        mark.setAttribute("x2", left + share * (right - left));
      }
    }

    function stop() {
      clearInterval(timer);
      timer = 0;
      part("play").setAttribute("aria-pressed", "false");
    }

    function play() {
      if (timer) return stop();
      if (now === last) show(0);
      part("play").setAttribute("aria-pressed", "true");
      timer = setInterval(() => (now < last ? show(now + 1) : stop()), 1200);
    }

    const go = (step) => { stop(); show(step); };
    part("first").onclick = () => go(0);
    part("back").onclick = () => go(now - 1);
    part("play").onclick = play;
    part("next").onclick = () => go(now + 1);
    part("last").onclick = () => go(last);
    part("range").oninput = (event) => go(event.target.value - 1);
    part("log").onclick = (event) => {
      const item = event.target.closest("li");
      if (item && getSelection().isCollapsed) go([...items].indexOf(item));
    };
    document.onkeydown = (event) => {
      if (event.ctrlKey || event.altKey || event.metaKey) return;
      const steps = { ArrowLeft: now - 1, ArrowRight: now + 1, Home: 0, End: last };
      if (event.key in steps) go(steps[event.key]);
      else if (event.key === " " && event.target.tagName !== "BUTTON") play();
      else return;
      event.preventDefault();
    };

    document.documentElement.classList.add("js");
    part("range").max = last + 1;
    part("controls").hidden = part("said").hidden = false;
    const placeInAddress = () => parseInt(location.hash.slice(1), 10) - 1;
    show(placeInAddress() >= 0 ? placeInAddress() : last);
    window.onhashchange = () => { if (placeInAddress() >= 0) go(placeInAddress()); };

    """

  static func style(_ theme: Theme) -> String {
    func variables(isDark: Bool) -> String {
      ":root{color-scheme:\(isDark ? "dark" : "light");"
        + palette.map { "--\($0.name):\(isDark ? $0.dark : $0.light)" }.joined(separator: ";")
        + "}"
    }
    let colors =
      switch theme {
      case .light: variables(isDark: false)
      case .dark: variables(isDark: true)
      case .auto:
        variables(isDark: false)
          + "@media (prefers-color-scheme:dark){\(variables(isDark: true))}"
      }
    return colors + PlotPicture.rules(theme) + theme.rules("color") + layout
  }

  /// The colours of the table and of the page.
  private static let palette: [(name: String, light: String, dark: String)] = [
    ("bg", "#ffffff", "#15181d"), ("fg", "#24292f", "#e6e9ed"),
    ("soft", "#f3f5f7", "#1d2127"), ("edge", "#d0d7de", "#3a414a"),
    ("faint", "#68707a", "#8f98a3"), ("accent", "#0860ca", "#79c0ff"),
    ("here", "#e3effd", "#1c2f47"), ("die", "#fdfdfb", "#f0eee6"), ("held", "#ffe9a8", "#e8c55f"),
    ("cover", "#b9c3cf", "#4a5361"), ("open", "#eef1f4", "#22272e"),
    ("hit", "#ff9d96", "#8e2b28"), ("flag", "#d9302c", "#ff7b72"),
    ("n1", "#0860ca", "#79c0ff"), ("n2", "#17773a", "#56d364"), ("n3", "#c2242f", "#ff7b72"),
    ("n4", "#7d45d4", "#d2a8ff"), ("n5", "#a84f00", "#ffa657"), ("n6", "#0b6e82", "#56d4dd"),
  ]

  private static let layout = """

    *{box-sizing:border-box}
    body{margin:0;background:var(--bg);color:var(--fg);font:16px/1.5 system-ui,sans-serif}
    main{max-width:76rem;margin:0 auto;padding:1rem;display:grid;grid-template-columns:minmax(0,1fr);gap:1.5rem}
    h1{font-size:1.3rem;margin:0}
    #caption{margin:0 0 .75rem;color:var(--faint)}
    #board{background:var(--soft);border:1px solid var(--edge);border-radius:10px;padding:.5rem;text-align:center;overflow-x:auto}
    #board:empty{display:none}
    #board svg{max-width:100%;height:auto;max-height:70vh;display:block;margin:0 auto}
    #board pre{display:inline-block;text-align:left;margin:.5rem}
    pre,code,#board text{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace}
    #board text{font-size:16px}
    pre{margin:0;white-space:pre-wrap;overflow-wrap:anywhere;font-size:.875rem}
    #board pre{white-space:pre}
    code{font-size:.9rem;overflow-wrap:anywhere}
    code::before{content:"> ";color:var(--faint)}
    #controls{display:flex;flex-wrap:wrap;gap:.35rem;align-items:center;margin:.75rem 0}
    #controls[hidden]{display:none}
    #controls input{flex:1 1 6rem;min-width:4rem}
    button{font:inherit;min-width:2.5rem;padding:.3rem .5rem;border:1px solid var(--edge);border-radius:6px;background:var(--soft);color:var(--fg);cursor:pointer}
    button[aria-pressed=true]{background:var(--here)}
    output{min-width:4.5em;text-align:right;color:var(--faint);font-variant-numeric:tabular-nums}
    #said{min-height:5.5rem;padding:.5rem .75rem;border-left:3px solid var(--accent);background:var(--soft);border-radius:0 6px 6px 0}
    figure{margin:1rem 0 0}
    figure svg{width:100%;height:auto;display:block;background:var(--soft);border:1px solid var(--edge);border-radius:10px}
    figure text{fill:var(--fg)}
    .now-line{stroke:var(--accent);stroke-width:2;stroke-dasharray:4 3}
    #log{margin:0;padding:0;list-style:none;position:relative;border:1px solid var(--edge);border-radius:10px;overflow:auto}
    #log li{padding:.45rem .75rem;border-bottom:1px solid var(--edge);content-visibility:auto;contain-intrinsic-size:auto 4rem}
    #log li:last-child{border-bottom:0}
    #log li.err pre{border-left:3px solid var(--flag);padding-left:.5rem}
    .js #log{max-height:24rem}
    .js #log li{cursor:pointer}
    .js #log li.pic .now,.js #said.pic .now{display:none}
    .js .pic pre:only-of-type.now{display:none}
    #log li[aria-current]{background:var(--here)}
    .defs{position:absolute}
    .mk{font-weight:bold}
    #board .mk{fill:var(--accent)}
    .die{fill:var(--die);stroke:#8a8f96}.held{fill:var(--held)}.pip,.piptext{fill:#24292f}
    .peg{stroke:var(--edge)}.pegtext{font:bold 15px system-ui,sans-serif;fill:#111;stroke:#fff;stroke-width:3px;paint-order:stroke}
    .hole{fill:var(--edge)}.black{fill:#16110c}.white{fill:#fffdf5}.black,.white{stroke:var(--fg);stroke-width:2}
    .cover{fill:var(--cover)}.open{fill:var(--open);stroke:var(--edge)}.hit{fill:var(--hit)}
    .pole,.spikes{stroke:var(--fg);stroke-width:3;fill:none}.flag{fill:var(--flag)}
    .cross{stroke:var(--flag);stroke-width:4}
    .n1,.n2,.n3,.n4,.n5,.n6,.n7,.n8{font:bold 20px system-ui,sans-serif}
    .n1{fill:var(--n1)}.n2{fill:var(--n2)}.n3{fill:var(--n3)}.n4{fill:var(--n4)}.n5{fill:var(--n5)}.n6{fill:var(--n6)}
    .n7,.n8,text{fill:var(--fg)}.small{font:13px system-ui,sans-serif;fill:var(--faint)}
    @media (min-width:60rem){
    .js main{grid-template-columns:minmax(0,3fr) minmax(0,2fr)}
    .js #stage{position:sticky;top:1rem;align-self:start}
    .js #log{max-height:calc(100vh - 2rem)}
    }

    """
}
