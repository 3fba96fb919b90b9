import LibC
import ParlorKit
import Platform
import TestKit
import Testing

/// `parlor verify`, and the same without Parlor.
@Suite(.blocking) struct VerifyCommandTests {
  private static let checker =
    #filePath.split(separator: "/").dropLast(4).reduce("") { "\($0)/\($1)" }
    + "/examples/fair/verify.py"

  private static let games = [
    "new farkle Ann \"Bo B\" fair; fair word 1 über alles; roll; hold best; roll; resign",
    "new farkle Ann Bob target=500 fair; roll; hold best; fair reveal",
    "new mastermind fair; guess 1 2 3 4; resign",
    "new mastermind slots=5 colors=9 repeats=off fair; fair word 1 x; guess 1 2 3 4 5; resign",
    "new minesweeper easy fair; reveal 3 7; flag 1 1; resign",
    "new minesweeper hard first=open fair; reveal 1 30; fair reveal",
    "new minesweeper custom rows=10 cols=21 mines=40 fair; reveal 10 21; resign",
    "new minesweeper fair; reveal 8 8; resign",
    "new minesweeper rows=9 cols=9 mines=12 fair; reveal 5 5; fair reveal",
    "new farkle Ann computer fair; roll; hold best; bank; fair reveal",
    "new farkle Ann Bob fair; fair word Bob \\\\; fair word Ann it's; roll; resign",
    "new minesweeper custom fair rows=19 cols=30; reveal 1 1; resign",
    "new farkle \"a=b\" Bob fair; roll; resign",
  ]

  private func python(_ arguments: [String]) throws -> Outcome {
    try Program.shell("exec python3 \"$@\"", [Self.checker] + arguments)
  }

  @Test func `both checkers pass the games of four kinds and refuse altered ones`() throws {
    let folder = try TemporaryFolder()
    var paths: [String] = []
    for (index, lines) in Self.games.enumerated() {
      let path = folder["\(index).parlor"]
      paths.append(path)
      let outcome = try Program.run(["--seed", "\(index + 3)", "-c", "\(lines); save \(path)"])
      #expect(outcome.status == .exited(0), "\(outcome)")
    }
    let own = try Program.run(["verify"] + paths)
    #expect(own.status == .exited(0), "\(own)")
    let other = try python(paths)
    #expect(other.status == .exited(0), "\(other)")
    for path in paths {
      let bytes = try FileSystem.read(path)
      let text = String(decoding: bytes, as: UTF8.self)
      let sum = text.split(separator: "\n").last ?? ""
      #expect(own.text.contains(sum.dropFirst(2)), "\(sum)")
      for place in stride(from: 3, to: bytes.count, by: bytes.count / 3) {
        var altered = bytes
        altered[place] ^= 1
        try FileSystem.write(altered, to: folder["altered"])
        #expect(try Program.run(["verify", folder["altered"]]).status == .exited(1), "\(place)")
        #expect(try python([folder["altered"]]).status == .exited(1), "\(place)")
      }
    }
    #expect(try Program.run(["verify", folder["missing"]]).status == .exited(3))
  }

  @Test func `a batch shows the commit of a fair game first and its secret last`() throws {
    let lines = "new farkle Ann Bob fair\nroll\nfair\nlog\nstate\nresign\n"
    for format in ["text", "json", "csv"] {
      let outcome = try Program.run(["--format", format], input: lines.utf8)
      let words: [Substring] = outcome.text.split(whereSeparator: { !$0.isHexDigit })
        .filter { $0.count == 64 }
      let (commit, secret) = (try #require(words.first), try #require(words.last))
      let bytes = try #require(FairSecret.bytes(of: String(secret)))
      #expect(FairSecret(bytes, words: "").commit == commit)
      #expect(words.filter { $0 == secret }.count == 1)
    }
  }

  @Test func `a killed program goes on with the same secret`() throws {
    let folder = try TemporaryFolder()
    func terminal(_ lines: String...) throws -> (Pseudoterminal, [String]) {
      let terminal = try Pseudoterminal.parlor(["--color", "never", "--profile", folder["p"]])
      try terminal.expect("> ")
      let replies = try lines.map { line in
        try terminal.send("\(line)\r")
        return try terminal.expectAnswer(to: line, before: "> ")
      }
      return (terminal, replies)
    }
    let (first, opened) = try terminal(
      "new farkle Ann Bob fair", "fair word Ann rhubarb", "roll", "fair")
    first.signal(SIGKILL)
    #expect(try first.waitForExit() == .killed(SIGKILL))
    let (second, resumed) = try terminal(
      "fair", "hold best", "resign", "fair", "save \(folder["game.parlor"])")
    #expect(try second.leave() == .exited(0))
    #expect(resumed[0].contains("rhubarb+Bob"))
    #expect(!resumed[0].contains("Secret"))
    let commit = opened[3].split(separator: "\n").first { $0.hasPrefix("Commit") }
    #expect(commit != nil && resumed[3].contains(commit ?? ""))
    #expect(resumed[3].contains("Secret"))
    #expect(try Program.run(["verify", folder["game.parlor"]]).status == .exited(0))
    #expect(try python([folder["game.parlor"]]).status == .exited(0))
  }
}
