@testable import FarkleGame

/// A game of Farkle by its rules in prose, told by the totals of the turns: who is to play, the
/// scores, how it ends. It shares nothing with the engine but the options.
struct GameModel {
  /// A player.
  struct Player {
    var score = 0
    var best = 0
    /// The number of the turn that made the score what it is.
    var since = 0
    var farkles = 0
    var isOnBoard = false
    var isPlaying = true
  }

  private let rules: FarkleRules
  private(set) var players: [Player]
  /// The players who have a turn, the one to play first.
  private(set) var line: [Int]
  /// The players who have won; `nil` while the game goes on. A game for one has no winner.
  private(set) var winners: [Int]?
  private var turn = 0
  private var round = 1
  private var overtimes = 0
  /// The leader of a final round.
  private var leader: Int?
  /// The players of an overtime that is between equals.
  private var equals: [Int]?

  init(players: Int, _ rules: FarkleRules) {
    self.rules = rules
    self.players = Array(repeating: Player(), count: players)
    line = Array(0..<players)
  }

  private var present: [Int] { players.indices.filter { players[$0].isPlaying } }

  /// The least that the player may bank.
  var least: Int {
    guard let player = line.first else { return 0 }
    return max(1, rules.minimum, players[player].isOnBoard ? 0 : rules.opening)
  }

  /// The player ends a turn with a total, 0 for a farkle.
  mutating func play(_ total: Int) {
    let player = line.removeFirst()
    if total > 0 {
      players[player].score += total
      players[player].best = max(players[player].best, total)
      players[player].since = turn
      players[player].farkles = 0
      players[player].isOnBoard = true
    } else if rules.farklePenalty > 0 {
      players[player].farkles += 1
      if players[player].farkles == 3 {
        players[player].farkles = 0
        players[player].score -= rules.farklePenalty
        players[player].since = turn
        if leader == player { replaceLeader() }
      }
    }
    turn += 1
    if total > 0 { react(to: player) }
    goOn()
  }

  /// The player leaves the game.
  mutating func leave() {
    let player = line.removeFirst()
    turn += 1
    takeOut(player)
    goOn()
  }

  /// A player leaves whose turn it is not.
  mutating func leave(_ player: Int) {
    line.removeAll { $0 == player }
    takeOut(player)
    if winners != nil { line = [] }
    if leader == player { replaceLeader() }
  }

  /// The best of those who play leads in place of one who left or lost points.
  private mutating func replaceLeader() {
    let best = present.map { players[$0].score }.max()
    leader = present.filter { players[$0].score == best }
      .min { players[$0].since < players[$1].since }
  }

  /// Whether a round is about to begin.
  var isBetweenRounds: Bool {
    winners == nil && leader == nil && overtimes == 0 && line == present
  }

  /// A player joins at the end of a round.
  mutating func join(_ score: Int) {
    players.append(Player(score: score, since: turn, isOnBoard: score > 0))
    line.append(players.count - 1)
  }

  private mutating func takeOut(_ player: Int) {
    players[player].isPlaying = false
    if present.count <= 1 {
      winners = present
    } else if let equals, let last = equals.first(where: { players[$0].isPlaying }),
      equals.count(where: { players[$0].isPlaying }) == 1,
      present.allSatisfy({ $0 == last || players[$0].score < players[last].score })
    {
      winners = [last]
    }
  }

  /// What a bank brings about before the turn passes.
  private mutating func react(to player: Int) {
    if rules.rounds > 0 || equals != nil { return }
    if let leader {
      guard player != leader, players[player].score > players[leader].score else { return }
      // Who leads since the leader left may have a turn anyway.
      if rules.defend, !line.contains(leader) { line.append(leader) }
      self.leader = player
    } else if overtimes == 0, players[player].score >= rules.target {
      if players.count == 1 {
        winners = []
      } else if !rules.hasFinalRound {
        winners = [player]
      } else {
        leader = player
        let after = (1..<players.count).map { (player + $0) % players.count }
        line = after.filter { players[$0].isPlaying }
      }
    }
  }

  /// Begins the next round if nobody is left to play in this one, or ends the game.
  private mutating func goOn() {
    guard winners == nil else {
      line = []
      return
    }
    guard line.isEmpty else { return }
    let isOpen = rules.rounds > 0 ? round < rules.rounds : leader == nil
    if isOpen, overtimes == 0 {
      round += 1
      line = present
      return
    }
    if players.count == 1 {
      winners = []
      return
    }
    let first = present.filter { one in
      present.allSatisfy { players[$0].score <= players[one].score }
    }
    if first.count == 1 || rules.tie == .shared {
      winners = first
    } else if rules.tie == .first {
      winners = first.min { players[$0].since < players[$1].since }.map { [$0] }
    } else if overtimes < 5 {
      overtimes += 1
      equals = rules.rounds > 0 ? nil : first
      line = rules.rounds > 0 ? present : first
    } else {
      let best = first.map { players[$0].best }.max()
      winners = first.filter { players[$0].best == best }
    }
  }
}
