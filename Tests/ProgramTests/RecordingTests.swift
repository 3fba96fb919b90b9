import ParlorKit
import TestKit
import Testing

/// Sessions at the prompt, recorded: with the real clock, a profile, and every game.
@Suite(.blocking) struct RecordingTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// What is typed in a game, right and wrong.
  private static let games: [(opening: String, moves: [String])] = [
    (
      "new farkle Ann Bob",
      [
        "roll", "roll 1 5 5 2 3 6", "hold best", "hold 1", "bank", "seat Bob bank=300",
        "seat Bob human",
      ]
    ),
    (
      "new farkle Ann Bob dice=physical",
      ["roll 1 1 1 2 3 4", "hold 1 1 1", "bank", "points 0", "points 450", "amend 1 points 500"]
    ),
    (
      "new counter Ann Bob",
      [
        "+5", "add 12", "next", "prev", "pause", "resume", "timer", "roll", "player add Cy",
        "finish", "amend 1 add 7",
      ]
    ),
    (
      "new minesweeper easy",
      [
        "reveal 5 5", "reveal 1 1", "reveal 9 9", "flag 2 2", "mark 3 3", "chord 5 5",
        "mode harder", "amend 2 flag 4 4",
      ]
    ),
    (
      "new mastermind",
      [
        "guess 1 1 2 2", "guess 3 4 5 6", "guess 1 2 3", "candidates", "ranking", "resign",
        "amend 1 guess 2 2 3 3",
      ]
    ),
  ]

  /// What is typed in any game.
  private static let others = [
    "undo", "undo", "undo yes", "redo", "goto 1", "show", "log", "stats", "finished", "record",
    "clock", "amend", "history", "finished forget 1 confirm", "load finished=1", "legal", "save g",
    "load g", "load missing", "new", "games", "rules list", "nonsense", "seed",
  ]

  @Test(arguments: games.indices, 1...3)
  func `a session at the prompt is recorded, and passes`(game: Int, seed: Int) throws {
    let (opening, moves) = Self.games[game]
    var chance = Chance(seed: UInt64(seed), draw: game)
    func any(_ lines: [String]) -> String { lines[Int(chance.below(UInt32(lines.count)))] }
    let terminal = try Pseudoterminal.parlor(
      ["--color", "never", "--seed", "\(seed)", "--profile", folder["p"]],
      environment: ["HOME": folder.path])
    try terminal.expect("> ")
    func type(_ line: String) throws {
      try terminal.send("\(line)\r")
      try terminal.expectAnswer(to: line, before: "> ")
    }
    let path = folder["session.scenario"]
    // What came before is recorded as moves.
    if seed == 2 {
      try type("new counter Zoe")
      try type("+1")
    }
    if seed == 3 {
      try type(opening)
      try type(any(moves))
    }
    try type("record \(path)")
    if seed != 3 { try type(opening) }
    for _ in 0..<25 {
      let line = chance.below(3) > 0 ? any(moves) : any(Self.others)
      try type(line.hasSuffix(" g") ? line.dropLast() + folder["g"] : line)
    }
    try type("record off")
    #expect(try terminal.leave() == .exited(0))
    let tested = try Program.run(["test", path])
    let text = try folder.text("session.scenario")
    #expect(tested.status == .exited(0), "\(tested.text)\n\(text)")
    #expect(!text.contains("does not count") && !text.contains("> record"))
  }

  /// What is typed in a script, besides ``others``: commands that other games, files, the profile or its
  /// house rules have a part in.
  private static let further = [
    "copy", "copy draws=same", "close", "close 1", "load closed=1", "use 1", "use 2", "hint",
    "odds",
    "review", "review plot=x.svg", "save g overwrite=yes", "stats export x.json", "set format json",
    "set format text", "set legal off", "clock +2s", "daily mastermind date=2026-11-21",
    "daily card",
    "drill farkle", "drill mastermind 2 seed=5", "drill stop", "daily",
    "new farkle Ann Bob rules=sunday", "new farkle easy Ann rules=sunday",
    "rules save sunday rules=patch",
    "new farkle Ann Bob rules=patch", "rules", "resign", "goto 0", "goto end", "seed 12",
    "seat 1 best",
    "player rename Ann Eve", "show chances", "sheet", "ranking", "new mastermind seed=9", "echo hi",
    // Refused, in words that tell of house rules and plugins.
    "new farkle rules=sunday", "new farkle Ann rules=sundy", "new farkle Ann rules=sunday target=5",
    "new chess", "batch 2 chess", "new sticks nonsense=1", "help",
  ]

  /// Games draw their own seeds, as at the prompt, so each run plays others.
  @Test(arguments: 1...60)
  func `a script is recorded, and passes where it was recorded`(seed: Int) throws {
    var chance = Chance(seed: UInt64(seed), draw: 0)
    func any(_ lines: [String]) -> String { lines[Int(chance.below(UInt32(lines.count)))] }
    var lines: [String] = []
    var moves: [String] = []
    func open() {
      let game = Self.games[Int(chance.below(UInt32(Self.games.count)))]
      lines.append(game.opening)
      moves = game.moves
    }
    if seed % 3 == 0 { lines += ["new farkle A B", "rules save sunday rules=patch target=1500"] }
    if seed % 4 == 0 {
      open()
      let first = moves.filter { !$0.hasPrefix("amend") }
      lines += [any(first), any(first)]
    }
    lines.append("record r.scenario")
    if seed % 5 == 0 { lines.append("set undo ask") }
    open()
    for _ in 0..<12 {
      switch chance.below(8) {
      case 0: open()
      case 1, 2, 3: lines.append(any(moves))
      case 4: lines.append(any(Self.others))
      default: lines.append(any(Self.further))
      }
    }
    let clock = seed % 2 == 0 ? "real" : "virtual"
    let outcome = try Program.run(
      in: folder.path, ["--profile", "p", "--seed", "random", "--clock", clock, "--keep-going"],
      environment: ["PATH": "\(Example.path("plugins")):/usr/bin:/bin"],
      input: lines.joined(separator: "\n").utf8)
    let tested = try Program.run(["test", folder["r.scenario"]])
    #expect(
      tested.status == .exited(0), "\(lines)\n\(outcome.text)\n\(tested.text)")
  }
}
