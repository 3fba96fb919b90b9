import GameTesting
import ParlorKit
import Testing

@testable import MinesweeperGame

@Suite("The definition")
struct DefinitionTests {
  private let definition = Minesweeper().definition

  @Test
  func `Every option has its values and its default`() {
    #expect(
      definition.options.map { "\($0.name): \($0.range) = \($0.text(of: $0.fallback))" } == [
        "rows: 8 to 24 = 16", "cols: 8 to 30 = 16", "mines: 10 to 216 = 40",
        "first: cell or open = cell", "guess: yes or no = yes",
        "layout: at most 3659 bytes = ",
      ])
    #expect(definition.options.filter(\.isSecret).map(\.name) == ["layout"])
    #expect(definition.traits == [.readsClock, .hidesDraws])
  }

  @Test
  func `Each command has words, and examples that are commands of the game`() throws {
    var match = try Match("medium")
    try match.play("flag 1 1")
    var ended = try Match("layout=.*")
    try ended.play("reveal 1 1")
    #expect(
      definition.commands.map(\.verb) == [
        "reveal", "flag", "chord", "mark", "mode", "difficulty", "proof",
      ])
    #expect(definition.shortcuts == ["left": "mode easier", "right": "mode harder"])
    for command in definition.commands {
      #expect(!command.summary.isEmpty && !command.details.isEmpty && !command.examples.isEmpty)
      for example in command.examples {
        #expect(example.split(separator: " ")[0] == command.verb)
        let position = ["difficulty", "proof"].contains(command.verb) ? ended : match
        #expect(throws: Never.self) { try position.intent(of: example) }
      }
    }
  }

  @Test(arguments: [
    (8, 8, 10...19), (8, 30, 24...72), (24, 30, 72...216), (16, 16, 26...76), (9, 9, 10...24),
    (10, 11, 11...33),
  ])
  func `The mines of a custom board are in the range of its size`(
    rows: Int, columns: Int, range: ClosedRange<Int>
  ) {
    #expect(Mode.mines(for: Shape(rows: rows, columns: columns)) == range)
  }

  @Test
  func `Every part of a setup and every move changes the digest`() throws {
    let setups = [
      "", "easy", "hard", "custom", "custom rows=17", "custom cols=17", "custom mines=41",
      "first=open", "guess=no", "layout=.*", "layout=*.",
    ]
    #expect(Set(try setups.map { try Match($0).digest }).count == setups.count)
    var match = try Match("layout=..*/.../...")
    var digests = [match.digest]
    for line in ["flag 1 1", "mark 1 1", "mark 1 1", "reveal 1 2", "flag 1 3", "reveal 2 2"] {
      match.milliseconds += 10
      try match.play(line)
      digests.append(match.digest)
    }
    #expect(Set(digests).count == digests.count)
    var later = try Match("layout=..*/.../...")
    later.milliseconds = 5
    try later.play("reveal 1 2")
    var earlier = try Match("layout=..*/.../...")
    try earlier.play("reveal 1 2")
    #expect(later.digest != earlier.digest)
  }

  @Test
  func `The bot sure plays legal moves to the end, flags in its way or not`() throws {
    let bot = try #require(Minesweeper().bots.first)
    var wins = 0
    for seed in UInt64(0)..<30 {
      var match = try Match("easy", seed: seed)
      var chance = Chance(seed: seed, draw: 0)
      for flag in ["flag 1 1", "flag 5 5", "flag 9 2"] { try match.play(flag) }
      while !match.state.isOver {
        guard case .events = try match.make(bot.choose(match.view, .flag(false), &chance)) else {
          Issue.record("a move without effect")
          return
        }
      }
      if match.state.phase == .won { wins += 1 }
      #expect(
        match.state.metrics.map(\.name) == ["3BV", "3BV solved"])
    }
    #expect(wins > 15, "sure moves win most easy games")
  }
}
