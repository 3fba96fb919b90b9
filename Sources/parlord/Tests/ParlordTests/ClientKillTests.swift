import Foundation
import Testing

@testable import TestKit
@testable import parlord

/// The clients of the two services, killed in the middle of a game.
@Suite(.blocking) struct ClientKillTests {
  /// Types lines to a new `parlor`, waits for the last reply, and kills it with its plugin.
  ///
  /// - Returns: the replies, up to a line that begins like `last`.
  private func play(_ lines: [String], until last: String, in folder: TemporaryFolder) throws
    -> [String]
  {
    let program = try #require(BuiltProgram.path(of: "parlor"))
    let child = try Child(
      program, ["--profile", folder["profile"], "--clock", "real", "--keep-going"],
      environment: ["PATH": "/usr/bin:/bin"])
    try child.write(lines.map { $0 + "\n" }.joined())
    var replies: [String] = []
    repeat {
      guard let line = try child.readLine() else { break }
      replies.append(line)
    } while !(replies.last?.hasPrefix(last) ?? true)
    for process in try Self.children(of: child.process) { kill(process, SIGKILL) }
    child.signal(SIGKILL)
    #expect(try child.wait() == .killed(SIGKILL))
    return replies
  }

  /// The processes that a process has started.
  private static func children(of process: Int32) throws -> [Int32] {
    #if os(Linux)
      let list = "/proc/\(process)/task/\(process)/children"
      let children = try String(contentsOfFile: list, encoding: .utf8).split(separator: " ")
        .compactMap { Int32($0) }
      #expect(!children.isEmpty)
      return children
    #else
      return []
    #endif
  }

  @Test func `a killed client of Farkle Ten takes its table up again`() throws {
    let server = try ServerProcess(["--dictated-dice"])
    let folder = try TemporaryFolder()
    let password = try folder.add("password", "test123\n")
    let url = "http://127.0.0.1:\(server.http)/farkle_fetch.php"
    let first = try play(
      [
        "new farkle-ten", "connect \(url)", "login testuser @\(password)", "create solo", "roll",
      ], until: "You roll ", in: folder)
    let roll = try #require(first.last).dropFirst("You roll ".count)
    // Either the dice wait, or the roll was a farkle and the second round begins.
    let isFarkle = roll.contains("farkle")
    let dice = roll.prefix(11)
    let second = try play(
      ["new farkle-ten", "resume", "show", "echo end"], until: "end", in: folder)
    #expect(second.contains("The service is \(url); you are logged in as testuser."))
    #expect(
      second.contains { $0.hasPrefix("Game 1, alone, round \(isFarkle ? 2 : 1) of 10.") },
      "\(second)")
    #expect(isFarkle || second.contains { $0.contains(dice) }, "\(second)")
    // It goes on: what was rolled is still on the table of the service.
    let third = try play(
      ["new farkle-ten", "resume", isFarkle ? "roll" : "hold best", "bank", "echo end"],
      until: "end", in: folder)
    #expect(third.contains { $0.hasPrefix(isFarkle ? "You roll " : "You bank ") }, "\(third)")
  }

  @Test func `a killed client of Logik takes its game up again`() throws {
    let server = try ServerProcess()
    let folder = try TemporaryFolder()
    let password = try folder.add("password", "test123\n")
    let url = "http://127.0.0.1:\(server.http)/api/v2"
    let first = try play(
      [
        "new logik", "connect \(url)", "login testuser @\(password)", "start slots=10",
        "guess 1 1 2 2 3 3 4 4 5 5",
      ], until: "Guess 1, ", in: folder)
    let pegs = try #require(first.last?.split(separator: ": ").last)
    let second = try play(
      ["new logik", "resume", "show", "guess 1 2 3 4 5 6 1 2 3 4"], until: "Guess 2, ",
      in: folder)
    #expect(second.contains("You continue as testuser with 10 slots, 6 colours."), "\(second)")
    // The table is in columns.
    let row = "1 1 1 2 2 3 3 4 4 5 5 \(pegs)".filter { !" .".contains($0) }
    #expect(
      second.contains { line in line.filter { $0 != " " } == row },
      "\(second)")
  }
}
