import TestKit

@testable import ParlorEngine

/// A small reader of transcripts: runs what stands behind `> ` and writes it with its replies.
enum Replay {
  /// The transcript of the commands of a transcript, in a session.
  static func transcript(of text: String, in session: Session) -> String {
    var output = ""
    for line in text.split(separator: "\n") where line.hasPrefix("> ") {
      let result = session.interpreter.transcribe(Array(line.utf8.dropFirst(2))[...])
      output += "\(line)\n"
      for reply in result.text.split(separator: UInt8(ascii: "\n")) {
        output += String(decoding: TranscriptSyntax.escaped(reply), as: UTF8.self) + "\n"
      }
      if result.isOver { break }
    }
    return output
  }
}
