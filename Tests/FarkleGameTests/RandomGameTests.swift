import GameTesting
import ParlorKit
import Testing

@testable import FarkleGame

@Suite("Random games")
struct RandomGameTests {
  static let rules = [
    "target=1000", "target=600 three-farkles=500 tie=overtime", "target=800 defend=on",
    "target=900 defend=on tie=shared three-farkles=1000", "target=500 final-round=off",
    "rounds=3", "rounds=2 tie=overtime three-farkles=500", "rules=farkle-ten rounds=3",
    "rules=patch target=1500 opening=300", "rules=flat target=1000 minimum=200",
    "rules=minimal target=700 tie=overtime", "target=1000 hot-dice=must-roll",
    "target=1000 singles=off", "target=1000 dice=physical", "rounds=1 tie=shared",
    "target=500 tie=overtime multiplier=50", "target=900 duplicate=on defend=on tie=overtime",
  ]

  /// Plays one of the legal moves, drawn by `choice`, now and then leaves the game.
  private func step(_ match: inout Match, choice: inout Chance) throws {
    if choice.below(200) == 0 {
      _ = try match.make(match.state.resignation)
      return
    }
    let legal = match.state.legalMoves
    let count = legal.moves.count + legal.forms.count
    let pick = Int(choice.below(UInt32(count)))
    if pick < legal.moves.count {
      _ = try match.make(legal.moves[pick])
    } else if legal.forms[pick - legal.moves.count] == "points N" {
      let least = (match.state.leastBank + 49) / 50 * 50
      let total = choice.below(3) == 0 ? 0 : least + Int(choice.below(10)) * 50
      _ = try match.make(.points(Int32(total)))
    } else {
      let dice = Dice((0..<match.state.turn.diceToRoll).map { _ in choice.die() }) ?? Dice()
      _ = try match.make(.roll(dice))
    }
  }

  @Test(arguments: rules)
  func `Games by any rules end, soundly; their log played again gives the same`(rules: String)
    throws
  {
    for seed in 0..<128 as Range<UInt64> {
      let names = ["Ann", "Ann Bob", "Ann Bob Cy", "A B C D E F G H"][Int(seed % 4)]
      var match = try Match(names, rules, seed: seed)
      var choice = Chance(seed: seed, draw: 1 << 20)
      var digests: [UInt64] = []
      while !match.state.isOver, match.log.count < 20_000 {
        try step(&match, choice: &choice)
        digests.append(match.digest)
        let faults = match.state.checkInvariants()
        guard faults.isEmpty else {
          Issue.record("\(names) seed \(seed): \(faults) after \(match.lines)")
          return
        }
      }
      #expect(match.state.isOver)
      try replay(match, by: rules, seed: seed, digests)
    }
  }

  /// The canonical lines are read back as the moves, and played again give the same states.
  private func replay(
    _ match: Match, by rules: String, seed: UInt64, _ digests: [UInt64]
  ) throws {
    var copy = try Match(match.state.match.names.joined(separator: " "), rules, seed: seed)
    for (index, move) in match.log.map(\.move).enumerated() {
      let line = match.state.line(of: move)
      if line != "resign", try copy.move(of: line) != move {
        Issue.record("`\(line)` is not read as \(move)")
        return
      }
      try copy.play(line)
      if copy.digest != digests[index] { Issue.record("`\(line)` differs, seed \(seed)") }
    }
    #expect(copy.state.status == match.state.status)
  }

  @Test
  func `Every move that is listed as legal is, and what is not listed is refused`() throws {
    for seed in 0..<40 as Range<UInt64> {
      var match = try Match("Ann Bob", "target=1000 opening=200", seed: seed)
      var choice = Chance(seed: seed, draw: 1 << 20)
      while !match.state.isOver {
        let legal = match.state.legalMoves.moves
        let all = [FarkleMove.roll(nil), .bank] + match.state.turn.loose.parts.map { .hold($0) }
        for move in all {
          var chance = Chance(seed: 0, draw: 0)
          let isLegal = (try? match.state.resolve(move, chance: &chance)) != nil
          if isLegal != legal.contains(move) {
            Issue.record("\(match.state.line(of: move)) in seed \(seed)")
          }
        }
        try step(&match, choice: &choice)
      }
    }
  }

  @Test
  func `Reports keep to the lines of a reply`() throws {
    for seed in 0..<40 as Range<UInt64> {
      var match = try Match("Ann Bob Cy", Self.rules[Int(seed) % Self.rules.count], seed: seed)
      var choice = Chance(seed: seed, draw: 1 << 20)
      var texts = [match.opening, match.table()]
      while !match.state.isOver {
        try step(&match, choice: &choice)
        let reports = try match.events(of: "score") + match.events(of: "score 1 5 5 2 3 6")
        texts += reports.map { event in written { event.write(to: &$0) } }
        texts += [match.table(), match.situation()]
      }
      for line in texts.flatMap({ $0.split(separator: "\n", omittingEmptySubsequences: false) }) {
        if line.isEmpty || line.last == " " || line.hasPrefix("> ") { Issue.record("`\(line)`") }
      }
    }
  }
}
