import GameTesting
import ParlorKit
import Testing

@testable import MastermindGame

@Suite("Random games")
struct RandomGameTests {
  static let options = [
    "", "slots=1 colors=2", "slots=3 colors=9 repeats=off guesses=8",
    "slots=10 colors=2 guesses=15",
    "slots=5 colors=5 repeats=off", "slots=10 colors=20 guesses=6", "guesses=1",
    "slots=2 colors=20 repeats=off guesses=100",
  ]

  /// A guess: often one that fits, else any.
  private func guess(_ state: MastermindState, _ chance: inout Chance) -> Code {
    let fitting = Candidates.some(
      state.rules, state.answers, limit: 50, mostBeginnings: 20_000
    ).codes
    if chance.below(3) > 0, !fitting.isEmpty {
      return fitting[Int(chance.below(UInt32(fitting.count)))]
    }
    return .random(state.rules.slots, state.rules.colors, &chance)
  }

  @Test(arguments: options)
  func `Games end, soundly; their lines played again give the same`(options: String) throws {
    for seed in 0..<60 as Range<UInt64> {
      var match = try Match(options, seed: seed)
      var chance = Chance(seed: seed, draw: 1 << 20)
      var digests = [match.digest]
      while !match.state.isOver {
        if chance.below(40) == 0 {
          try match.play("resign")
        } else {
          try match.make(.guess(guess(match.state, &chance)))
        }
        digests.append(match.digest)
        let faults = match.state.checkInvariants()
        if !faults.isEmpty { Issue.record("\(options) seed \(seed): \(faults)") }
      }
      #expect(Set(digests).count == digests.count)
      var copy = try Match(options, secret: match.secret, seed: 99)
      #expect(copy.digest == digests[0])
      for (index, step) in match.log.enumerated() {
        try copy.play(match.state.line(of: step.move))
        #expect(copy.digest == digests[index + 1])
      }
    }
  }

  @Test(arguments: options)
  func `Reports keep to the lines of a reply`(options: String) throws {
    for seed in 0..<8 as Range<UInt64> {
      var match = try Match(options, seed: seed)
      var chance = Chance(seed: seed, draw: 1 << 20)
      var texts = [match.opening, match.table()]
      while !match.state.isOver {
        texts.append(try match.play(match.state.line(of: .guess(guess(match.state, &chance)))))
        texts += [match.table(), match.view.prompt, match.view.caption]
        if match.state.rules.codes < 2000 { texts.append(try match.play("candidates 3")) }
      }
      for line in texts.flatMap({ $0.split(separator: "\n", omittingEmptySubsequences: false) }) {
        if line.isEmpty || line.last == " " || line.hasPrefix("> ") { Issue.record("`\(line)`") }
      }
    }
  }
}
