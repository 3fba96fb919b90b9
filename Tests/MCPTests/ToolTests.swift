import GameCatalog
import MCP
import ParlorKit
import Synchronization
import Testing

@Suite struct ToolTests {
  @Test func `list shows all games with their options and bots`() {
    let agent = Agent()
    let games = agent.data("list")["games"]?.array ?? []
    #expect(games.map { $0["name"]?.string } == GameCatalog.games.map(\.definition.name))
    #expect(games.first?["usage"] == ["new farkle NAME…"])
    #expect(
      games.first?["bots"]?.array?.contains { $0["name"]?.string == "random" } == true)
    #expect(agent.text("list").contains("new minesweeper"))
  }

  @Test func `an agent sees the commit of a fair game first, and its secret at the end`() throws {
    let agent = Agent()
    let handle = agent.open("farkle", ["Ann", "Bob", "fair"])
    let opened = try #require(agent.answers.last?.json)
    #expect(opened.contains("Commit "))
    for move in ["roll", "hold best", "fair word Ann late"] {
      _ = agent.call("play", ["session": .string(handle), "move": .string(move)])
    }
    for tool in ["log", "legal", "show"] { _ = agent.call(tool, ["session": .string(handle)]) }
    let before = agent.answers
    let end = agent.text("play", ["session": .string(handle), "move": "resign"])
    let secret = try #require(end.split(separator: "Secret ").last?.prefix(64))
    #expect(secret.count == 64)
    let bytes = try #require(FairSecret.bytes(of: String(secret)))
    #expect(opened.contains(FairSecret(bytes, words: "").commit))
    for answer in before { #expect(!answer.json.contains(secret)) }
  }

  /// The session at the top of README.md.
  @Test func `a game is opened, played and shown`() {
    let agent = Agent()
    let opened = agent.call(
      "new", ["game": "farkle", "words": ["Ann", "Bob"], "options": ["seed": 7]])
    #expect(
      opened["content"]?.array?.first?["text"] == """
        Farkle: Ann, Bob. First to 10,000. Seed 7.
        Ann to roll.
        Session: h1

        """)
    #expect(opened["isError"] == false)
    let data = opened["structuredContent"]
    #expect(data?["session"] == "h1")
    #expect(data?["game"] == ["number": 1, "name": "farkle"])
    #expect(
      data?["status"] == ["over": false, "turn": "Ann", "winners": [], "moves": 0])
    #expect(
      agent.text("play", ["session": "h1", "move": "roll"]) == """
        Ann rolls 6 5 1 1 3 5.
        Hold 1 1 5 5 for 300, 1 1 5 for 250, 1 1 for 200, 1 5 5 for 200, 1 5 for 150 or 3 other ways.

        """)
    let refused = agent.call("play", ["session": "h1", "move": "hold 1 2"])
    #expect(refused["isError"] == true)
    #expect(
      refused["content"]?.array?.first?["text"]?.string?.hasPrefix(
        "error[illegal-move]: ") == true)
    #expect(refused["structuredContent"]?["ok"] == false)
    #expect(refused["structuredContent"]?["error"]?["code"] == "illegal-move")
    #expect(
      refused["structuredContent"]?["error"]?["legal"]?.array?.contains("hold 1 1 5 5") == true)
    #expect(refused["structuredContent"]?["session"] == "h1")
    #expect(
      agent.text("play", ["session": "h1", "move": "hold 1 1 5"])
        == "Ann holds 1 1 5 for 250.\nRoll 3 dice or bank 250.\n")
    #expect(
      agent.text("log", ["session": "h1"])
        == "new farkle Ann Bob rules=standard seed=7\nroll 6 5 1 1 3 5\nhold 1 1 5\n")
    #expect(
      agent.data("legal", ["session": "h1"])["events"]?.array?.first?["moves"]
        == ["roll", "hold 5", "bank"])
    #expect(agent.text("legal", ["session": "h1", "limit": 1]).hasPrefix("roll\n"))
    #expect(agent.text("undo", ["session": "h1", "count": 2]).contains("Ann to roll."))
    #expect(agent.data("show", ["session": "h1"])["status"]?["moves"] == 0)
    #expect(agent.data("close", ["session": "h1"])["ok"] == true)
    #expect(agent.data("show", ["session": "h1"])["error"]?["code"] == "no-game")
  }

  @Test(arguments: [
    ("use 1", "`legal` lists the legal moves; the other tools do the rest"),
    ("help", "`legal` lists the legal moves; the other tools do the rest"),
    ("xyz", "`legal` lists the legal moves; the other tools do the rest"),
    ("lod game", "`legal` lists the legal moves; the other tools do the rest"),
    ("rol", "did you mean `roll`?"),
  ])
  func `what is no move names what agents have`(move: String, help: String) {
    let agent = Agent()
    _ = agent.call("new", ["game": "farkle", "words": ["Ann"]])
    let text = agent.text("play", ["session": "h1", "move": .string(move)])
    #expect(text.hasPrefix("error[unknown-command]: ") && text.hasSuffix("\n  \(help)"), "\(text)")
  }

  @Test func `no program plays for an agent`() {
    let agent = Agent()
    for bot in ["exec", "exec ./bot"] {
      let text = agent.text(
        "new", ["game": "farkle", "words": ["Ann", "Bob"], "bots": ["Bob": .string(bot)]])
      #expect(text.hasPrefix("error[bad-argument]: "), "\(text)")
    }
  }

  @Test func `bots play`() {
    let agent = Agent()
    let data = agent.data(
      "new",
      [
        "game": "farkle", "words": ["Bob", "Ann Lee"], "options": ["seed": 2],
        "bots": ["Bob": "bank=300"],
      ])
    // Bob has had his turn, and what he did is told.
    #expect(data["status"]?["turn"] == "Ann Lee")
    #expect((data["events"]?.array?.count ?? 0) > 2)
    #expect(data["events"]?.array?.first?["type"] == "opened")
    #expect(data["command"] == "new")
  }

  /// A whole game of each kind, by legal moves.
  @Test(arguments: [MCPRevision.stateless, .initialized])
  func `legal moves lead to the end of each game`(revision: MCPRevision) {
    for (game, words, options) in [
      ("farkle", ["Ann", "Bob"], ["target": 1000]), ("minesweeper", ["easy"], [:]),
      ("mastermind", [], ["slots": 2, "colors": 2]),
    ] as [(String, [String], Fields)] {
      let agent = Agent(revision)
      var chance = Chance(seed: 5, draw: 0)
      let session = agent.open(game, words, options: options + ["seed": 3])
      var isOver = false
      for _ in 0..<500 where !isOver {
        let legal = agent.data("legal", ["session": .string(session), "limit": 2000])
        let moves = legal["events"]?.array?.first?["moves"]?.array ?? []
        // The guesses of Mastermind are not listed one by one.
        let move =
          moves.isEmpty
          ? .string("guess \(1 + chance.below(2)) \(1 + chance.below(2))")
          : moves[Int(chance.below(UInt32(moves.count)))]
        let data = agent.data("play", ["session": .string(session), "move": move])
        #expect(data["ok"] == true, "\(game): \(move.json)")
        isOver = data["status"]?["over"] == true
      }
      #expect(isOver, "\(game)")
      if game != "farkle" {
        #expect(agent.call("review", ["session": .string(session)])["isError"] == false)
      }
      #expect(agent.answers.allSatisfy { $0["error"] == nil })
    }
  }

  /// A counter ends when its players say so.
  @Test func `a counter ends when its players say so`() {
    let agent = Agent()
    let session = agent.open("counter", ["Ann", "Bob"])
    let play: (String) -> Value = {
      agent.data("play", ["session": .string(session), "move": .string($0)])
    }
    #expect(play("add 7")["ok"] == true)
    #expect(play("finish")["status"]?["over"] == true)
    #expect(agent.data("hint", ["session": .string(session)])["ok"] == false)
  }

  /// What nobody may see yet is in no answer: the code and the seed of Mastermind, mines.
  @Test func `secrets stay secret`() {
    let agent = Agent()
    var session: String
    // The code is drawn: the guess may hit it.
    repeat {
      session = agent.open("mastermind", options: ["slots": 3, "colors": 4])
      _ = agent.data("play", ["session": .string(session), "move": "guess 1 1 2"])
    } while agent.data("show", ["session": .string(session)])["status"]?["over"] == true
    for (tool, more) in [
      ("show", [:]), ("legal", [:]), ("log", [:]), ("hint", [:]), ("undo", [:]),
      ("play", ["move": "guess 1 1 2"]), ("review", [:]),
    ] as [(String, Fields)] {
      let data = agent.data(tool, ["session": .string(session)] + more)
      #expect(data["ok"] == true, "\(tool): \(data.json)")
      if case .object? = data["state"] {
        #expect(data["state"]?["secret"] == .null)
        #expect(data["state"]?["seed"] == nil || data["state"]?["seed"] == .null)
      }
      #expect(!data.json.contains(#""seed":"#) || data.json.contains(#""seed":null"#), "\(tool)")
    }
    #expect(agent.text("log", ["session": .string(session)]).contains("secret=? seed=?"))
    let mines = agent.open("minesweeper", ["easy"])
    let data = agent.data("play", ["session": .string(mines), "move": "reveal 5 5"])
    #expect(!data.json.contains("mine\""), "\(data.json)")
  }

  /// Nobody foresees or chooses what is drawn: the seed is shown at the end, or if it was given.
  @Test func `draws are not foreseen`() {
    let agent = Agent()
    let session = Value.string(agent.open("farkle", ["Ann", "Bob"], options: ["rounds": 1]))
    #expect(agent.text("log", ["session": session]).contains("seed=?"))
    #expect(agent.data("show", ["session": session])["state"]?["seed"] == .null)
    let refusal = agent.text("play", ["session": session, "move": "roll 1 1 1 1 1 1"])
    #expect(refusal.hasPrefix("error[illegal-move]: ") && refusal.hasSuffix(": roll\n"))
    for move in ["roll", "resign"] {
      _ = agent.call("play", ["session": session, "move": .string(move)])
    }
    let data = agent.data("show", ["session": session])
    #expect(data["status"]?["over"] == true && data["state"]?["seed"]?.integer != nil)
    #expect(!agent.text("log", ["session": session]).contains("seed=?"))
    // Outcomes at a real table are given.
    let table = Value.string(agent.open("farkle", ["Ann"], options: ["dice": "physical"]))
    #expect(
      agent.data("play", ["session": table, "move": "roll 1 1 1 1 1 1"])["ok"] == true)
    let given = Value.string(agent.open("farkle", ["Ann"], options: ["seed": 7]))
    #expect(agent.data("show", ["session": given])["state"]?["seed"] == 7)
  }

  /// `play` is for moves; files, programs and other sessions are out of reach.
  @Test(
    arguments: [
      "save x", "load x", "source x", "record x", "quit", "new mastermind", "set format text",
      "batch 10 farkle Ann", "seat Ann random", "copy", "help", "review /etc/passwd", "  quit",
      "QUIT", "7 quit", "goto 0", "amend 1 roll 1 1 1 1 1 1", "stats", "clock +1h",
    ])
  func `play is for moves`(line: String) {
    let agent = Agent()
    let session = agent.open("farkle", ["Ann"], options: ["seed": 7])
    let before = agent.text("show", ["session": .string(session)])
    let data = agent.data("play", ["session": .string(session), "move": .string(line)])
    #expect(data["ok"] == false, "\(data.json)")
    // What the session is not granted, it says itself.
    #expect(["unknown-command", "not-now"].contains(data["error"]?["code"]))
    #expect(agent.text("show", ["session": .string(session)]) == before)
  }

  @Test(
    arguments: [
      "", " ", "# roll", "roll\nquit", "roll\u{0}", "\"roll", String(repeating: "9", count: 5000),
      "🎲", "roll; quit",
    ])
  func `nonsense is refused and changes nothing`(line: String) {
    let agent = Agent()
    let session = agent.open("farkle", ["Ann"], options: ["seed": 7])
    let data = agent.data("play", ["session": .string(session), "move": .string(line)])
    #expect(data["ok"] == false, "\(data.json)")
    #expect(agent.data("show", ["session": .string(session)])["status"]?["moves"] == 0)
  }

  @Test(
    arguments: [
      ("new", [:], "bad-argument"), ("new", ["game": "chess"], "bad-argument"),
      ("new", ["game": 1], "bad-argument"), ("new", ["game": "farkle"], "bad-argument"),
      ("new", ["game": "farkle", "words": "Ann"], "bad-argument"),
      ("new", ["game": "farkle", "words": ["Ann\nquit"]], "syntax"),
      ("new", ["game": "farkle", "words": ["Ann"], "options": ["seed x": 1]], "bad-option"),
      ("new", ["game": "farkle", "words": ["Ann"], "options": ["none": 1]], "bad-option"),
      ("new", ["game": "farkle", "words": ["Ann"], "options": ["target": 1]], "bad-option"),
      ("new", ["game": "farkle", "words": ["Ann", "targt=500"]], "bad-option"),
      ("new", ["game": "farkle", "words": ["Ann", "target=1"]], "bad-option"),
      (
        "new", ["game": "farkle", "words": ["Ann", "target=500"], "options": ["target": 1000]],
        "bad-option"
      ),
      ("new", ["game": "farkle", "words": ["Ann"], "options": ["target": [1]]], "bad-argument"),
      ("new", ["game": "farkle", "words": ["Ann"], "bots": ["Bob": "random"]], "bad-argument"),
      ("new", ["game": "farkle", "words": ["Ann"], "bots": ["Ann": "none"]], "bad-argument"),
      ("new", ["game": "farkle", "words": ["Ann"], "x": 1], "bad-argument"),
      ("play", ["session": "none", "move": "roll"], "no-game"),
      ("play", ["move": "roll"], "bad-argument"), ("show", ["session": 1], "bad-argument"),
      ("list", ["x": 1], "bad-argument"), ("close", ["session": "none"], "no-game"),
      ("legal", ["session": "none", "limit": 0], "no-game"),
    ] as [(String, Fields, String)])
  func `wrong arguments are errors of the tool`(tool: String, arguments: Fields, code: String) {
    let agent = Agent()
    let result = agent.call(tool, arguments)
    #expect(result["isError"] == true)
    #expect(result["structuredContent"]?["error"]?["code"] == .string(code), "\(result.json)")
    #expect(result["structuredContent"]?["session"] == nil || tool != "new")
    #expect(
      result["content"]?.array?.first?["text"]?.string?.hasPrefix("error[\(code)]: ") == true)
  }

  @Test func `numbers out of range are refused`() {
    let agent = Agent()
    let session = Value.string(agent.open("farkle", ["Ann"]))
    for (tool, arguments) in [
      ("legal", ["limit": 0]), ("undo", ["count": -1]), ("hint", ["count": "3"]),
      ("hint", ["why": 1]), ("hint", ["why": true, "count": 1]), ("undo", ["count": 1.5]),
    ] as [(String, [String: Any])] {
      var fields: Fields = ["session": session]
      for (name, value) in arguments {
        fields[name] =
          switch value {
          case let flag as Bool: .bool(flag)
          case let number as Int: .integer(number)
          case let number as Double: .number(number)
          default: .string("\(value)")
          }
      }
      #expect(agent.data(tool, fields)["error"]?["code"] == "bad-argument", "\(tool) \(arguments)")
    }
  }

  // MARK: - Handles

  @Test func `handles cannot be guessed`() {
    let handles = (0..<100).map { _ in MCPSessions.randomHandle() }
    #expect(Set(handles).count == 100)
    #expect(handles.allSatisfy { $0.count == 32 && $0.allSatisfy(\.isHexDigit) })
  }

  @Test func `there is a limit of sessions`() {
    let agent = Agent { $0.mostSessions = 2 }
    #expect(agent.open("farkle", ["Ann"]) == "h1")
    // What is refused takes no place.
    #expect(agent.data("new", ["game": "farkle"])["ok"] == false)
    #expect(agent.open("farkle", ["Ann"]) == "h2")
    let third = agent.data("new", ["game": "farkle", "words": ["Ann"]])
    #expect(third["error"]?["code"] == "limit")
    _ = agent.call("close", ["session": "h1"])
    #expect(agent.open("mastermind") == "h3")
  }

  @Test func `unused sessions end`() {
    let time = Time()
    let agent = Agent {
      $0.now = { time.milliseconds.load(ordering: .relaxed) }
      $0.idleMilliseconds = 60_000
    }
    let (one, other) = (agent.open("mastermind"), agent.open("mastermind"))
    time.milliseconds.store(50_000, ordering: .relaxed)
    #expect(agent.data("show", ["session": .string(one)])["ok"] == true)
    time.milliseconds.store(70_000, ordering: .relaxed)
    #expect(agent.data("show", ["session": .string(other)])["error"]?["code"] == "no-game")
    #expect(agent.text("show", ["session": .string(other)]).contains("unused for 1 minute"))
    #expect(agent.data("show", ["session": .string(one)])["ok"] == true)
  }

  /// Sessions know nothing of each other.
  @Test func `sessions are apart`() {
    let agent = Agent()
    let one = agent.open("farkle", ["Ann"], options: ["seed": 1])
    let other = agent.open("mastermind")
    _ = agent.call("play", ["session": .string(one), "move": "roll"])
    #expect(agent.data("show", ["session": .string(other)])["status"]?["moves"] == 0)
    #expect(agent.data("show", ["session": .string(other)])["game"]?["name"] == "mastermind")
  }

  @Test func `long calls are stopped`() {
    let time = Time()
    let agent = Agent {
      // Each look at the clock takes a second.
      $0.now = { time.milliseconds.wrappingAdd(1000, ordering: .relaxed).newValue }
      $0.callMilliseconds = 5_000
    }
    let session = agent.open("minesweeper", ["hard"], options: ["seed": 1])
    _ = agent.call("play", ["session": .string(session), "move": "reveal 8 8"])
    let hint = agent.call("hint", ["session": .string(session), "count": 400])
    #expect(hint["isError"] != nil)
    #expect(agent.data("show", ["session": .string(session)])["ok"] == true)
  }

  /// The usage of `new`, which `list` shows, has both in one line.
  @Test func `an option among the words is no player`() {
    let agent = Agent()
    let arguments: Fields = ["game": "farkle", "words": ["Ann", "Bob", "target=500"]]
    let data = agent.data("new", arguments)
    #expect(data["state"]?["players"]?.array?.count == 2)
    #expect(data["state"]?["rules"]?["target"] == 500)
  }

  @Test func `simulations are handed on`() {
    let agent = Agent {
      $0.simulate = { request, _ throws(GameError) in
        if request.words == ["none"] { throw GameError(.badArgument, "no") }
        return SimulationReport(
          text: "\(request.game) \(request.words) \(request.games) \(request.seed)",
          fields: ["game": .string(request.game)])
      }
    }
    #expect(
      agent.text(
        "simulate", ["game": "farkle", "bots": ["bank=300", "random"], "words": ["target=1000"]])
        == #"farkle ["bank=300", "random", "target=1000"] 1000 0"#)
    #expect(
      agent.text(
        "simulate", ["game": "farkle", "bots": ["random"], "options": ["target": 1000]])
        == #"farkle ["random", "target=1000"] 1000 0"#)
    let arguments: Fields = ["game": "farkle", "bots": ["random"], "games": 5, "seed": 9]
    #expect(agent.data("simulate", arguments) == ["ok": true, "report": ["game": "farkle"]])
    #expect(
      agent.text("simulate", ["game": "farkle", "bots": ["none"]]) == "error[bad-argument]: no")
    #expect(
      agent.data("simulate", ["game": "farkle", "bots": ["random"], "games": 100_001])["ok"]
        == false)
  }

  private final class Time: Sendable {
    let milliseconds = Atomic(Int64(0))
  }
}

extension Fields {
  /// The fields with others behind them.
  static func + (first: Fields, second: Fields) -> Fields {
    var sum = first
    for field in second { sum[field.name] = field.value }
    return sum
  }
}
