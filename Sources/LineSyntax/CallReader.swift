package import ParlorKit

/// Reads the words of a line as a call of a declared command.
package struct CallReader {
  private let line: Line
  private let command: DeclaredCommand
  /// The words after the verb that are no options.
  private var words: ArraySlice<Token> = []
  /// Whether to accept words written in another way that is just as clear: see ``parts(for:)``.
  private var isLenient = false
  /// Whether a user typed the line, rather than a log. Names are then checked for misspellings.
  private let isTyped: Bool

  /// Where the words of a call are in its line, so that an error can point at them.
  package struct Places {
    package var verb: Range<Int>
    /// For each argument its parameter, and its word if it is there.
    package var arguments: [(parameter: Parameter, range: Range<Int>?)] = []
    /// The options by name.
    package var options: [String: Range<Int>] = [:]
  }

  /// - Parameter line: a line whose first word is the verb or an alias of it.
  package init(_ line: Line, as command: DeclaredCommand, isTyped: Bool = false) {
    self.line = line
    self.command = command
    self.isTyped = isTyped
  }

  /// The words after the verb that are no options, as far as they were read.
  package var arguments: [String] { words.map(line.text) }

  /// The call.
  ///
  /// - Throws: an error that points at the first word that does not fit.
  package mutating func read() throws(LineError) -> Call {
    var call = Call(verb: command.declaration.verb, command: command.index)
    let all = line.tokens.dropFirst()
    words = all
    for token in all where token.name != nil && !command.takesOptionsAsWords {
      words.removeAll { $0.name != nil }
      try readOption(token, into: &call)
    }
    if fits(&call) { return call }
    isLenient = true
    if fits(&call) { return call }
    throw mismatch()
  }

  /// Whether the words fit a form; sets the call to the first that they fit.
  private func fits(_ call: inout Call) -> Bool {
    let forms = command.declaration.forms
    for index in forms.indices {
      call.arguments.removeAll(keepingCapacity: true)
      let words = isLenient ? parts(for: forms[index]) : words
      call.arguments.reserveCapacity(words.count)
      let (count, expected) = match(words, forms[index].parameters, into: &call.arguments)
      if count == words.count, expected == nil {
        call.form = index
        return true
      }
    }
    return false
  }

  // MARK: - Other ways to write words

  /// The words of a lenient reading, for a form that is a list of numbers: numbers with commas
  /// between them are several words, and so are the digits of a word if the numbers have one digit.
  private func parts(for form: CommandDeclaration.Form) -> ArraySlice<Token> {
    guard let list = form.parameters.last, form.parameters.count == 1, list.kind.isNumber,
      list.count.upperBound > 1
    else { return words }
    return words.flatMap { parts(of: $0, joins: list.kind.isDigit) }[...]
  }

  private func parts(of word: Token, joins: Bool) -> [Token] {
    let bytes = line.bytes[word.content]
    let comma = UInt8(ascii: ",")
    guard !word.isQuoted, word.name == nil, bytes.count > 1,
      bytes.allSatisfy({ Line.isDigit($0) || $0 == comma })
    else { return [word] }
    if !bytes.contains(comma) {
      return joins ? bytes.indices.map { Token(range: $0..<$0 + 1, content: $0..<$0 + 1) } : [word]
    }
    let numbers = bytes.split(separator: comma, omittingEmptySubsequences: false)
    guard Line.grouped(bytes) == nil, numbers.allSatisfy({ !$0.isEmpty }) else { return [word] }
    return numbers.map { Token(range: $0.indices, content: $0.indices) }
  }

  /// Whether a word is an argument rather than an option.
  private func isWord(_ token: Token) -> Bool {
    token.name == nil || command.takesOptionsAsWords
  }

  /// Where the words of a call of the command are. Only refused calls and secrets need it.
  package func places(of call: Call) -> Places {
    var places = Places(verb: line.tokens.first?.range ?? unreachable("a call has a verb", 0..<0))
    var words: [Range<Int>] = []
    for token in line.tokens.dropFirst() {
      if isWord(token) {
        words.append(token.range)
      } else if let name = token.name {
        places.options[line.name(name)] = token.range
      }
    }
    let form = command.declaration.forms[call.form]
    let parameters = form.parameters
    let count = call.arguments.count + parameters.count { $0.isLiteral }
    if count > words.count {
      var reader = self
      reader.words = line.tokens.dropFirst().filter(isWord)[...]
      words = reader.parts(for: form).map(\.range)
    }
    var next = 0
    for (parameter, count) in parameters.shares(of: count) {
      for _ in 0..<count {
        if !parameter.isLiteral {
          places.arguments.append((parameter, words.indices.contains(next) ? words[next] : nil))
        }
        next += 1
      }
    }
    return places
  }

  private func readOption(_ token: Token, into call: inout Call) throws(LineError) {
    guard let range = token.name else { return }
    let name = line.name(range)
    guard let option = command.declaration.options.first(where: { $0.name == name }) else {
      throw .unknownOption(name, range: range, known: command.declaration.options.map(\.name))
    }
    guard call.options[name] == nil else { throw .repeatedOption(name, range: token.range) }
    guard let value = option.value(of: line.text(token)) else {
      throw .badOption(option, range: token.content)
    }
    call.options[name] = value
  }

  /// Why words do not fit a form.
  private struct Mismatch {
    /// The words as they were read.
    var words: [Token]
    /// The number of words that did fit.
    var fitting: Int
    /// What was expected next; `nil` if the line should have ended.
    var expected: Parameter?
    /// The last parameter, if it takes no more words.
    var full: Parameter?

    /// The first word that does not fit, if there is one.
    var word: Token? { words.indices.contains(fitting) ? words[fitting] : nil }
  }

  /// Reads words as parameters.
  ///
  /// - Returns: the number of words that fit, and the parameter that the next word does not fit, or
  ///   that has no word. The words fit as a whole if all do and no parameter is left.
  private func match(
    _ words: ArraySlice<Token>, _ parameters: [Parameter], into arguments: inout [Argument]
  ) -> (fitting: Int, expected: Int?) {
    var next = 0
    for index in parameters.indices {
      var needed = 0
      for later in parameters[(index + 1)...] { needed += later.count.lowerBound }
      let range = parameters[index].count
      let available = max(0, words.count - next - needed)
      let count = min(range.upperBound, max(range.lowerBound, available))
      for taken in 0..<count {
        guard next < words.count else {
          if taken >= range.lowerBound { break }
          return (next, index)
        }
        guard take(words[words.startIndex + next], as: parameters[index].kind, into: &arguments)
        else {
          return (next, index)
        }
        next += 1
      }
    }
    return (next, nil)
  }

  /// Why the words do not fit a form.
  private func mismatch(with form: CommandDeclaration.Form) -> Mismatch {
    let words = parts(for: form)
    var ignored: [Argument] = []
    let (fitting, expected) = match(words, form.parameters, into: &ignored)
    return Mismatch(
      words: Array(words), fitting: fitting, expected: expected.map { form.parameters[$0] },
      full: expected == nil ? form.parameters.last : nil)
  }

  private func take(
    _ token: Token, as kind: Parameter.Kind, into arguments: inout [Argument]
  ) -> Bool {
    switch kind {
    case .literal(let word):
      return line.isLiteral(token, word, ignoringCase: isLenient)
    case .integer(let range):
      guard let number = line.integer(token) ?? line.groupedInteger(token), range.contains(number)
      else { return false }
      arguments.append(.integer(number))
    case .die(let sides):
      guard let face = line.integer(token), 1...sides ~= face else { return false }
      arguments.append(.integer(face))
    case .duration:
      guard let span = Span.milliseconds(of: line.text(token)) else { return false }
      arguments.append(.integer(span))
    case .choice(let words):
      guard let word = words.first(where: { line.isLiteral(token, $0, ignoringCase: isLenient) })
      else { return false }
      arguments.append(.word(word))
    case .name:
      let name = line.text(token)
      guard PlayerName.isValid(name), !isTyped || token.isQuoted || !PlayerName.isSlip(name)
      else { return false }
      arguments.append(.word(name))
    case .file:
      let path = line.text(token)
      guard !path.isEmpty else { return false }
      arguments.append(.word(path))
    case .word, .secret:
      arguments.append(.word(line.written(token)))
    }
    return true
  }

  /// The error of the forms that fit the most words, with all that could have come next.
  private func mismatch() -> LineError {
    let all = command.declaration.forms.map { mismatch(with: $0) }
    func place(_ mismatch: Mismatch) -> Int {
      mismatch.word?.range.lowerBound ?? line.bytes.count
    }
    let last = all.map(place).max() ?? 0
    let furthest = all.filter { place($0) == last }
    let expected = furthest.compactMap(\.expected)
    guard let mismatch = furthest.first, let word = mismatch.word else {
      return .missingArgument(expected, after: line.bytes.count, command.declaration)
    }
    if expected.isEmpty {
      return .surplusArgument(
        line.text(word), range: word.range, command.declaration,
        full: furthest.compactMap(\.full).max { $0.count.upperBound < $1.count.upperBound })
    }
    return .badArgument(
      line.text(word), range: word.range, expected, command.declaration,
      hint: hint(for: word, after: mismatch.words[..<mismatch.fitting].last, expected))
  }

  /// Levels as other programs call them.
  private static let levels = ["beginner": "easy", "intermediate": "medium", "expert": "hard"]

  /// What was probably meant by a word that does not fit.
  private func hint(for word: Token, after last: Token?, _ expected: [Parameter]) -> String? {
    let text = line.text(word)
    if expected.contains(where: { $0.kind == .name }) {
      let option = last.flatMap { last in
        command.declaration.options.first {
          $0.name == line.text(last) && $0.value(of: text) != nil
        }
      }
      return option.map { "did you mean `\($0.name)=\(text)`?" }
        ?? PlayerName.hint(for: text, options: command.declaration.options)
    }
    if let level = Self.levels[text.lowercased()],
      expected.contains(where: {
        if case .choice(let words) = $0.kind { words.contains(level) } else { false }
      })
    {
      return "did you mean `\(level)`?"
    }
    // `c4` for a cell: an example tells more than a range.
    let isMixed = text.utf8.contains(where: Line.isDigit) && Int(text) == nil
    let example = command.declaration.examples.first { $0.utf8.contains(where: Line.isDigit) }
    return isMixed ? example.map { "example: `\($0)`" } : nil
  }
}

extension CommandDeclaration {
  /// The line that is read as a call of this command.
  package func line(of call: Call) -> String {
    let parameters = forms.indices.contains(call.form) ? forms[call.form].parameters : []
    var words = [verb] + parameters.words(of: call.arguments)
    for option in options {
      guard let value = call.options[option.name] else { continue }
      words.append(Word.written(option: option.name, option.text(of: value)))
    }
    return words.joined(separator: " ")
  }

  /// The call with another name of a player in place of one.
  package func renaming(_ player: String, to name: String, in call: Call) -> Call {
    var renamed = call
    let parameters = forms.indices.contains(call.form) ? forms[call.form].parameters : []
    let literals = parameters.count { $0.isLiteral }
    var next = 0
    for (parameter, count) in parameters.shares(of: call.arguments.count + literals)
    where !parameter.isLiteral {
      let end = Swift.min(next + count, call.arguments.count)
      for place in next..<end
      where parameter.isPlayer && call.arguments[place] == .word(player) {
        renamed.arguments[place] = .word(name)
      }
      next = end
    }
    return renamed
  }
}

extension Parameter {
  fileprivate var isPlayer: Bool { kind == .name || kind == .word && name == Parameter.player }
}

extension [Parameter] {
  /// The words that are read as these arguments, literal words included.
  package func words(of arguments: [Argument]) -> [String] {
    let literals = count { $0.isLiteral }
    var next = 0
    var words: [String] = []
    for (parameter, count) in shares(of: arguments.count + literals) {
      if case .literal(let word) = parameter.kind {
        if count > 0 { words.append(word) }
        continue
      }
      for argument in arguments[next..<Swift.min(next + count, arguments.count)] {
        words.append(parameter.word(of: argument))
      }
      next = Swift.min(next + count, arguments.count)
    }
    return words
  }

  /// How many words each parameter takes: as many as it may, leaving enough for those that follow.
  func shares(of words: Int) -> [(parameter: Parameter, count: Int)] {
    var rest = words
    return indices.map { index in
      let needed = self[(index + 1)...].reduce(0) { $0 + $1.count.lowerBound }
      let (least, most) = (self[index].count.lowerBound, self[index].count.upperBound)
      let count = Swift.min(most, Swift.max(least, rest - needed))
      rest -= count
      return (self[index], count)
    }
  }
}

extension Parameter.Kind {
  /// Whether it takes numbers.
  fileprivate var isNumber: Bool {
    switch self {
    case .die, .integer: true
    default: false
    }
  }

  /// Whether it takes numbers of one digit only.
  fileprivate var isDigit: Bool {
    switch self {
    case .die(let sides): sides < 10
    case .integer(let range): 0...9 ~= range.lowerBound && 0...9 ~= range.upperBound
    default: false
    }
  }
}

extension Parameter {
  fileprivate var isLiteral: Bool { if case .literal = kind { true } else { false } }

  /// An argument as it is typed.
  fileprivate func word(of argument: Argument) -> String {
    switch argument {
    case .word(let word): Word.written(word)
    case .integer(let number): kind == .duration ? "\(number)ms" : String(number)
    }
  }
}
