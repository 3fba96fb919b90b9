import LineEditing
import Platform
import Scenarios

/// Runs `parlor test --watch`: again whenever a file changes, until `q`. On a terminal a key acts
/// at once; elsewhere the first letter of a line counts.
struct TestWatch {
  private let test: TestRun

  init(_ test: TestRun) { self.test = test }

  /// Runs until the user quits or standard input ends.
  func run() -> ExitStatus {
    var filters = test.scenarios.selection.filters
    // The watch begins before the files are read, so that no change is missed.
    var watch = FolderWatch(WatchedFiles.folders(of: test.paths))
    var status = round(filters)
    while true {
      // Catch signals before telling the user about keys.
      var keys = SingleKeys()
      StandardError.write("watching; Enter runs all, f filters, b blesses, q quits\n")
      let event = watch.wait(or: keys?.signalEnd ?? -1)
      let answer: String? = event == .input ? Self.answer(isKey: keys != nil) : ""
      if event == .other, keys?.isEnded() == false { continue }
      if keys != nil, answer == Self.unknownKey { continue }
      // Restore the terminal while files run.
      keys = nil
      watch = FolderWatch(WatchedFiles.folders(of: test.paths))
      switch event {
      case .changed(let paths):
        let touched = WatchedFiles.touched(by: paths, among: test.paths)
        if !touched.isEmpty { status = round(filters, only: touched) }
      case .other: return .interrupted
      case .input:
        switch answer {
        case "q", nil: return status
        case "b": status = round(filters, blesses: true)
        case "f":
          StandardError.write("only paths with the text (empty: all): ")
          let text = StandardInput.line() ?? ""
          filters = text.isEmpty ? test.scenarios.selection.filters : [text]
          status = round(filters)
        default: status = round(filters)
        }
      }
    }
  }

  /// A key without a meaning.
  private static let unknownKey = "?"

  /// The user's answer; `nil` at the end.
  private static func answer(isKey: Bool) -> String? {
    guard isKey else { return StandardInput.answer() }
    // Arrows and other keys arrive as several bytes, and have no meaning here.
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = bytes.withUnsafeMutableBytes { FileSystem.read(0, into: $0) }
    // Ctrl-D is also a key.
    guard count > 0, count > 1 || bytes[0] != 4 else { return nil }
    let key = String(decoding: bytes[..<count], as: UTF8.self).lowercased()
    return ["q", "b", "f"].contains(key) ? key : ["\r", "\n"].contains(key) ? "" : unknownKey
  }

  private func round(
    _ filters: [String], only files: Set<String>? = nil, blesses: Bool = false
  ) -> ExitStatus {
    test.run { settings in
      settings.selection.filters = filters
      if let files { settings.selection.files = files }
      if blesses { settings.blesses = true }
    }
  }
}
