import ParlorKit

/// A player who is in the game.
public struct Player: Sendable, Equatable {
  /// The number given on joining, from 1; no other player ever gets it.
  public let number: Int
  /// The points.
  public internal(set) var score = 0

  init(number: Int) { self.number = number }
}

/// The players in the order of play, and the names of all who ever joined.
public struct Roster: Sendable, Equatable {
  /// The maximum number of players at a time.
  static let maxPlayers = 100
  /// The maximum number of players who ever join.
  static let maxNumbers = 10_000

  /// The names by number, including players who left.
  private(set) var names: [String] = []
  /// The current players, in the order of play.
  public internal(set) var players: [Player] = []

  /// The name of the player with a number.
  public func name(of number: Int) -> String { names[number - 1] }

  /// The names of the current players, in the order of play.
  public var present: [String] { players.map { name(of: $0.number) } }

  /// The index in the order of play of a current player.
  func index(of number: Int) -> Int? { players.firstIndex { $0.number == number } }

  /// Adds a player at the end.
  mutating func join(_ name: String) -> Player {
    names.append(name)
    let player = Player(number: names.count)
    players.append(player)
    return player
  }

  /// Gives a player another name.
  mutating func rename(_ number: Int, _ name: String) { names[number - 1] = name }

  /// A distinct label for each player, by number: the name, with the number if it alone is not enough.
  var labels: [String] { Self.labels(names, 1...) }

  /// The distinct labels of the current players, in the order of play.
  var presentLabels: [String] { Self.labels(present, players.map(\.number)) }

  /// The distinct label of a player.
  func label(of number: Int) -> String {
    let name = name(of: number)
    let isPlain = !name.hasSuffix(")") && names.count { $0 == name } == 1
    return isPlain ? name : labels[number - 1]
  }

  /// The names with the numbers of those that several players have, or that look like a name with a number.
  private static func labels(_ names: [String], _ numbers: some Sequence<Int>) -> [String] {
    var counts: [String: Int] = [:]
    for name in names { counts[name, default: 0] += 1 }
    if counts.count == names.count { return names }
    return zip(names, numbers).map { name, number in
      counts[name] == 1 && !name.hasSuffix(")") ? name : "\(name) (\(number))"
    }
  }
}

// MARK: - Finding a player

extension Roster {
  /// The number of the player that an argument of a command means: digits, or a name.
  ///
  /// - Parameter argument: the index of the argument.
  func number(meantBy word: String, at argument: Int = 0) throws(GameError) -> Int {
    if players.isEmpty { throw Self.nobody }
    if !word.isEmpty, word.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) {
      guard let number = Int(word), index(of: number) != nil else {
        throw unknown("has the number \(word)", at: argument)
      }
      return number
    }
    let numbers = players.map(\.number).filter { name(of: $0) == word }.sorted()
    guard let number = numbers.first else {
      throw unknown("is named \(word.isEmpty ? "\"\"" : word)", at: argument)
    }
    guard numbers.count == 1 else {
      throw .badArgument(
        "\(numbers.count) players are named \(word): give the number, "
          + numbers.map(String.init).alternatives, at: .argument(argument))
    }
    return number
  }

  /// No player fits an argument of a command.
  func unknown(_ property: String, at argument: Int = 0) -> GameError {
    .badArgument("no player \(property)", at: .argument(argument), help: ["players: \(summary)"])
  }

  /// There are no players.
  static var nobody: GameError {
    .notNow("there are no players yet", help: ["`player add NAME` adds one"])
  }

  /// The current players with their numbers, at most twelve: `1 Ann, 2 Bob`.
  private var summary: String {
    let shown = players.prefix(12).map { "\($0.number) \(name(of: $0.number))" }
    let more = players.count - shown.count
    return shown.joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
  }
}
