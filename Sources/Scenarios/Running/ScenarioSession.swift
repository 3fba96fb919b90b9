package import Language

/// What a scenario is played against: an interpreter, or in tests something simpler.
package struct ScenarioSession {
  /// Runs a command and returns its reply as a transcript shows it.
  package var transcribe: (ArraySlice<UInt8>) -> Transcription
  /// Whether there is a plugin of a name, for `requires plugin NAME`.
  package var hasPlugin: (String) -> Bool
  /// Tells a command that does not reply to end: kills the plugin that it waits for, stops what
  /// runs for long. It is called on another thread.
  package var stop: @Sendable () -> Void

  /// A session from functions.
  package init(
    transcribe: @escaping (ArraySlice<UInt8>) -> Transcription,
    hasPlugin: @escaping (String) -> Bool = { _ in false },
    stop: @escaping @Sendable () -> Void = {}
  ) {
    self.transcribe = transcribe
    self.hasPlugin = hasPlugin
    self.stop = stop
  }

  /// A session with an interpreter that has run nothing yet.
  ///
  /// - Parameter coverage: notes what the commands touch.
  package init(
    _ interpreter: Interpreter, coverage: Coverage? = nil,
    stop: @escaping @Sendable () -> Void = {}
  ) {
    transcribe = { interpreter.transcribe($0) }
    if let coverage {
      transcribe = { line in
        interpreter.transcribe(line) { coverage.note($0, to: line, in: interpreter) }
      }
    }
    hasPlugin = interpreter.session.hasPlugin
    self.stop = stop
  }
}
