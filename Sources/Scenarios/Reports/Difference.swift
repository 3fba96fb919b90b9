/// An expected reply and the reply that came, line by line.
package struct Difference: Sendable, Equatable {
  /// The lines in order.
  package var lines: [Line] = []

  /// A line of a difference.
  package struct Line: Sendable, Equatable {
    /// Where the line stands.
    package var side: Side
    /// The line, with control characters written out.
    package var text: String
    /// The characters that differ from the line it is paired with.
    package var changed: Range<Int>?
  }

  /// Where a line stands.
  package enum Side: Sendable, Equatable {
    /// In both replies.
    case both
    /// Only in the expected one.
    case expected
    /// Only in the one that came.
    case got
    /// In neither: a remark.
    case remark
  }

  /// The difference that an alignment shows; of long parts that are as expected only the lines
  /// near a change.
  ///
  /// - Parameters:
  ///   - expected: the expected lines as they stand in the file, and whether each is plain.
  ///   - violations: the expected lines that no line may fit, and the line that does.
  init(
    _ alignment: Alignment, expected: [(text: ArraySlice<UInt8>, isPlain: Bool)],
    got: [ArraySlice<UInt8>], violations: [Int: Int] = [:]
  ) {
    for (index, line) in violations.sorted(by: { $0.key < $1.key }) {
      add(.expected, expected[index].text)
      lines.append(Line(side: .remark, text: "line \(line + 1) of the reply has it"))
    }
    for row in alignment.rows {
      switch row {
      case .passed: break
      case .matched(_, let line): add(.both, got[line])
      case .missing(let index): add(.expected, expected[index].text)
      case .extra(let line): add(.got, got[line])
      case .changed(let index, let line):
        add(.expected, expected[index].text)
        add(.got, got[line])
        if expected[index].isPlain { markChange() }
      }
    }
    elide()
  }

  private mutating func add(_ side: Side, _ text: ArraySlice<UInt8>) {
    lines.append(Line(side: side, text: Self.visible(text)))
  }

  /// Marks in what the last two lines differ, if they have something in common: in the line that
  /// came, or where that only lacks something, in the expected one.
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

  /// Leaves out lines in both replies that are far from every change.
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
        let text = skipped == 1 ? line.text : "\(skipped) lines as expected"
        kept.append(Line(side: skipped == 1 ? .both : .remark, text: text))
      }
    }
    lines = kept
  }

  /// A line with its control characters and the blanks at its end written out.
  private static func visible(_ text: ArraySlice<UInt8>) -> String {
    let end = text.lastIndex { $0 != 0x20 }.map { $0 + 1 } ?? text.startIndex
    var result = ""
    for scalar in String(decoding: text[..<end], as: UTF8.self).unicodeScalars {
      if scalar.value == 0x1B {
        result += "\\e"
      } else if scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value) {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        result += "\\x" + (digits.count == 1 ? "0" : "") + digits
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result + String(repeating: "\\x20", count: text.endIndex - end)
  }
}
