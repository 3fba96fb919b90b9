import ParlorKit

@testable import CounterGame

extension Call {
  /// A line of the game as the host would parse it: words in quotes are one word.
  init(line: String) {
    let line = Counter.shortcuts[line] ?? line
    let words = Self.words(of: line)
    let verb = words.first ?? ""
    let rest = Array(words.dropFirst())
    switch (verb, rest.first) {
    case ("player", "add"):
      self.init(verb: verb, form: 0, arguments: rest.dropFirst().map { .word($0) })
    case ("player", "remove"):
      self.init(verb: verb, form: 1, arguments: [.word(rest[1])])
    case ("player", _):
      self.init(verb: verb, form: 2, arguments: [.word(rest[1]), .integer(Int(rest[2]) ?? 0)])
    default:
      self.init(
        verb: verb, form: verb == "roll" && !rest.isEmpty ? 1 : 0,
        arguments: rest.map { .integer(Int($0) ?? 0) })
    }
  }

  private static func words(of line: String) -> [String] {
    var words: [String] = []
    var word: String?
    var isQuoted = false
    var isEscaped = false
    for character in line {
      if isEscaped {
        word?.append(character)
        isEscaped = false
      } else if isQuoted && character == "\\" {
        isEscaped = true
      } else if character == "\"" {
        isQuoted.toggle()
        word = word ?? ""
      } else if character == " " && !isQuoted {
        if let ended = word { words.append(ended) }
        word = nil
      } else {
        word = (word ?? "") + String(character)
      }
    }
    return words + (word.map { [$0] } ?? [])
  }
}

extension GameConfiguration {
  /// A setup as the host would make it of `new counter NAME…`.
  static func counter(_ names: [String]) -> GameConfiguration {
    GameConfiguration(
      arguments: names.map { .word($0) }, options: OptionValues(for: Counter().definition))
  }
}
