import ParlorEngine
import ParlorKit
import Platform

/// A scenario file with its failing expectations rewritten; everything else stays unchanged, byte
/// for byte.
struct Blessing {
  /// The new file.
  private(set) var bytes: [UInt8]
  /// The number of rewritten expectations.
  private(set) var count = 0
  /// The commands whose replies no expected text can match, with their lines in the new file.
  private(set) var unwritten: [ScenarioError] = []
  /// The lines of commands that have become errors.
  private(set) var newErrors: [Int] = []
  /// The lines of the new file where prose begins that was part of an expectation.
  private(set) var keptProse: [Int] = []

  /// The number of passes over the file, and how many of them keep patterns.
  private static let maxPasses = 8
  private static let patternPasses = 4

  /// Rewrites the failing expectations, except expected failures.
  ///
  /// A rewritten line can change how other lines are read or aligned (captures, for example), so
  /// the result is compared again until nothing differs. The last passes replace whole
  /// expectations. A capture that has lost its only use becomes its placeholder. A reply that
  /// cannot be written keeps its old expectation.
  ///
  /// - Parameters:
  ///   - runs: the replies for each row of parameters.
  ///   - redactions: the placeholders for lines that vary.
  ///   - isStopped: whether to stop early, with an unusable result.
  ///   - isSelected: whether a step may be rewritten.
  /// - Throws: the first error of the file, if it has one.
  init(
    of scenario: Scenario, _ runs: [Run], _ redactions: Redactions = Redactions(),
    isStopped: @escaping () -> Bool = { false }, isSelected: (Scenario.Step) -> Bool
  ) throws(ScenarioError.Reason) {
    let answered = runs.map(\.replies.count).min() ?? 0
    var draft = BlessingDraft(of: scenario)
    var selected = Set(scenario.steps.indices.filter { isSelected(scenario.steps[$0]) })
    for index in scenario.steps.indices where index >= answered && selected.contains(index) {
      selected.remove(index)
    }
    let vocabulary = ReplyWords(of: runs.flatMap(\.replies))
    var current = try draft.parse()
    while !isStopped() {
      var left: Set<Int> = []
      for pass in 0...Self.maxPasses {
        let edits = Self.edits(
          of: current, runs, redactions, selected, vocabulary,
          keepingPatterns: pass < Self.patternPasses, isStopped)
        left = Set(edits.map(\.step))
        if edits.isEmpty || pass == Self.maxPasses { break }
        for edit in edits { draft.replace(edit.step, by: edit.bytes, prose: edit.prose) }
        current = try draft.parse { selected.remove($0) }
      }
      if left.isEmpty { break }
      for step in left {
        draft.restore(step)
        selected.remove(step)
      }
      current = try draft.parse { selected.remove($0) }
    }
    bytes = draft.bytes
    keptProse = scenario.steps.indices.compactMap { index in
      draft.lineCount(beforeProseOf: index).map { current.steps[index].line + 1 + $0 }
    }
    let changed = draft.changed
    count = changed.count
    for index in scenario.steps.indices {
      let (step, line) = (scenario.steps[index], current.steps[index].line)
      if isSelected(step), !selected.contains(index), !changed.contains(index) {
        let reason: ScenarioError.Reason = index < answered ? .unblessable : .noReply
        unwritten.append(ScenarioError(path: scenario.path, line: line, reason: reason))
      } else if changed.contains(index), runs.contains(where: { $0.replies[index].code != nil }),
        step.expectsSuccess(in: scenario)
      {
        newErrors.append(line)
      }
    }
  }

  private struct Edit {
    var step: Int
    var bytes: [UInt8]
    /// The prose that follows, with the blank line before it.
    var prose: [UInt8]
  }

  /// The replies of one run; fewer than steps if the session ended early.
  struct Run {
    let row: ScenarioRow
    let replies: [Transcription]
  }

  /// The edits of the first run in which a step fails.
  private static func edits(
    of scenario: Scenario, _ runs: [Run], _ redactions: Redactions, _ selected: Set<Int>,
    _ vocabulary: ReplyWords, keepingPatterns: Bool, _ isStopped: @escaping () -> Bool
  ) -> [Edit] {
    var edits: [Int: Edit] = [:]
    for run in runs {
      var matcher = ScenarioMatcher(scenario, in: run.row, isStopped: isStopped)
      for (index, (step, reply)) in zip(scenario.steps, run.replies).enumerated()
      where !isStopped() {
        guard let mismatch = matcher.mismatch(of: reply, at: step), step.expectedFailure == nil,
          selected.contains(index), edits[index] == nil
        else { continue }
        let blessed =
          keepingPatterns
          ? BlessedReply(step, mismatch, in: scenario, vocabulary)
          : BlessedReply(replacing: mismatch)
        let row = keepingPatterns ? run.row : ScenarioRow()
        let bytes = blessed.bytes(in: scenario, for: step) { line in
          redactions.line(line, step: index) ?? scenario.escaped(line, in: step, generalizedBy: row)
        }
        edits[index] = Edit(
          step: index, bytes: bytes, prose: blessed.prose(in: scenario, for: step))
      }
    }
    return edits.values.sorted { $0.step < $1.step }
  }
}

extension Scenario.Step {
  /// Whether a reply is expected that is not an error.
  fileprivate func expectsSuccess(in scenario: Scenario) -> Bool {
    !expected.isEmpty
      && expected.allSatisfy { line in
        switch line.content {
        case .error: false
        case .line:
          !ErrorFormat.text.isError(scenario.bytes[line.text])
            && !ErrorFormat.json.isError(scenario.bytes[line.text])
        default: true
        }
      }
  }
}

/// A scenario file that is being rewritten: its expectations, and the parts between them.
private struct BlessingDraft {
  private let original: Scenario
  /// The bytes before each expectation, and those after the last.
  private let between: [Range<Int>]
  private let originals: [[UInt8]]
  var expectations: [[UInt8]]
  /// The prose at the end of an expectation, by step: its lines were part of the reply.
  private var prose: [Int: [UInt8]] = [:]

  init(of scenario: Scenario) {
    original = scenario
    var between: [Range<Int>] = []
    var start = 0
    originals = scenario.steps.map { step in
      let end = step.expected.last?.extent.upperBound ?? step.end
      between.append(start..<step.end)
      start = end
      return Array(scenario.bytes[step.end..<end])
    }
    self.between = between + [start..<scenario.bytes.count]
    expectations = originals
  }

  /// The current file.
  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    for (range, expectation) in zip(between, expectations) {
      bytes += original.bytes[range] + expectation
    }
    return bytes + original.bytes[between[expectations.count]]
  }

  /// The steps whose expectations have changed.
  var changed: Set<Int> {
    Set(expectations.indices.filter { expectations[$0] != originals[$0] })
  }

  mutating func restore(_ step: Int) {
    expectations[step] = originals[step]
    prose[step] = nil
  }

  /// Replaces an expectation, and keeps the prose after it.
  mutating func replace(_ step: Int, by bytes: [UInt8], prose new: [UInt8]) {
    if !new.isEmpty { prose[step] = new + (prose[step] ?? []) }
    expectations[step] = bytes + (prose[step] ?? [])
  }

  /// The number of lines of an expectation before the prose, including the blank line; `nil`
  /// without prose.
  func lineCount(beforeProseOf step: Int) -> Int? {
    guard let prose = prose[step], expectations[step].count >= prose.count else { return nil }
    return expectations[step].dropLast(prose.count).count { $0 == 0x0A } + 1
  }

  /// Parses the current file. If an edit has caused an error, its step is restored, and an unused
  /// capture becomes its placeholder.
  ///
  /// - Parameter restored: receives each restored step.
  mutating func parse(
    _ restored: (Int) -> Void = { _ in }
  ) throws(ScenarioError.Reason) -> Scenario {
    while true {
      let (scenario, errors) = ScenarioParser.parse(bytes, path: original.path)
      guard let first = errors.first else { return scenario }
      guard scenario.steps.count == expectations.count else { throw first.reason }
      // Errors in other lines may disappear with those in these lines.
      let isMended = restore(errors.filter(\.reason.isOfLine), in: scenario, restored)
      guard
        isMended || demoteUnused(errors, in: scenario) || restore([first], in: scenario, restored)
      else { throw first.reason }
    }
  }

  /// Restores the edited steps that have errors.
  ///
  /// - Returns: whether there is one.
  private mutating func restore(
    _ errors: [ScenarioError], in scenario: Scenario, _ restored: (Int) -> Void
  ) -> Bool {
    var isOne = false
    for error in errors {
      guard let line = error.line, let step = Self.step(at: line, in: scenario),
        expectations[step] != originals[step]
      else { continue }
      restore(step)
      restored(step)
      isOne = true
    }
    return isOne
  }

  /// The step that a line belongs to.
  private static func step(at line: Int, in scenario: Scenario) -> Int? {
    var (low, high) = (0, scenario.steps.count)
    while low < high {
      let middle = (low + high) / 2
      if scenario.steps[middle].line <= line { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? nil : low - 1
  }

  /// Replaces unused captures by their placeholders, one per step, since the others move.
  ///
  /// - Returns: whether one was replaced.
  private mutating func demoteUnused(_ errors: [ScenarioError], in scenario: Scenario) -> Bool {
    var demoted: Set<Int> = []
    let lines = SourceLine.all(of: scenario.bytes)
    for error in errors {
      guard case .unusedCapture(let name) = error.reason, let line = error.line,
        lines.indices.contains(line - 1), let step = Self.step(at: line, in: scenario),
        !demoted.contains(step)
      else { continue }
      let text = scenario.bytes[lines[line - 1].text]
      if demote(name, in: text, of: step, startingAt: scenario.steps[step].end) {
        demoted.insert(step)
      }
    }
    return !demoted.isEmpty
  }

  /// Replaces a capture in a line by its placeholder.
  ///
  /// - Parameter start: the start of the step's expectation in the bytes of the line.
  private mutating func demote(
    _ name: String, in text: ArraySlice<UInt8>, of step: Int, startingAt start: Int
  ) -> Bool {
    var place = text.startIndex
    while let placeholder = TranscriptSyntax.nextPlaceholder(in: text, from: place) {
      place = placeholder.range.upperBound
      guard case .capture(name, let kind) = placeholder.content else { continue }
      let range = (placeholder.range.lowerBound - start)..<(placeholder.range.upperBound - start)
      guard range.lowerBound >= 0, range.upperBound <= expectations[step].count else {
        return false
      }
      expectations[step].replaceSubrange(range, with: "<\(kind.rawValue)>".utf8)
      return true
    }
    return false
  }
}

extension ScenarioError.Reason {
  /// Whether no change of another line can fix it.
  fileprivate var isOfLine: Bool {
    switch self {
    case .invalidPattern, .unknownSuffix, .misspelledMarker, .notJSON, .conflictingSuffixes,
      .countedAbsence, .unknownCode:
      true
    default: false
    }
  }
}

/// The words of all replies of a file, which tell prose from replies.
private struct ReplyWords {
  private var words: Set<[UInt8]> = []

  init(of replies: [Transcription]) {
    for reply in replies { words.formUnion(Self.words(in: reply.text[...])) }
  }

  /// Whether a line that is not in the reply is prose: a heading or an item of a list, or at least
  /// three words most of which are in no reply.
  func isProse(_ line: ArraySlice<UInt8>) -> Bool {
    if ["# ", "## ", "### ", "- ", "* "].contains(where: { line.starts(with: $0.utf8) }) {
      return true
    }
    let own = Self.words(in: line)
    return own.count >= 3 && own.count(where: words.contains) * 2 < own.count
  }

  private static func words(in text: ArraySlice<UInt8>) -> [[UInt8]] {
    text.split { byte in
      !(0x61...0x7A ~= byte || 0x41...0x5A ~= byte || byte >= 0x80 || byte == UInt8(ascii: "'"))
    }.map { $0.map { 0x41...0x5A ~= $0 ? $0 | 0x20 : $0 } }
  }
}

/// The new form of an expected reply: the expected lines that remain, and new lines among them.
private struct BlessedReply {
  private var kept: Set<Int>
  /// The new lines, by the expected line before which they are inserted.
  private var added: [Int: [ArraySlice<UInt8>]] = [:]
  /// New texts of expected lines.
  private var replaced: [Int: [UInt8]] = [:]
  /// The first expected line that is prose; all later ones are prose, too.
  private var proseStart: Int?

  /// Keeps every expected line that still matches.
  init(
    _ step: Scenario.Step, _ mismatch: Mismatch, in scenario: Scenario, _ vocabulary: ReplyWords
  ) {
    kept = Set(step.expected.indices)
    if let code = mismatch.code, let place = step.expected.firstIndex(where: \.isError) {
      kept = kept.filter { index in
        guard case .absent = step.expected[index].content else { return false }
        return mismatch.violations[index] == nil
      }
      replaced[place] = Array("error[\(code.rawValue)]".utf8)
      return
    }
    var dropped = Set(mismatch.violations.keys)
    var matches = align(step, mismatch, in: scenario, &dropped)
    for (index, line) in mismatch.values {
      dropped.insert(index)
      replaced[index] = line
    }
    for index in dropped {
      guard case .line(_, .times(let number)) = step.expected[index].content,
        let count = matches[index], count < number
      else { continue }
      let text = scenario.bytes[step.expected[index].text]
      guard let (body, word) = TranscriptSyntax.lastWord(of: text), word == "\(number) times" else {
        continue
      }
      replaced[index] = Array(body) + " (\(count) times)".utf8
      matches[index] = nil
    }
    kept.subtract(dropped.subtracting(matches.keys))
    var start = step.expected.endIndex
    while start > 0, dropped.contains(start - 1), step.expected[start - 1].isPlain,
      step.file == nil,
      vocabulary.isProse(scenario.bytes[step.expected[start - 1].text])
    {
      start -= 1
    }
    if start < step.expected.endIndex { proseStart = start }
  }

  /// Notes the lines that the reply has and the expectation lacks, and in `dropped` those of the
  /// expectation that the reply lacks.
  ///
  /// - Returns: how often expected lines are matched, by their indices.
  private mutating func align(
    _ step: Scenario.Step, _ mismatch: Mismatch, in scenario: Scenario, _ dropped: inout Set<Int>
  ) -> [Int: Int] {
    var matches: [Int: Int] = [:]
    var place = 0
    for row in mismatch.alignment.rows {
      switch row {
      case .matched(let expected, _):
        matches[expected, default: 0] += 1
        place = expected + 1
      case .passed(let expected): place = expected + 1
      case .missing(let expected):
        dropped.insert(expected)
        place = expected + 1
      case .changed(let expected, let line):
        dropped.insert(expected)
        place = expected + 1
        if !scenario.repeatsBeforeAnyLines(expected, in: step) {
          added[expected, default: []].append(mismatch.lines[line])
        }
      case .extra(let line): added[place, default: []].append(mismatch.lines[line])
      }
    }
    return matches
  }

  /// Keeps no expected line.
  init(replacing mismatch: Mismatch) {
    kept = []
    added[0] = mismatch.lines
  }

  /// The lines in the form of the file.
  ///
  /// - Parameter written: a new line as an expected line.
  func bytes(
    in scenario: Scenario, for step: Scenario.Step, written: (ArraySlice<UInt8>) -> [UInt8]
  ) -> [UInt8] {
    let lineBreak = scenario.lineBreak(after: step)
    var output: [UInt8] = []
    var isOpen = scenario.bytes[..<step.end].last != 0x0A
    func add(_ line: some Sequence<UInt8>) {
      if isOpen { output += lineBreak }
      output += scenario.bytes[step.indentation]
      output += line
      output += lineBreak
      isOpen = false
    }
    for index in 0...step.expected.count {
      for line in added[index] ?? [] { add(written(line)) }
      if let line = replaced[index] { add(line) }
      guard kept.contains(index) else { continue }
      if isOpen { output += lineBreak }
      output += scenario.bytes[step.expected[index].extent]
      isOpen = output.last != 0x0A
    }
    if proseStart != nil, isOpen { output += lineBreak }
    return output
  }

  /// The prose after the lines, with a blank line before it.
  func prose(in scenario: Scenario, for step: Scenario.Step) -> [UInt8] {
    guard let proseStart else { return [] }
    return scenario.lineBreak(after: step)
      + step.expected[proseStart...].flatMap { scenario.bytes[$0.extent] }
  }
}

extension ExpectedLine {
  fileprivate var isError: Bool { if case .error = content { true } else { false } }
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

  /// Whether an expected line equals the previous one, and `...` follows.
  fileprivate func repeatsBeforeAnyLines(_ index: Int, in step: Step) -> Bool {
    guard index > 0, index + 1 < step.expected.count, step.expected[index].isPlain,
      case .anyLines = step.expected[index + 1].content
    else { return false }
    return bytes[step.expected[index].text] == bytes[step.expected[index - 1].text]
  }

  /// A line of a reply, escaped so that it expects itself and does not close its block.
  fileprivate func escaped(
    _ line: ArraySlice<UInt8>, in step: Step, generalizedBy row: ScenarioRow
  ) -> [UInt8] {
    // In a file, blank lines count.
    if step.file != nil && line.isEmpty { return [] }
    var escaped = TranscriptSyntax.escaped(line, captures: captureNames)
    if escaped.elementsEqual(line) { escaped = row.generalized(escaped) }
    let isFence = step.isFenced && MarkdownBlocks.isFence(escaped[...])
    return isFence ? escaped + " (literal)".utf8 : escaped
  }
}
