package import Language

/// What a scenario is played against: an interpreter, or in tests something simpler.
package struct ScenarioSession {
  /// Runs a command and returns its reply as a transcript shows it.
  package var transcribe: (ArraySlice<UInt8>) -> Transcription
  /// Runs a script and returns what `parlor --echo --keep-going` prints for it.
  package var echo: ([UInt8]) -> [UInt8]

  /// A session from two functions.
  package init(
    transcribe: @escaping (ArraySlice<UInt8>) -> Transcription,
    echo: @escaping ([UInt8]) -> [UInt8]
  ) {
    self.transcribe = transcribe
    self.echo = echo
  }

  /// A session with an interpreter that has run nothing yet.
  package init(_ interpreter: Interpreter) {
    transcribe = { interpreter.transcribe($0) }
    echo = { interpreter.echoTranscript(of: $0) }
  }
}
