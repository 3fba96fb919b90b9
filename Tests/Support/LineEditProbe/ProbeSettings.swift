import LibC
import LineEditing

/// The settings from environment variables.
struct ProbeSettings {
  /// `PROBE_HISTORY` is the path of the history, and `PROBE_HISTORY_LIMIT` its maximum of entries.
  var historyFile: HistoryFile? {
    guard let path = Self.value("PROBE_HISTORY") else { return nil }
    let limit = Self.value("PROBE_HISTORY_LIMIT").flatMap { Int($0) }
    return HistoryFile(path, limits: limit.map { HistoryFile.Limits(entries: $0) } ?? .init())
  }

  /// `PROBE_ASSISTS` turns on completion, ghosts and colours. `PROBE_COLORLESS` turns colours off.
  func apply(to editor: LineEditor) {
    if Self.value("PROBE_ASSISTS") != nil {
      ProbeLanguage.apply(to: editor)
    }
    editor.usesColor = Self.value("PROBE_COLORLESS") == nil
    apply(to: editor as any LineReader)
  }

  /// `PROBE_NEWS` selects what is printed, with a number, at each SIGUSR2: `news` a text, `prompt` a
  /// new prompt, `both` both. `PROBE_TICK` is the time between changes of the prompt, in
  /// milliseconds.
  func apply(to reader: any LineReader) {
    if let text = Self.value("PROBE_NEWS") {
      NewsThread.start(text, reader.externalPrinter)
    }
    if let interval = Self.value("PROBE_TICK").flatMap({ Int($0) }) {
      let printer = reader.externalPrinter
      var count = 0
      reader.idleCallback = IdleCallback(every: .milliseconds(interval)) {
        count += 1
        printer.setPrompt("tick \(count)> ")
      }
    }
  }

  private static func value(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }
}
