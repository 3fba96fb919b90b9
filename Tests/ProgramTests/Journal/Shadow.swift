import TestKit

/// A session that nobody kills: it gets the same lines as the one under test.
final class Shadow {
  private let child: Child

  init() throws {
    child = try Program.start(["--echo", "--keep-going"])
    _ = try ask("")
  }

  /// Runs a line and returns the lines of its reply.
  func ask(_ line: String) throws -> [String] {
    try child.write("\(line)\necho @@\n")
    var reply: [String] = []
    while let line = try child.readLine(), line != "@@" {
      if !line.isEmpty, !line.hasPrefix("> ") { reply.append(line) }
    }
    return reply
  }

  /// Runs a line.
  ///
  /// - Returns: whether it was accepted.
  func accepts(_ line: String) throws -> Bool {
    !(try ask(line)).contains { $0.hasPrefix("error[") }
  }

  /// The moves that are legal now, as far as they can be typed as they are listed.
  var legalMoves: [String] {
    get throws {
      try ask("legal 40").filter { line in
        !line.hasPrefix("error") && !line.hasPrefix("and ") && !line.hasPrefix("No ")
          && line.unicodeScalars.allSatisfy { $0.isASCII && !(65...90 ~= $0.value) }
      }
    }
  }
}

/// What is compared: the open games, their numbers apart, and the log of the current one, apart from the
/// time between its moves.
struct SessionPicture: Equatable {
  private var games: [String]
  private var log: [String]

  init(games: [String], log: [String]) {
    self.games = games.map { line in
      String(line.prefix(1)) + line.dropFirst().drop { $0 == " " || $0.isNumber }
    }
    self.log = log.filter { !$0.hasPrefix("clock ") }
  }
}
