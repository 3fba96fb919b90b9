import LineSyntax
import ParlorEngine
import ParlorKit
import Platform
import Scenarios

/// Changes offered by the server: new replies, placeholders, legal moves, the layout of `parlor
/// fmt`.
extension LanguageServer {
  mutating func codeActions(_ document: TextDocument, _ params: Value) -> Value {
    let range = document.range(of: params["range"] ?? .null, encoding)
    let only = params["context"]?["only"]?.array?.compactMap(\.string)
    var actions: [Value] = []
    func add(_ action: Fields) {
      let kind = action["kind"]?.string ?? ""
      if only?.contains(where: { kind == $0 || kind.hasPrefix("\($0).") }) ?? true {
        actions.append(.object(action))
      }
    }
    let failing = currentFindings(of: document).filter { $0.blessableLine != nil }
    if let line = blessableLine(failing, at: range, in: document) {
      add(blessing("Bless this reply", kind: "quickfix", line, failing, document))
    }
    if !failing.isEmpty || hasStaleGolden(document) {
      let title =
        document.isScript ? "Bless the golden file" : "Bless all replies of this file"
      add(blessing(title, kind: "quickfix", nil, failing, document))
      add(blessing(title, kind: "source.fixAll", nil, failing, document))
    }
    for action in placeholders(document, range) { add(action) }
    for action in otherMoves(document, range) { add(action) }
    return .array(actions)
  }

  // MARK: - Blessing

  private mutating func hasStaleGolden(_ document: TextDocument) -> Bool {
    document.isScript && limitedTest(of: document).hasGolden
      && currentFindings(of: document).contains { $0.code == "reply" }
  }

  /// The line of the failing command that a range touches, with its reply.
  private func blessableLine(
    _ failing: [Finding], at range: Range<Int>, in document: TextDocument
  ) -> Int? {
    guard !document.isScript else { return nil }
    let lines =
      document.lineNumber(at: range.lowerBound)...document.lineNumber(at: range.upperBound)
    let steps = ScenarioParser.parse(document.bytes, path: document.path).scenario.steps
    let touched = Set(steps.filter { lines.overlaps($0.line...$0.lastLine) }.map(\.line))
    return failing.compactMap(\.blessableLine).first(where: touched.contains)
  }

  /// An action that blesses the reply to a command, or all. Its edit is made on request, if the
  /// client supports that.
  private func blessing(
    _ title: String, kind: String, _ line: Int?, _ failing: [Finding], _ document: TextDocument
  ) -> Fields {
    var action: Fields = ["title": .string(title), "kind": .string(kind)]
    if kind == "quickfix" {
      let concerned = failing.filter { line == nil || $0.blessableLine == line }
      action["diagnostics"] = .array(concerned.map { diagnostic($0, in: document) })
      if line != nil { action["isPreferred"] = true }
    }
    guard client.resolvesEdits else {
      action["edit"] = edit(blessing: line, of: document)
      return action
    }
    var data: Fields = ["uri": .string(document.uri)]
    if let line { data["line"] = .integer(line) }
    action["data"] = .object(data)
    return action
  }

  /// The action of a client with its edit.
  func resolvedAction(_ action: Value) -> Value {
    guard var fields = action.fields, fields["edit"] == nil, let data = fields["data"],
      let document = data["uri"]?.string.flatMap({ documents[$0] })
    else { return action }
    if let line = data["line"]?.integer, let move = data["move"]?.string {
      fields["edit"] = edit(amending: line, by: move, of: document)
    } else {
      fields["edit"] = edit(blessing: data["line"]?.integer, of: document)
    }
    return .object(fields)
  }

  /// The edit that replaces differing replies by the current ones.
  private func edit(blessing line: Int?, of document: TextDocument) -> Value {
    var isSelected: (@Sendable (Int) -> Bool)?
    if let line { isSelected = { $0 == line } }
    let files = limitedTest(of: document).blessed(isSelected) ?? [:]
    var changes = Fields()
    for (path, bytes) in files.sorted(by: { $0.key < $1.key }) {
      let open = documents.values.first { $0.path == path }
      let uri = open?.uri ?? DocumentURI.of(path: path)
      guard
        let old = open
          ?? (try? FileSystem.read(path)).map({
            TextDocument(
              uri: uri, path: path, version: nil, text: String(decoding: $0, as: UTF8.self))
          })
      else { continue }
      changes[uri] = .array(edits(from: old, to: bytes))
    }
    return ["changes": .object(changes)]
  }

  // MARK: - Formatting

  func formatting(_ document: TextDocument) -> Value {
    guard document.path.hasSuffix(".scenario"),
      let formatted = try? ScenarioFormat.formatted(document.bytes, path: document.path)
    else { return .array([]) }
    return .array(edits(from: document, to: formatted))
  }

  /// The number of lines of two texts up to which they are compared line by line.
  private static let comparedCount = 4000

  /// The edits that turn a document into other bytes: a line-by-line difference, so that cursors
  /// and folds elsewhere stay.
  func edits(from document: TextDocument, to bytes: [UInt8]) -> [Value] {
    let old = LineRanges(document.bytes)
    let new = LineRanges(bytes)
    if old.lines == new.lines { return [] }
    let parts = LineRanges.parts(old, new)
    guard parts.allSatisfy({ $0.old.count + $0.new.count < Self.comparedCount }) else {
      return [
        [
          "range": document.range(of: 0..<document.bytes.count, encoding),
          "newText": .string(String(decoding: bytes, as: UTF8.self)),
        ]
      ]
    }
    var removed: Set<Int> = []
    var inserted: Set<Int> = []
    for part in parts {
      for change in new.lines[part.new].difference(from: old.lines[part.old]) {
        switch change {
        case .remove(let offset, _, _): removed.insert(part.old.lowerBound + offset)
        case .insert(let offset, _, _): inserted.insert(part.new.lowerBound + offset)
        }
      }
    }
    var edits: [Value] = []
    var (one, two) = (0, 0)
    while one < old.lines.count || two < new.lines.count {
      let (startOne, startTwo) = (one, two)
      while removed.contains(one) { one += 1 }
      while inserted.contains(two) { two += 1 }
      if one > startOne || two > startTwo {
        var place = old.start(of: startOne)..<old.start(of: one)
        var text = bytes[new.start(of: startTwo)..<new.start(of: two)]
        // Editors disagree about a line after the last one: insert such text after the end of the
        // last one.
        if place.lowerBound == document.bytes.count, document.bytes.last == 0x0A, text.last == 0x0A
        {
          place = place.lowerBound - 1..<place.lowerBound - 1
          text = [0x0A] + text.dropLast()
        }
        edits.append([
          "range": document.range(of: place, encoding),
          "newText": .string(String(decoding: text, as: UTF8.self)),
        ])
      } else {
        one += 1
        two += 1
      }
    }
    return edits
  }

  // MARK: - Placeholders

  /// Placeholders for the value of an expected line at the cursor.
  private func placeholders(_ document: TextDocument, _ range: Range<Int>) -> [Fields] {
    guard case .reply(_, _, let line) = CursorContext(of: document, at: range.lowerBound),
      TranscriptSyntax.isPlain(document.bytes[line])
    else { return [] }
    return ReplyValue.all(in: document.bytes[line], at: range).map { value in
      let old = String(decoding: document.bytes[value.range], as: UTF8.self)
      let edit: Value = [
        "range": document.range(of: value.range, encoding),
        "newText": .string("<\(value.kind.rawValue)>"),
      ]
      return [
        "title": .string("Replace `\(old)` by `<\(value.kind.rawValue)>`"),
        "kind": "refactor.rewrite",
        "edit": ["changes": .object(Fields([Fields.Field(document.uri, .array([edit]))]))],
      ]
    }
  }

  // MARK: - Other moves

  /// The maximum number of moves offered in place of one.
  private static let offeredCount = 8
  /// The maximum if each has to be followed to the end at once.
  private static let resolvedCount = 3

  /// The legal moves in place of the one at a range, and for a rejected one the probable meaning.
  private mutating func otherMoves(_ document: TextDocument, _ range: Range<Int>) -> [Fields] {
    guard case .command(let number, let extent) = CursorContext(of: document, at: range.lowerBound),
      case let line = document.trimmed(extent),
      let words = Self.words(of: document.bytes[line]),
      let session = walk(document).session(before: number, of: document, texts)
    else { return [] }
    let typed = line.lowerBound + words.lowerBound..<line.lowerBound + words.upperBound
    let game = session.currentGame?.logged
    let legal = game?.legalMoves().moves.map(\.line) ?? []
    let count = game?.moveCount ?? 0
    var problem: Diagnostic?
    _ = session.transcribe(document.bytes[line]) { problem = problem ?? $0.problem }
    defer { walk(document).forget() }
    guard let problem else {
      guard let game, game.moveCount > count, let made = game.log.moves(from: count + 1).first
      else {
        return []
      }
      let canonical = String(
        decoding: session.router.canonical(document.bytes[typed]), as: UTF8.self)
      let others = legal.filter { $0 != made.line && $0 != canonical }
      let move = String(decoding: document.bytes[typed], as: UTF8.self)
      return others.prefix(client.resolvesEdits ? Self.offeredCount : Self.resolvedCount).map {
        amending(document, number, from: move, to: $0)
      }
    }
    // A word replaces a word, a line replaces the line.
    let word = problem.range.map {
      line.lowerBound + $0.lowerBound..<min(line.upperBound, line.lowerBound + $0.upperBound)
    }
    let listed = problem.legal.filter { !$0.contains("(") && !$0.contains("…") }
    let meant = problem.help.filter { $0.hasPrefix("did you mean ") }.flatMap { line in
      line.split(separator: "`", omittingEmptySubsequences: false).enumerated()
        .filter { $0.offset % 2 == 1 }.map { String($0.element) }
    }
    return (meant + listed).prefix(Self.offeredCount).map { move in
      let isWord = problem.code == .unknownCommand && !move.contains(" ")
      let place = isWord ? word ?? typed : typed
      return [
        "title": .string("Replace by `\(move)`"), "kind": "quickfix",
        "edit": change(of: document, at: place, to: move),
      ]
    }
  }

  /// The words of a command, without its id and its comment.
  private static func words(of bytes: ArraySlice<UInt8>) -> Range<Int>? {
    var line = Line()
    try? line.read(bytes)
    guard let first = line.tokens.first, let last = line.tokens.last else { return nil }
    return first.range.lowerBound..<last.range.upperBound
  }

  private func change(of document: TextDocument, at place: Range<Int>, to text: String) -> Value {
    let edit: Value = [
      "range": document.range(of: place, encoding), "newText": .string(text),
    ]
    return ["changes": .object(Fields([Fields.Field(document.uri, .array([edit]))]))]
  }

  // MARK: - Amending

  /// An action that replaces an accepted move, and blesses the consequences.
  private func amending(
    _ document: TextDocument, _ line: Int, from move: String, to other: String
  ) -> Fields {
    var action: Fields = [
      "title": .string("Amend `\(move)` to `\(other)`"), "kind": "refactor.rewrite",
    ]
    if client.resolvesEdits {
      action["data"] = [
        "uri": .string(document.uri), "line": .integer(line), "move": .string(other),
      ]
    } else {
      action["edit"] = edit(amending: line, by: other, of: document)
    }
    return action
  }

  /// The edit that replaces a move and the replies that change with it, up to the first command
  /// that would no longer be accepted: from there on the user decides. Replies that differed before
  /// stay.
  private func edit(amending line: Int, by move: String, of document: TextDocument) -> Value {
    let extent = document.text(ofLine: line)
    guard case .command(_, let rest) = CursorContext(of: document, at: extent.upperBound),
      case let command = document.trimmed(rest),
      let words = Self.words(of: document.bytes[command])
    else { return .null }
    let place = command.lowerBound + words.lowerBound..<command.lowerBound + words.upperBound
    var amended = document
    amended.apply(
      ["range": document.range(of: place, encoding), "text": .string(move)], encoding)
    guard !document.isScript else { return change(of: document, at: place, to: move) }
    let accepted = acceptedLines(of: document)
    let end = accepted.subtracting(acceptedLines(of: amended)).filter { $0 >= line }.min() ?? .max
    let failing = limitedTest(of: document).findings() ?? []
    let differing = Set(failing.compactMap(\.blessableLine))
    let files = limitedTest(of: amended).blessed {
      line..<end ~= $0 && !differing.contains($0)
    }
    let edits = edits(from: document, to: files?[document.path] ?? amended.bytes)
    return ["changes": .object(Fields([Fields.Field(document.uri, .array(edits))]))]
  }

  /// The lines of accepted commands.
  private func acceptedLines(of document: TextDocument) -> Set<Int> {
    var texts = texts
    texts[document.path] = document.bytes
    let lines = commandLines(of: document)
    let before = ResumePoint(before: 1, of: document.path, texts).commands.count
    var accepted: Set<Int> = []
    _ = SessionWalk(host).session(before: .max, of: document, texts) { index, _, reply, _ in
      if reply.code == nil, lines.indices.contains(index - before) {
        accepted.insert(lines[index - before])
      }
    }
    return accepted
  }
}

/// The lines of a text with their line breaks.
private struct LineRanges {
  let lines: [ArraySlice<UInt8>]
  private let starts: [Int]

  init(_ bytes: [UInt8]) {
    var lines: [ArraySlice<UInt8>] = []
    var start = 0
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: 0x0A).map { $0 + 1 } ?? bytes.count
      lines.append(bytes[start..<end])
      start = end
    }
    self.lines = lines
    starts = lines.map(\.startIndex) + [bytes.count]
  }

  /// The parts to compare with each other: the texts from command to command if both have the same
  /// commands, since blessing changes only the text between them, and the time would otherwise grow
  /// with the square of the changes.
  static func parts(
    _ old: LineRanges, _ new: LineRanges
  ) -> [(old: Range<Int>, new: Range<Int>)] {
    let (ones, others) = (old.commands, new.commands)
    guard ones.count == others.count,
      zip(ones, others).allSatisfy({ old.lines[$0] == new.lines[$1] })
    else { return [(old.lines.indices, new.lines.indices)] }
    let (first, second) = (
      [0] + ones + [old.lines.count], [0] + others + [new.lines.count]
    )
    return (1..<first.count).map {
      (first[$0 - 1]..<first[$0], second[$0 - 1]..<second[$0])
    }
  }

  /// The lines with commands.
  private var commands: [Int] { lines.indices.filter { TranscriptSyntax.isCommand(lines[$0]) } }

  /// The start of a line; the end of the text after the last one.
  func start(of line: Int) -> Int { starts[line] }
}

/// A value in an expected line that a placeholder could stand for.
private struct ReplyValue {
  let kind: TranscriptSyntax.PlaceholderKind
  let range: Range<Int>

  /// The values that a range touches: dice in a row, and a word of digits or a time.
  static func all(in line: ArraySlice<UInt8>, at range: Range<Int>) -> [ReplyValue] {
    var words: [Range<Int>] = []
    var start = line.startIndex
    while start < line.endIndex {
      let end = line[start...].firstIndex(of: 0x20) ?? line.endIndex
      if end > start { words.append(start..<end) }
      start = end + 1
    }
    func isTouched(_ word: Range<Int>) -> Bool {
      word.lowerBound <= range.upperBound && range.lowerBound <= word.upperBound
    }
    guard let place = words.firstIndex(where: isTouched) else { return [] }
    var values: [ReplyValue] = []
    func core(_ index: Int) -> Range<Int> {
      var end = words[index].upperBound
      while end > words[index].lowerBound, ".,:;!?)".utf8.contains(line[end - 1]) { end -= 1 }
      return words[index].lowerBound..<end
    }
    func isDie(_ index: Int) -> Bool {
      words.indices.contains(index) && core(index).count == 1
        && 0x31...0x36 ~= line[words[index].lowerBound]
    }
    if isDie(place) {
      var (first, last) = (place, place)
      while isDie(first - 1), core(first - 1) == words[first - 1] { first -= 1 }
      while isDie(last + 1), core(last) == words[last] { last += 1 }
      if last > first {
        values.append(
          ReplyValue(kind: .dice, range: words[first].lowerBound..<core(last).upperBound))
      }
    }
    let word = core(place)
    let text = line[word]
    guard !text.isEmpty else { return values }
    let isDigit = { (byte: UInt8) in 0x30...0x39 ~= byte }
    if text.allSatisfy({ isDigit($0) || $0 == UInt8(ascii: ",") }), isDigit(text[word.lowerBound]) {
      values.append(ReplyValue(kind: .int, range: word))
    } else if isDigit(text[word.lowerBound]) {
      let isTime = text.allSatisfy { isDigit($0) || ".:smh".utf8.contains($0) }
      values.append(ReplyValue(kind: isTime ? .duration : .word, range: word))
    } else {
      values.append(ReplyValue(kind: .word, range: word))
    }
    return values
  }
}
