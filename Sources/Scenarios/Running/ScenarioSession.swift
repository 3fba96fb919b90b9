package import ParlorEngine
import ParlorKit

/// Runs the commands of a file: an interpreter, or something simpler in tests.
package struct ScenarioSession {
  /// Runs a command and returns its reply.
  package var transcribe: (ArraySlice<UInt8>) -> Transcription
  /// A command as transcripts show it.
  package var shown: (ArraySlice<UInt8>) -> ArraySlice<UInt8> = { $0 }
  /// Whether a requirement is met.
  package var meets: (SessionRequirement) -> Bool
  /// Whether programs may be started.
  package var allowsPrograms = true
  /// The content of a file that a command named, as a reply; a missing file is an error.
  package var contents: (String) -> Transcription = { _ in Transcription() }
  /// Puts a file where commands find it; returns an error message if that fails.
  package var attach: (String, [UInt8]) -> String? = { _, _ in nil }
  /// Stops the running command, which has timed out. Called from another thread.
  package var stop: @Sendable () -> Void

  package init(
    transcribe: @escaping (ArraySlice<UInt8>) -> Transcription,
    meets: @escaping (SessionRequirement) -> Bool = { _ in false },
    stop: @escaping @Sendable () -> Void = {}
  ) {
    self.transcribe = transcribe
    self.meets = meets
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
    meets = { interpreter.session.meets($0) }
    allowsPrograms = interpreter.session.capabilities.contains(.processes)
    contents = { Self.contents(of: $0, in: interpreter) }
    attach = { name, bytes in
      do throws(CommandError) {
        try interpreter.session.files.write(bytes, to: name)
        return nil
      } catch {
        return error.message
      }
    }
    self.stop = stop
  }

  private static func contents(of name: String, in interpreter: Interpreter) -> Transcription {
    var result = Transcription()
    do throws(CommandError) {
      let bytes = try interpreter.session.files.read(name)
      result.text = Array(
        bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map {
          $0.last == 0x0D ? $0.dropLast() : $0
        }.joined(separator: [0x0A]))
      if let last = result.text.last, last != 0x0A { result.text.append(0x0A) }
    } catch {
      result.code = error.code
      result.text = Array("error[\(error.code.rawValue)]: \(error.message)\n".utf8)
    }
    return result
  }
}
