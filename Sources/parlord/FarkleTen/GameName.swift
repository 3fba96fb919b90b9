/// What a game is called in a list.
enum GameName {
  /// The name of a game.
  ///
  /// - Parameters:
  ///   - names: the players who sit at the table.
  ///   - seats: how many there will be.
  static func make(_ with: GameWith, names: [String], seats: Int) -> String {
    switch (with, names.count) {
    case (.solo, _): return "Solo Game"
    case (.random, 1) where seats == 2: return "\(names[0]) vs. Random"
    case (_, 2): return "\(names[0]) vs. \(names[1])"
    case (.random, _): return "Big Random Game"
    case (.friends, _):
      let list = names.joined(separator: ",")
      return list.count > 16 ? "\(names.count) players" : list
    }
  }
}
