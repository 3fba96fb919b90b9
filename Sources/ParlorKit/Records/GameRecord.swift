/// The record of a game that is over or abandoned.
public struct GameRecord: Sendable, Equatable {
  /// The mode, which divides the games of a kind, such as `easy`; empty if there is none.
  public var mode: String
  /// The players in the order of play.
  public var players: [PlayerRecord]
  /// Numbers of the game as a whole.
  public var metrics: Metrics
  /// The time that counts for the game, in milliseconds; `nil` if the game does not say, and the
  /// time from its opening to its end counts.
  public var milliseconds: Int64?

  /// A record.
  public init(
    mode: String = "", players: [PlayerRecord], metrics: Metrics = [:], milliseconds: Int64? = nil
  ) {
    self.mode = mode
    self.players = players
    self.metrics = metrics
    self.milliseconds = milliseconds
  }

  /// A record of only who won and who left.
  public init<Rules: Game>(_ history: GameHistory<Rules>) {
    var left: Set<Int> = []
    let end = history.replay { moment in
      if let turn = moment.before.status.turn, let resignation = try? moment.before.resignation,
        resignation == moment.move
      {
        left.insert(turn)
      }
    }
    let status = end.status
    let names = history.players(in: end)
    self.init(
      players: names.indices.map { index in
        let result = PlayerResult(of: index, among: names.count, status)
        return PlayerRecord(names[index], left.contains(index) ? .resigned : result)
      })
  }

  /// How the game ended: by a resignation if that left at most one player.
  public var outcome: GameOutcome {
    if players.contains(where: { $0.result == .abandoned }) { return .abandoned }
    let left = players.count { $0.result != .resigned }
    return left < players.count && left <= 1 ? .resigned : .finished
  }
}

/// A player's part of the record of a game.
public struct PlayerRecord: Sendable, Equatable {
  /// The name.
  public var name: String
  /// How the game ended for the player.
  public var result: PlayerResult
  /// Numbers of the player, from which statistics are computed.
  public var metrics: Metrics

  /// A record.
  public init(_ name: String, _ result: PlayerResult, _ metrics: Metrics = [:]) {
    self.name = name
    self.result = result
    self.metrics = metrics
  }
}

/// How a game ended for a player.
public enum PlayerResult: String, Sendable, CaseIterable {
  /// Won, alone or with others.
  case won
  /// Lost.
  case lost
  /// Played to the end of a game that cannot be lost.
  case played
  /// Left the game before its end.
  case resigned
  /// The game was abandoned.
  case abandoned

  /// Whether the player saw the end of the game. All statistics except the counts of the other
  /// results use only such games.
  public var isFinished: Bool { self == .won || self == .lost || self == .played }

  /// The result of a player who did not leave, given the status of the game.
  public init(of player: Int, among count: Int, _ status: GameStatus) {
    guard case .over(let winners) = status else {
      self = .abandoned
      return
    }
    self = winners.contains(player) ? .won : winners.isEmpty && count == 1 ? .played : .lost
  }
}

/// How a game ended.
public enum GameOutcome: String, Sendable, CaseIterable {
  /// It was played to the end.
  case finished
  /// Players left, and too few stayed to continue.
  case resigned
  /// It was abandoned.
  case abandoned
}
