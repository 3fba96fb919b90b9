package import ParlorKit

/// What a line brought about, as a transcript shows it.
package struct Transcription: Sendable {
  /// The lines of the reply, each ended by LF; empty for an empty reply.
  package var text: [UInt8] = []
  /// The code, if the line was refused.
  package var code: ErrorCode?
  /// Whether the session is over.
  package var isOver = false
}

extension Interpreter {
  /// Runs one line as a transcript shows it: an error is part of the text.
  ///
  /// - Parameter observe: sees each reply.
  package func transcribe(
    _ line: ArraySlice<UInt8>, observe: ((Reply) -> Void)? = nil
  ) -> Transcription {
    var text = TextWriter()
    var result = Transcription()
    let outer = onReply
    defer { onReply = outer }
    onReply = { reply in
      observe?(reply)
      reply.write(to: &text)
      result.code = reply.problem?.code
      result.isOver = reply.endsSession
    }
    execute(line)
    result.text = text.bytes
    return result
  }

  /// The transcript of a script: every command with its reply, past errors, to the end.
  package func echoTranscript(of script: [UInt8]) -> [UInt8] {
    Transcript.echo(script) { transcribe($0) }
  }
}

extension Transcript {
  /// What `parlor --echo --keep-going` prints for a script.
  ///
  /// - Parameter transcribe: runs a line.
  package static func echo(
    _ script: [UInt8], transcribe: (ArraySlice<UInt8>) -> Transcription
  ) -> [UInt8] {
    var bytes: [UInt8] = []
    for line in Script(script, isScenario: false).lines {
      bytes += Transcript.command(line.bytes)
      let reply = transcribe(line.bytes)
      append(reply.text, to: &bytes)
      if reply.isOver { break }
    }
    return bytes
  }
}
