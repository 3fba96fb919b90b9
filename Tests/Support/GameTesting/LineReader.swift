package import ParlorKit

/// Reads lines of a game by its declarations: a stand-in for the reader of the language, with its
/// words, quotes, options and forms, but without its errors.
struct LineReader {
  /// The line is no command of the game, or the words are no start of it.
  struct Unreadable: Error {
    let line: String
  }

  private let definition: GameDefinition

  init(_ definition: GameDefinition) { self.definition = definition }

  /// The call that a line means; a shortcut means its line.
  func call(of line: String) throws(Unreadable) -> Call {
    let isSigned = (line.hasPrefix("+") || line.hasPrefix("-")) && Int(line) != nil
    let signed = isSigned ? definition.shortcuts[GameDefinition.anySigned] : nil
    var words = Self.words(
      of: definition.shortcuts[line] ?? signed.map { $0.dropLast(2) + line } ?? line)
    guard let verb = words.first?.text else { throw Unreadable(line: line) }
    words.removeFirst()
    for (index, command) in definition.commands.enumerated()
    where command.verb == verb || command.aliases.contains(verb) {
      let texts = words.filter { $0.name == nil }.map(\.text)
      for (form, declaration) in command.forms.enumerated() {
        guard let arguments = Self.arguments(texts, declaration.parameters) else { continue }
        return Call(
          verb: command.verb, command: index, form: form, arguments: arguments,
          options: try values(of: words, command.options, line))
      }
    }
    throw Unreadable(line: line)
  }

  /// The configuration that the words of a `new` line after the name of the game mean.
  func configuration<Rules: Game>(
    of game: Rules, _ line: String, seed: UInt64, showsSeed: Bool
  ) throws(Unreadable) -> GameConfiguration<Rules.Options> {
    var words = Self.words(of: line)
    let rules = words.last { $0.name == "rules" }?.text
    words.removeAll { $0.name == "rules" }
    let texts = words.filter { $0.name == nil }.map(\.text)
    let preset = definition.presets.first { rules == nil || $0.name == rules }
    guard let arguments = Self.arguments(texts, definition.setup), rules == nil || preset != nil
    else { throw Unreadable(line: line) }
    let given = try values(of: words, definition.options, line)
    return GameConfiguration(
      arguments: arguments,
      options: game.options(from: OptionValues(for: definition, preset: preset, given: given)),
      given: Set(given.keys), preset: preset?.name, seed: seed, showsSeed: showsSeed)
  }

  private func values(
    of words: [Word], _ options: [OptionDeclaration], _ line: String
  ) throws(Unreadable) -> [String: OptionValue] {
    var values: [String: OptionValue] = [:]
    for word in words {
      guard let name = word.name else { continue }
      guard let value = options.first(where: { $0.name == name })?.value(of: word.text) else {
        throw Unreadable(line: line)
      }
      values[name] = value
    }
    return values
  }

  /// A word of a line, or an option with its name.
  private struct Word {
    var name: String?
    var text = ""
  }

  private static func words(of line: String) -> [Word] {
    var words: [Word] = []
    var word: Word?
    var (isQuoted, isEscaped) = (false, false)
    for character in line {
      if isEscaped {
        word?.text.append(character)
        isEscaped = false
      } else if isQuoted, character == "\\" {
        isEscaped = true
      } else if character == "\"" {
        isQuoted.toggle()
        word = word ?? Word()
      } else if character == " ", !isQuoted {
        if let word { words.append(word) }
        word = nil
      } else if character == "=", !isQuoted, word?.name == nil {
        word = Word(name: word?.text ?? "")
      } else {
        word = word ?? Word()
        word?.text.append(character)
      }
    }
    return words + (word.map { [$0] } ?? [])
  }

  /// The words as arguments of a form; nothing if they do not fit.
  private static func arguments(_ words: [String], _ parameters: [Parameter]) -> [Argument]? {
    var arguments: [Argument] = []
    var rest = words[...]
    for (index, parameter) in parameters.enumerated() {
      let needed = parameters[(index + 1)...].reduce(0) { $0 + $1.count.lowerBound }
      let count = min(parameter.count.upperBound, rest.count - needed)
      guard count >= parameter.count.lowerBound else { return nil }
      for word in rest.prefix(count) {
        switch parameter.kind {
        case .literal(let literal):
          guard word == literal else { return nil }
        case .integer(let range):
          guard let number = Int(word), range.contains(number) else { return nil }
          arguments.append(.integer(number))
        case .die(let sides):
          guard let face = Int(word), 1...sides ~= face else { return nil }
          arguments.append(.integer(face))
        case .choice(let choices):
          guard choices.contains(word) else { return nil }
          arguments.append(.word(word))
        case .duration:
          guard word.hasSuffix("s"), let seconds = Double(word.dropLast()) else { return nil }
          arguments.append(.integer(Int((seconds * 1000).rounded())))
        case .name:
          guard !word.allSatisfy(\.isNumber) else { return nil }
          arguments.append(.word(word))
        case .file, .word, .secret: arguments.append(.word(word))
        }
      }
      rest = rest.dropFirst(count)
    }
    return rest.isEmpty ? arguments : nil
  }
}

extension Game {
  /// The configuration that the words of a `new` line after the name of the game mean, before any
  /// draws.
  package func configuration(
    _ words: String, seed: UInt64 = 7, showsSeed: Bool = true
  ) throws -> GameConfiguration<Options> {
    try LineReader(definition).configuration(of: self, words, seed: seed, showsSeed: showsSeed)
  }
}
