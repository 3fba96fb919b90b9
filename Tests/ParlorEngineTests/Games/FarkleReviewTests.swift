import GameCatalog
import ParlorKit
import TestKit
import Testing

@testable import ParlorEngine

/// Reviews of Farkle: what is lost, what is luck, and what is drawn.
struct FarkleReviewTests {
  private func review(
    _ lines: [String], _ options: String, players: String = "Ann Bob"
  ) throws -> (review: GameReview, game: any LoggedGame) {
    let session = Session(games: GameCatalog.farkle)
    session.run("new farkle \(players) \(options)")
    for line in lines { #expect(session.code(of: line) == nil, "\(line)") }
    let game = try #require(session.interpreter.currentGame?.logged)
    return (try #require(try game.adviser?.review { false }), game)
  }

  @Test func `on a terminal the chances are drawn, and end with who won`() throws {
    let lines = ["roll 1 1 1 5 3 4", "hold 1 1 1", "bank", "roll 2 3 3 4 6 6"]
    let (review, game) = try review(lines, "rounds=1 dice=physical")
    #expect(game.status == .over(winners: [0]))
    var text = TextWriter(styled: true)
    ReviewReport(review: review, game: "Farkle").write(to: &text)
    let shown = text.string.replacing(#/\u{1B}\[[0-9;]*m/#, with: "")
    #expect(shown.contains(#/\nAnn  [▁▂▃▄▅▆▇█]+█  100(\.0+)? %/#), "\(shown)")
    #expect(shown.contains(#/\nBob  [▁▂▃▄▅▆▇█]+▁  0(\.0+)? %/#), "\(shown)")
  }

  @Test func `who joins has a curve from then on`() throws {
    let (review, _) = try review(
      [
        "roll 1 1 1 5 3 4", "hold 1 1 1", "bank", "roll 2 3 3 4 6 6", "player join Cy score=250",
        "roll 1 2 2 3 4 6", "hold 1", "bank",
      ], "dice=physical")
    #expect(review.chart.subject == .score)
    #expect(review.chart.curves.map(\.player) == ["Ann", "Bob", "Cy"])
    #expect(review.chart.curves.map { $0.points.first?.number } == [0, 0, 5])
    #expect(review.chart.curves.map { $0.points.last?.value } == [1100, 0, 250])
    let (alone, _) = try self.review(["player join Bob score=0"], "", players: "Ann")
    #expect(alone.moves.isEmpty)
  }

  @Test func `who resigns gives away the chance to win`() throws {
    let (review, _) = try review(
      ["roll 1 5 2 3 6 6", "resign"], "rounds=1 final-round=off tie=shared dice=physical")
    let last = try #require(review.moves.last)
    #expect(last.line == "resign" && last.value == 0 && last.loss == last.bestValue)
    #expect(last.isDecision && last.loss > 0.1)
    // What luck brought and play gave away is the result.
    let start = try #require(review.moves.first).value
    let luck = review.moves.reduce(0) { $0 + ($1.luck ?? 0) }
    let loss = review.moves.reduce(0) { $0 + $1.loss }
    #expect(abs(start + luck - loss) < 1e-9)
  }

  @Test func `a chord that loses is judged`() throws {
    let session = Session(games: GameCatalog.games)
    session.run(
      "new minesweeper layout=.../.*./.../...", "reveal 2 3", "flag 1 2", "chord 2 3")
    let game = try #require(session.interpreter.currentGame?.logged)
    let review = try #require(try game.adviser?.review { false })
    let last = try #require(review.moves.last)
    #expect(last.line == "chord 2 3" && last.isError)
    #expect(review.lostBy == .choice)
  }

  // MARK: - One set, one decision

  @Test func `a perfect turn loses nothing, however its dice are set aside`() throws {
    for holds in [["hold 1 1 1"], ["hold 1 1", "hold 1"], ["hold 1", "hold 1", "hold 1"]] {
      let (review, _) = try review(
        ["roll 1 1 1 5 3 4"] + holds + ["bank"], "target=1000 final-round=off dice=physical")
      #expect(review.summaries.map(\.loss) == [0])
      #expect(review.moves.allSatisfy { !$0.isError })
    }
  }

  @Test func `a chance that is given away is lost once, by the move that gives it away`() throws {
    let (review, _) = try review(
      ["roll 1 1 1 5 3 4", "hold 1 1", "roll 2 3 3 6"],
      "target=1000 final-round=off dice=physical")
    #expect(review.moves.map { $0.loss > 0.4 } == [false, false, true])
    #expect(try #require(review.summaries.first).loss < 0.5)
  }

  /// A random game with the dice of a table.
  private struct PlayedTurns {
    /// The rolls of each turn with the dice held of it; none after a farkle.
    var turns: [(rolls: [(dice: String, held: [Int])], points: Int)] = []

    init(seed: UInt64, _ options: String, players: String = "Ann Bob") throws {
      let session = Session(games: GameCatalog.farkle)
      session.run("new farkle \(players) \(options)")
      var chance = Chance(seed: seed, draw: 1)
      while let game = session.interpreter.currentGame?.logged, !game.status.isOver {
        var rolls: [(dice: String, held: [Int])] = []
        var points = 0
        while true {
          let count = (game.legalMoves().forms.first ?? "").split(separator: " ").count - 1
          let dice = (0..<count).map { _ in "\(chance.die())" }.joined(separator: " ")
          session.run("roll \(dice)")
          let holds = game.legalMoves().moves.map(\.line).filter { $0.hasPrefix("hold") }
          guard !holds.isEmpty else {
            rolls.append((dice, []))
            break
          }
          let hold = holds[Int(chance.below(UInt32(holds.count)))]
          rolls.append((dice, hold.split(separator: " ").compactMap { Int($0) }))
          session.run(hold)
          let bank = game.legalMoves().moves.first { $0.line == "bank" }
          if let bank, chance.below(2) == 0 {
            points = Int(bank.detail.prefix { $0 != " " }.filter { $0 != "," }) ?? 0
            session.run("bank")
            break
          }
        }
        turns.append((rolls, points))
      }
    }

    /// The lines with every set held at once.
    var atOnce: [String] {
      lines { held in ["hold " + held.map(String.init).joined(separator: " ")] }
    }

    /// The lines with ones and fives held die by die, as far as they score alone.
    var dieByDie: [String] {
      lines { held in
        var rest = held
        var lines: [String] = []
        while rest.count > 1, let place = rest.firstIndex(where: { $0 == 1 || $0 == 5 }) {
          lines.append("hold \(rest.remove(at: place))")
        }
        return lines + ["hold " + rest.map(String.init).joined(separator: " ")]
      }
    }

    /// The lines with the totals of the turns alone.
    var totals: [String] { turns.map { "points \($0.points)" } }

    private func lines(_ holds: ([Int]) -> [String]) -> [String] {
      turns.flatMap { turn in
        turn.rolls.flatMap { roll in
          ["roll \(roll.dice)"] + (roll.held.isEmpty ? [] : holds(roll.held))
        } + (turn.points > 0 ? ["bank"] : [])
      }
    }
  }

  @Test(arguments: [
    "target=500 dice=physical", "target=600 final-round=off dice=physical",
    "target=500 tie=shared kinds=flat dice=physical",
    "target=500 hot-dice=must-roll final-round=off dice=physical",
  ])
  func `luck less loss is the result, whichever way a game is entered`(_ options: String) throws {
    for seed in 1...4 {
      let game = try PlayedTurns(seed: UInt64(seed), options)
      var totals: [[Double]] = []
      for (index, lines) in [game.atOnce, game.dieByDie, game.totals].enumerated() {
        let (review, played) = try review(lines, options)
        #expect(played.status.isOver)
        let sums = ["Ann", "Bob"].map { player in
          review.moves.filter { $0.player == player }
            .reduce(0) { $0 + ($1.luck ?? 0) - $1.loss }
        }
        totals.append(sums)
        let first = try #require(review.moves.first)
        let result = try #require(review.chart.curves.first?.points.last?.value)
        #expect(abs(first.bestValue + sums[0] - sums[1] - result) < 1e-7, "\(seed) \(index)")
        if index == 2 { #expect(review.moves.allSatisfy { !$0.isDecision }) }
      }
      for other in totals.dropFirst() {
        for player in 0..<2 {
          #expect(abs(other[player] - totals[0][player]) < 1e-7, "\(seed) \(options)")
        }
      }
    }
  }

  /// To roll on with one of three ones gives away more than the estimate can be wrong.
  @Test func `players who are far from the end are judged by their chance to win`() throws {
    let (review, _) = try review(
      ["roll 1 1 1 2 3 4", "hold 1", "roll 2 2 3 4 6"], "dice=physical", players: "Ann Bob Cy Di")
    let roll = try #require(review.moves.last)
    #expect(roll.unit == .chance && roll.isError && roll.best == "hold 1 1")
    #expect(0.05..<0.08 ~= roll.loss)
    #expect(-0.05 ..< -0.03 ~= (try #require(roll.luck)))
  }

  @Test func `three players get no verdict by points alone`() throws {
    let (review, _) = try review(
      ["roll 1 1 1 2 3 4", "hold 1", "roll 2 2 3 4 6"], "dice=physical rounds=30",
      players: "Ann Bob Cy")
    #expect(review.moves.contains { $0.loss > 100 })
    #expect(review.moves.allSatisfy { !$0.isError })
    #expect(review.summaries.map(\.rating) == ["-"])
  }

  // MARK: - Turns at a real table

  private func lucks(_ lines: [String], _ options: String, players: String) throws -> [Double] {
    try review(lines, options, players: players).review.moves.map { $0.luck ?? .nan }
  }

  /// A turn is worth 582.3 points.
  @Test(arguments: [
    ("Ann", "rounds=3"), ("Ann Bob Cy", "rounds=30"), ("Ann Bob Cy Di", "rounds=40"),
  ])
  func `the luck of a typed total is what it brings more than expected`(
    _ players: String, _ options: String
  ) throws {
    let lucks = try lucks(
      ["points 2000", "points 0", "points 300"], "\(options) dice=physical", players: players)
    #expect(lucks.map { ($0 * 10).rounded() / 10 } == [1417.7, -582.3, -282.3])
  }

  @Test func `a penalty is part of the bad luck of a farkle`() throws {
    let options = "rounds=4 three-farkles=1000 dice=physical"
    let typed = try lucks(["points 0", "points 0", "points 0"], options, players: "Ann")
    let rolled = try lucks(
      [String](repeating: "roll 2 2 3 4 6 6", count: 3), options, players: "Ann")
    #expect(typed == rolled)
    #expect(typed[2] < typed[1] - 500)
  }

  /// Ann wins unless one of the two others, who have a turn each, passes her; the chance of that is the
  /// value of the last turn. Bob risks a little of his for a lead that Cy does not pass.
  @Test func `near the end, the luck of a total is the chance that nobody passes it`() throws {
    let moves = try review(
      ["points 700", "points 0", "points 0"], "target=500 dice=physical", players: "Ann Bob Cy"
    ).review.moves
    let lucks = moves.map { $0.luck ?? .nan }
    let stays = 1 - moves[2].value
    let risked = moves[0].value + lucks[0] - stays * stays
    #expect(risked > 0 && risked < 0.005)
    #expect(lucks[1] == -moves[1].value && lucks[2] == -moves[2].value)
  }

  @Test func `who draws level at the end has half of a shared win`() throws {
    let lucks = try lucks(
      ["points 500", "points 500"], "target=500 tie=shared dice=physical", players: "Ann Bob")
    // Ann's chance after her turn is what Bob's turn was not expected to bring.
    let (first, _) = try review(["points 500"], "target=500 tie=shared dice=physical")
    let ahead = try #require(first.moves.first)
    #expect(abs(ahead.bestValue + lucks[0] - lucks[1] - 0.5) < 1e-9)
  }

  @Test(arguments: [
    ("Ann", "rounds=3"), ("Ann", "rounds=2 hot-dice=must-roll"), ("Ann", "rules=patch rounds=3"),
  ])
  func `luck less loss is the points of each turn, whichever way it is entered`(
    _ players: String, _ options: String
  ) throws {
    for seed in 1...3 {
      let game = try PlayedTurns(seed: UInt64(seed), options + " dice=physical", players: players)
      let points = game.turns.map { Double($0.points) }
      for lines in [game.atOnce, game.dieByDie, game.totals] {
        let (review, _) = try review(lines, options + " dice=physical", players: players)
        #expect(review.moves.map(\.number) == Array(1...lines.count))
        var turns: [Double] = []
        for move in review.moves {
          let start = lines[move.number - 1]
          let isNew =
            move.number == 1 || start.hasPrefix("points") || lines[move.number - 2] == "bank"
            || start.hasPrefix("roll") && lines[move.number - 2].hasPrefix("roll")
          if isNew { turns.append(move.bestValue) }
          turns[turns.count - 1] += (move.luck ?? 0) - move.loss
        }
        #expect(turns.count == points.count)
        for (turn, points) in zip(turns, points) {
          #expect(abs(turn - points) < 1e-6, "\(seed) \(lines)")
        }
      }
    }
  }

  @Test(arguments: [
    ("Ann Bob Cy", "target=500"), ("Ann Bob Cy Di", "target=500 defend=on"),
    ("Ann Bob Cy", "target=600 tie=shared"), ("Ann Bob Cy", "target=500 final-round=off"),
    ("Ann Bob Cy", "rounds=2"), ("Ann Bob Cy Di", "rounds=2 tie=overtime minimum=300"),
    ("Ann Bob Cy", "rules=patch rounds=3"),
  ])
  func `of several players near the end each has the same luck, whichever way a game is entered`(
    _ players: String, _ options: String
  ) throws {
    for seed in 1...3 {
      let game = try PlayedTurns(seed: UInt64(seed), options + " dice=physical", players: players)
      var sums: [[Double]] = []
      for lines in [game.atOnce, game.totals] {
        let (review, played) = try review(lines, options + " dice=physical", players: players)
        sums.append(
          played.players.map { player in
            review.moves.filter { $0.player == player }
              .reduce(0) { $0 + ($1.luck ?? 0) - $1.loss }
          })
      }
      for (one, other) in zip(sums[0], sums[1]) {
        #expect(abs(one - other) < 1e-7, "\(seed) \(sums)")
      }
    }
  }

  // MARK: - The chart

  @Test func `a chart ends at the result, and luck is a step at its own draw`() throws {
    var ends: [[Double]] = []
    for seed in 1...40 {
      let options = "target=500 final-round=off dice=physical"
      let game = try PlayedTurns(seed: UInt64(seed), options)
      let (review, played) = try review(game.atOnce, options)
      guard case .over(let winners) = played.status else { continue }
      let curves = review.chart.curves
      #expect(review.chart.subject == .chance)
      #expect(curves.map(\.player) == ["Ann", "Bob"])
      #expect(curves.map { $0.points.last?.number } == [played.moveCount, played.moveCount])
      #expect(curves.map { $0.points.last?.value } == [0, 1].map { winners.contains($0) ? 1 : 0 })
      ends.append(curves.compactMap { $0.points.last?.value })
      for curve in curves {
        #expect(curve.points.map(\.number) == Array(0...played.moveCount))
        for (point, next) in zip(curve.points, curve.points.dropFirst()) {
          let move = try #require(review.moves.first { $0.number == next.number })
          let step = (move.luck ?? 0) - move.loss
          let own = move.player == curve.player ? step : -step
          #expect(abs(next.value - point.value - own) < 1e-7)
        }
      }
    }
    #expect(ends.count == 40)
  }

  @Test func `a shared win ends at a half`() throws {
    let options = "target=500 tie=shared dice=physical"
    let (review, _) = try review(["points 500", "points 500"], options)
    #expect(review.chart.curves.map { $0.points.last?.value } == [0.5, 0.5])
  }

  @Test func `the chart of three players has the scores of all of them at every move`() throws {
    let options = "target=1000 dice=physical"
    let game = try PlayedTurns(seed: 3, options, players: "Ann Bob Cy")
    let (review, played) = try review(game.atOnce, options, players: "Ann Bob Cy")
    #expect(review.chart.subject == .score)
    #expect(review.chart.curves.map(\.player) == ["Ann", "Bob", "Cy"])
    for curve in review.chart.curves {
      #expect(curve.points.map(\.number) == Array(0...played.moveCount))
      #expect(curve.points.first?.value == 0)
    }
    #expect(review.chart.curves.contains { ($0.points.last?.value ?? 0) >= 1000 })
  }
}
