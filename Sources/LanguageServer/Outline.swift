import JSONRPC
import LineSyntax
import ParlorEngine
import ParlorKit
import Scenarios

/// The structure of a document: headings, games, folds, lenses, and the commands of the lenses.
extension LanguageServer {
  // MARK: - Symbols and folds

  /// The headings of a document and its games, each up to the next.
  func symbols(_ document: TextDocument) -> Value {
    let sections = DocumentSection.all(of: document)
    return .array(
      sections.map { section in
        [
          "name": .string(section.title),
          // A String for a heading, a Class for a game, a File for a file that is sourced or
          // loaded.
          "kind": .integer(section.kind.rawValue),
          "range": document.range(of: section.range, encoding),
          "selectionRange": document.range(of: section.heading, encoding),
        ]
      })
  }

  func foldingRanges(_ document: TextDocument) -> Value {
    var folds: [Value] = []
    func add(_ range: Range<Int>) {
      let bounds = document.range(of: range, encoding)
      guard let start = bounds["start"]?["line"]?.integer,
        let end = bounds["end"]?["line"]?.integer,
        end > start
      else { return }
      folds.append(["startLine": .integer(start), "endLine": .integer(end), "kind": "region"])
    }
    for section in DocumentSection.all(of: document) where section.kind == .game {
      add(section.range)
    }
    guard !document.isScript else { return .array(folds) }
    for step in ScenarioParser.parse(document.bytes, path: document.path).scenario.steps {
      guard let last = step.expected.last else { continue }
      add(document.text(ofLine: step.line).lowerBound..<last.text.upperBound)
    }
    return .array(folds)
  }

  // MARK: - Lenses

  /// `run` above the first command, and `resume here` above each game.
  func codeLenses(_ document: TextDocument) -> Value {
    let sections = DocumentSection.all(of: document)
    var lenses: [Value] = []
    func add(_ title: String, _ command: ServerCommand, at line: Int) {
      let place = document.text(ofLine: line)
      lenses.append([
        "range": document.range(of: place, encoding),
        "command": [
          "title": .string(title), "command": .string(command.rawValue),
          "arguments": [.string(document.uri), .integer(line)],
        ],
      ])
    }
    guard let first = DocumentSection.firstCommand(of: document) else { return .array([]) }
    add("run", .run, at: first)
    for section in sections where section.kind == .game {
      add("resume here", .resume, at: document.lineNumber(at: section.heading.lowerBound))
    }
    return .array(lenses)
  }

  /// Runs a command of a lens. Its result is a text, which is also shown to the user.
  mutating func execute(_ params: Value) throws(RPCError) -> Value {
    guard let name = params["command"]?.string else {
      throw .invalidParams("`command` is missing")
    }
    guard let command = ServerCommand(rawValue: name) else {
      throw .invalidParams("there is no command `\(name)`")
    }
    let arguments = params["arguments"]?.array ?? []
    guard let uri = arguments.first?.string, let document = documents[uri] else {
      throw .invalidParams("the first argument is the URI of an open document")
    }
    let text: String
    var isFine = true
    switch command {
    case .run:
      let errors = currentFindings(of: document).filter { $0.severity == .error }
      isFine = errors.isEmpty
      text =
        isFine
        ? "everything passed"
        : "\(Plural(errors.count, "difference")); the first is in line "
          + "\(document.lineNumber(at: errors[0].range.lowerBound))"
    case .resume:
      let line = arguments.dropFirst().first?.integer ?? 1
      text = "parlor --resume-at \(Word.written("\(document.path):\(line)"))"
    }
    send("window/showMessage", ["type": .integer(isFine ? 3 : 2), "message": .string(text)])
    return .string(text)
  }
}

/// The commands that a client can send to the server.
enum ServerCommand: String, CaseIterable {
  /// Tests the document of the first argument.
  case run = "parlor.run"
  /// Shows how to open the prompt before a line of it.
  case resume = "parlor.resume"
}

/// A part of a document that has a title.
struct DocumentSection {
  /// The numbers are those of `SymbolKind`.
  enum Kind: Int {
    case heading = 15
    case game = 5
    case file = 1
  }

  var kind: Kind
  var title: String
  /// The line of the title.
  var heading: Range<Int>
  /// From this line to the end.
  var range: Range<Int>

  /// The commands that a document has, each with its number and text.
  private static func commands(of document: TextDocument) -> [(line: Int, text: String)] {
    if document.isScript {
      return Script(document.bytes, isScenario: false).lines.map {
        ($0.number, String(decoding: $0.bytes, as: UTF8.self))
      }
    }
    return ScenarioParser.parse(document.bytes, path: document.path).scenario.steps
      .filter { $0.file == nil }
      .map { ($0.line, String(decoding: document.bytes[$0.command], as: UTF8.self)) }
  }

  static func firstCommand(of document: TextDocument) -> Int? { commands(of: document).first?.line }

  static func all(of document: TextDocument) -> [DocumentSection] {
    var sections: [DocumentSection] = []
    func add(_ kind: Kind, _ title: some StringProtocol, _ line: Range<Int>) {
      guard !title.isEmpty else { return }
      sections.append(
        DocumentSection(kind: kind, title: String(title), heading: line, range: line))
    }
    for command in commands(of: document) {
      let words = command.text.split(separator: " ").drop { $0.allSatisfy(\.isNumber) }
      guard let verb = words.first else { continue }
      let kind: Kind? =
        switch verb {
        case "new", "copy", "batch": .game
        case "load", "source", "replay": .file
        default: nil
        }
      guard let kind else { continue }
      let title = (verb == "new" && words.count > 1 ? words.dropFirst() : words)
        .joined(separator: " ")
      add(kind, title, document.text(ofLine: command.line))
    }
    if !document.isScript && !document.isMarkdown {
      var start = 0
      while start < document.bytes.count {
        let line = document.line(at: start)
        let text = document.bytes[document.trimmed(line)]
        let marks = text.prefix { $0 == UInt8(ascii: "#") }
        if !marks.isEmpty, text[marks.endIndex...].first == 0x20 {
          add(
            .heading, String(decoding: text[(marks.endIndex + 1)...], as: UTF8.self),
            document.trimmed(line))
        }
        start = line.upperBound + 1
      }
    }
    sections.sort { $0.heading.lowerBound < $1.heading.lowerBound }
    for index in sections.indices {
      // A heading includes the games up to the next heading; a game ends at either.
      let next = sections[(index + 1)...].first {
        sections[index].kind != .heading || $0.kind == .heading
      }
      let end = next?.heading.lowerBound ?? document.bytes.count
      sections[index].range =
        sections[index].heading
        .lowerBound..<max(
          sections[index].heading.upperBound,
          lastText(before: end, after: sections[index].heading.lowerBound, of: document))
    }
    return sections
  }

  /// The end of the last line with text before a place.
  private static func lastText(before end: Int, after start: Int, of document: TextDocument) -> Int
  {
    document.bytes[start..<end].lastIndex { $0 > 0x20 }.map { $0 + 1 } ?? start
  }
}
