import GameTesting
import ParlorKit
import Testing

@testable import CounterGame

@Suite("Random games")
struct RandomGameTests {
  /// Any line, right or wrong.
  private func line(_ chance: inout Chance) -> String {
    let number = Int(chance.below(8))
    switch chance.below(17) {
    case 14: return "add \(Int(chance.below(200)) - 100) \(["Ann", "Cy", "\(number)"][number % 3])"
    case 15: return "turn \(["Ann", "Cy", "\(number)"][number % 3])"
    case 16: return "player rename \(number) \(["Ann", "Dora", "\"E F\""][number % 3])"
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

  @Test(arguments: 0..<120)
  func `Any lines leave a sound game; its log played again gives the same`(seed: Int) throws {
    var match = try Match(["", "Ann", "Ann Bob Cy"][seed % 3])
    var chance = Chance(seed: UInt64(seed), draw: 1 << 20)
    var digests: [UInt64] = []
    var texts = [match.opening]
    for _ in 0..<120 {
      match.wait(Double(chance.below(100)))
      let line = line(&chance)
      let before = (match.digest, match.log.count)
      do {
        texts.append(try match.play(line))
      } catch let error as GameError {
        #expect(error.code != .internal && match.digest == before.0)
      }
      if match.log.count > before.1 { digests.append(match.digest) }
      let faults = match.state.checkInvariants()
      if !faults.isEmpty { Issue.record("seed \(seed), \(line): \(faults)") }
      texts += [match.show(), match.view.prompt, match.view.caption]
    }
    texts += [try match.play("results"), try match.play("players")]
    for line in texts.flatMap({ $0.split(separator: "\n", omittingEmptySubsequences: false) }) {
      if line.isEmpty || line.last == " " || line.hasPrefix("> ") { Issue.record("`\(line)`") }
    }
    try replay(match, digests)
  }

  /// The canonical lines are read back as the moves, and played again give the same states.
  private func replay(_ match: Match, _ digests: [UInt64]) throws {
    var copy = try Match(match.configuration.names.joined(separator: " "))
    for (index, entry) in match.log.enumerated() {
      copy.milliseconds = entry.time.milliseconds
      try copy.play(match.state.line(of: entry.move))
      #expect(copy.log.last?.move == entry.move)
      if copy.digest != digests[index] {
        Issue.record("`\(match.state.line(of: entry.move))` differs")
      }
    }
  }

  @Test
  func `Every move that is listed is legal and described`() throws {
    var match = try Match()
    #expect(match.state.legalMoves.moves.isEmpty)
    #expect(match.state.legalMoves.forms == ["player add NAME…"])
    try match.play("player add Ann Bob")
    #expect(match.state.legalMoves.moves.map { match.state.line(of: $0) } == ["start"])
    #expect(match.state.describe(.start) == "turn of Ann")
    try match.play("start;add 20")
    let legal = match.state.legalMoves
    #expect(legal.moves.count + legal.forms.count <= 13)
    #expect(
      legal.moves.map { "\(match.state.line(of: $0)): \(match.state.describe($0))" } == [
        "add 10: Bob to 10", "add 5: Bob to 5", "add 1: Bob to 1", "add -1: Bob to -1",
        "add -5: Bob to -5", "add -10: Bob to -10", "next: turn of Ann", "prev: turn of Ann",
        "roll: 1 die", "pause: ",
      ])
    for move in legal.moves {
      var copy = match
      try copy.make(move)
      #expect(copy.log.count == match.log.count + 1)
    }
    try match.play("pause")
    #expect(match.state.legalMoves.moves.last == .resume)
  }

  @Test
  func `Digests tell players, scores, turns, time and the table apart`() throws {
    var seen: Set<UInt64> = []
    for lines in [
      "", "next", "add 1", "add 2", "add 1;prev", "add 0;prev", "player add Cy",
      "player move Bob 1", "player remove Bob", "pause", "add 5 Bob", "player rename Ann Anna",
      "add 5 Ann",
    ] {
      var match = try Match("Ann Bob")
      try match.play(lines)
      #expect(seen.insert(match.digest).inserted, "\(lines)")
    }
    var late = try Match("Ann Bob")
    late.wait(1)
    try late.play("next")
    #expect(seen.insert(late.digest).inserted)
  }

  @Test
  func `Each command has words and examples`() throws {
    let match = try Match("Ann Bob")
    let definition = Counter().definition
    #expect(
      definition.commands.map(\.verb) == [
        "add", "turn", "next", "prev", "roll", "timer", "pause", "resume", "results", "players",
        "player",
        "start", "finish",
      ])
    #expect(definition.traits == [.readsClock, .endless])
    for command in definition.commands {
      #expect(!command.summary.isEmpty && !command.summary.hasSuffix("."))
      #expect(!command.examples.isEmpty)
      for example in command.examples {
        #expect(example.split(separator: " ").first.map(String.init) == command.verb)
        #expect(throws: Never.self) { try match.intent(of: example) }
      }
    }
  }
}
