package import ParlorKit

/// A part of a line under way and the role it plays.
package struct Highlight: Sendable, Equatable {
  /// The bytes.
  package var range: Range<Int>
  /// What they are.
  package var role: Role

  /// What a part of a line is.
  package enum Role: Sendable, Equatable {
    /// A verb that can be typed now.
    case verb
    /// A verb that nothing knows.
    case unknownVerb
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
    case .unknownVerb: .bad
    case .number: .number
    case .option: .notice
    case .quoted: .quoted
    case .comment: .faint
    }
  }
}

extension Assistant {
  /// The parts of a line under way that play a role, in order; parts that play none are left out.
  package func highlights(of line: ArraySlice<UInt8>) -> [Highlight] {
    let bytes = Array(line)
    var tokenizer = Tokenizer(bytes: bytes)
    var highlights: [Highlight] = []
    var end = 0
    var verb: Token?
    do throws(CommandError) {
      while let token = try tokenizer.next() {
        end = token.range.upperBound
        let isNumber =
          !token.isQuoted && token.name == nil
          && Line.integer(bytes[token.content]) != nil
        if verb == nil && !isNumber {
          verb = token
          if let role = role(ofVerb: token, in: bytes) {
            highlights.append(Highlight(range: token.range, role: role))
          }
        } else {
          Self.add(token, isNumber: isNumber, to: &highlights)
        }
      }
    } catch {
      // An open quote runs to the end.
      guard error.detail == .openQuote, let start = error.diagnostic.range?.lowerBound else {
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

  /// A verb that is still being typed plays no role, as long as it can become one.
  private func role(ofVerb token: Token, in bytes: [UInt8]) -> Highlight.Role? {
    let word = String(decoding: bytes[token.content], as: UTF8.self)
    if router.declarations.contains(where: { $0.answers(to: word) }) { return .verb }
    let isUnderWay = token.range.upperBound == bytes.count
    let known = router.declarations.flatMap { [$0.verb] + $0.aliases }
    return isUnderWay && known.contains { $0.hasPrefix(word) } ? nil : .unknownVerb
  }
}
