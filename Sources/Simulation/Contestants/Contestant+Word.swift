package import ParlorKit

/// Why a word names no bot.
package enum ContestantFault: Error, Sendable {
  /// There is no such bot.
  case unknown(String)
  /// The bot takes no value.
  case needsNoValue(String)
  /// The value after the bot's name is out of its range.
  case badValue(String, OptionDeclaration)
}

extension Contestant {
  /// The names of a game's bots, `random` the last.
  package static func names(in game: Rules) -> [String] {
    game.bots.map(\.name) + [randomName]
  }

  /// The bots of a game as they are typed: `bank=POINTS`, `random`.
  package static func usages(in game: Rules) -> [String] {
    game.bots.map { bot in
      bot.parameter.map { "\(bot.name)=\($0.name.uppercased())" } ?? bot.name
    } + [randomName]
  }

  /// The bot that a word names: `random`, `bank`, `bank=300`.
  package init(_ word: String, in game: Rules) throws(ContestantFault) {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts.first ?? "")
    let text = parts.count > 1 ? String(parts[1]) : nil
    guard let bot = game.bots.first(where: { $0.name == name }) else {
      guard name == Self.randomName else { throw .unknown(name) }
      guard text == nil else { throw .needsNoValue(name) }
      self = .random
      return
    }
    guard let text else {
      self.init(bot)
      return
    }
    guard let parameter = bot.parameter else { throw .needsNoValue(name) }
    guard let value = parameter.value(of: text) else { throw .badValue(name, parameter) }
    self.init(bot, value: value)
  }

  /// Names for the players, those of the bots; where several are the same each gets its number:
  /// `random#1`, `random#2`. None has more than 32 characters.
  package static func playerNames(for contestants: [Contestant]) -> [String] {
    let names = contestants.map(\.name)
    var numbers: [String: Int] = [:]
    return names.map { name in
      guard names.count(where: { $0 == name }) > 1 else { return String(name.prefix(32)) }
      numbers[name, default: 0] += 1
      let number = "#\(numbers[name, default: 0])"
      return name.prefix(32 - number.count) + number
    }
  }
}
