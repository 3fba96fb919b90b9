import CEditline
import LibC

/// How many rows and columns a terminal has now.
struct WindowSize: Equatable {
  var rows: Int
  var columns: Int

  /// The size of a terminal; 24 times 80 where it does not tell.
  init(of descriptor: Int32) {
    var size = winsize()
    _ = cedit_window_size(descriptor, &size)
    rows = size.ws_row > 0 ? Int(size.ws_row) : 24
    columns = size.ws_col > 1 ? Int(size.ws_col) : 80
  }

  /// Whether the terminal moves the ends of long rows to the next one when it gets narrower.
  ///
  /// Nothing tells; most of today do. xterm, the console and GNU screen cut them off.
  static var reflows: Bool {
    let name = getenv("TERM").map { String(cString: $0) } ?? ""
    return getenv("XTERM_VERSION") == nil && getenv("STY") == nil && name != "linux"
  }
}
