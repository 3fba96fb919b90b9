package import Language

/// What the commands of a file are run against: an interpreter, or something simpler in tests.
package struct ScenarioSession {
  /// Runs a command and returns its reply.
  package var transcribe: (ArraySlice<UInt8>) -> Transcription
  /// A command as transcripts show it.
  package var shown: (ArraySlice<UInt8>) -> ArraySlice<UInt8> = { $0 }
  /// Whether a plugin is installed, for `requires plugin NAME`.
  package var hasPlugin: (String) -> Bool
  /// Whether plugins may be started.
  package var allowsPlugins = true
  /// Stops the running command, which has timed out. Called from another thread.
  package var stop: @Sendable () -> Void

  package init(
    transcribe: @escaping (ArraySlice<UInt8>) -> Transcription,
    hasPlugin: @escaping (String) -> Bool = { _ in false },
    stop: @escaping @Sendable () -> Void = {}
  ) {
    self.transcribe = transcribe
    self.hasPlugin = hasPlugin
    self.stop = stop
  }

  /// A session with a fresh interpreter.
  ///
  /// - Parameter coverage: records what the commands cover.
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
    shown = { interpreter.router.canonical($0) }
    hasPlugin = interpreter.session.hasPlugin
    allowsPlugins = interpreter.session.capabilities.contains(.processes)
    self.stop = stop
  }
}
