import CEditline

/// The lines that were entered, oldest first and without repeats.
///
/// libedit gets the last of them too, for the commands of its vi mode; all other commands are ours.
final class History {
  /// libedit's copy.
  let pointer: OpaquePointer
  private(set) var entries: [[UInt8]] = []
  private let limit: Int

  /// How many lines libedit has.
  private static let copied = 500

  /// - Parameter limit: how many lines are kept; the oldest go first.
  init?(limit: Int) {
    guard let pointer = history_winit() else { return nil }
    self.pointer = pointer
    self.limit = limit
    _ = cedit_history_size(pointer, Int32(Self.copied))
  }

  deinit {
    history_wend(pointer)
  }

  /// Whether a line is one to keep: not an empty one, nor one that begins with a blank.
  static func accepts(_ line: [UInt8]) -> Bool {
    line.first.map { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") } ?? false
  }

  /// Adds lines at the end; what was there already moves to its new place.
  func add(_ lines: [[UInt8]]) {
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
    for line in added.suffix(Self.copied) {
      let characters = String(decoding: line, as: UTF8.self).unicodeScalars
      _ = cedit_history_enter(pointer, WideText.terminated(characters))
    }
  }
}
