import ParlorKit

/// Errors in how a line is written.
extension CommandError {
  static func lineTooLong(limit: Int) -> CommandError {
    CommandError(.limit, "the line is longer than \(limit.grouped) bytes")
  }

  static func notText(at index: Int) -> CommandError {
    CommandError(
      .syntax, "a line must be UTF-8 text without control characters", range: index..<index)
  }

  static func strayQuote(at index: Int) -> CommandError {
    CommandError(
      .syntax, "quotes must enclose a whole word or value", range: index..<index)
  }

  static func openQuote(at index: Int) -> CommandError {
    CommandError(.syntax, "missing closing quote", range: index..<index, detail: .openQuote)
  }

  static func unknownEscape(at index: Int) -> CommandError {
    CommandError(
      .syntax, #"within quotes, a backslash must precede `"` or `\`"#, range: index..<index)
  }

  static func idTooLarge(range: Range<Int>) -> CommandError {
    CommandError(.syntax, "an id must be below 2147483648", range: range)
  }

  package static func unknownCommand(
    _ word: String, range: Range<Int>, near: [String], games: [String]
  ) -> CommandError {
    let help =
      games.isEmpty
      ? question(near) ?? "`help` lists the commands" : "it is a command of \(games.alternatives)"
    return CommandError(.unknownCommand, "unknown command `\(word)`", range: range, help: [help])
  }

  static func missingArgument(
    _ expected: [Parameter], after index: Int, _ command: CommandDeclaration
  ) -> CommandError {
    CommandError(
      .badArgument, "`\(command.verb)` needs \(expectation(expected))",
      range: index..<index, help: usage(command),
      detail: .missingArgument(isSecret: expected.contains { $0.kind == .secret }))
  }

  /// - Parameter hint: what was probably meant.
  static func badArgument(
    _ word: String, range: Range<Int>, _ expected: [Parameter], _ command: CommandDeclaration,
    hint: String?
  ) -> CommandError {
    // An empty word would not be seen.
    let shown = word.allSatisfy { $0 == " " } ? Word.quoted(word) : word
    let isTooLarge = word.utf8.count > 18 && word.utf8.allSatisfy(Line.isDigit)
    return CommandError(
      .badArgument,
      isTooLarge && expected.contains(where: \.isInteger)
        ? "`\(shown)` is too large" : "`\(shown)` is not \(expectation(expected))", range: range,
      help: (hint.map { [$0] } ?? []) + usage(command))
  }

  /// - Parameters:
  ///   - count: the number of arguments.
  ///   - full: the last parameter, which takes no more of them.
  static func surplusArgument(
    _ word: String, range: Range<Int>, _ command: CommandDeclaration, of count: Int = 0,
    full: Parameter? = nil
  ) -> CommandError {
    var message = "unexpected argument `\(word)`"
    if let full, full.count.upperBound > 1, let noun = full.plural {
      message += ": at most \(full.count.upperBound.grouped) \(noun)"
    }
    return CommandError(.badArgument, message, range: range, help: usage(command))
  }

  static func unknownOption(_ name: String, range: Range<Int>, known: [String]) -> CommandError {
    var help = "the command has no options"
    if !known.isEmpty {
      help =
        SpellingSuggestion.nearest(to: name, among: known).first.map { "did you mean `\($0)`?" }
        ?? list("options", known)
    }
    return CommandError(
      .badOption, "there is no option `\(name)`", range: range, help: [help])
  }

  static func repeatedOption(_ name: String, range: Range<Int>) -> CommandError {
    CommandError(.badOption, "option `\(name)` is given twice", range: range)
  }

  static func badOption(_ option: OptionDeclaration, range: Range<Int>) -> CommandError {
    CommandError(.badOption, "`\(option.name)` takes \(option.range)", range: range)
  }

  private static func expectation(_ expected: [Parameter]) -> String {
    expected.map(\.expectation).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
      .alternatives
  }

  private static func usage(_ command: CommandDeclaration) -> [String] {
    ["usage: " + command.usages.joined(separator: " | ")]
  }

  static func list(_ title: String, _ words: [String]) -> String {
    "\(title): " + words.joined(separator: ", ")
  }

  static func question(_ near: [String]) -> String? {
    near.isEmpty ? nil : "did you mean \(near.map { "`\($0)`" }.alternatives)?"
  }
}

extension Parameter {
  fileprivate var isInteger: Bool { if case .integer = kind { true } else { false } }
}
