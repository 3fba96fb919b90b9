import CEditline
import Platform

/// The entered lines, oldest first and without repeats, together with their file.
///
/// libedit has a copy of the newest ones, for the commands of its vi mode. All other commands use
/// `entries`.
final class History {
  /// Called once, with a message, when the file cannot be used. From then on the lines are kept in
  /// memory, and each update tries the file again.
  var onFailure: (_ message: String) -> Void = { _ in }

  private(set) var entries: [[UInt8]] = []
  /// libedit's copy.
  let pointer: OpaquePointer

  private let file: HistoryFile?
  private let limit: Int
  private var hasReportedFailure = false
  private var isUpdateScheduled = false

  /// How many lines libedit has.
  private static let copiedCount = 500

  /// Without a file, lines are kept in memory only.
  init?(_ file: HistoryFile?) {
    guard let pointer = history_winit() else { return nil }
    self.pointer = pointer
    self.file = file
    limit = (file?.limits ?? HistoryFile.Limits()).entries
    _ = cedit_history_size(pointer, Int32(Self.copiedCount))
  }

  deinit {
    history_wend(pointer)
  }

  /// Whether to keep a line: not an empty one, and not one that begins with a space or a tab.
  static func accepts(_ line: [UInt8]) -> Bool {
    line.first.map { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") } ?? false
  }

  /// Adds `line`, and the lines that other programs have appended to the file.
  func update(with line: [UInt8]? = nil) {
    if let file {
      do throws(FileError) {
        add(try file.exchange(line))
      } catch {
        add(file.takeNews())
        if !hasReportedFailure {
          hasReportedFailure = true
          onFailure(error.message)
        }
      }
    }
    if let line {
      add([line])
    }
  }

  /// Makes the next call of `runScheduledUpdate` read the file.
  func scheduleUpdate() {
    isUpdateScheduled = true
  }

  func runScheduledUpdate() {
    guard isUpdateScheduled else { return }
    isUpdateScheduled = false
    update()
  }

  /// Adds lines at the end. Equal lines before them are removed.
  private func add(_ lines: [[UInt8]]) {
    guard !lines.isEmpty else { return }
    if lines.count == 1, entries.last == lines[0] { return }
    var known: Set<[UInt8]> = []
    var added: [[UInt8]] = []
    for line in lines.reversed() where known.insert(line).inserted {
      added.append(line)
    }
    added.reverse()
    entries.removeAll { known.contains($0) }
    entries += added
    entries.removeFirst(max(entries.count - limit, 0))
    for line in added.suffix(Self.copiedCount) {
      let characters = String(decoding: line, as: UTF8.self).unicodeScalars
      _ = cedit_history_enter(pointer, WideText.terminated(characters))
    }
  }
}
