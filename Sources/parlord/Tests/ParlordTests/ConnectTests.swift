import Foundation
import ParlorKit
import Testing

@testable import TestKit
@testable import parlord

/// `parlor --connect` with the line protocol of the server.
@Suite(.blocking) struct ConnectTests {
  @Test func `a script gets the same replies as in parlor itself`() throws {
    let server = try ServerProcess()
    let script = "new farkle Ann Bob seed=7\nroll 1 5 5 2 3 6\nhold 1 5 5\nbank"
    let (status, output) = try Self.connect(to: server.lines, sending: script)
    #expect(status == 0)
    #expect(
      output == """
        Farkle: Ann, Bob. First to 10,000. Seed 7.
        Ann to roll.
        Ann rolls 1 5 5 2 3 6.
        Hold 1 5 5 for 200, 1 5 for 150, 1 for 100, 5 5 for 100 or 5 for 50.
        Ann holds 1 5 5 for 200.
        Roll 3 dice or bank 200.
        Ann banks 200 and has 200.
        Bob to roll.

        """)
  }

  @Test func `a fair game over a connection shows its commit first and its secret last`() throws {
    let server = try ServerProcess()
    let script = "new farkle Ann Bob fair\nroll\nfair\nlog\nresign"
    let (_, output) = try Self.connect(to: server.lines, sending: script)
    let secret = try #require(output.split(separator: "Secret ").last?.prefix(64))
    #expect(output.hasPrefix("Commit ") && secret.allSatisfy(\.isHexDigit))
    #expect(output.components(separatedBy: secret).count == 2)
  }

  @Test func `many lines sent at once are all answered`() throws {
    let server = try ServerProcess()
    let count = 20_000
    let script = (0..<count).map { "echo line \($0)\n" }.joined()
    let (status, output) = try Self.connect(to: server.lines, sending: script)
    #expect(status == 0)
    #expect(output == (0..<count).map { "line \($0)\n" }.joined())
  }

  @Test func `connections over the limit are closed, others are not affected`() throws {
    let server = try ServerProcess(["--line-connections", "1"])
    let first = try Held(port: server.lines)
    first.send("echo first\n")
    #expect(first.readLine() == "first")
    let (status, output) = try Self.connect(to: server.lines, sending: "echo second\n")
    #expect(status == 4 && output == "")
    first.send("echo again\n")
    #expect(first.readLine() == "again")
    first.end()
  }

  @Test func `a client with much to do does not hold up others`() throws {
    let server = try ServerProcess()
    // All of it arrives at once, and takes as long as it may: ten seconds.
    let busy = try FileHandle(connectedTo: server.lines)
    let game = "new mastermind slots=5 colors=10\nguess 1 1 2 2 3\ncandidates 1\n"
    try busy.write(contentsOf: Data((String(repeating: game, count: 1000) + "quit\n").utf8))
    #expect(busy.line().hasPrefix("Mastermind: "))
    // Connections share threads, of which there is one for each core.
    for _ in 0...max(2, ProcessInfo.processInfo.activeProcessorCount) {
      let other = try FileHandle(connectedTo: server.lines)
      try other.write(contentsOf: Data("echo hello\n".utf8))
      #expect(other.line() == "hello")
    }
    #expect(!busy.arrived.contains("take too long"))
    #expect(busy.line() != "")
  }

  @Test func `without a server the exit code is 4`() throws {
    let server = try ServerProcess()
    let port = server.lines
    #expect(server.end(by: SIGTERM) == 0)
    let held = try Held(port: port)
    held.end()
    #expect(held.rest() == "" && held.status == 4)
    #expect(
      held.complaint == "parlor: cannot connect to 127.0.0.1:\(port): connection refused\n")
  }

  @Test func `a server that is killed is exit code 4, after the replies that came`() throws {
    let server = try ServerProcess()
    let held = try Held(port: server.lines)
    held.send("echo first\n")
    #expect(held.readLine() == "first")
    #expect(server.end(by: SIGKILL) != 0)
    held.send("echo second\n")
    held.end()
    #expect(held.rest() == "" && held.status == 4)
    #expect(held.complaint == "parlor: the server closed the connection after 1 reply\n")
  }

  @Test func `a server that stops says so`() throws {
    let server = try ServerProcess()
    let held = try Held(port: server.lines)
    held.send("echo first\necho second\n")
    #expect(held.readLine() == "first")
    #expect(held.readLine() == "second")
    #expect(server.end(by: SIGTERM) == 0)
    held.send("echo third\n")
    held.end()
    #expect(held.rest() == "" && held.status == 4)
    #expect(
      held.complaint == "parlor: the server closed the connection after 2 replies: it stops\n")
  }

  @Test func `a port that expects the header of a proxy is exit code 4`() throws {
    let server = try ServerProcess(["--behind-proxy"])
    let held = try Held(port: server.lines)
    held.send("echo first\n")
    held.end()
    #expect(held.rest() == "" && held.status == 4)
    #expect(
      held.complaint.hasPrefix("parlor: the server closed the connection after 0 replies\n"))
  }

  @Test func `a port of another protocol is exit code 4`() throws {
    let server = try ServerProcess()
    let held = try Held(port: server.http)
    held.send("echo first\n")
    held.end()
    #expect(held.rest() == "" && held.status == 4)
    #expect(held.complaint.contains("127.0.0.1:\(server.http) is not a parlord of this version"))
  }

  @Test(arguments: [
    [], ["--keep-going"], ["--format", "json"], ["--format", "json", "--keep-going"],
  ])
  func `errors end a script as they do in parlor itself`(_ options: [String]) throws {
    let server = try ServerProcess()
    let script =
      "new farkle Ann Bob seed=7\n# Not a roll.\n\nroll\nhold 9 9\nquit now\nbank\nstate turn\n"
    let options = ["--seed", "7"] + options
    let remote = try Held(port: server.lines, options)
    remote.send(script)
    remote.end()
    let local = try Held(port: nil, options)
    local.send(script)
    local.end()
    let output = remote.rest()
    #expect(output == local.rest() && output.contains("Ann"))
    #expect(remote.complaint == local.complaint)
    #expect(remote.status == 1 && local.status == 1)
  }

  @Test func `the seed of the option is that of the first game`() throws {
    let server = try ServerProcess()
    let held = try Held(port: server.lines, ["--seed", "7"])
    held.send("new farkle Ann Bob\nroll\n")
    held.end()
    #expect(held.rest().contains("Ann rolls 6 5 1 1 3 5.\n"))
    #expect(held.status == 0)
  }

  private static func connect(to port: Int, sending text: String) throws -> (Int32, String) {
    let held = try Held(port: port)
    held.send(text)
    held.end()
    let output = held.rest()
    return (held.status, output)
  }
}

/// A running `parlor --connect`, or without a port `parlor` by itself.
private final class Held {
  private let process = Process()
  private let (input, output, errors) = (Pipe(), Pipe(), Pipe())
  private var held = ""

  init(port: Int?, _ options: [String] = []) throws {
    guard let program = BuiltProgram.path(of: "parlor") else {
      throw ServerProcess.StartError(log: "not built")
    }
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = (port.map { ["--connect", "127.0.0.1:\($0)"] } ?? []) + options
    process.standardInput = input
    process.standardOutput = output
    process.standardError = errors
    signal(SIGPIPE, SIG_IGN)
    try process.run()
  }

  var status: Int32 {
    process.waitUntilExit()
    return process.terminationStatus
  }

  func send(_ text: String) {
    let (handle, data) = (input.fileHandleForWriting, Data(text.utf8))
    // A text larger than a pipe is written while the output is read.
    if text.utf8.count < 4096 {
      try? handle.write(contentsOf: data)
    } else {
      writer = Foundation.Thread {
        try? handle.write(contentsOf: data)
        try? handle.close()
      }
      writer?.start()
    }
  }

  private var writer: Foundation.Thread?

  func end() {
    if writer == nil { try? input.fileHandleForWriting.close() }
  }

  func readLine() -> String? {
    while !held.contains("\n") {
      let data = output.fileHandleForReading.availableData
      if data.isEmpty { return nil }
      held += String(decoding: data, as: UTF8.self)
    }
    let line = held.prefix { $0 != "\n" }
    held.removeFirst(line.count + 1)
    return String(line)
  }

  /// What it wrote to standard error.
  var complaint: String {
    String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
  }

  func rest() -> String {
    held + String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
  }
}
