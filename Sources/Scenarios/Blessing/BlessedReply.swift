import Language

/// What becomes of an expected reply when it is blessed: the lines that stay, and new ones among
/// them.
struct BlessedReply {
  /// The expected lines that stay.
  private var kept: Set<Int>
  /// The new lines, by the expected line before which they come.
  private var added: [Int: [ArraySlice<UInt8>]] = [:]

  /// Keeps every line that still holds.
  init(_ step: Scenario.Step, _ mismatch: Mismatch) {
    var matched: Set<Int> = []
    var dropped = Set(mismatch.violations.keys)
    var place = 0
    for row in mismatch.alignment.rows {
      switch row {
      case .matched(let expected, _):
        matched.insert(expected)
        place = expected + 1
      case .passed(let expected): place = expected + 1
      case .missing(let expected):
        dropped.insert(expected)
        place = expected + 1
      case .changed(let expected, let line):
        dropped.insert(expected)
        added[expected, default: []].append(mismatch.lines[line])
        place = expected + 1
      case .extra(let line): added[place, default: []].append(mismatch.lines[line])
      }
    }
    kept = Set(step.expected.indices).subtracting(dropped.subtracting(matched))
  }

  /// Keeps no line.
  init(replacing mismatch: Mismatch) {
    kept = []
    added[0] = mismatch.lines
  }

  /// The lines as they stand in the file.
  func bytes(in scenario: Scenario, for step: Scenario.Step) -> [UInt8] {
    let lineBreak = scenario.lineBreak(after: step)
    var output: [UInt8] = []
    var isOpen = scenario.bytes[..<step.end].last != 0x0A
    for index in 0...step.expected.count {
      for line in added[index] ?? [] {
        if isOpen { output += lineBreak }
        output += scenario.bytes[step.indentation]
        output += scenario.escaped(line, in: step)
        output += lineBreak
        isOpen = false
      }
      guard kept.contains(index) else { continue }
      if isOpen { output += lineBreak }
      output += scenario.bytes[step.expected[index].extent]
      isOpen = output.last != 0x0A
    }
    return output
  }
}

extension Scenario {
  /// The line break that the command ends in; that of the first line, if it has none.
  fileprivate func lineBreak(after step: Step) -> [UInt8] {
    let head = bytes[..<step.end]
    let feed = head.last == 0x0A ? head.endIndex - 1 : head.firstIndex(of: 0x0A)
    let isCRLF = feed.map { $0 > 0 && bytes[$0 - 1] == 0x0D } ?? false
    return isCRLF ? [0x0D, 0x0A] : [0x0A]
  }

  /// A line of a reply as it must stand in the file, where it must not end the block it is in.
  fileprivate func escaped(_ line: ArraySlice<UInt8>, in step: Step) -> [UInt8] {
    let escaped = TranscriptSyntax.escaped(line, captures: captureNames)
    let isFence = step.isFenced && MarkdownBlocks.isFence(escaped[...])
    return isFence ? escaped + " (literal)".utf8 : escaped
  }
}
