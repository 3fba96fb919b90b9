import LineSyntax
package import ParlorKit

/// A part of an unfinished line and its role.
package struct Highlight: Sendable, Equatable {
  package var range: Range<Int>
  package var role: Role

  /// What a part of a line is.
  package enum Role: Sendable, Equatable {
    /// A verb that can be typed now.
    case verb
    /// A verb that no command has.
    case unknownVerb
    /// A word that would be refused now.
    case refused
    case number
    /// The name of an option, with its `=`.
    case option
    /// A word in quotes.
    case quoted
    case comment
  }
}

extension Highlight.Role {
  /// How a terminal shows the role.
  package var style: Style {
    switch self {
    case .verb: .good
    case .unknownVerb, .refused: .bad
    case .number: .number
    case .option: .notice
    case .quoted: .quoted
    case .comment: .faint
    }
  }
}

extension Assistant {
  /// The parts of an unfinished line that have a role, in order.
  package func highlights(of line: ArraySlice<UInt8>) -> [Highlight] {
    let bytes = Array(line)
    let commands = CommandString.ranges(in: bytes)
    var mayOpenGame = false
    return commands.flatMap { range in
      let command = Array(bytes[range])
      // What is legal is known for the first command only.
      let found = highlights(
        of: command, isLast: range.upperBound == bytes.count, isFirst: range == commands[0],
        inAnyGame: mayOpenGame)
      mayOpenGame = mayOpenGame || Self.opensGame(command)
      return found.map { highlight in
        let (start, end) = (highlight.range.lowerBound, highlight.range.upperBound)
        return Highlight(
          range: start + range.lowerBound..<end + range.lowerBound, role: highlight.role)
      }
    }
  }

  /// Whether the commands after one may be for another game.
  private static func opensGame(_ command: [UInt8]) -> Bool {
    guard let range = Line.verb(of: command[...]) else { return false }
    let verb = String(decoding: command[range], as: UTF8.self).lowercased()
    return ["new", "load", "use", "switch", "close", "source"].contains(verb)
  }

  /// - Parameter inAnyGame: whether the commands of all games may be meant.
  private func highlights(
    of bytes: [UInt8], isLast: Bool, isFirst: Bool, inAnyGame: Bool
  ) -> [Highlight] {
    var highlights = plainHighlights(of: bytes, isLast: isLast)
    if inAnyGame, let verb = highlights.firstIndex(where: { $0.role == .unknownVerb }) {
      let word = bytes[highlights[verb].range].map(Line.lowercased)[...]
      if session.library.kinds.contains(where: {
        $0.command(word) != nil || $0.shortcut(word) != nil
      }) {
        highlights.remove(at: verb)
      }
    }
    guard isFirst, !highlights.contains(where: { $0.role == .unknownVerb }),
      let fault = refusedRange(of: bytes, isLast: isLast), !fault.isEmpty
    else { return highlights }
    let kept = highlights.filter { !$0.range.overlaps(fault) }
    return (kept + [Highlight(range: fault, role: .refused)])
      .sorted { $0.range.lowerBound < $1.range.lowerBound }
  }

  /// The words of a command that would be refused now and that more typing cannot mend.
  private func refusedRange(of bytes: [UInt8], isLast: Bool) -> Range<Int>? {
    func unlessItGrows(_ range: Range<Int>, isFinal: Bool = false) -> Range<Int>? {
      isLast && canGrow(bytes, from: range, isFinal: isFinal) ? nil : range
    }
    do throws(CommandError) {
      let line = try Line(command: bytes[...])
      switch try router.find(line) {
      case nil: return unlessItGrows(line.tokens[0].range)
      case .nothing: return nil
      case .shortcut(let whole):
        return outcome(of: whole[...]) == .refused ? unlessItGrows(line.tokens[0].range) : nil
      case .host(let command): try check(command, line)
      case .game(let command, let game):
        do throws(CommandError) {
          try check(command, in: game, line)
        } catch {
          guard case .line(.missingArgument)? = error.detail else { throw error }
          try checkBeginning(of: command, in: game, bytes)
        }
      }
      return nil
    } catch {
      if case .line(.missingArgument)? = error.detail { return nil }
      guard let range = error.diagnostic.range, range.upperBound <= bytes.count else { return nil }
      // Words that are wrong by themselves stay wrong, whatever follows them.
      let isFinal = error.code == .badArgument || error.code == .badOption
      return unlessItGrows(range, isFinal: isFinal && range.lowerBound > 0)
    }
  }

  /// Checks the first numbers of a move whose others are not typed yet: those are taken to be 1.
  ///
  /// - Throws: an error if one of the numbers typed is out of its range.
  private func checkBeginning(
    of command: DeclaredCommand, in game: any SessionGame, _ bytes: [UInt8]
  ) throws(CommandError) {
    guard session.library.isBuiltIn(game.kind), !command.declaration.isQuestion,
      let unfinished = UnfinishedLine((bytes + [0x20])[...]), unfinished.words.count > 1
    else { return }
    let rests = Self.rests(of: command.declaration, after: Array(unfinished.words.dropFirst()))
    let numbers = rests.first { rest in
      rest.allSatisfy { if case .integer = $0.kind { true } else { false } }
    }
    guard let numbers else { return }
    let missing = numbers.reduce(0) { $0 + max(1, $1.count.lowerBound) }
    let whole = bytes + Array(repeating: [0x20, UInt8(ascii: "1")], count: missing).joined()
    do throws(CommandError) {
      try check(command, in: game, Line(command: whole[...]))
    } catch {
      if error.code == .badArgument, let range = error.diagnostic.range, range.lowerBound > 0 {
        throw error
      }
    }
  }

  /// Whether more typing can make a refused command legal.
  ///
  /// - Parameter isFinal: whether the fault is in the words, so that more words cannot mend it.
  private func canGrow(_ bytes: [UInt8], from fault: Range<Int>, isFinal: Bool) -> Bool {
    guard let unfinished = UnfinishedLine(bytes[...]) else { return false }
    if fault.upperBound == bytes.count {
      if let name = unfinished.option {
        let (assistant, typed) = amending(unfinished) ?? (self, unfinished)
        let option = typed.words.first.flatMap { assistant.declaration($0, typed) }?.options
          .first { $0.name == name }
        return option?.canGrow(unfinished.current) ?? true
          || !suggestions(for: unfinished).isEmpty
      }
      if !suggestions(for: unfinished).isEmpty { return true }
      // A number with a sign.
      if unfinished.words.isEmpty, ["+", "-"].contains(unfinished.current),
        session.currentGame?.kind.shortcut(Array("+1".utf8)[...]) != nil
      {
        return true
      }
    }
    guard let next = UnfinishedLine((bytes + [0x20])[...]) else { return false }
    let (assistant, typed) = amending(next) ?? (self, next)
    guard let verb = typed.words.first, let game = assistant.game,
      let command = game.kind.definition.commands.first(where: { $0.answers(to: verb) })
    else { return false }
    let given = Array(typed.words.dropFirst())
    let hasForm = moves(of: game).forms.contains { form in
      form.hasPrefix(command.verb + " ") && form.split(separator: " ").count > given.count
    }
    if isFinal || hasForm && fault.lowerBound > 0 {
      // A number that is too small may get more digits.
      guard fault.upperBound == bytes.count, hasForm, let number = Int(unfinished.current) else {
        return false
      }
      let fits = Self.nextParameters(of: command, after: Array(given.dropLast())).contains {
        let (longer, isTooLong) = number.multipliedReportingOverflow(by: 10)
        guard case .integer(let range) = $0.kind, !isTooLong else { return false }
        return range.contains(longer)
      }
      // The last number of a move: the game says whether a longer one is legal.
      let isLast = moves(of: game).forms.contains {
        $0.hasPrefix(command.verb + " ") && $0.split(separator: " ").count == given.count + 1
      }
      guard fits, isLast else { return fits }
      return ["0", "00", "000"].contains { outcome(of: (bytes + $0.utf8)[...]) != .refused }
    }
    return hasForm || !assistant.legalRests(of: command, in: game, after: given).isEmpty
  }

  private func plainHighlights(of bytes: [UInt8], isLast: Bool) -> [Highlight] {
    var tokenizer = Tokenizer(bytes: bytes)
    var highlights: [Highlight] = []
    var end = 0
    var verb: Token?
    do throws(LineError) {
      while let token = try tokenizer.next() {
        end = token.range.upperBound
        let isNumber =
          !token.isQuoted && token.name == nil
          && Line.integer(bytes[token.content]) != nil
        if verb == nil && !isNumber {
          verb = token
          if let role = role(ofVerb: token, in: bytes, isLast: isLast) {
            highlights.append(Highlight(range: token.range, role: role))
          }
        } else {
          Self.add(token, isNumber: isNumber, to: &highlights)
        }
      }
    } catch {
      // An open quote runs to the end.
      guard error.detail == .openQuote, let start = error.range?.lowerBound else {
        return highlights
      }
      highlights.append(Highlight(range: start..<bytes.count, role: .quoted))
      return highlights
    }
    if let start = bytes[end...].firstIndex(of: UInt8(ascii: "#")) {
      highlights.append(Highlight(range: start..<bytes.count, role: .comment))
    }
    return highlights
  }

  private static func add(_ token: Token, isNumber: Bool, to highlights: inout [Highlight]) {
    var start = token.range.lowerBound
    if let name = token.name {
      highlights.append(Highlight(range: start..<name.upperBound + 1, role: .option))
      start = name.upperBound + 1
    }
    if token.isQuoted {
      highlights.append(Highlight(range: start..<token.range.upperBound, role: .quoted))
    } else if isNumber {
      highlights.append(Highlight(range: token.range, role: .number))
    }
  }

  /// A verb that is still being typed has no role as long as it can become a known one.
  private func role(
    ofVerb token: Token, in bytes: [UInt8], isLast: Bool
  ) -> Highlight.Role? {
    let word = String(decoding: bytes[token.content], as: UTF8.self).lowercased()
    if router.isCommand(word) { return .verb }
    if session.currentGame?.kind.shortcut(bytes[token.content]) != nil { return .verb }
    let isUnderWay = isLast && token.range.upperBound == bytes.count
    let isSign = word == "+" || word == "-"
    if isUnderWay, isSign, session.currentGame?.kind.shortcut(Array("+1".utf8)[...]) != nil {
      return nil
    }
    return isUnderWay && knownVerbs.contains { $0.hasPrefix(word) } ? nil : .unknownVerb
  }
}

extension OptionDeclaration {
  /// Whether a value that does not fit may be the beginning of one that does.
  fileprivate func canGrow(_ value: String) -> Bool {
    switch kind {
    case .text: return true
    case .choice(let words): return words.contains { $0.hasPrefix(value) }
    case .flag: return ["on", "off"].contains { $0.hasPrefix(value) }
    case .integers(let numbers): return numbers.contains { String($0).hasPrefix(value) }
    case .points(let range), .integer(let range):
      if "off".hasPrefix(value), case .points = kind { return true }
      guard let number = Int(value) else { return ["", "-", "+"].contains(value) }
      return number != 0 && number.magnitude <= range.upperBound.magnitude / 10
    }
  }
}
