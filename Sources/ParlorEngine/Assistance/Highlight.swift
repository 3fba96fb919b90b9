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
    /// A number.
    case number
    /// The name of an option, with its `=`.
    case option
    /// A word in quotes.
    case quoted
    /// A comment.
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
    return commands.flatMap { range in
      // What is legal is known for the first command only.
      highlights(
        of: Array(bytes[range]), isLast: range.upperBound == bytes.count,
        isFirst: range == commands[0]
      ).map { highlight in
        let (start, end) = (highlight.range.lowerBound, highlight.range.upperBound)
        return Highlight(
          range: start + range.lowerBound..<end + range.lowerBound, role: highlight.role)
      }
    }
  }

  private func highlights(of bytes: [UInt8], isLast: Bool, isFirst: Bool) -> [Highlight] {
    let highlights = plainHighlights(of: bytes, isLast: isLast)
    guard isFirst, !highlights.contains(where: { $0.role == .unknownVerb }),
      let fault = refusedRange(of: bytes, isLast: isLast), !fault.isEmpty
    else { return highlights }
    let kept = highlights.filter { !$0.range.overlaps(fault) }
    return (kept + [Highlight(range: fault, role: .refused)])
      .sorted { $0.range.lowerBound < $1.range.lowerBound }
  }

  /// The words of a command that would be refused now and that more typing cannot mend.
  private func refusedRange(of bytes: [UInt8], isLast: Bool) -> Range<Int>? {
    func unlessItGrows(_ range: Range<Int>) -> Range<Int>? {
      isLast && canGrow(bytes, from: range) ? nil : range
    }
    do throws(CommandError) {
      let line = try Line(command: bytes[...])
      switch try router.find(line) {
      case nil: return unlessItGrows(line.tokens[0].range)
      case .nothing, .shortcut: return nil
      case .host(let command): try check(command, line)
      case .game(let command, let game): try check(command, in: game, line)
      }
      return nil
    } catch {
      if case .line(.missingArgument)? = error.detail { return nil }
      guard let range = error.diagnostic.range, range.upperBound <= bytes.count else { return nil }
      return unlessItGrows(range)
    }
  }

  /// Whether more typing can make a refused command legal.
  private func canGrow(_ bytes: [UInt8], from fault: Range<Int>) -> Bool {
    guard let unfinished = UnfinishedLine(bytes[...]) else { return false }
    if fault.upperBound == bytes.count {
      // The value of an option may get more digits.
      if unfinished.option != nil { return true }
      if !suggestions(for: unfinished).isEmpty { return true }
    }
    guard let next = UnfinishedLine((bytes + [0x20])[...]) else { return false }
    let (assistant, typed) = amending(next) ?? (self, next)
    guard let verb = typed.words.first, let game = assistant.game,
      let command = game.kind.definition.commands.first(where: { $0.answers(to: verb) })
    else { return false }
    let given = Array(typed.words.dropFirst())
    return !assistant.legalRests(of: command, in: game, after: given).isEmpty
      || moves(of: game).forms.contains { $0.hasPrefix(command.verb + " ") }
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
    return isUnderWay && knownVerbs.contains { $0.hasPrefix(word) } ? nil : .unknownVerb
  }
}
