import LibC
import LineEditing

/// What the environment asks for.
struct ProbeSettings {
  /// `PROBE_HISTORY`, a path, and `PROBE_HISTORY_LIMIT`, a number of entries.
  var historyFile: HistoryFile? {
    guard let path = Self.value("PROBE_HISTORY") else { return nil }
    let limit = Self.value("PROBE_HISTORY_LIMIT").flatMap { Int($0) }
    return HistoryFile(path, limits: limit.map { HistoryFile.Limits(entries: $0) } ?? .init())
  }

  /// `PROBE_ASSISTS` gives help of all kinds, `PROBE_COLORLESS` takes the colours away.
  func apply(to editor: LineEditor) {
    if Self.value("PROBE_ASSISTS") != nil {
      ProbeLanguage.apply(to: editor)
    }
    editor.usesColor = Self.value("PROBE_COLORLESS") == nil
    apply(to: editor as any LineReader)
  }

  /// `PROBE_NEWS` says what is posted, with its number, at each SIGUSR2: `news` a text, `prompt` a
  /// new prompt, `both` both. `PROBE_TICK` counts the milliseconds between changes of the prompt.
  func apply(to reader: any LineReader) {
    if let text = Self.value("PROBE_NEWS") {
      NewsThread.start(text, reader.notices)
    }
    if let interval = Self.value("PROBE_TICK").flatMap({ Int($0) }) {
      let notices = reader.notices
      var count = 0
      reader.tick = LineTick(every: .milliseconds(interval)) {
        count += 1
        notices.setPrompt("tick \(count)> ")
      }
    }
  }

  private static func value(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }
}
