import LineSyntax
import ParlorEngine
import ParlorKit
import Scenarios

/// Completion, hovers, signatures and outcomes of a line, as at the prompt.
extension LanguageServer {
  // MARK: - Completion

  mutating func completion(_ document: TextDocument, _ params: Value) -> Value {
    let offset = document.offset(of: params["position"] ?? .null, encoding)
    switch CursorContext(of: document, at: offset) {
    case .command(let line, let range):
      guard let session = walk(document).session(before: line, of: document, texts) else {
        return Self.list([])
      }
      let start = min(range.lowerBound, offset)
      let found = session.assistant.completion(of: Array(document.bytes[start..<offset])[...])
      let place = start + found.range.lowerBound..<start + found.range.upperBound
      return Self.list(
        found.suggestions.enumerated().map { index, suggestion in
          item(
            suggestion.text, detail: suggestion.detail, number: index, kind: kind(of: suggestion),
            replacing: place, of: document)
        })
    case .reply(_, _, let range):
      return patterns(document, range, offset)
    case .replyEnd(let command):
      guard let reply = reply(to: command, of: document) else { return Self.list([]) }
      let place = document.line(at: offset)
      let first = reply.prefix { $0 != "\n" }
      return Self.list([
        item(
          String(first), inserting: reply, detail: "the current reply", number: 0, kind: 15,
          replacing: place, of: document)
      ])
    case .prose: return Self.list([])
    }
  }

  /// The list is made anew for each key, because it depends on all words before it.
  private static func list(_ items: [Value]) -> Value {
    ["isIncomplete": true, "items": .array(items)]
  }

  private func item(
    _ label: String, inserting text: String? = nil, detail: String, number: Int, kind: Int,
    replacing place: Range<Int>, of document: TextDocument
  ) -> Value {
    var fields: Fields = [
      "label": .string(label), "kind": .integer(kind),
      "sortText": .string(number.padded(to: 4)), "filterText": .string(label),
    ]
    let text = text ?? label
    // Neovim uses only the first word of an edit. A client that finds the place itself needs none.
    let isWord = document.bytes[place].allSatisfy {
      0x30...0x39 ~= $0 || 0x41...0x5A ~= $0 || 0x61...0x7A ~= $0
    }
    if isWord, text.contains(" ") {
      fields["insertText"] = .string(text)
    } else {
      fields["textEdit"] = [
        "range": document.range(of: place, encoding), "newText": .string(text),
      ]
    }
    if !detail.isEmpty { fields["detail"] = .string(detail) }
    return .object(fields)
  }

  /// The `CompletionItemKind`: Property for options, Folder, otherwise Value or Keyword.
  private func kind(of suggestion: Suggestion) -> Int {
    if suggestion.text.hasSuffix("=") { return 10 }
    if suggestion.text.hasSuffix("/") { return 19 }
    return suggestion.text.contains { $0.isNumber } ? 12 : 14
  }

  /// The patterns for the end of an expected line or in place of a value.
  private func patterns(_ document: TextDocument, _ line: Range<Int>, _ offset: Int) -> Value {
    let typed = document.bytes[line.lowerBound..<max(line.lowerBound, offset)]
    guard let start = typed.lastIndex(where: { "<([".utf8.contains($0) }) else {
      return Self.list([])
    }
    let words: [(String, String)] =
      switch typed[start] {
      case UInt8(ascii: "<"): PatternMeaning.placeholders
      case UInt8(ascii: "("): PatternMeaning.suffixes
      default:
        typed[..<start].elementsEqual("error".utf8)
          ? ErrorCode.allCases.map { ("[\($0.rawValue)]", "any error of this code") } : []
      }
    return Self.list(
      words.enumerated().map { index, word in
        item(
          word.0, detail: word.1, number: index, kind: 12, replacing: start..<offset, of: document)
      })
  }

  /// The reply to a command of a document, in the form of a scenario.
  private mutating func reply(to line: Int, of document: TextDocument) -> String? {
    var reply: Transcription?
    _ = walk(document).session(
      before: line + 1, of: document, texts, isFresh: true,
      observe: { _, _, last, _ in reply = last })
    guard let reply, !reply.text.isEmpty else { return nil }
    var bytes: [UInt8] = []
    Transcript.append(reply.text, to: &bytes)
    return String(decoding: bytes.dropLast(), as: UTF8.self)
  }

  // MARK: - Hovers

  mutating func hover(_ document: TextDocument, _ params: Value) -> Value {
    let offset = document.offset(of: params["position"] ?? .null, encoding)
    switch CursorContext(of: document, at: offset) {
    case .command(let line, let range):
      guard let session = walk(document).session(before: line, of: document, texts) else {
        return .null
      }
      var parts: [String] = []
      let command = Array(document.bytes[document.trimmed(range)])
      if let declaration = session.assistant.command(of: command[...]),
        let help = session.answer("help \(declaration.verb)")
      {
        parts.append(Self.block(help))
      }
      if session.currentGame != nil, let table = session.answer("show") {
        parts.append("Before this line:\n\n" + Self.block(table))
      }
      return Self.markdown(parts, document.range(of: document.trimmed(range), encoding))
    case .reply(_, _, let range):
      guard let (place, text) = PatternMeaning.of(document.bytes[range], at: offset) else {
        return .null
      }
      return Self.markdown([text], document.range(of: place, encoding))
    case .replyEnd, .prose: return .null
    }
  }

  private static func block(_ text: String) -> String {
    let end = text.hasSuffix("\n") ? "" : "\n"
    return "```text\n\(text)\(end)```"
  }

  private static func markdown(_ parts: [String], _ range: Value) -> Value {
    guard !parts.isEmpty else { return .null }
    let text = parts.joined(separator: "\n\n")
    return ["contents": ["kind": "markdown", "value": .string(text)], "range": range]
  }

  // MARK: - Signatures

  mutating func signatureHelp(_ document: TextDocument, _ params: Value) -> Value {
    let offset = document.offset(of: params["position"] ?? .null, encoding)
    guard case .command(let line, let range) = CursorContext(of: document, at: offset),
      let session = walk(document).session(before: line, of: document, texts)
    else { return .null }
    let start = min(range.lowerBound, offset)
    let found = session.assistant.signatures(of: Array(document.bytes[start..<offset])[...])
    guard let first = found.first else { return .null }
    var fields: Fields = [
      "signatures": .array(found.map(Self.signature)), "activeSignature": 0,
    ]
    if let active = first.active, !first.parameters.isEmpty {
      fields["activeParameter"] = .integer(active)
    }
    return .object(fields)
  }

  private static func signature(_ signature: CommandSignature) -> Value {
    [
      "label": .string(signature.usage), "documentation": .string(signature.summary),
      "parameters": .array(
        signature.parameters.map {
          ["label": .string($0.usage), "documentation": .string($0.expectation)]
        }),
    ]
  }

  // MARK: - Draws

  /// The outcomes of the moves in a range, after each command.
  mutating func inlayHints(_ document: TextDocument, _ params: Value) -> Value {
    let range = document.range(of: params["range"] ?? .null, encoding)
    let first = document.lineNumber(at: range.lowerBound)
    let last = document.lineNumber(at: range.upperBound)
    let lines = commandLines(of: document)
    let before = ResumePoint(before: 1, of: document.path, texts).commands.count
    var hints: [Value] = []
    var moves: [Int: Int] = [:]
    // All commands run, even if the walk is at a later one.
    let (walk, texts, encoding) = (walk(document), texts, encoding)
    _ = walk.session(before: last + 1, of: document, texts, isFresh: true) {
      index, command, reply, session in
      guard let game = session.currentGame?.logged else { return }
      defer { moves[game.number] = game.moveCount }
      let count = moves[game.number] ?? game.moveCount
      guard reply.code == nil, game.moveCount > count, lines.indices.contains(index - before),
        first...last ~= lines[index - before],
        let move = game.log.moves(from: count + 1).first,
        let drawn = Self.outcome(of: move.line, typed: session.router.canonical(command[...]))
      else { return }
      let end = document.text(ofLine: lines[index - before]).upperBound
      hints.append([
        "position": document.position(of: end, encoding), "label": .string(drawn),
        "paddingLeft": true, "tooltip": "the outcome of the move",
      ])
    }
    return .array(hints)
  }

  /// The lines of the commands that a session runs for a document, from 1.
  func commandLines(of document: TextDocument) -> [Int] {
    document.isScript
      ? Script(document.bytes, isScenario: false).lines.map(\.number)
      : ScenarioParser.parse(document.bytes, path: document.path).scenario.steps
        .filter { $0.file == nil }.map(\.line)
  }

  /// The part of a logged line after the typed words; `nil` if there is none.
  private static func outcome(of line: String, typed: ArraySlice<UInt8>) -> String? {
    let typed = String(decoding: Line.trimmed(typed), as: UTF8.self)
    guard line.hasPrefix(typed + " ") else { return nil }
    return String(line.dropFirst(typed.count + 1))
  }
}
