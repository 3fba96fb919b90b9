import CEditline
import LibC

/// Writes short texts to a terminal, without a buffer.
struct TerminalOutput {
  let descriptor: Int32
  /// Text to write together with the next one.
  var pending = ""

  var size: WindowSize { WindowSize(of: descriptor) }

  /// Writes pending text and `text` in one piece.
  mutating func send(_ text: String) {
    let all = pending + text
    pending = ""
    if !all.isEmpty { Self.write(all, to: descriptor) }
  }

  /// Writes all of `text`, unless the terminal is gone.
  static func write(_ text: String, to descriptor: Int32) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { bytes in
        LibC.write(descriptor, bytes.baseAddress, bytes.count)
      }
      if count < 0 {
        switch errno {
        case EINTR: break
        case EAGAIN, EWOULDBLOCK:
          // Another program has made the shared terminal non-blocking.
          var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
          _ = poll(&entry, 1, -1)
        default: return
        }
      }
      rest = rest.dropFirst(max(count, 0))
    }
  }
}

/// The size of a terminal.
struct WindowSize: Equatable {
  var rows: Int
  var columns: Int

  /// The current size, within ``limit``; 24 rows and 80 columns if the terminal does not report one.
  init(of descriptor: Int32) {
    var size = winsize()
    _ = cedit_window_size(descriptor, &size)
    rows = size.ws_row > 0 ? min(Int(size.ws_row), Self.limit.rows) : 24
    columns = size.ws_col > 1 ? min(Int(size.ws_col), Self.limit.columns) : 80
  }

  private init(rows: Int, columns: Int) { (self.rows, self.columns) = (rows, columns) }

  /// The largest size, for which libedit allocates 32 MB.
  static let limit = WindowSize(rows: 1_000, columns: 4_096)

  /// Whether a terminal reports a size for which libedit allocates more: it asks the terminal itself
  /// when it starts.
  static func exceedsLimit(_ descriptor: Int32) -> Bool {
    var size = winsize()
    _ = cedit_window_size(descriptor, &size)
    return Int(size.ws_row) * Int(size.ws_col) > limit.rows * limit.columns
  }

  /// Whether the terminal wraps long rows again when it becomes narrower.
  ///
  /// No terminal reports it. Most do; xterm, the Linux console and GNU screen cut rows off.
  static var reflows: Bool {
    let name = getenv("TERM").map { String(cString: $0) } ?? ""
    return getenv("XTERM_VERSION") == nil && getenv("STY") == nil && name != "linux"
  }
}
