import Platform
import Scenarios

/// Runs `parlor test --watch`: again whenever a file changes, until `q`.
struct TestWatch {
  private let options: TestOptions

  init(_ options: TestOptions) { self.options = options }

  /// Runs until the user quits or standard input ends.
  func run() -> ExitStatus {
    var filters = options.scenarios.selection.filters
    // The watch begins before the files are read, so that no change is missed.
    var watch = FolderWatch(WatchedFiles.folders(of: options.paths))
    var status = round(filters)
    while true {
      StandardError.write("watching; Enter runs all, f filters, b blesses, q quits\n")
      let event = watch.wait()
      watch = FolderWatch(WatchedFiles.folders(of: options.paths))
      switch event {
      case .changed(let paths):
        let touched = WatchedFiles.touched(by: paths, among: options.paths)
        if !touched.isEmpty { status = round(filters, only: touched) }
      case .input:
        switch StandardInput.answer() {
        case "q", nil: return status
        case "b": status = round(filters, blesses: true)
        case "f":
          StandardError.write("only paths with the text (empty: all): ")
          let text = StandardInput.line() ?? ""
          filters = text.isEmpty ? options.scenarios.selection.filters : [text]
          status = round(filters)
        default: status = round(filters)
        }
      }
    }
  }

  private func round(
    _ filters: [String], only files: Set<String>? = nil, blesses: Bool = false
  ) -> ExitStatus {
    TestRun(options).run { settings in
      settings.selection.filters = filters
      if let files { settings.selection.files = files }
      if blesses { settings.blesses = true }
    }
  }
}
