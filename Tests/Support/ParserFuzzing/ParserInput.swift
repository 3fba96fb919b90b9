import Fuzzing
import GameCatalog
import JSONRPC
import LanguageServer
import LineSyntax
import ParlorEngine
import ParlorKit
import Plugins
import Records
import Scenarios
import Simulation

/// Bytes for one of the parsers: the first names it, the others are what it reads.
package struct ParserInput {
  private let parser: Parser
  private let bytes: [UInt8]

  /// What reads bytes that somebody else has made.
  private enum Parser: Character, CaseIterable {
    case answer = "a"
    case definition = "d"
    case framing = "f"
    case game = "g"
    case json = "j"
    case lines = "l"
    case markdown = "m"
    case part = "p"
    case results = "r"
    case scenario = "s"
    case text = "t"
  }

  /// The most lines of a session: one game takes many lines.
  private static let maxLines = 60

  /// Takes an input. A first byte that names no parser stands for some parser.
  package init(_ input: [UInt8]) {
    let first = input.first ?? 0
    let others = Parser.allCases[Int(first) % Parser.allCases.count]
    parser = Parser(rawValue: Character(Unicode.Scalar(first))) ?? others
    bytes = Array(input.dropFirst())
  }

  /// What is wrong with what the parser made of the bytes; nil if nothing is. A trap ends the process
  /// instead.
  package func fault() -> String? {
    switch parser {
    case .answer: answer()
    case .definition: definition()
    case .framing: framing()
    case .game: game()
    case .json: json()
    case .lines: lines()
    case .markdown: scenario(path: "a.md")
    case .part: part()
    case .results: results()
    case .scenario: scenario(path: "a.scenario")
    case .text: text()
    }
  }
}

// MARK: - Lines and scenarios

extension ParserInput {
  private func lines() -> String? {
    var session = FuzzSession(games: GameCatalog.games, seed: 1)
    for line in bytes.split(separator: 0x0A).prefix(Self.maxLines) where !session.isOver {
      do throws(FuzzFinding) {
        _ = try session.feed(Array(line), .reply)
      } catch {
        return "\(error.violation), after `\(String(decoding: line, as: UTF8.self))`"
      }
    }
    return nil
  }

  private func text() -> String? {
    var line = Line()
    try? line.read(bytes[...])
    for line in Script(bytes, isScenario: true).lines {
      _ = TranscriptSyntax.ending(of: line.bytes)
      _ = TranscriptSyntax.marker(of: line.bytes)
      var start = line.bytes.startIndex
      while let place = TranscriptSyntax.nextPlaceholder(in: line.bytes, from: start) {
        guard place.range.upperBound > start else { return "a placeholder is empty" }
        start = place.range.upperBound
      }
    }
    return nil
  }

  private func scenario(path: String) -> String? {
    guard let once = try? ScenarioFormat.formatted(bytes, path: path) else { return nil }
    let again = try? ScenarioFormat.formatted(once, path: path)
    return again == once ? nil : "the format of what was formatted differs"
  }
}

// MARK: - Files that are kept

extension ParserInput {
  private func game() -> String? {
    let session = Interpreter(Settings(games: GameCatalog.games)).session
    _ = LogSum.endsEarly(bytes)
    _ = try? session.check(log: bytes, path: "a.parlor")
    return nil
  }

  private func part() -> String? {
    guard let part = TournamentPart(file: bytes) else { return nil }
    guard TournamentPart(file: part.file) == part else { return "a part that was written differs" }
    _ = part.report
    _ = TournamentPart.missing(in: [part])
    return nil
  }

  private func results() -> String? {
    let check = ResultsFile.check(bytes)
    return check.count + check.findings.count > bytes.count ? "there are too many lines" : nil
  }
}

// MARK: - JSON

extension ParserInput {
  private func json() -> String? {
    let value = try? JSONReader.read(bytes)
    if let value, (try? JSONReader.read(Array(value.json.utf8))) != value {
      return "a value that was written differs"
    }
    guard let checked = CheckedJSON(bytes) else { return nil }
    guard let value, let fields = value.fields else { return "what is no object was accepted" }
    for field in fields where checked[field.name] != value[field.name] {
      return "the member `\(field.name)` differs"
    }
    return checked.value == value ? nil : "the object differs"
  }

  private func framing() -> String? {
    var whole = MessageFraming()
    var pieces = MessageFraming()
    guard let all = try? whole.take(bytes) else { return nil }
    var some: [RPCMessage] = []
    for start in stride(from: 0, to: bytes.count, by: 7) {
      guard let messages = try? pieces.take(bytes[start...].prefix(7)) else {
        return "the input cannot be taken in pieces"
      }
      some += messages
    }
    return some == all ? nil : "the messages of pieces differ"
  }

  private func definition() -> String? {
    guard let value = try? JSONReader.read(bytes) else { return nil }
    _ = try? PluginIdentity(value, reserved: ["new", "help", "set"])
    return nil
  }

  private func answer() -> String? {
    guard let answer = try? PluginAnswer(reading: bytes[...]) else { return nil }
    _ = GameEvent.all(answer["events"])
    for count in [nil, 2] {
      let checked = try? PluginSnapshot(answer.object("state"), playerCount: count)
      let read = try? PluginSnapshot(answer["state"], playerCount: count)
      guard checked?.status == read?.status else { return "the states differ" }
      _ = checked?.view
    }
    return nil
  }
}
