import GameTesting
import ParlorKit
import Testing

@testable import CounterGame

@Suite("Random games")
struct RandomGameTests {
  /// Any line, right or wrong.
  private func line(_ table: Table, _ chance: inout Chance) -> String {
    let number = Int(chance.below(8))
    switch chance.below(14) {
    case 0...4: return "add \(Int(chance.below(2_000_001)) - 1_000_000)"
    case 5: return "next"
    case 6: return "prev"
    case 7: return "roll"
    case 8: return "pause"
    case 9: return "resume"
    case 10: return "player add \(["Ann", "\"Bob B\"", "Cy Dee"][number % 3])"
    case 11: return "player remove \(["Ann", "Cy", "\(number)"][number % 3])"
    case 12: return "player move \(number) \(1 + Int(chance.below(5)))"
    default: return "start"
    }
  }

  @Test("Any lines leave a sound game; its log played again gives the same", arguments: 0..<120)
  func games(seed: Int) throws {
    var table = try Table(["", "Ann", "Ann Bob Cy"][seed % 3])
    var chance = Chance(seed: UInt64(seed), draw: 1 << 20)
    var digests: [UInt64] = []
    var texts = [table.opening]
    for _ in 0..<120 {
      table.wait(Double(chance.below(100)))
      let line = line(table, &chance)
      let before = (table.digest, table.log.count)
      do {
        texts.append(try table.play(line))
      } catch let refusal as GameError {
        #expect(refusal.code != .internal && table.digest == before.0)
      }
      if table.log.count > before.1 { digests.append(table.digest) }
      let faults = table.state.checkInvariants()
      if !faults.isEmpty { Issue.record("seed \(seed), \(line): \(faults)") }
      texts += [table.show(), table.view.prompt, table.view.caption]
    }
    texts += [try table.play("results"), try table.play("players")]
    for line in texts.flatMap({ $0.split(separator: "\n", omittingEmptySubsequences: false) }) {
      if line.isEmpty || line.last == " " || line.hasPrefix("> ") { Issue.record("`\(line)`") }
    }
    try replay(table, digests)
  }

  /// The canonical lines are read back as the moves, and played again give the same states.
  private func replay(_ table: Table, _ digests: [UInt64]) throws {
    var copy = try Table(names: table.names)
    for (index, entry) in table.log.enumerated() {
      copy.time = entry.time
      try copy.play(table.line(entry.move))
      #expect(copy.log.last?.move == entry.move)
      if copy.digest != digests[index] { Issue.record("`\(table.line(entry.move))` differs") }
    }
  }

  @Test("Every move that is listed is legal and described")
  func legal() throws {
    var table = try Table()
    #expect(table.game.legalMoves(in: table.state).moves.isEmpty)
    #expect(table.game.legalMoves(in: table.state).forms == ["player add NAME…"])
    try table.run("player add Ann Bob")
    #expect(table.game.legalMoves(in: table.state).moves.map(table.line) == ["start"])
    #expect(table.game.describe(.start, in: table.state) == "turn of Ann")
    try table.run("start;add 20")
    let legal = table.game.legalMoves(in: table.state)
    #expect(legal.moves.count + legal.forms.count <= 12)
    #expect(
      legal.moves.map { "\(table.line($0)): \(table.game.describe($0, in: table.state))" } == [
        "add 10: Bob to 10", "add 5: Bob to 5", "add 1: Bob to 1", "add -1: Bob to -1",
        "add -5: Bob to -5", "add -10: Bob to -10", "next: turn of Ann", "prev: turn of Ann",
        "roll: 1 die", "pause: ",
      ])
    for move in legal.moves {
      var copy = table
      try copy.make(move)
      #expect(copy.log.count == table.log.count + 1)
    }
    try table.play("pause")
    #expect(table.game.legalMoves(in: table.state).moves.last == .resume)
  }

  @Test("Digests tell players, scores, turns, time and the table apart")
  func digests() throws {
    var seen: Set<UInt64> = []
    for lines in [
      "", "next", "add 1", "add 2", "add 1;prev", "add 0;prev", "player add Cy",
      "player move Bob 1", "player remove Bob", "pause",
    ] {
      var table = try Table("Ann Bob")
      try table.run(lines)
      #expect(seen.insert(table.digest).inserted, "\(lines)")
    }
    var late = try Table("Ann Bob")
    late.wait(1)
    try late.play("next")
    #expect(seen.insert(late.digest).inserted)
  }

  @Test("The commands, each with words and examples")
  func definition() {
    let definition = Counter().definition
    #expect(
      definition.commands.map(\.verb) == [
        "add", "next", "prev", "roll", "timer", "pause", "resume", "results", "players", "player",
        "start",
      ])
    #expect(definition.traits == [.readsClock, .endless])
    for command in definition.commands {
      #expect(!command.summary.isEmpty && !command.summary.hasSuffix("."))
      #expect(!command.examples.isEmpty)
      for example in command.examples { #expect(Call(line: example).verb == command.verb) }
    }
  }
}
