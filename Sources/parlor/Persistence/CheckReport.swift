import ParlorKit
import Scenarios

/// The findings about files.
struct CheckReport {
  let files: [CheckedFile]

  private func count(_ state: CheckedFile.State) -> Int { files.count { $0.state == state } }

  /// The worst status of all files.
  var status: ExitStatus {
    if count(.unreadable) > 0 { return .io }
    return count(.damaged) > 0 ? .failed : .fine
  }

  func write(to text: inout TextWriter) {
    for file in files {
      text.write(file.path.visible, ": ", file.caption, "\n")
      for finding in file.findings {
        text.write("  ", finding.line.map { "line \($0.grouped): " } ?? "", finding.message, "\n")
      }
    }
    let counts = [
      (CheckedFile.State.whole, "whole"), (.damaged, "damaged"), (.unreadable, "unreadable"),
      (.unchecked, "not checked"),
    ].filter { count($0.0) > 0 || $0.0 == .whole }
    text.write(
      Plural(files.count, "file").text, ": ",
      counts.map { "\(count($0.0).grouped) \($0.1)" }.joined(separator: ", "), "\n")
  }

  var fields: Fields {
    [
      "files": .array(files.map { .object($0.fields) }), "whole": .integer(count(.whole)),
      "damaged": .integer(count(.damaged)), "unreadable": .integer(count(.unreadable)),
      "unchecked": .integer(count(.unchecked)),
    ]
  }
}

/// A file that was checked.
struct CheckedFile {
  enum State: String {
    case whole, damaged, unreadable
    /// It needs something that is missing, such as a plugin.
    case unchecked
  }

  enum Kind: String {
    case savedGame = "saved game"
    case journal, part, results, table
    case houseRules = "house rules"
    case drill = "positions to practise"
    case statistics
    case unknown
  }

  struct Finding {
    var line: Int?
    var message: String
  }

  var path: String
  var kind: Kind
  var state = State.whole
  /// The number of its results, rules, games or moves.
  var count: Plural?
  var findings: [Finding] = []

  init(_ path: String, _ kind: Kind) {
    self.path = path
    self.kind = kind
  }

  /// Adds a finding.
  mutating func damage(_ line: Int?, _ message: String) {
    state = .damaged
    findings.append(Finding(line: line, message: message))
  }

  var caption: String {
    let state = state == .unchecked ? "not checked" : state.rawValue
    let what = kind == .unknown ? "" : "\(kind.rawValue), "
    return what + (count.map { "\($0.text), " } ?? "") + state
  }

  var fields: Fields {
    [
      "path": .string(path), "kind": .string(kind.rawValue), "state": .string(state.rawValue),
      "findings": .array(
        findings.map {
          .object(["line": .optional($0.line), "message": .string($0.message)])
        }),
    ]
  }
}
