import ParlorKit

extension GameReview {
  /// What is drawn over the moves of a game: a curve for each player.
  package struct Chart: Sendable {
    package enum Subject: String, Sendable {
      /// The chance to win.
      case chance
      case score
    }

    package let subject: Subject
    package private(set) var curves: [Curve] = []

    init(_ subject: Subject) { self.subject = subject }
  }

  /// The values of a player after each move.
  package struct Curve: Sendable {
    package var player: String
    /// By the number of the move; 0 stands for the beginning.
    package var points: [(number: Int, value: Double)] = []
  }
}

extension GameReview.Chart {
  /// The chances to win of one or two players: after each move, so that luck is a step at its own
  /// draw, and at the end what they got.
  ///
  /// - Parameters:
  ///   - moves: the moves that were judged. The curves begin after the last one that has another
  ///     value than the chance to win the game.
  ///   - results: what each player got, if the game is over.
  init(
    chancesOf players: [String], _ moves: [GameReview.Move], moveCount: Int, results: [Double]?
  ) {
    self.init(.chance)
    let begin = moves.lastIndex { $0.unit != .chance || $0.isOfStep }.map { $0 + 1 } ?? 0
    let moves = moves[begin...]
    guard let first = moves.first else { return }
    curves = players.enumerated().map { place, player in
      func own(_ chance: Double, of move: GameReview.Move) -> Double {
        move.player == player ? chance : 1 - chance
      }
      var points = [(number: first.number - 1, value: own(first.bestValue, of: first))]
      for move in moves where results == nil || move.number < moveCount {
        let chance = min(1, max(0, move.value + (move.luck ?? 0)))
        points.append((move.number, own(chance, of: move)))
      }
      if let results { points.append((moveCount, results[place])) }
      return GameReview.Curve(player: player, points: points)
    }
  }

  /// The scores of the players.
  ///
  /// - Parameter scores: before the first move and after each; none if they are not to be known.
  ///   Nothing is drawn of a game whose scores say no more than who won.
  init(scoresOf players: [String], _ scores: [[Int]]) {
    self.init(.score)
    guard scores.joined().contains(where: { !(0...1).contains($0) }) else { return }
    curves = players.enumerated().map { place, player in
      GameReview.Curve(
        player: player,
        points: scores.enumerated().compactMap { number, scores in
          // Who joins has a score from then on.
          scores.indices.contains(place) ? (number, Double(scores[place])) : nil
        })
    }
  }
}
