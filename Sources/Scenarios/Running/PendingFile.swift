import ParlorEngine
package import ParlorKit
import Platform

/// A file whose new replies wait beside it, in `NAME.new`, for a decision.
package struct PendingFile {
  /// The suffix of the name of a pending file.
  package static let suffix = ".new"

  /// The path of the file.
  package let path: String
  /// The commands whose replies differ.
  package let changes: [Change]
  /// The bytes before the first command, and each command with its reply and the prose after it: of
  /// the file, and of the pending one.
  private var old: [ArraySlice<UInt8>]
  private var new: [ArraySlice<UInt8>]
  private var decisions: [Int: Decision] = [:]

  /// A reply that differs.
  package struct Change: Sendable {
    /// The part of the file.
    fileprivate let part: Int
    /// The line number of the command, from 1.
    package let line: Int
    package let command: String
    package let difference: Difference

    /// Equal for changes that differ only in numbers.
    package var kind: [String] { difference.kind }
  }

  package enum Decision: Sendable, Equatable {
    case accept
    case reject
    /// Stays pending.
    case skip
    /// Is replaced by this text.
    case edit([UInt8])
  }

  /// Reads a file and its pending one.
  package init(_ path: String) throws(ScenarioError) {
    self.path = path
    do throws(FileError) {
      let isThere = FileSystem.kind(of: path) != .missing
      let before = isThere ? try FileSystem.read(path) : []
      let changed = FileError(
        .read, path + Self.suffix,
        because: "\(path) has changed since; run `parlor test --pending` again")
      // The pending file lacks later changes of the file.
      if isThere, try FileSystem.time(of: path) > FileSystem.time(of: path + Self.suffix) {
        throw changed
      }
      let (numbers, old) = Self.parts(of: before, path)
      let (_, new) = Self.parts(of: try FileSystem.read(path + Self.suffix), path)
      (self.old, self.new) = (old, new)
      let firsts = { (parts: [ArraySlice<UInt8>]) in
        parts.enumerated().map { $0.offset == 0 ? $0.element : $0.element.prefix { $0 != 0x0A } }
      }
      guard path.hasSuffix(".golden") || firsts(old) == firsts(new) else { throw changed }
      changes = old.indices.filter { old[$0] != new[$0] }.map { part in
        Change(part: part, line: numbers[part], from: old[part], to: new[part])
      }
    } catch {
      throw ScenarioError(path: path, line: nil, reason: .io(error))
    }
  }

  /// The files with pending ones at some paths: either of the two files, and folders.
  ///
  /// - Returns: the files, and the folders that cannot be read.
  package static func find(_ paths: [String]) -> (files: [String], errors: [ScenarioError]) {
    var found: [String] = []
    var errors: [ScenarioError] = []
    for path in paths {
      if FileSystem.kind(of: path) == .folder {
        errors += FolderWalk.forEachFile(of: path) { name, path, _ in
          let file = String(path.dropLast(suffix.count))
          if name.hasSuffix(suffix),
            ScenarioTarget.kind(of: file) != nil || file.hasSuffix(".golden")
          {
            found.append(file)
          }
        }
      } else {
        let file = path.hasSuffix(suffix) ? String(path.dropLast(suffix.count)) : path
        if FileSystem.kind(of: file + suffix) == .file { found.append(file) }
      }
    }
    return (found, errors)
  }

  package mutating func decide(_ decision: Decision, on change: Change) {
    decisions[change.part] = decision
  }

  /// The new text of a change, for an editor.
  package func text(of change: Change) -> [UInt8] { Array(new[change.part]) }

  /// Writes the file with the accepted replies, and keeps or removes the pending file.
  package func save() throws(ScenarioError) {
    var file: [UInt8] = []
    var pending: [UInt8] = []
    for part in old.indices {
      let decision = decisions[part] ?? .skip
      let isChange = old[part] != new[part]
      switch decision {
      case .accept:
        file += new[part]
        pending += new[part]
      case .edit(let bytes):
        file += bytes
        pending += bytes
      case .reject:
        file += old[part]
        pending += old[part]
      case .skip:
        file += old[part]
        pending += isChange ? new[part] : old[part]
      }
    }
    do throws(ScenarioError.Reason) {
      let before = Array(old.joined())
      if file != before { try Scenario.save(file, to: path, replacing: before) }
      if pending == file {
        guard FileSystem.remove(path + Self.suffix) else {
          throw .io(FileError(.remove, path + Self.suffix))
        }
      } else {
        try Self.write(pending, of: path)
      }
    } catch {
      throw ScenarioError(path: path, line: nil, reason: error)
    }
  }

  /// Removes the pending file of a file that passes.
  static func remove(of path: String) {
    if !isForeign(path) { FileSystem.remove(path + suffix) }
  }

  /// Whether what has the name of the pending file of a file is no such file: it has no commands. A golden file can
  /// be anything.
  private static func isForeign(_ path: String) -> Bool {
    guard !path.hasSuffix(".golden"), let bytes = try? FileSystem.read(path + suffix) else {
      return false
    }
    return !bytes.isEmpty && parts(of: bytes, path).parts.count == 1
  }

  /// Writes the pending file of a file, in place of an earlier one.
  static func write(_ bytes: [UInt8], of path: String) throws(ScenarioError.Reason) {
    let pending = path + suffix
    do throws(FileError) {
      if FileSystem.isSymbolicLink(pending) {
        throw FileError(.write, pending, because: "it is a symbolic link")
      }
      if isForeign(path) {
        throw FileError(.write, pending, because: "it exists, and is not a pending file")
      }
      try FileSystem.write(bytes, to: pending)
    } catch {
      throw .io(error)
    }
  }

  /// The parts of a file, with their line numbers. A golden file is one part.
  static func parts(
    of bytes: [UInt8], _ path: String
  ) -> (lines: [Int], parts: [ArraySlice<UInt8>]) {
    if path.hasSuffix(".golden") { return ([1], [bytes[...]]) }
    let lines = SourceLine.all(of: bytes)
    let steps = ScenarioParser.parse(bytes, path: path).scenario.steps
    let starts = steps.map { lines[$0.line - 1].extent.lowerBound }
    let bounds = [0] + starts + [bytes.count]
    return ([1] + steps.map(\.line), zip(bounds, bounds.dropFirst()).map { bytes[$0..<$1] })
  }
}

extension PendingFile.Change {
  fileprivate init(
    part: Int, line: Int, from old: ArraySlice<UInt8>, to new: ArraySlice<UInt8>
  ) {
    let (before, after) = (ReplyLines.split(Array(old)), ReplyLines.split(Array(new)))
    let items = before.enumerated().map { index, line in
      let test = LineTest(.plain(line), index: index, isError: true, values: CaptureValues())
      return ExpectedItem(kind: .once(test), lines: index..<(index + 1))
    }
    self.part = part
    self.line = line
    command = String(decoding: before.first?.dropFirst(2) ?? [], as: UTF8.self)
    difference = Difference(
      Aligner.align(items, with: after, code: nil), expected: before.map { ($0, true) }, got: after)
  }

  /// Writes the place and the difference.
  package func write(of path: String, to text: inout TextWriter) {
    text.write(Styled(.strong, "\(path.visible):\(line)"), "\n")
    difference.write(to: &text)
  }
}
