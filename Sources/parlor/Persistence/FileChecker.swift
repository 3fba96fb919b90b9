import ParlorEngine
import ParlorKit
import Platform
import Records
import Simulation

/// Reads the files that Parlor keeps, by their kind, and checks whether they are intact. It writes
/// and locks nothing.
struct FileChecker {
  private(set) var files: [CheckedFile] = []

  /// The beginnings of files that identify their kind.
  private static let beginnings: [(text: String, kind: CheckedFile.Kind)] = [
    (SavedGame.mark, .savedGame), ("{\"kind\":\"parlor-simulation\"", .part),
    ("{\"schemaVersion\":", .results), ("parlor-table ", .table), (DrillFile.mark, .drill),
  ]

  /// Files of a profile whose names nothing else has.
  private static let ofProfile = ["results.jsonl", "drill.jsonl"]

  /// Checks a file, or all known files in a folder and below it.
  mutating func check(_ path: String) {
    guard FileSystem.kind(of: path) == .folder else { return check(file: path, isNamed: true) }
    walk(path)
  }

  private mutating func walk(_ folder: String) {
    do throws(FileError) {
      for name in try FileSystem.entries(of: folder) {
        let path = folder == "/" ? "/\(name)" : "\(folder)/\(name)"
        let kind = FileSystem.kind(of: path)
        let isOurs = Self.ofProfile.contains(name) || name.hasSuffix(".parlor")
        if isOurs, kind != .file {
          fail(CheckedFile(path, .unknown), FileError(.read, path, because: "it is not a file"))
        } else if kind == .file {
          check(file: path, isNamed: false)
        } else if kind == .folder {
          // A link may lead anywhere, even in a circle.
          guard FileSystem.isSymbolicLink(path) else {
            walk(path)
            continue
          }
          var file = CheckedFile(path, .unknown)
          file.state = .unchecked
          file.findings.append(CheckedFile.Finding(message: "it is a link to a folder"))
          files.append(file)
        }
      }
    } catch {
      fail(CheckedFile(folder, .unknown), error)
    }
  }

  private mutating func fail(_ file: CheckedFile, _ error: FileError) {
    var file = file
    file.state = .unreadable
    file.findings.append(CheckedFile.Finding(message: error.cause))
    files.append(file)
  }

  /// - Parameter isNamed: whether the user has named the file, so that it must be of a known kind.
  private mutating func check(file path: String, isNamed: Bool) {
    let bytes: [UInt8]
    let kind: CheckedFile.Kind
    do throws(FileError) {
      guard let found = try Self.kind(of: path, isNamed: isNamed) else { return }
      kind = found
      bytes = try FileSystem.read(path)
    } catch {
      return fail(CheckedFile(path, .unknown), error)
    }
    var file = CheckedFile(path, kind)
    switch kind {
    case .savedGame, .journal: Self.check(log: bytes, &file)
    case .part:
      if TournamentPart(file: bytes) == nil { file.damage(nil, "its bytes or sums are wrong") }
    case .results: Self.check(results: bytes, &file)
    case .table:
      if !TableCache.isWhole(bytes, at: path) { file.damage(nil, "its digest is wrong") }
    case .houseRules: Self.check(rules: path, &file)
    case .drill:
      let (deck, findings) = DrillFile.read(bytes)
      file.count = Plural(deck.cards.count, "position")
      for (line, message) in findings { file.damage(line, message) }
    case .statistics:
      file.state = .unchecked
      file.findings.append(CheckedFile.Finding(message: "it has no checksum"))
    case .unknown: file.damage(nil, "it does not begin like any file of Parlor")
    }
    files.append(file)
  }

  /// The kind of a file: by its place in a profile, otherwise by its beginning; `nil` if it is not
  /// one to check.
  private static func kind(
    of path: String, isNamed: Bool
  ) throws(FileError) -> CheckedFile.Kind? {
    let names = path.split(separator: "/").map(String.init)
    let name = names.last ?? ""
    let folders = names.dropLast().suffix(2)
    if name.hasSuffix(".parlor") {
      if folders.first == "journal" { return .journal }
      if folders.contains("finished") { return .savedGame }
    }
    if name == "results.jsonl" { return .results }
    if name == "drill.jsonl" { return .drill }
    if name.hasSuffix(".table") { return .table }
    // Copies of damaged files are known to be damaged, and no program reads what a killed one has left unfinished.
    let isLeftOver = name.contains(".parlor.") || [".torn", ".tmp"].contains { name.hasSuffix($0) }
    if !isNamed, isLeftOver { return nil }
    let start = try FileSystem.beginning(of: path, count: 64)
    // `stats export` writes for other programs, too, without a checksum.
    if name.hasSuffix(".csv") || start.contains(Array(",\"overall\":".utf8)) {
      return isNamed ? .statistics : nil
    }
    if let known = beginnings.first(where: { start.starts(with: $0.text.utf8) }) {
      return known.kind
    }
    if name == "rules" { return .houseRules }
    // The beginning of a file may be what is damaged.
    if name.hasSuffix(".part") { return .part }
    if name.hasSuffix(".jsonl"), isNamed { return .results }
    if name.hasSuffix(".parlor"), !isScript(try FileSystem.read(path)) { return .savedGame }
    return isNamed ? .unknown : nil
  }

  /// Whether a file is text, and no line has the digest of a saved game. Scripts are also named
  /// `.parlor`.
  private static func isScript(_ bytes: [UInt8]) -> Bool {
    func hasDigest(_ line: ArraySlice<UInt8>) -> Bool {
      let mark = String(decoding: line.suffix(12), as: UTF8.self)
      return mark.hasPrefix(" # =") && UInt32(mark.dropFirst(4), radix: 16) != nil
    }
    return !bytes.isEmpty && !bytes.contains(0)
      && String(validating: bytes, as: UTF8.self) != nil
      && !bytes.split(separator: 0x0A).contains(where: hasDigest)
  }

  // MARK: - Kinds

  private static func check(log bytes: [UInt8], _ file: inout CheckedFile) {
    var settings = Settings.program()
    // A check starts no plugin.
    settings.runAsData(below: ".", allowing: [])
    let session = Interpreter(settings).session
    do throws(CommandError) {
      let moves = try session.check(log: bytes, path: file.path)
      file.count = Plural(moves, "move")
    } catch {
      switch error.detail {
      case .damagedSave(let line):
        file.damage(line, error.reason(without: "\(file.path):\(line): "))
      case .unusableSave:
        file.state = .unchecked
        file.findings.append(CheckedFile.Finding(message: error.message))
      default: file.damage(nil, error.message)
      }
    }
  }

  private static func check(results bytes: [UInt8], _ file: inout CheckedFile) {
    let report = ResultsFile.check(bytes)
    file.count = Plural(report.count, "result")
    for (line, message) in report.findings { file.damage(line, message) }
  }

  private static func check(rules path: String, _ file: inout CheckedFile) {
    guard let saved = try? HouseRulesFile(path).read() else { return }
    file.count = Plural(saved.rules.count, "rule set")
    for skipped in saved.skipped { file.damage(skipped.line, skipped.reason) }
  }
}
