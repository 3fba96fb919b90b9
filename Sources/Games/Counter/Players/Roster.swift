/// The players in the order of play, and the names of all who ever joined.
public struct Roster: Sendable, Equatable {
  /// The most players at a time.
  static let most = 100
  /// The most numbers that a game gives out.
  static let mostNumbers = 10_000

  /// The names by number, those of players who left included.
  private(set) var names: [String] = []
  /// Those who play, in the order of play.
  public internal(set) var players: [Player] = []

  /// The name of the player with a number.
  public func name(of number: Int) -> String { names[number - 1] }

  /// The names of those who play, in the order of play.
  public var present: [String] { players.map { name(of: $0.number) } }

  /// The index in the order of play of the player with a number, who plays.
  func index(of number: Int) -> Int? { players.firstIndex { $0.number == number } }

  /// Adds a player at the end.
  mutating func join(_ name: String) -> Player {
    names.append(name)
    let player = Player(number: names.count)
    players.append(player)
    return player
  }

  /// What tells each player from the others, by number: the name, with the number where several
  /// have it.
  var labels: [String] {
    var counts: [String: Int] = [:]
    for name in names { counts[name, default: 0] += 1 }
    return names.enumerated().map { index, name in
      counts[name] == 1 ? name : "\(name) (\(index + 1))"
    }
  }

  /// What tells one player from the others.
  func label(of number: Int) -> String {
    let name = name(of: number)
    let isUnique = names.count { $0 == name } == 1
    return isUnique ? name : "\(name) (\(number))"
  }
}
