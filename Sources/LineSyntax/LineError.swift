package import ParlorKit

/// Why a line cannot be read: how it is written, or how its words fit a command.
package struct LineError: Error, Sendable {
  package let code: ErrorCode
  /// One clause without a full stop.
  package let message: String
  /// The bytes at fault, empty where something is missing; `nil` if the line as a whole is at
  /// fault.
  package let range: Range<Int>?
  /// What would be right, a line each.
  package let help: [String]
  /// What callers need to know of some errors.
  package let detail: Detail?

  /// What callers need to know of some errors.
  package enum Detail: Equatable, Sendable {
    /// The line ends too early.
    case missingArgument(isSecret: Bool)
    /// The line ends within a quoted word.
    case openQuote
  }

  private init(
    _ code: ErrorCode, _ message: String, range: Range<Int>? = nil, help: [String] = [],
    detail: Detail? = nil
  ) {
    self.code = code
    self.message = message
    self.range = range
    self.help = help
    self.detail = detail
  }
}

extension LineError {
  static func lineTooLong(limit: Int) -> LineError {
    LineError(.limit, "the line is longer than \(limit.grouped) bytes")
  }

  static func notText(at index: Int) -> LineError {
    LineError(
      .syntax, "a line must be UTF-8 text without control characters", range: index..<index)
  }

  static func strayQuote(at index: Int) -> LineError {
    LineError(
      .syntax, "quotes must enclose a whole word or value", range: index..<index)
  }

  static func openQuote(at index: Int) -> LineError {
    LineError(.syntax, "missing closing quote", range: index..<index, detail: .openQuote)
  }

  static func unknownEscape(at index: Int) -> LineError {
    LineError(
      .syntax, #"within quotes, a backslash must precede `"` or `\`"#, range: index..<index)
  }

  static func idTooLarge(range: Range<Int>) -> LineError {
    LineError(.syntax, "an id must be below 2147483648", range: range)
  }

  package static func missingArgument(
    _ expected: [Parameter], after index: Int, _ command: CommandDeclaration
  ) -> LineError {
    LineError(
      .badArgument, "`\(command.verb)` needs \(expectation(expected))",
      range: index..<index, help: usage(command),
      detail: .missingArgument(isSecret: expected.contains { $0.kind == .secret }))
  }

  /// - Parameter hint: what was probably meant.
  package static func badArgument(
    _ word: String, range: Range<Int>, _ expected: [Parameter], _ command: CommandDeclaration,
    hint: String?
  ) -> LineError {
    // An empty word would not be seen.
    let shown = word.allSatisfy { $0 == " " } ? Word.quoted(word) : word
    let isTooLarge = word.utf8.count > 18 && word.utf8.allSatisfy(Line.isDigit)
    return LineError(
      .badArgument,
      isTooLarge && expected.contains(where: \.isInteger)
        ? "`\(shown)` is too large" : "`\(shown)` is not \(expectation(expected))", range: range,
      help: (hint.map { [$0] } ?? []) + usage(command))
  }

  /// - Parameter full: the last parameter, which takes no more arguments.
  package static func surplusArgument(
    _ word: String, range: Range<Int>, _ command: CommandDeclaration, full: Parameter? = nil
  ) -> LineError {
    var message = "unexpected argument `\(word)`"
    if let full, full.count.upperBound > 1, let noun = full.plural {
      message += ": at most \(full.count.upperBound.grouped) \(noun)"
    }
    return LineError(.badArgument, message, range: range, help: usage(command))
  }

  package static func unknownOption(_ name: String, range: Range<Int>, known: [String]) -> LineError
  {
    var help = "the command has no options"
    if !known.isEmpty {
      help =
        SpellingSuggestion.nearest(to: name, among: known).first.map { "did you mean `\($0)`?" }
        ?? "options: \(known.joined(separator: ", "))"
    }
    return LineError(
      .badOption, "there is no option `\(name)`", range: range, help: [help])
  }

  static func repeatedOption(_ name: String, range: Range<Int>) -> LineError {
    LineError(.badOption, "option `\(name)` is given twice", range: range)
  }

  static func badOption(_ option: OptionDeclaration, range: Range<Int>) -> LineError {
    LineError(.badOption, "`\(option.name)` takes \(option.range)", range: range)
  }

  private static func expectation(_ expected: [Parameter]) -> String {
    expected.map(\.expectation).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
      .alternatives
  }

  private static func usage(_ command: CommandDeclaration) -> [String] {
    ["usage: " + command.usages.joined(separator: " | ")]
  }
}

extension Parameter {
  package var isInteger: Bool { if case .integer = kind { true } else { false } }
}
