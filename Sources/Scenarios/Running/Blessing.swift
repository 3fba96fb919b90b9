import Language
import Platform

/// A scenario file with its failing expectations rewritten and everything else unchanged byte by
/// byte.
struct Blessing {
  private(set) var bytes: [UInt8]
  /// The number of rewritten expectations.
  private(set) var count = 0

  /// The number of passes over the file, and of those among them that keep patterns.
  private static let maxPasses = 8
  private static let patternPasses = 4

  /// Rewrites the expectations that the replies do not meet, except expected failures.
  ///
  /// A rewritten line can change how other lines are read or aligned (captures, for example), so the
  /// result is compared again until nothing differs. The last passes replace whole expectations.
  ///
  /// - Parameter isSelected: whether a step may be rewritten.
  /// - Throws: `.unblessable` if this leads to no file that passes.
  init(
    of scenario: Scenario, replies: [Transcription], isSelected: (Scenario.Step) -> Bool
  ) throws(ScenarioError.Reason) {
    bytes = scenario.bytes
    let selected = scenario.steps.indices.filter { isSelected(scenario.steps[$0]) }
    guard replies.count == scenario.steps.count else { throw .unblessable }
    var current = scenario
    var rewritten: Set<Int> = []
    for pass in 0..<Self.maxPasses {
      let edits = Self.edits(of: current, replies, keepingPatterns: pass < Self.patternPasses)
        .filter { selected.contains($0.step) }
      count = rewritten.count
      if edits.isEmpty { return }
      rewritten.formUnion(edits.map(\.step))
      for edit in edits.reversed() { bytes.replaceSubrange(edit.range, with: edit.bytes) }
      let (next, errors) = ScenarioParser.parse(bytes, path: scenario.path)
      guard errors.isEmpty, next.steps.count >= replies.count else { throw .unblessable }
      current = next
      current.steps.removeSubrange(replies.count...)
    }
    throw .unblessable
  }

  /// Replaces a file atomically.
  static func save(_ bytes: [UInt8], to path: String) throws(ScenarioError.Reason) {
    do throws(FileError) {
      try FileSystem.write(bytes, to: path)
    } catch {
      throw .io(error)
    }
  }

  private struct Edit {
    var step: Int
    var range: Range<Int>
    var bytes: [UInt8]
  }

  private static func edits(
    of scenario: Scenario, _ replies: [Transcription], keepingPatterns: Bool
  ) -> [Edit] {
    var matcher = ScenarioMatcher(scenario)
    var edits: [Edit] = []
    for (index, step) in scenario.steps.enumerated() {
      guard let mismatch = matcher.mismatch(of: replies[index], at: step),
        step.expectedFailure == nil
      else { continue }
      let reply =
        keepingPatterns ? BlessedReply(step, mismatch) : BlessedReply(replacing: mismatch)
      let end = step.expected.last?.extent.upperBound ?? step.end
      edits.append(
        Edit(step: index, range: step.end..<end, bytes: reply.bytes(in: scenario, for: step)))
    }
    return edits
  }
}

/// The new form of an expected reply: the expected lines that remain, and new lines among them.
private struct BlessedReply {
  private var kept: Set<Int>
  /// The new lines, by the expected line before which they are inserted.
  private var added: [Int: [ArraySlice<UInt8>]] = [:]

  /// Keeps every expected line that still matches.
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

  /// Keeps no expected line.
  init(replacing mismatch: Mismatch) {
    kept = []
    added[0] = mismatch.lines
  }

  /// The lines as they are written to the file.
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
  /// The line break of the command's line, or of the file's first line if the command is the last
  /// line and has none.
  fileprivate func lineBreak(after step: Step) -> [UInt8] {
    let head = bytes[..<step.end]
    let feed = head.last == 0x0A ? head.endIndex - 1 : head.firstIndex(of: 0x0A)
    let isCRLF = feed.map { $0 > 0 && bytes[$0 - 1] == 0x0D } ?? false
    return isCRLF ? [0x0D, 0x0A] : [0x0A]
  }

  /// A line of a reply, escaped so that it expects itself and does not close the block it is in.
  fileprivate func escaped(_ line: ArraySlice<UInt8>, in step: Step) -> [UInt8] {
    let escaped = TranscriptSyntax.escaped(line, captures: captureNames)
    let isFence = step.isFenced && MarkdownBlocks.isFence(escaped[...])
    return isFence ? escaped + " (literal)".utf8 : escaped
  }
}
