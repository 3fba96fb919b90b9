package import ParlorKit

/// What a line brought about, as a transcript shows it.
package struct Transcription: Sendable {
  /// The lines of the reply, each ended by LF; empty for an empty reply.
  package var text: [UInt8] = []
  /// The code, if the line was refused.
  package var code: RefusalCode?
  /// Whether the session is over.
  package var isOver = false
}

extension Interpreter {
  /// Runs one line as a transcript shows it: an error is part of the text.
  package func transcribe(_ line: ArraySlice<UInt8>) -> Transcription {
    var text = TextWriter()
    var result = Transcription()
    let outer = onReply
    defer { onReply = outer }
    onReply = { reply in
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
    var bytes: [UInt8] = []
    var isOver = false
    let outer = onReply
    defer { onReply = outer }
    onReply = { reply in
      Transcript.append(reply, to: &bytes)
      isOver = reply.endsSession
    }
    for line in Script(script, isScenario: false).lines where !isOver {
      bytes += Transcript.command(line.bytes)
      execute(line.bytes)
    }
    return bytes
  }
}
