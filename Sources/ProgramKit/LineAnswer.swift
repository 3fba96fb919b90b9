import LineSyntax
public import ParlorEngine
public import ParlorKit

/// What a server of the line protocol sends to a client that asked for answers: a JSON object on a
/// line of its own for each line of the client. The last one says why the session is over.
///
/// A client that begins with the line ``Request`` can tell from the answers that every line was
/// executed, which of them failed, and that the session ended as it should. Other clients get plain
/// replies.
public enum LineAnswer: Sendable, Equatable {
  /// The server answers lines from here on. It is the answer to the request.
  case ready(server: String)
  /// A line was executed: its output, and its error if it failed. An error has a message only if
  /// the output does not have it. If the line has ended the session, nothing follows.
  case done(output: String, problem: Diagnostic?, end: End? = nil)
  /// The session is over, and nothing follows.
  case end(End)

  /// Why a session is over.
  public enum End: String, Sendable {
    /// The client said `quit`, or has closed its side after its last line.
    case quit
    /// A line failed, and the client asked to stop then.
    case failed
    /// The lines took too long.
    case limit
    /// The client sent nothing for too long.
    case idle
    /// The server stops.
    case stopping
  }

  /// The first line of a client that wants answers.
  public struct Request: Sendable, Equatable {
    /// The verb of the line.
    private static let verb = "answer"

    /// Whether the session ends at the first line that fails.
    public var stops: Bool

    package init(stops: Bool) { self.stops = stops }

    /// Reads `answer` or `answer stop`; `nil` for other lines.
    public init?(_ line: ArraySlice<UInt8>) {
      let words = Line.trimmed(line).split(separator: UInt8(ascii: " "))
        .map { String(decoding: $0, as: UTF8.self) }
      guard words == [Self.verb] || words == [Self.verb, "stop"] else { return nil }
      self.init(stops: words.count == 2)
    }

    /// The request as a line.
    package var line: String { "\(Self.verb)\(stops ? " stop" : "")\n" }
  }
}

extension LineAnswer {
  /// Writes the answer as a line.
  public func write(to text: inout TextWriter) {
    var json = JSONWriter()
    // The JSON continues the text, without a copy of it.
    swap(&json.text, &text)
    json.writeObject { json in
      switch self {
      case .ready(let server):
        json.write(key: "ready")
        json.write(server)
      case .done(let output, let problem, let end):
        json.write(key: "ok")
        json.write(problem == nil)
        json.write(key: "output")
        json.write(output)
        if let problem {
          json.write(key: "error")
          Self.write(problem, to: &json)
        }
        if let end {
          json.write(key: "end")
          json.write(end.rawValue)
        }
      case .end(let reason):
        json.write(key: "end")
        json.write(reason.rawValue)
      }
    }
    swap(&json.text, &text)
    text.breakLine()
  }

  private static func write(_ problem: Diagnostic, to json: inout JSONWriter) {
    json.writeObject { json in
      json.write(key: "code")
      json.write(problem.code.rawValue)
      guard !problem.message.isEmpty else { return }
      json.write(key: "message")
      json.write(problem.message)
      if let range = problem.range {
        json.write(key: "column")
        json.write(range.lowerBound + 1)
        json.write(key: "length")
        json.write(range.count)
      }
      json.write(key: "help")
      json.write(.strings(problem.help))
    }
  }

  /// Reads a line that a server has sent; `nil` if it is not an answer.
  package init?(_ line: ArraySlice<UInt8>) {
    guard line.first == UInt8(ascii: "{"), let value = try? JSONReader.read(line) else {
      return nil
    }
    if let server = value["ready"]?.string {
      self = .ready(server: server)
      return
    }
    // A reason that only later versions know is a bad one.
    let end = value["end"]?.string.map { End(rawValue: $0) ?? .stopping }
    if let isFine = value["ok"]?.bool, let output = value["output"]?.string {
      let problem = isFine ? nil : Self.problem(in: value["error"])
      self = .done(output: output, problem: problem, end: end)
    } else if let end {
      self = .end(end)
    } else {
      return nil
    }
  }

  private static func problem(in value: Value?) -> Diagnostic {
    let code = value?["code"]?.string.flatMap(ErrorCode.init) ?? .internal
    let help = value?["help"]?.array?.compactMap(\.string) ?? []
    var range: Range<Int>?
    if let column = value?["column"]?.integer, let length = value?["length"]?.integer,
      1...Line.limit + 1 ~= column, 0...Line.limit ~= length
    {
      range = column - 1..<column - 1 + length
    }
    return Diagnostic(
      code: code, message: value?["message"]?.string ?? "", range: range, help: help)
  }
}
