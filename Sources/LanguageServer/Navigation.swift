import JSONRPC
import LineSyntax
import ParlorEngine
import ParlorKit
import Platform
import Scenarios

/// Definitions of files and captures, and the renaming of players.
extension LanguageServer {
  // MARK: - Definitions

  /// The file that a command names, or the line that captures a value.
  mutating func definition(_ document: TextDocument, _ params: Value) -> Value {
    let offset = document.offset(of: params["position"] ?? .null, encoding)
    if let line = captureLine(document, offset) {
      return location(document.uri, document.range(of: document.text(ofLine: line), encoding))
    }
    guard case .command(_, let range) = CursorContext(of: document, at: offset) else {
      return .null
    }
    var line = Line()
    let bytes = document.bytes[range]
    guard (try? line.read(bytes)) != nil else { return .null }
    let column = offset - range.lowerBound
    guard
      let token = line.tokens.dropFirst().first(where: {
        $0.range.lowerBound <= column && column <= $0.range.upperBound
      })
    else { return .null }
    let folder = FileSystem.parent(of: document.path)
    let path = FileSystem.resolve(line.text(token), in: folder)
    guard FileSystem.kind(of: path) == .file, FileSystem.isBelow(path, folder) else { return .null }
    let start: Value = ["line": 0, "character": 0]
    return location(DocumentURI.of(path: path), ["start": start, "end": start])
  }

  private func location(_ uri: String, _ range: Value) -> Value {
    ["uri": .string(uri), "range": range]
  }

  /// The line that captures the value that a place uses.
  private func captureLine(_ document: TextDocument, _ offset: Int) -> Int? {
    guard !document.isScript else { return nil }
    let extent = document.line(at: offset)
    guard case .use(let sum)? = Self.placeholder(document.bytes[extent], offset)?.content else {
      return nil
    }
    let names = sum.terms.map(\.name)
    let scenario = ScenarioParser.parse(document.bytes, path: document.path).scenario
    for step in scenario.steps {
      for expected in step.expected {
        var start = expected.text.lowerBound
        let text = document.bytes[expected.text]
        while let found = TranscriptSyntax.nextPlaceholder(in: text, from: start) {
          start = found.range.upperBound
          if case .capture(let name, _) = found.content, names.contains(name) {
            return expected.line
          }
        }
      }
    }
    return nil
  }

  private static func placeholder(
    _ line: ArraySlice<UInt8>, _ offset: Int
  ) -> TranscriptSyntax.Placeholder? {
    var start = line.startIndex
    while let found = TranscriptSyntax.nextPlaceholder(in: line, from: start) {
      if found.range.contains(offset) { return found }
      start = found.range.upperBound
    }
    return nil
  }

  // MARK: - Renaming

  mutating func renamedRange(_ document: TextDocument, _ params: Value) -> Value {
    let offset = document.offset(of: params["position"] ?? .null, encoding)
    guard let (name, range) = player(document, offset) else { return .null }
    return ["range": document.range(of: range, encoding), "placeholder": .string(name)]
  }

  /// Renames a player in all commands and expected replies of the document.
  mutating func rename(_ document: TextDocument, _ params: Value) throws(RPCError) -> Value {
    let offset = document.offset(of: params["position"] ?? .null, encoding)
    guard let (name, _) = player(document, offset) else {
      throw .invalidParams("there is no player's name here")
    }
    guard let new = params["newName"]?.string, PlayerName.isValid(new) else {
      throw .invalidParams("a name has 1 to 32 characters and is not all digits")
    }
    guard !players(of: document, at: offset).contains(new) else {
      throw .invalidParams("there already is a player \(new)")
    }
    let edits: [Value] = occurrences(of: name, in: document).map { range, isCommand in
      let text = isCommand ? Word.written(new) : new
      return ["range": document.range(of: range, encoding), "newText": .string(text)]
    }
    return ["changes": .object(Fields([Fields.Field(document.uri, .array(edits))]))]
  }

  /// The players of the game at a place.
  private mutating func players(of document: TextDocument, at offset: Int) -> [String] {
    let line: Int
    switch CursorContext(of: document, at: offset) {
    case .command(let number, _): line = number
    case .reply(_, let command, _): line = command
    case .replyEnd, .prose: return []
    }
    // The command itself may open the game.
    let session = walk(document).session(before: line + 1, of: document, texts)
    return session?.currentGame?.logged?.players ?? []
  }

  /// The player's name at a place, and its bytes.
  private mutating func player(
    _ document: TextDocument, _ offset: Int
  ) -> (name: String, range: Range<Int>)? {
    for name in players(of: document, at: offset) where !name.allSatisfy(\.isNumber) {
      for (range, _) in occurrences(of: name, in: document)
      where range.lowerBound <= offset && offset <= range.upperBound {
        return (name, range)
      }
    }
    return nil
  }

  /// The places where a name is a whole word of a command or an expected reply, with its quotes in
  /// a command.
  private func occurrences(
    of name: String, in document: TextDocument
  ) -> [(range: Range<Int>, isCommand: Bool)] {
    var found: [(range: Range<Int>, isCommand: Bool)] = []
    func search(_ text: String, _ range: Range<Int>, isCommand: Bool) {
      let word = Array(text.utf8)
      let bytes = document.bytes
      var index = range.lowerBound
      while index + word.count <= range.upperBound {
        let end = index + word.count
        if bytes[index..<end].elementsEqual(word),
          index == range.lowerBound || !Self.isWordByte(bytes[index - 1]),
          end == range.upperBound || !Self.isWordByte(bytes[end])
        {
          found.append((index..<end, isCommand))
          index = end
        } else {
          index += 1
        }
      }
    }
    if document.isScript {
      for line in Script(document.bytes, isScenario: false).lines {
        search(Word.written(name), document.text(ofLine: line.number), isCommand: true)
      }
      return found
    }
    for step in ScenarioParser.parse(document.bytes, path: document.path).scenario.steps {
      if step.file == nil { search(Word.written(name), step.command, isCommand: true) }
      for line in step.expected { search(name, line.text, isCommand: false) }
    }
    return found
  }

  private static func isWordByte(_ byte: UInt8) -> Bool {
    0x61...0x7A ~= byte || 0x41...0x5A ~= byte || 0x30...0x39 ~= byte || byte >= 0x80
      || byte == UInt8(ascii: "_")
  }
}
