import GameTesting
import ParlorKit
import Testing

@testable import FarkleGame

/// The score sheet, the scoring chart, and what `show` and `rules` say beside them.
@Suite("Sheet and chart")
struct SheetTests {
  /// The sheet of random games against the scores, and against the turns found in the log.
  @Test(arguments: ["", "three-farkles=500", "defend=on", "rounds=3"])
  func `The sheet adds up`(rules: String) throws {
    for seed in 0..<60 as Range<UInt64> {
      var match = try Match("Ann Bob Cy", "target=1000 tie=overtime \(rules)", seed: seed)
      let start = match.state
      var choice = Chance(seed: seed, draw: 1 << 22)
      while !match.state.isOver {
        if choice.below(80) == 0 {
          _ = try match.make(match.state.resignation)
        } else {
          let legal = match.state.legalMoves.moves
          _ = try match.make(legal[Int(choice.below(UInt32(legal.count)))])
        }
      }
      let turns = PlayedTurn.all(from: start, match.log.map(\.move)).filter(\.isOver)
      let history = match.state.history
      #expect(history.map { Int($0.player) } == turns.map(\.player))
      #expect(history.map { max(0, Int($0.points)) } == turns.map(\.points))
      let sums = match.state.seats.indices.map { seat in
        history.filter { $0.player == seat }.reduce(0) { $0 + Int($1.points) }
      }
      #expect(sums == match.scores)
      let sheet = Sheet(match.state)
      #expect(sheet.rows.flatMap(\.cells).count { $0 != nil } == history.count)
      for line in sheet.text.split(separator: "\n", omittingEmptySubsequences: false) {
        if line.isEmpty || line.last == " " || line.count > 80 { Issue.record("`\(line)`") }
      }
    }
  }

  @Test
  func `Undone turns are not in it: it follows from the moves`() throws {
    var match = try Match("Ann Bob", "dice=physical")
    try match.play("points 300;points 0")
    #expect(
      Sheet(match.state).text
        == "Round   Ann  total      Bob  total\n1       300    300   farkle      0")
  }

  /// Every chart against the combinations as a list.
  @Test(arguments: [
    "", "rules=farkle-ten", "rules=patch", "rules=flat", "rules=minimal", "multiplier=50",
    "singles=off kinds=none", "triplets=2000 four-two=50 triple-ones=300",
  ])
  func `The chart shows the scores of all combinations`(words: String) throws {
    let rules = try FarkleRules(words)
    let combinations = Combinations(rules.scoring)
    var label = ""
    var found: [String: Int] = [:]
    for row in Farkle().scoringChart(rules) {
      #expect(row.count == 2 && row.joined(separator: " ").count < 78)
      if !row[0].isEmpty { label = row[0] }
      for item in row[1].split(separator: ", ") {
        let parts = item.split(separator: " = ")
        guard parts.count == 2 else { continue }
        let points = try #require(Int(parts[1].filter { $0 != "," }))
        let dice = parts[0] == "any" ? [] : parts[0].compactMap(\.wholeNumberValue)
        if dice.isEmpty {
          let size = ["three of a kind": 3, "four": 4, "five": 5, "six": 6][label] ?? 0
          for face in 1...6 { found[String(repeating: "\(face)", count: size)] = points }
        } else {
          found[String(parts[0])] = points
        }
      }
    }
    for size in [1, 3, 4, 5, 6] {
      for face in 1...6 {
        let dice = Array(repeating: face, count: size)
        #expect(found[String(repeating: "\(face)", count: size)] == combinations.best(dice))
      }
    }
  }

  /// Totals against turns made of combinations, roll by roll.
  @Test(arguments: [
    "", "singles=off", "singles=off hot-dice=must-roll", "rules=minimal singles=off",
    "singles=off straight=off pairs=off kinds=flat multiplier=170", "multiplier=73",
    "singles=off multiplier=200 straight=650 pairs=off kinds=none hot-dice=must-roll",
  ])
  func `Totals are those that dice can score`(words: String) throws {
    let rules = try FarkleRules(words)
    let combinations = Combinations(rules.scoring)
    var holds: [Int: Set<Int>] = [:]
    for dice in Combinations.everyRoll {
      if let points = combinations.best(dice) { holds[dice.count, default: []].insert(points) }
    }
    let limit = 2500
    var reached: Set<[Int]> = [[0, 6]]
    var queue = [[0, 6]]
    var totals: Set<Int> = []
    while let state = queue.popLast() {
      for (count, scores) in holds where count <= state[1] {
        for points in scores where state[0] + points <= limit {
          let left = state[1] - count
          if left > 0 || rules.hotDice == .mayBank { totals.insert(state[0] + points) }
          let next = [state[0] + points, left == 0 ? 6 : left]
          if reached.insert(next).inserted { queue.append(next) }
        }
      }
    }
    let engine = TurnTotals(rules, ScoringRules(rules.scoring))
    #expect(engine.all(upTo: limit) == totals)
    for total in 1...300 { #expect(engine.contains(total) == totals.contains(total)) }
  }

  @Test
  func `The table shows who is behind, not on the board, or close to a penalty`() throws {
    var match = try Match(
      "Ann Bob Cy", "dice=physical opening=500 three-farkles=500 target=1000")
    try match.play("points 0;points 500;points 0;points 0")
    #expect(
      match.table() == """
        Round 2. First to 1,000.
          Ann    0  500 behind  1,000 to go  not on the board, 2 farkles in a row
        * Bob  500       leads    500 to go
          Cy     0  500 behind  1,000 to go  not on the board, 1 farkle in a row
        """)
    try match.play("points 500")
    #expect(
      match.table().hasPrefix("Final round. First to 1,000. Turns left: Cy, Ann."))
  }

  @Test
  func `Options without effect are known`() throws {
    #expect(Set(try FarkleRules("rounds=3").idle.keys) == ["target", "final-round", "defend"])
    #expect(Set(try FarkleRules("final-round=off").idle.keys) == ["defend", "tie"])
    #expect(try FarkleRules("").idle.isEmpty)
    let match = try Match("Ann Bob", "rounds=3 target=5000")
    #expect(match.opening.contains("`target` has no effect with `rounds`."))
  }
}
