package import ParlorKit

extension Reply {
  /// Writes the reply in its format, ended by a line break unless it is empty.
  package func write(to text: inout TextWriter) {
    switch format {
    case .text: writeText(to: &text)
    case .json: writeJSON(to: &text)
    }
  }

  private func writeText(to text: inout TextWriter) {
    if let problem { return problem.write(to: &text) }
    for event in events {
      event.write(to: &text)
      text.breakLine()
    }
    if showsSituation, let game {
      game.writeSituation(to: &text)
      text.breakLine()
    }
  }
}

extension Diagnostic {
  /// Writes the problem as transcripts show it: the error, then indented lines of help.
  package func write(to text: inout TextWriter) {
    text.write(Styled(.bad, "error[\(code.rawValue)]:"), " ", message)
    text.breakLine()
    for line in help { text.write("  ", line, "\n") }
  }
}
