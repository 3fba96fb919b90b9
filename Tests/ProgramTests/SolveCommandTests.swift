import Platform
import TestKit
import Testing

/// `parlor solve`, with a target that is solved at once.
@Suite(.blocking) struct SolveCommandTests {
  @Test func `Farkle has its figures`() throws {
    let outcome = try Program.run(["solve", "farkle", "target=500", "--format", "json"])
    #expect(outcome.status == .exited(0))
    #expect(
      outcome.text == """
        {"game":"farkle","options":["target=500"],"turnValue":582.317213808,\
        "turnFarkle":0.205997268,"bankAt":[350,250,450,1050,3100,17750],\
        "soloTurns":1.675698108,"firstWins":0.572662952,"residual":\(Self.residual(in: outcome.text))}

        """)
  }

  /// The residual as it is printed, if it is small enough.
  private static func residual(in text: String) -> String {
    let printed = text.split(separator: ":").last.map { String($0.prefix { !"}".contains($0) }) }
    guard let printed, let number = Double(printed), number < 1e-10 else { return "small" }
    return printed
  }

  @Test func `Mastermind has its figures`() throws {
    let small = ["solve", "mastermind", "slots=2", "colors=3"]
    let outcome = try Program.run(small + ["--format", "json"])
    #expect(outcome.status == .exited(0))
    // 21 and 3: a search of all strategies, in another language.
    #expect(
      outcome.text == """
        {"game":"mastermind","options":["slots=2","colors=3"],"total":21,"average":2.333333333,\
        "most":3,"exact":true}

        """)
    let none = try Program.run(small + ["slots=4", "repeats=off"])
    #expect(none.status == .exited(2))
    let empty = try Program.run(["solve", "mastermind", "slots=4", "colors=3", "repeats=off"])
    #expect(empty.status == .exited(1))
    #expect(
      empty.complaint == "parlor: there are more slots than colours, and no colour may repeat\n")
  }

  @Test func `a game without figures, and an option that does not exist`() throws {
    for (words, title) in [(["counter"], "Counter"), (["minesweeper", "easy"], "Minesweeper")] {
      let outcome = try Program.run(["solve"] + words)
      #expect(outcome.status == .exited(1))
      #expect(
        outcome.complaint
          == "parlor: there are no figures to compute for \(title); `solve` takes farkle or mastermind\n"
      )
    }
    let option = try Program.run(["solve", "farkle", "targte=500"])
    #expect(option.status == .exited(2))
    #expect(option.complaint.contains("there is no option `targte`; did you mean `target`?"))
  }

  @Test func `the answer to a player is the answer to the bot that plays alike`() throws {
    let folder = try TemporaryFolder()
    let rules = ["target=1000", "dice=physical"]
    // Ann rolls with 200 points and banks with 250 and more; once she banks 200.
    let turns = [
      "roll 5 5 5 5 2 3", "hold 5 5", "roll 1 2 2 3", "hold 1", "roll 1 5 6", "hold 1 5",
    ]
    var lines: [String] = []
    for game in 1...8 {
      lines.append("new farkle Ann Bob \(rules.joined(separator: " "))")
      lines += game == 1 ? Array(turns[..<4]) : turns
      lines += ["bank", "points 1000", "farkle"]
    }
    let played = try Program.run(
      ["--profile", folder["p"], "--clock", "real"],
      input: Array((lines.joined(separator: "\n") + "\n").utf8))
    #expect(played.status == .exited(0), "\(played.text)")
    func figures(_ words: String...) throws -> String {
      let outcome = try Program.run(["solve", "farkle"] + words + rules)
      #expect(outcome.status == .exited(0), "\(outcome.complaint)")
      return outcome.text
    }
    let ann = try figures("against=Ann", "--profile", folder["p"])
    let bot = try figures("against=bank=300")
    #expect(ann.contains(" bank=300 ") && ann.contains(" 0.957  of the 23 decisions"), "\(ann)")
    #expect(ann.split(separator: "\n").suffix(3) == bot.split(separator: "\n").suffix(3))
    let none = try Program.run(["solve", "farkle", "against=Cy", "--profile", folder["p"]] + rules)
    #expect(none.status == .exited(1))
    #expect(none.complaint.hasPrefix("parlor: Cy: no finished game of Farkle has this player"))
    let few = try Program.run(["solve", "farkle", "against=Bob", "--profile", folder["p"]] + rules)
    #expect(few.complaint.hasPrefix("parlor: Bob: a fit takes 20 decisions"))
    let log = try #require(try FileSystem.entries(of: folder["p/finished"]).first)
    try folder.add("p/finished/\(log)", "new farkle Ann")
    let damaged = try Program.run(
      ["solve", "farkle", "against=Ann", "--profile", folder["p"]] + rules)
    #expect(damaged.complaint == "parlor: 1 game cannot be read; `parlor check` tells why\n")
    let useless = try Program.run(["solve", "farkle", "against=bank=300", "--profile", folder["p"]])
    #expect(useless.status == .exited(2) && useless.complaint.contains("is for `against=NAME`"))
  }

  @Test func `tables on disk change no figure, damaged or shared by two copies`() throws {
    let folder = try TemporaryFolder()
    let words = ["solve", "farkle", "target=1100", "final-round=off", "--format", "json"]
    let alone = try Program.run(words)
    #expect(alone.status == .exited(0))
    var environment = Program.environment
    environment["XDG_CACHE_HOME"] = folder["cache"]
    let copies = try (0..<2).map { _ in try Program.start(words, environment: environment) }
    for copy in copies { #expect(try copy.finish() == alone) }
    let names = try FileSystem.entries(of: folder["cache/parlor"])
    #expect(!names.isEmpty)
    for name in names {
      let path = "cache/parlor/\(name)"
      let table = try folder.bytes(path)
      for damaged in [[], Array(table.dropLast()), table.map { ~$0 }] {
        try FileSystem.write(damaged, to: folder[path], mode: 0o600, syncs: false)
        #expect(try Program.run(words, environment: environment) == alone)
        #expect(try folder.bytes(path) == table)
      }
    }
    // A cache that cannot be written.
    environment["XDG_CACHE_HOME"] = try folder.add("file", "")
    #expect(try Program.run(words, environment: environment) == alone)
  }

  /// `parlor test` and `parlor render` read the tables that they or a script have kept, with a profile or
  /// without.
  @Test func `kept tables serve tests and pictures, and change no byte`() throws {
    let folder = try TemporaryFolder()
    let file = "s/a.scenario"
    // Rules of its own, so that nobody else keeps these tables.
    try folder.add(
      file, "> new farkle Ann Bob target=1100 final-round=off straight=1750\n...\n> hint\nx\n")
    func run(_ words: [String], cache: String) throws -> Outcome {
      var environment = Program.environment
      environment["XDG_CACHE_HOME"] = folder[cache]
      return try Program.run(words, environment: environment)
    }
    let words = ["test", "--no-profile", folder[file]]
    let first = try run(words, cache: "cache")
    #expect(first.status == .exited(1))
    let name = try #require(try FileSystem.entries(of: folder["cache/parlor"]).first)
    let path = "cache/parlor/\(name)"
    let kept = try folder.bytes(path)
    #expect(try run(words, cache: "cache") == first)
    #expect(try folder.bytes(path) == kept)
    // No folder can be made here.
    #expect(try run(words, cache: "\(file)/cache") == first)
    let picture = ["render", folder[file], "--to", "txt"]
    let drawn = try run(picture, cache: "other")
    #expect(drawn.status == .exited(0))
    #expect(try !FileSystem.entries(of: folder["other/parlor"]).isEmpty)
    #expect(try run(picture, cache: "cache") == drawn)
  }
}
