import Platform
import TestKit
import Testing

/// Plugins, as the program finds and plays them.
@Suite(.blocking) struct PluginTests {
  /// A folder with a copy of Farkle that is a plugin.
  private static func folder() throws -> TemporaryFolder {
    let program = try #require(BuiltProgram.path(of: "farkle-plugin"))
    let folder = try TemporaryFolder()
    let script = Array("#!/bin/sh\nexec '\(program)'\n".utf8)
    try FileSystem.write(script, to: folder["parlor-farkle-plugin"], mode: 0o755)
    return folder
  }

  private static func environment(_ folder: TemporaryFolder) -> [String: String] {
    ["PATH": "\(folder.path):/usr/bin:/bin"]
  }

  /// A game with draws, holds, an undo, bots and an end.
  private static let moves = """
    roll
    hold best
    bank
    roll
    undo
    roll 1 1 1 5 2 3
    hold 1 1 1
    bank
    seat Ann bank=500
    seat Bob random
    """

  @Test func `a plugin and a built-in game write the same log in every format`() throws {
    let folder = try Self.folder()
    var logs: [String] = []
    for (game, format) in [
      ("farkle", "text"), ("farkle", "json"), ("farkle", "gtp"), ("farkle-plugin", "text"),
      ("farkle-plugin", "json"), ("farkle-plugin", "gtp"),
    ] {
      let name = "\(game)-\(format)"
      let script = "new \(game) Ann Bob target=3000 seed=11\n\(Self.moves)\nsave \(folder[name])\n"
      let outcome = try Program.run(
        ["--format", format], input: script.utf8, environment: Self.environment(folder))
      #expect(outcome.status == .exited(0), "\(outcome)")
      // The checksum of the file is of the name of the game, too.
      let lines = try folder.text(name).split(separator: "\n").filter { !$0.hasPrefix("# ") }
      #expect(lines.count > 20)
      #expect(lines[0].hasPrefix("new \(game) Ann Bob rules=standard target=3000 seed=11 # ="))
      logs.append(lines.dropFirst().joined(separator: "\n"))
    }
    #expect(Set(logs).count == 1)
  }

  @Test func `a plugin gives the same replies as the built-in game`() throws {
    let folder = try Self.folder()
    let script = "new farkle Ann Bob seed=3\n\(Self.moves)\nshow\nlegal\nhelp hold\nscore 1 5\n"
    let game = try Program.run(["--keep-going"], input: script.utf8)
    let plugin = try Program.run(
      ["--keep-going"], input: script.replacing("farkle", with: "farkle-plugin").utf8,
      environment: Self.environment(folder))
    #expect(plugin == game)
  }

  @Test(arguments: [100_000, 9])
  func `a simulation of a plugin plays the games that the game plays`(_ limit: Int) throws {
    let folder = try Self.folder()
    func simulate(_ game: String) throws -> String {
      let outcome = try Program.run(
        ["simulate", game, "bank=300", "random", "-n", "20", "--limit", "\(limit)", "target=3000"],
        environment: Self.environment(folder))
      #expect(outcome.status == .exited(0), "\(outcome)")
      return outcome.text.replacing(game, with: "GAME")
    }
    #expect(try simulate("farkle-plugin") == simulate("farkle"))
  }

  @Test func `statistics know the games of a plugin, in later sessions too`() throws {
    let folder = try TemporaryFolder()
    let examples = Example.path("plugins")
    let arguments = ["--profile", folder["profile"]]
    let environment = ["PATH": "\(examples):/usr/bin:/bin"]
    let turns = Array(repeating: "roll\nhold\n", count: 40).joined()
    let first = try Program.run(
      arguments + ["--keep-going"],
      input: "new pig Ann Bob target=10 seed=1\n\(turns)".utf8, environment: environment)
    #expect(first.text.contains(" wins."))
    let second = try Program.run(
      arguments, input: "stats\nstats pig\n".utf8, environment: environment)
    #expect(second.status == .exited(0), "\(second)")
    #expect(second.text.contains("Pig   Ann "))
    #expect(second.text.contains("\nBest turn "), "\(second)")
  }

  @Test func `a saved game of a plugin is loaded and verified`() throws {
    let folder = try Self.folder()
    let file = folder["saved"]
    let first = try Program.run(
      input: "new farkle-plugin Ann Bob\nroll\nhold best\nsave \(file)\n".utf8,
      environment: Self.environment(folder))
    #expect(first.status == .exited(0))
    let again = try Program.run(
      input: "load \(file)\nlog\nbank\n".utf8, environment: Self.environment(folder))
    #expect(again.status == .exited(0), "\(again)")
    var lines = try folder.text("saved").split(separator: "\n").map(String.init)
    lines[2] = lines[2].dropLast(8) + "00000000"
    try folder.add("changed", lines.joined(separator: "\n") + "\n")
    let changed = try Program.run(
      input: "load \(folder["changed"])\n".utf8, environment: Self.environment(folder))
    #expect(changed.status == .exited(1))
  }

  @Test func `a game whose plugin is missing stays in the journal until the plugin is back`() throws
  {
    let folder = try Self.folder()
    let program = folder["parlor-farkle-plugin"]
    let bytes = try FileSystem.read(program)
    func start() throws -> Pseudoterminal {
      try Pseudoterminal.parlor(
        ["--seed", "0", "--color", "never", "--profile", folder["profile"]],
        environment: Self.environment(folder))
    }
    func expectGame(_ terminal: Pseudoterminal) throws {
      try terminal.expect("resumes after 1 move.")
      try terminal.expect("> ")
      #expect(try terminal.leave() == .exited(0))
    }
    let first = try start()
    try first.expect(Prompt.outside)
    try first.send("new farkle-plugin Ann Bob\r")
    try first.expectAnswer(to: "new farkle-plugin Ann Bob", before: "farkle-plugin Ann> ")
    try first.send("roll\r")
    try first.expect("Ann rolls")
    try first.expect("> ")
    #expect(try first.leave() == .exited(0))
    try expectGame(try start())
    for (script, reason) in [
      (nil, "there is no plugin `farkle-plugin`"),
      ("#!/bin/sh\nexit 7\n", "the plugin farkle-plugin stopped with exit code 7"),
    ] {
      FileSystem.remove(program)
      if let script { try FileSystem.write(Array(script.utf8), to: program, mode: 0o755) }
      let terminal = try start()
      try terminal.expect("Cannot resume a journal, which stays in its place: ")
      try terminal.expect(reason)
      try terminal.expect(Prompt.outside)
      #expect(try terminal.leave() == .exited(0))
    }
    try FileSystem.write(bytes, to: program, mode: 0o755)
    try expectGame(try start())
  }

  @Test func `no plugin process is left behind`() throws {
    let folder = try TemporaryFolder()
    let program = try #require(BuiltProgram.path(of: "farkle-plugin"))
    // It does not end when its input ends, nor does what it has started.
    let script = """
      #!/bin/sh
      sleep 1000 & echo $! >'\(folder["child"])'
      '\(program)'
      echo $$ >'\(folder["number"])'
      wait
      """
    try FileSystem.write(
      Array(script.utf8), to: folder["parlor-farkle-plugin"], mode: 0o755)
    let outcome = try Program.run(
      input: "new farkle-plugin Ann\n".utf8, environment: Self.environment(folder))
    #expect(outcome.status == .exited(0), "\(outcome)")
    let numbers = try ["child", "number"].map { try folder.text($0).split(separator: "\n")[0] }
    // The system takes a moment to fetch an orphan.
    let check = numbers.map { "while kill -0 \($0) 2>&-; do :; done" }.joined(separator: "; ")
    #expect(try Program.shell(check) == Outcome(0))
  }

  @Test func `a failing plugin is exit code 4`() throws {
    let folder = try TemporaryFolder()
    try FileSystem.write(
      Array("#!/bin/sh\nexit 7\n".utf8), to: folder["parlor-broken"], mode: 0o755)
    let outcome = try Program.run(
      input: "new broken\n".utf8, environment: Self.environment(folder))
    #expect(
      outcome
        == Outcome(
          4,
          errors: """
            stdin:1:5: error[plugin]: the plugin broken stopped with exit code 7 during `hello`
              new broken
                  ^^^^^^

            """))
  }

  @Test(arguments: [("pig", 19), ("sticks", 16), ("liars-dice", 17)])
  func `the example plugins pass the checks`(name: String, count: Int) throws {
    let outcome = try Program.run(["plugin", "check", Example.path("plugins/parlor-\(name)")])
    #expect(outcome.status == .exited(0), "\(outcome)")
    #expect(outcome.text.hasPrefix("1..\(count)\nok 1 - "))
  }

  /// A program that dies at its turn.
  private let failing = #"""
    #!/bin/sh
    while read id verb rest; do
      case $verb in
      hello) printf '=%s {"protocol":2,"capabilities":["player"]}\n\n' "$id" ;;
      *) echo "out of cards" >&2; exit 3 ;;
      esac
    done

    """#

  @Test func `of a program that dies at its turn the last words are told`() throws {
    let folder = try TemporaryFolder()
    try FileSystem.write(Array(failing.utf8), to: folder["bot"], mode: 0o755)
    let outcome = try Program.run(["-c", "new farkle Ann Bob; seat Ann exec \(folder["bot"])"])
    #expect(outcome.text.contains("its last line on standard error: out of cards"), "\(outcome)")
  }

  /// A program that decides by the words it gets.
  private let deciding = #"""
    #!/usr/bin/env python3
    import json, sys
    for line in sys.stdin:
        number, verb, *rest = line.split(" ", 2)
        answer = {"protocol": 2, "capabilities": ["player"]}
        if verb == "choose":
            settings, request = rest[0].split(" {", 1)
            words = settings.split("words=")[1].split(",")
            legal = json.loads("{" + request)["legal"]
            answer = {"line": legal[int(words[0]) % len(legal)]}
        print(f"={number} {json.dumps(answer)}\n", flush=True)

    """#

  @Test(arguments: [false, true])
  func `a program decides in the test of a recording as it did`(isSeatedBefore: Bool) throws {
    let folder = try TemporaryFolder()
    try FileSystem.write(Array(deciding.utf8), to: folder["bot"], mode: 0o755)
    var lines = ["new farkle Ann Bob", "seat Bob exec ./bot"]
    lines.insert("record r.scenario", at: isSeatedBefore ? 2 : 0)
    for _ in 0..<8 { lines += ["roll", "hold best", "bank"] }
    let played = try Program.run(
      in: folder.path,
      ["--profile", "p", "--seed", "random", "--clock", "real", "--keep-going"],
      input: lines.joined(separator: "\n").utf8)
    #expect(played.text.contains("Bob holds"), "\(played)")
    let tested = try Program.run(in: folder.path, ["test", "--allow", "exec", "r.scenario"])
    #expect(tested.text.contains("1 passed"), "\(tested.text)")
  }

  /// Whoever looks at what a bot has, or takes its seat, plays no game that counts.
  @Test(arguments: [
    (
      ["seat Bob human", "bid 1 2"],
      "this game does not count: a person has seen the hidden hand of a bot"
    ),
    (
      ["bid 1 2", "seat Bob human"],
      "this game does not count: a person has seen the hidden hand of a bot"
    ),
    (
      ["seat Bob exec ./bot"],
      "this game does not count: a person has seen the hidden hand of a bot"
    ),
    (
      ["copy", "seat Bob human", "use 1"],
      "game 1 does not count: a person has seen the hidden hand of a bot"
    ),
    (["save s.parlor", "load s.parlor", "use 1"], "game 1 does not count: another game has shown"),
  ])
  func `the hand of a bot is its own`(lines: [String], notice: String) throws {
    let folder = try TemporaryFolder()
    try FileSystem.write(Array(failing.utf8), to: folder["bot"], mode: 0o755)
    let script = ["new liars-dice Ann Bob dice=1", "seat Bob sober", "roll"] + lines
    let outcome = try Program.shell(
      "cd \"$1\" && exec \"$0\" --keep-going --profile p --seed 3", [folder.path],
      input: (script.joined(separator: "\n") + "\n").utf8,
      environment: ["PATH": "\(Example.path("plugins")):/usr/bin:/bin"])
    #expect(outcome.text.contains(notice), "\(outcome.text)")
  }

  @Test func `a program that fails does not show its hand`() throws {
    let folder = try TemporaryFolder()
    try FileSystem.write(Array(failing.utf8), to: folder["bot"], mode: 0o755)
    let outcome = try Program.shell(
      "cd \"$1\" && exec \"$0\" --keep-going --profile p --seed 3", [folder.path],
      input: "new liars-dice Ann Bob dice=1\nseat Bob exec ./bot\nroll\nbid 1 1\nbid 1 2\n".utf8,
      environment: ["PATH": "\(Example.path("plugins")):/usr/bin:/bin"])
    let last = outcome.text.split(separator: "stops playing").last ?? ""
    #expect(last.contains("Bob") && !last.contains("Under the cup"), "\(outcome.text)")
    #expect(!outcome.text.contains("does not count"))
  }

  @Test func `going back to the turn of a bot does not show its hand`() throws {
    let outcome = try Program.shell(
      "exec \"$0\" --no-profile --keep-going --seed 3",
      input: "new liars-dice Ann Bob dice=1\nseat Bob sober\nroll\nbid 1 2\ngoto 2\n".utf8,
      environment: ["PATH": "\(Example.path("plugins")):/usr/bin:/bin"])
    let last = outcome.text.split(separator: "After move 2").last ?? ""
    #expect(last.contains("Bob") && !last.contains("Under the cup"), "\(outcome.text)")
  }

  /// The dice under the other cups stay hidden.
  @Test func `pairs of Liar's Dice with other dice have the same replies`() throws {
    let outcome = try Program.run(
      ["fuzz", "liars-dice", "--twins", "--lines", "1000"],
      environment: ["PATH": "\(Example.path("plugins")):/usr/bin:/bin"])
    #expect(outcome.status == .exited(0), "\(outcome)")
    let secret = outcome.text.firstMatch(of: /: ([0-9]+) with other secrets/)
    #expect(secret.flatMap { Int($0.1) } ?? 0 > 5, "\(outcome)")
  }

  /// Wherever there is a compiler of C.
  @Test func `the example in C passes the checks, and plays alike at once and move by move`() throws
  {
    let folder = try TemporaryFolder()
    let compiler = try Program.shell(
      "command -v cc >/dev/null || exit 127; cc -O1 -Wall -Wextra -Werror -o \"$1\" \"$2\"",
      [folder["parlor-four"], Example.path("plugins/parlor-four.c")])
    guard compiler.status != .exited(127) else { return }
    #expect(compiler.status == .exited(0), "\(compiler)")
    let outcome = try Program.run(["plugin", "check", folder["parlor-four"]])
    #expect(outcome.status == .exited(0), "\(outcome)")
    #expect(outcome.text.hasPrefix("1..17\nok 1 - "))
  }

  @Test func `a plugin that fails a check is exit code 1`() throws {
    let folder = try TemporaryFolder()
    let path = folder["parlor-broken"]
    try FileSystem.write(Array("#!/bin/sh\nexit 7\n".utf8), to: path, mode: 0o755)
    let outcome = try Program.run(["plugin", "check", path])
    #expect(outcome.status == .exited(1))
    #expect(outcome.text.hasPrefix("1..1\nnot ok 1 - "))
  }
}
