import CEditline

/// The lines of this session, for libedit to walk through; nothing is written to disk.
final class History {
  let pointer: OpaquePointer
  private var last: [UInt8] = []

  /// How many lines are kept; the oldest go first.
  private static let limit: Int32 = 2_000

  init?() {
    guard let pointer = history_winit() else { return nil }
    self.pointer = pointer
    _ = cedit_history_size(pointer, Self.limit)
  }

  deinit {
    history_wend(pointer)
  }

  /// Keeps `line`, unless it is empty, begins with a blank, or repeats the one before.
  func remember(_ line: [UInt8]) {
    guard let first = line.first, first != UInt8(ascii: " "), line != last else { return }
    last = line
    let characters = String(decoding: line, as: UTF8.self).unicodeScalars
    _ = cedit_history_enter(pointer, WideText.terminated(characters))
  }
}
