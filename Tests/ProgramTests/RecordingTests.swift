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
    "undo", "undo", "redo", "goto 1", "show", "log", "stats", "finished", "record", "clock",
    "amend",
    "history", "finished forget 1 confirm", "load finished=1", "legal", "save g", "load g",
    "load missing", "new", "games", "rules list", "nonsense", "seed",
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
}
