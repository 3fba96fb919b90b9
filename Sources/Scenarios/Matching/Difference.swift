package import ParlorKit

/// The difference between an expected reply and the actual one, line by line.
package struct Difference: Sendable, Equatable {
  package var lines: [Line] = []

  package struct Line: Sendable, Equatable {
    package var side: Side
    /// The line, with control characters escaped.
    package var text: String
    /// The characters that differ from the other line of the pair.
    package var changed: Range<Int>?
  }

  package enum Side: Sendable, Equatable {
    case both
    case expected
    case got
    /// A remark in neither reply.
    case remark
  }

  /// The difference of an alignment. Only the lines near a change remain of long matching parts.
  ///
  /// - Parameters:
  ///   - expected: the expected lines as in the file, and whether each is plain text.
  ///   - violations: see ``Mismatch/violations``.
  ///   - values: see ``Mismatch/values``.
  init(
    _ alignment: Alignment, expected: [(text: ArraySlice<UInt8>, isPlain: Bool)],
    got: [ArraySlice<UInt8>], violations: [Int: Int] = [:], values: [Int: [UInt8]?] = [:]
  ) {
    for (index, line) in values.sorted(by: { $0.key < $1.key }) {
      add(.expected, expected[index].text)
      if let line {
        add(.got, line[...])
      } else {
        lines.append(Line(side: .remark, text: "the reply is not JSON or has nothing at this path"))
      }
    }
    for (index, line) in violations.sorted(by: { $0.key < $1.key }) {
      add(.expected, expected[index].text)
      lines.append(Line(side: .remark, text: "line \(line + 1) of the reply contains it"))
    }
    for row in alignment.rows {
      switch row {
      case .passed: break
      case .matched(_, let line): add(.both, got[line])
      case .missing(let index): add(.expected, expected[index].text)
      case .extra(let line): add(.got, got[line])
      case .changed(let index, let line):
        if expected[index].isPlain,
          let parts = JSONDifference.lines(expected: expected[index].text, got: got[line])
        {
          lines += parts
          continue
        }
        add(.expected, expected[index].text)
        add(.got, got[line])
        if expected[index].isPlain { markChange() }
      }
    }
    elide()
  }

  /// The lines that differ, without their numbers: equal for differences of the same kind.
  package var kind: [String] {
    lines.filter { $0.side != .both }.map { line in
      String(line.marked.map { $0.isNumber ? "0" : $0 })
    }
  }

  /// Writes the lines, with `-` before expected and `+` before actual ones.
  package func write(to text: inout TextWriter) {
    for line in lines {
      switch line.side {
      case .both: text.write("      \(line.text)\n")
      case .expected: text.write(Styled(.bad, "    - \(line.text)"), "\n")
      case .got: text.write(Styled(.good, "    + \(line.text)"), "\n")
      case .remark: text.write(Styled(.faint, "      (\(line.text))"), "\n")
      }
      if let changed = line.changed {
        let blanks = String(
          repeating: " ", count: DisplayWidth.of(String(line.text.prefix(changed.lowerBound))))
        let part = String(line.text.dropFirst(changed.lowerBound).prefix(changed.count))
        let carets = String(repeating: "^", count: max(1, DisplayWidth.of(part)))
        text.write("      ", blanks, Styled(.notice, carets), "\n")
      }
    }
  }

  private mutating func add(_ side: Side, _ text: ArraySlice<UInt8>) {
    lines.append(Line(side: side, text: Self.visible(text)))
  }

  /// Marks the differing part of the last two lines, if they have something in common: in the
  /// actual line, or in the expected one if the actual line only lacks something.
  private mutating func markChange() {
    let (one, other) = (Array(lines[lines.count - 2].text), Array(lines[lines.count - 1].text))
    let head = zip(one, other).prefix { $0 == $1 }.count
    let tail = zip(one[head...].reversed(), other[head...].reversed()).prefix { $0 == $1 }.count
    guard head + tail > 0 else { return }
    if head + tail < other.count {
      lines[lines.count - 1].changed = head..<(other.count - tail)
    } else {
      lines[lines.count - 2].changed = head..<(one.count - tail)
    }
  }

  /// Removes matching lines more than three lines away from every change.
  private mutating func elide() {
    let distance = 3
    let changes = lines.indices.filter { lines[$0].side != .both }
    var near = [Bool](repeating: false, count: lines.count)
    for change in changes {
      for index in max(0, change - distance)...min(lines.count - 1, change + distance) {
        near[index] = true
      }
    }
    var kept: [Line] = []
    var skipped = 0
    for (index, line) in lines.enumerated() {
      skipped = near[index] ? 0 : skipped + 1
      if near[index] {
        kept.append(line)
      } else if index + 1 == lines.count || near[index + 1] {
        let text = skipped == 1 ? line.text : "\(skipped) matching lines"
        kept.append(Line(side: skipped == 1 ? .both : .remark, text: text))
      }
    }
    lines = kept
  }

  /// A line with its control characters and trailing blanks escaped, and what looks like a blank or
  /// like nothing.
  static func visible(_ text: ArraySlice<UInt8>) -> String {
    let end = text.lastIndex { $0 != 0x20 }.map { $0 + 1 } ?? text.startIndex
    return String(decoding: text[..<end], as: UTF8.self)
      .escaped { !$0.isDisplayable || $0 != " " && $0.looksEmpty }
      + String(repeating: "\\x20", count: text.endIndex - end)
  }
}

extension Unicode.Scalar {
  /// Whether it looks like a blank, or like nothing.
  fileprivate var looksEmpty: Bool {
    properties.generalCategory == .spaceSeparator
      || ["\u{AD}", "\u{200B}", "\u{2060}", "\u{FEFF}"].contains(self)
  }
}

extension String {
  /// The text with unsafe characters escaped: control characters, including line breaks, and
  /// characters that change the direction of writing.
  package var visible: String { escaped { !$0.isDisplayable } }

  /// The text with some of its characters escaped.
  fileprivate func escaped(where isHidden: (Unicode.Scalar) -> Bool) -> String {
    guard unicodeScalars.contains(where: isHidden) else { return self }
    var result = ""
    for scalar in unicodeScalars {
      if !isHidden(scalar) {
        result.unicodeScalars.append(scalar)
      } else if scalar.value == 0x1B {
        result += "\\e"
      } else if scalar.value <= 0xFF {
        result += "\\x" + scalar.value.padded(to: 2, radix: 16, uppercase: true)
      } else {
        result += "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
      }
    }
    return result
  }
}
