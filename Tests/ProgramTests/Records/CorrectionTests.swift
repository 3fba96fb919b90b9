import LibC
import ParlorKit
import Platform
import TestKit
import Testing

/// What becomes of a result when its game is corrected or goes on.
@Suite(.blocking) struct CorrectionTests: ProfileSuite {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(arguments: [("finished forget 1 confirm", 2), ("stats reset confirm", 0)])
  func `what was deleted stays deleted when it is corrected`(deletion: String, lines: Int) throws {
    let text = try run(
      "new farkle Ann Bob", "roll", "resign", deletion, "player rename Ann Zoe", "finished"
    ).text
    #expect(text.contains("No game is recorded yet."), "\(text)")
    #expect(try results.count == lines)
  }

  @Test func `a game continued after what it revealed was undone keeps its result`() throws {
    try run(solved[0], solved[1], solved[2], "undo", "guess 2", "undo", "close")
    #expect(try outcomes() == ["finished"])
  }

  @Test func `a game continued after a resignation was undone stays resigned`() throws {
    try run(solved[0], solved[1], "resign", "undo", solved[2])
    #expect(try outcomes() == ["resigned"])
  }

  @Test func `a slip of the finger is corrected, before the end and after it`() throws {
    try run(
      evening[0], "roll 1 1 1 2 3 5", "undo", "points 550", "amend 1 points 600", "points 700",
      "undo", "points 50", "new")
    #expect(try finished().contains("Ann won, Bob lost"))
    #expect(try results.count == 2)
    #expect(try results.map { $0["revision"] } == [nil, .integer(2)])
    #expect(try results[0]["id"] == results[1]["id"])
  }

  @Test(arguments: [
    (["undo", "points 700"], "Ann lost, Bob won"),
    (["amend 2 points 700"], "Ann lost, Bob won"),
    (["amend 1 points 550"], "Ann won, Bob lost"),
    (["amend 2 points 700", "undo"], "Ann won, Bob lost"),
    (["undo", "close"], "Ann won, Bob lost"),
    (["undo", "points 700", "new", "load finished=1", "undo", "points 100"], "Ann won, Bob lost"),
    (["new", "load finished=1", "amend 2 points 700"], "Ann lost, Bob won"),
    (["load finished=1", "amend 2 points 700"], "Ann lost, Bob won"),
    (["undo", "close", "load closed=1", "points 800"], "Ann lost, Bob won"),
    (["goto 1", "close", "load finished=1", "amend 2 points 700"], "Ann lost, Bob won"),
  ])
  func `a finished game is corrected`(lines: [String], expected: String) throws {
    try run((evening + lines).joined(separator: "\n"))
    let list = try finished()
    #expect(list.contains(expected), "\(list)")
    #expect(list.split(separator: "\n").count == 1)
    let statistics = String(decoding: try run("stats").output, as: UTF8.self)
    #expect(statistics.contains("Ann") && !statistics.contains("repeat"))
  }

  /// No figure of Ann depends on the name of Bob, nor on when it was corrected.
  @Test(arguments: [
    ["player rename Bob Rob"], ["amend 1 points 650"],
    ["amend 1 points 650", "amend 1 points 600"],
  ])
  func `a correction changes no figure that it does not correct`(lines: [String]) throws {
    try run(evening[0], evening[1], evening[2], "new", "points 100", "points 700", "farkle")
    func all() throws -> [Substring] {
      String(decoding: try run("stats farkle Ann").output, as: UTF8.self).split(separator: "\n")
        .filter { !$0.contains("Highest") && !$0.lowercased().contains("points") }
    }
    let (before, ends) = (try all(), try results.map { $0["end"] })
    try run((["load finished=2"] + lines).joined(separator: "\n"))
    #expect(try all() == before)
    #expect(try results.count > 2)
    #expect(try results.last?["end"] == ends[0])
    #expect(try results.last?["milliseconds"] == results[0]["milliseconds"])
    let list = try finished().split(separator: "\n")
    #expect(list.count == 2 && list[0].contains("Ann lost") && list[1].contains("Ann won"))
  }

  /// Nothing is corrected.
  @Test(arguments: [
    "goto 1\ngoto 2", "undo\nredo", "undo\npoints 50",
    "player rename Bob Zed\nplayer rename Zed Bob",
    "close\nload finished=1\nundo 2\nredo 2",
  ])
  func `a finished game that is looked through keeps its result`(lines: String) throws {
    _ = try Program.run(
      ["--profile", folder["p"], "--clock", "real"],
      input: (evening + ["finished", lines]).joined(separator: "\n").utf8)
    let ends = try results.map { [$0["end"], $0["milliseconds"]] }
    #expect(ends.allSatisfy { $0 == ends[0] }, "\(ends)")
    #expect(try results.count == (lines.contains("rename") ? 3 : 1))
  }

  /// Each prompt knows only its own corrections. What a killed prompt had open can be corrected.
  @Test(arguments: [false, true])
  func `a finished game is corrected at one prompt at a time`(isKilled: Bool) throws {
    let arguments = ["--color", "never", "--profile", folder["p"]]
    let first = try Pseudoterminal.parlor(arguments)
    try first.expect(Prompt.outside)
    for line in evening {
      try first.send("\(line)\r")
      try first.expect("> ")
    }
    let second = try Pseudoterminal.parlor(arguments)
    try second.expect(Prompt.outside)
    if isKilled {
      first.signal(SIGKILL)
      _ = try first.waitForExit()
    }
    try second.send("load finished=1\r")
    try second.expect(isKilled ? "Loaded" : "this game is open at another prompt")
    let refusal = try run("load finished=1", "amend 2 points 700").complaint
    #expect(refusal.contains("open at another prompt"))
    if !isKilled {
      try first.send("close\r")
      try first.expect(Prompt.outside)
      try second.send("load finished=1\r")
      try second.expect("Loaded")
      #expect(try first.leave() == .exited(0))
    }
    #expect(try second.leave() == .exited(0))
    try run("load finished=1", "amend 2 points 700")
    #expect(try finished().contains("Ann lost, Bob won"))
  }

  /// The prompt that goes on knows the result as it was when it was opened.
  @Test func `a correction does not replace one that was made since`() throws {
    let arguments = ["--color", "never", "--profile", folder["p"]]
    let first = try Pseudoterminal.parlor(arguments)
    try first.expect(Prompt.outside)
    try first.send((evening + ["undo"]).map { "\($0)\r" }.joined())
    #expect(try first.leave() == .exited(0))
    try run("load finished=1", "undo", "points 700")
    // Also after another restart.
    for _ in 1...2 {
      let second = try Pseudoterminal.parlor(arguments)
      try second.expect("> ")
      try second.send("redo\r")
      try second.expect(
        "The correction of game 1 does not count: its result was corrected elsewhere since it was opened."
      )
      try second.send("undo\r")
      #expect(try second.leave() == .exited(0))
    }
    #expect(try results.count == 2)
    // Opened anew, it can be corrected.
    for points in [650, 600] { try run("load finished=1", "amend 2 points \(points)") }
    #expect(try results.map { $0["revision"]?.integer ?? 1 } == [1, 2, 3, 4])
  }

  /// A log is that of one revision: a correction that was not recorded leaves none, and one that was imported has none.
  @Test func `a finished game keeps the log of its result`() throws {
    try run((evening + ["stats export \(folder["old.jsonl"])"]).joined(separator: "\n"))
    let id = try #require(try results[0]["id"]?.string)
    let log = try folder.bytes("p/finished/\(id).parlor")
    // A correction that was cut off before its result was recorded.
    for revision in [".2", ".3"] {
      let path = try folder.add("p/finished/waiting/\(id).parlor\(revision)", "other")
      var times = [timeval(), timeval()]
      try #require(utimes(path, &times) == 0)
    }
    #expect(try run("load finished=1", "log").text.contains("points 600"))
    try run("new counter Cy", "+5", "finish")
    #expect(try folder.bytes("p/finished/\(id).parlor") == log)
    #expect(try FileSystem.entries(of: folder["p/finished/waiting"]).isEmpty)
    // The correction of another machine.
    let other = try #require(
      String(decoding: try folder.bytes("old.jsonl"), as: UTF8.self)
        .replacing("\"id\"", with: "\"revision\":2,\"id\"").replacing("Ann", with: "Anne")
        .split(separator: "\n").first)
    try folder.add("new.jsonl", "\(other)\n")
    try run("stats import \(folder["new.jsonl"]) overwrite=yes")
    #expect(try finished().contains("Anne won"))
    for line in ["load finished=2", "replay 2"] {
      #expect(try run(line).complaint.contains("does not fit its result"))
    }
    // Results that were restored.
    try run("stats reset confirm", "stats import \(folder["old.jsonl"])", "load finished=1")
    try run("load finished=1", "amend 2 points 700", "stats reset confirm")
    try run("stats import \(folder["old.jsonl"])")
    #expect(try finished().contains("Ann won"))
    #expect(try run("load finished=1").complaint.contains("does not fit its result"))
  }

  /// Its file is read once the result is in it.
  @Test func `a correction that waits for room is not replaced either`() throws {
    let terminal = try Pseudoterminal.parlor(["--color", "never", "--profile", folder["p"]])
    try terminal.expect(Prompt.outside)
    try terminal.send((evening + ["undo"]).map { "\($0)\r" }.joined())
    try terminal.expect("Undone")
    try terminal.expect("> ")
    FileSystem.removeTree(folder["p/finished/waiting"])
    try folder.add("p/finished/waiting", "")
    try terminal.send("points 700\r")
    try terminal.expect("Cannot save results yet")
    try terminal.send("close\rload finished=1\r")
    try terminal.expect("error")
    try terminal.expect("waiting")
    FileSystem.remove(folder["p/finished/waiting"])
    try terminal.send("load finished=1\r")
    try terminal.expect("All results are saved now.")
    try terminal.send("amend 2 points 650\r")
    try terminal.expect("Amended")
    #expect(try terminal.leave() == .exited(0))
    #expect(try results.map { $0["revision"]?.integer ?? 1 } == [1, 2, 3])
    #expect(try finished().contains("Ann lost, Bob won"))
  }

  /// Looking back takes nothing from a game.
  @Test(arguments: [
    (["goto 0"], "Close game 1 (Farkle: Ann, Bob) after 2 moves?"),
    (["undo 2"], "Close game 1 (Farkle: Ann, Bob) after 2 moves?"),
    (["goto 1"], "Close game 1 (Farkle: Ann, Bob) after 2 moves?"),
    (["save S", "undo", "redo"], nil), (["save S", "goto 0", "goto 2"], nil),
  ])
  func `a game that is closed at another move is kept`(lines: [String], question: String?) throws {
    let terminal = try Pseudoterminal.parlor(["--color", "never", "--profile", folder["p"]])
    try terminal.expect(Prompt.outside)
    for line in [evening[0], "points 100", "points 50"] + lines {
      try terminal.send("\(line.replacing("S", with: folder["save"]))\r")
      try terminal.expect("> ")
    }
    try terminal.send("close\r")
    if let question {
      try terminal.expect(question)
      try terminal.send("y\r")
    }
    try terminal.expect("; `load closed=1` opens it again.")
    try terminal.send("load closed=1\rgoto 2\r")
    try terminal.expect("Ann to roll.")
    #expect(try terminal.leave() == .exited(0))
    // What was undone was not played.
    #expect(try results.count == (lines == ["goto 1"] ? 1 : 0))
  }

  /// A hint that comes after the end does not help; it does when the game is played on.
  @Test(arguments: [
    ("review\ngoto 2\nredo 2", false), ("goto 2\nhint\nredo 2", false),
    ("review\nundo\npoints 150", true), ("review\nundo 2\nbank\npoints 250", true),
    ("undo 2\nhint\nbank\npoints 250", true),
  ])
  func `a review makes a result that of an assisted game if it is played on`(
    lines: String, isAssisted: Bool
  ) throws {
    let text = String(
      decoding: try run(
        "new farkle Ann Bob dice=physical rounds=1", "roll 1 5 5 2 3 6", "hold 1 5", "bank",
        "points 300", lines
      ).output, as: UTF8.self)
    #expect(try results.count == (isAssisted ? 2 : 1), "\(text)")
    #expect(try results.last?["assisted"] == (isAssisted ? true : nil), "\(text)")
  }

  /// The dice of a game that is over can be looked at again; whoever plays on knows them.
  @Test(arguments: ["hold 1 1", "goto 2\namend 2 hold 1 1"])
  func `a game that was looked through counts, and not if it is played on`(move: String) throws {
    let game = "new farkle Ann computer rounds=1 seed=5\nroll\nhold best\nbank"
    let look = try run(game, "goto 2\ngoto 6", "player rename Ann Anne", "undo").output
    #expect(!String(decoding: look, as: UTF8.self).contains("not count"))
    #expect(try finished().contains("Anne lost"))
    let played = try run(game, "goto 1\n\(move)\nbank").output
    #expect(String(decoding: played, as: UTF8.self).contains("a revealing move was undone"))
    // The result, the other name and the result of the second game.
    #expect(try results.count == 3)
  }

  @Test(arguments: ["undo\nplayer rename Bob Rob\nredo", "undo\npoints 700", "amend 2 resign"])
  func `a game that is corrected keeps its end and its time`(lines: String) throws {
    _ = try Program.run(
      ["--profile", folder["p"], "--clock", "real"],
      input: (evening + ["finished", lines]).joined(separator: "\n").utf8)
    try #require(try results.count == 2)
    #expect(try results[1]["end"] == results[0]["end"])
    #expect(try results[1]["milliseconds"] == results[0]["milliseconds"])
  }

  /// Writing a result takes time, which is not the game's.
  @Test(arguments: [
    "player rename Bob Rob", "amend 1 points 650", "close\nload finished=1\nplayer rename Bob Rob",
  ])
  func `a correction takes no time on a real clock`(lines: String) throws {
    _ = try Program.run(
      ["--profile", folder["p"], "--clock", "real"],
      input: (["new counter Cy", "+5"] + evening + ["use 1", "+5", "use 2", lines])
        .joined(separator: "\n").utf8)
    try #require(try results.count == 2)
    for field in ["end", "milliseconds"] {
      #expect(try results[1][field] == results[0][field], "\(field)")
    }
  }

  @Test(arguments: ["finished forget 1", "stats reset"])
  func `a game whose result was forgotten says that it does not count`(line: String) throws {
    let lines = evening + ["\(line) confirm", "undo", "points 700"]
    let output = try run(lines.joined(separator: "\n")).output
    let text = String(decoding: output, as: UTF8.self)
    let notice = "\nGame 1 does not count: its result was forgotten or deleted.\n"
    #expect(text.contains(notice), "\(text)")
    #expect(try !finished().contains("Ann"))
  }

  @Test func `a closed game is opened again and finished under the same name`() throws {
    try run(evening[0], evening[1], "close", "load closed=1", evening[2])
    #expect(try finished().contains("Ann won, Bob lost"))
    #expect(try results.map { $0["outcome"] } == [.string("abandoned"), .string("finished")])
    #expect(try results[0]["id"] == results[1]["id"])
  }

  @Test(arguments: [false, true])
  func `a closed game that is played on and closed again has its last result`(isRestarted: Bool)
    throws
  {
    try run("new counter Ann Bob", "+3", "close", "load closed=1", "close", "load closed=1")
    #expect(try outcomes() == ["abandoned"])
    if isRestarted {
      FileSystem.removeTree(folder["p"])
      let first = try Pseudoterminal.parlor(["--color", "never", "--profile", folder["p"]])
      try first.expect("> ")
      for line in ["new counter Ann Bob", "+3", "close", "y", "load closed=1", "+9"] {
        try first.send("\(line)\r")
        try first.expect(line == "close" ? "[y/N] " : "> ")
      }
      first.signal(SIGKILL)
      _ = try first.waitForExit()
      let second = try Pseudoterminal.parlor(["--color", "never", "--profile", folder["p"]])
      try second.expect("> ")
      for line in ["+5", "close", "y"] {
        try second.send("\(line)\r")
        try second.expect(line == "close" ? "[y/N] " : "> ")
      }
      #expect(try second.leave() == .exited(0))
    } else {
      try run("new counter Cy Di", "+3", "close", "load closed=1", "+9", "+5", "close")
    }
    let last = String(decoding: try run("load finished=1", "log").output, as: UTF8.self)
    #expect(last.contains("add 3") && last.contains("add 9") && last.contains("add 5"))
    #expect(try results.last?["revision"] == .integer(2))
    #expect(try outcomes().allSatisfy { $0 == "abandoned" })
  }

  /// Nobody has closed it since.
  @Test(arguments: [false, true])
  func `a game that was opened again stays open though its result is forgotten`(isKilled: Bool)
    throws
  {
    let terminal = try Pseudoterminal.parlor(["--color", "never", "--profile", folder["p"]])
    try terminal.expect("> ")
    try terminal.send(
      "new counter Ann Bob\r+5\rclose\ry\rload closed=1\rfinished forget 1 confirm\r")
    try terminal.expect("Forgot")
    try terminal.expect("> ")
    if isKilled {
      terminal.signal(SIGKILL)
      try terminal.waitForExit()
    } else {
      #expect(try terminal.leave() == .exited(0))
    }
    let second = try Pseudoterminal.parlor(["--color", "never", "--profile", folder["p"]])
    try second.expect("Counter: Ann, Bob, resumes after 1 move.")
    #expect(try second.leave() == .exited(0))
  }

  @Test func `a finished game whose end is taken back stays finished when it is closed`() throws {
    try run("new counter Ann Bob", "+3", "finish", "undo", "+9", "close")
    #expect(try outcomes() == ["finished"])
    #expect(try finished().contains("Ann 3, Bob 0"))
  }

  /// A journal with amendments, undone ends and revisions is resumed as it was.
  @Test func `a correction survives the end of the program`() throws {
    func start(_ prompt: String) throws -> Pseudoterminal {
      let terminal = try Pseudoterminal.parlor(["--color", "never", "--profile", folder["p"]])
      try terminal.expect(prompt)
      return terminal
    }
    func type(_ lines: [String], _ terminal: Pseudoterminal) throws {
      for line in lines {
        try terminal.send("\(line)\r")
        try terminal.expectAnswer(to: line, before: "> ")
      }
    }
    let first = try start("> ")
    try type(evening + ["undo", "amend 1 points 650"], first)
    first.signal(SIGKILL)
    try first.waitForExit()
    let second = try start("farkle Bob> ")
    try type(["points 700", "close"], second)
    #expect(try second.leave() == .exited(0))
    #expect(try finished().contains("Ann lost, Bob won"))
    #expect(try results.map { $0["revision"] } == [nil, .integer(2)])
  }

  /// Killed after the result and before its mark, as above.
  @Test(arguments: [
    ("text", "The correction of game 1 does not count: its result was corrected elsewhere"),
    ("json", #""correction":true"#),
  ])
  func `a result that was corrected meanwhile is not recorded again`(
    format: String, expected: String
  ) throws {
    let terminal = try Pseudoterminal.parlor(["--color", "never", "--profile", folder["p"]])
    try terminal.expect("> ")
    try terminal.send(evening.map { "\($0)\r" }.joined())
    try terminal.expect("Ann wins")
    try terminal.expect("> ")
    terminal.signal(SIGKILL)
    try terminal.waitForExit()
    let path = try journal()
    let lines = String(decoding: try FileSystem.read(path), as: UTF8.self).split(separator: "\n")
    let kept = lines.filter { !$0.hasPrefix("# recorded") }
    try FileSystem.write(Array((kept.joined(separator: "\n") + "\n").utf8), to: path)
    try run("load finished=1", "amend 2 points 700")
    let again = try Pseudoterminal.parlor(
      ["--color", "never", "--format", format, "--profile", folder["p"]])
    try again.expect(expected)
    #expect(try again.leave() == .exited(0))
    #expect(try results.count == 2)
    #expect(try finished().contains("Ann lost, Bob won"))
  }
}
