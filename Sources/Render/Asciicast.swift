package import ParlorKit

/// A session as a file for terminal players: asciicast, version 2 or 3. Its times depend on the
/// text alone.
///
/// Source: docs.asciinema.org, "asciicast v2" and "asciicast v3".
package struct Asciicast {
  package enum Version: Int, Sendable {
    case two = 2
    case three = 3
  }

  private let version: Version
  private var lines: [UInt8] = []
  /// The milliseconds since the beginning, and those of the last event.
  private var time = 0
  private var lastTime = 0

  /// The lines of the file, each a JSON value.
  package var bytes: [UInt8] { lines }

  /// - Parameter rows: the rows of the terminal.
  package init(_ recording: Recording, rows: Int, version: Version) {
    self.version = version
    writeHeader(recording.title, columns: recording.columns, rows: rows)
    output([Recording.prompt])
    for frame in recording.frames {
      time += Pace.enter
      type(frame.command)
      time += Pace.enter
      var reply = TextWriter(styled: true)
      reply.write("\r\n")
      for line in frame.reply {
        line.write(to: &reply)
        reply.write("\r\n")
      }
      Recording.prompt.write(to: &reply)
      output(reply.string)
      time += Pace.reading(frame.reply.count)
    }
  }

  /// What the terminal of a film really got.
  package init(_ film: Film, version: Version) {
    self.version = version
    writeHeader(film.title, columns: film.columns, rows: film.rows)
    for shot in film.shots {
      time = shot.time
      output(String(decoding: shot.output, as: UTF8.self))
    }
    // Players end with the last event.
    if time < film.duration {
      time = film.duration
      output("")
    }
  }

  private mutating func writeHeader(_ title: String, columns: Int, rows: Int) {
    var header: Fields = ["version": .integer(version.rawValue)]
    switch version {
    case .two:
      header["width"] = .integer(columns)
      header["height"] = .integer(rows)
      header["env"] = ["TERM": "xterm-256color"]
    case .three:
      header["term"] = [
        "cols": .integer(columns), "rows": .integer(rows), "type": "xterm-256color",
      ]
    }
    header["title"] = .string(title)
    add(.object(header))
  }

  /// Types a line key by key.
  private mutating func type(_ line: StyledLine) {
    var place = 0
    for run in line.runs {
      for character in run.text {
        time += Pace.key(place)
        place += 1
        output([StyledLine([StyledLine.Run(String(character), run.styles)])])
      }
    }
  }

  private mutating func output(_ lines: [StyledLine]) {
    var text = TextWriter(styled: true)
    for line in lines { line.write(to: &text) }
    output(text.string)
  }

  private mutating func output(_ text: String) {
    let moment = version == .two ? time : time - lastTime
    lastTime = time
    let (seconds, rest) = moment.quotientAndRemainder(dividingBy: 1000)
    lines += "[\(seconds).\(rest.padded(to: 3)),\"o\",\(Value.string(text).json)]\n".utf8
  }

  private mutating func add(_ value: Value) { lines += (value.json + "\n").utf8 }
}

extension StyledLine: TextWritable {
  /// Writes the text with the escape sequences of its styles.
  package func write(to text: inout TextWriter) {
    for run in runs {
      if text.isStyled { for style in run.styles { text.write(style.start) } }
      text.write(run.text)
      if text.isStyled, !run.styles.isEmpty { text.write(Style.end) }
    }
  }
}
