package import ParlorKit

/// Reads the words of a line as a call of a declared command.
package struct CallReader {
  private let line: Line
  private let command: DeclaredCommand
  /// The words after the verb that are no options.
  private var words: [Token] = []

  /// Where the words of a call stand in its line, so that a refusal can point at them.
  struct Places {
    /// The verb.
    var verb: Range<Int>
    /// The arguments in order.
    var arguments: [Range<Int>] = []
    /// The options by name.
    var options: [String: Range<Int>] = [:]
  }

  /// A reader.
  ///
  /// - Parameter line: a line whose first word is the verb or an alias of it.
  package init(_ line: Line, as command: DeclaredCommand) {
    self.line = line
    self.command = command
  }

  private var declaration: CommandDeclaration { command.declaration }

  /// The call.
  ///
  /// - Throws: a fault that points at the first word that does not fit.
  package mutating func read() throws(CommandError) -> Call {
    var call = Call(verb: declaration.verb)
    for token in line.tokens.dropFirst() {
      if token.name == nil { words.append(token) } else { try readOption(token, into: &call) }
    }
    for index in declaration.forms.indices {
      call.arguments.removeAll(keepingCapacity: true)
      if match(declaration.forms[index], into: &call.arguments) == nil {
        call.form = index
        return call
      }
    }
    throw mismatch()
  }

  /// Where the words of the call stand. Only refused calls need it.
  static func places(in line: Line) -> Places {
    var places = Places(verb: line.tokens.first?.range ?? 0..<0)
    for token in line.tokens.dropFirst() {
      if let name = token.name {
        places.options[line.name(name)] = token.range
      } else {
        places.arguments.append(token.range)
      }
    }
    return places
  }

  private func readOption(_ token: Token, into call: inout Call) throws(CommandError) {
    guard let range = token.name else { return }
    let name = line.name(range)
    guard let option = declaration.options.first(where: { $0.name == name }) else {
      throw .unknownOption(name, range: range, known: declaration.options.map(\.name))
    }
    guard call.options[name] == nil else { throw .repeatedOption(name, range: token.range) }
    guard let value = option.value(of: line.text(token)) else {
      throw .badOption(option, range: token.content)
    }
    call.options[name] = value
  }

  /// Why words do not fit a form.
  private struct Mismatch {
    /// The number of words that did fit.
    var fitting: Int
    /// What was expected next; nothing if the line should have ended.
    var expected: Parameter?
  }

  /// Reads the words as a form.
  ///
  /// - Returns: nothing if they fit.
  private func match(
    _ form: CommandDeclaration.Form, into arguments: inout [Argument]
  ) -> Mismatch? {
    var next = 0
    for (index, parameter) in form.parameters.enumerated() {
      var needed = 0
      for later in form.parameters[(index + 1)...] { needed += later.count.lowerBound }
      let available = max(0, words.count - next - needed)
      let count = min(parameter.count.upperBound, max(parameter.count.lowerBound, available))
      for taken in 0..<count {
        guard next < words.count else {
          if taken >= parameter.count.lowerBound { break }
          return Mismatch(fitting: next, expected: parameter)
        }
        guard take(words[next], as: parameter.kind, into: &arguments) else {
          return Mismatch(fitting: next, expected: parameter)
        }
        next += 1
      }
    }
    return next == words.count ? nil : Mismatch(fitting: next, expected: nil)
  }

  private func take(
    _ token: Token, as kind: Parameter.Kind, into arguments: inout [Argument]
  ) -> Bool {
    switch kind {
    case .literal(let word):
      return line.isLiteral(token, word)
    case .integer(let range):
      guard let number = line.integer(token), range.contains(number) else { return false }
      arguments.append(.integer(number))
    case .die(let sides):
      guard let face = line.integer(token), 1...sides ~= face else { return false }
      arguments.append(.integer(face))
    case .duration:
      guard let span = Span.milliseconds(of: line.text(token)) else { return false }
      arguments.append(.integer(span))
    case .choice(let words):
      guard let word = words.first(where: { line.isLiteral(token, $0) }) else { return false }
      arguments.append(.word(word))
    case .name:
      let name = line.text(token)
      guard PlayerName.isValid(name) else { return false }
      arguments.append(.word(name))
    case .file:
      let path = line.text(token)
      guard !path.isEmpty else { return false }
      arguments.append(.word(path))
    case .word, .secret:
      arguments.append(.word(line.text(token)))
    }
    return true
  }

  /// The fault of the forms that fit the most words, with all that could have come next.
  private func mismatch() -> CommandError {
    var ignored: [Argument] = []
    let all = declaration.forms.compactMap { match($0, into: &ignored) }
    let fitting = all.map(\.fitting).max() ?? 0
    let expected = all.filter { $0.fitting == fitting }.compactMap(\.expected)
    if fitting < words.count {
      let word = words[fitting]
      return expected.isEmpty
        ? .surplusArgument(line.text(word), range: word.range, declaration)
        : .badArgument(line.text(word), range: word.range, expected, declaration)
    }
    return .missingArgument(expected, after: line.bytes.count, declaration)
  }
}
