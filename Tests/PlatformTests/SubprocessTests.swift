import Platform
import TestKit
import Testing

/// Programs that are talked to in lines.
@Suite(.blocking) struct SubprocessTests {
  private static func shell(_ script: String) throws -> Subprocess {
    try Subprocess("/bin/sh", ["-c", script])
  }

  private static var soon: Int64 { SystemClock.monotonic + 60_000 }

  @Test func `lines go there and back`() throws {
    let process = try Subprocess("/bin/cat")
    for number in 0..<100 {
      process.send(Array("line \(number)\n".utf8))
      #expect(
        process.nextLine(limit: 100, deadline: Self.soon) == .line(Array("line \(number)".utf8)))
    }
    #expect(process.end(after: 60_000) == .exited(0))
  }

  @Test func `more than a pipe holds goes both ways`() throws {
    let process = try Subprocess("/bin/cat")
    let line = [UInt8](repeating: 0x78, count: 1_000_000)
    process.send(line + [0x0A])
    #expect(process.nextLine(limit: 2_000_000, deadline: Self.soon) == .line(line))
  }

  @Test func `the end of the output is told`() throws {
    let process = try Self.shell("echo a; printf b; exit 3")
    #expect(process.nextLine(limit: 9, deadline: Self.soon) == .line([0x61]))
    #expect(process.nextLine(limit: 9, deadline: Self.soon) == .line([0x62]))
    #expect(process.nextLine(limit: 9, deadline: Self.soon) == .end)
    #expect(process.end(after: 60_000) == .exited(3))
    #expect(process.end(after: 0) == .exited(3))
  }

  @Test func `a line over the limit is not kept`() throws {
    let process = try Self.shell("echo 12345; echo 123456")
    #expect(process.nextLine(limit: 5, deadline: Self.soon) == .line(Array("12345".utf8)))
    #expect(process.nextLine(limit: 5, deadline: Self.soon) == .tooLong)
    let endless = try Self.shell("exec yes | tr -d '\\n'")
    #expect(endless.nextLine(limit: 1000, deadline: Self.soon) == .tooLong)
  }

  @Test func `a deadline that is over takes what is there`() throws {
    let process = try Subprocess("/bin/cat")
    #expect(process.nextLine(limit: 9, deadline: 0) == .late)
  }

  @Test func `what it started ends with it`() throws {
    let process = try Self.shell("sleep 1000 & echo $!; wait")
    guard case .line(let digits) = process.nextLine(limit: 20, deadline: Self.soon) else {
      Issue.record("no number")
      return
    }
    #expect(process.end(after: 0) == .signaled(9))
    // The system takes a moment to fetch an orphan.
    let deadline = Self.soon
    let check = try Subprocess(
      "/bin/sh",
      ["-c", "while kill -0 \(String(decoding: digits, as: UTF8.self)) 2>&-; do :; done"])
    #expect(check.nextLine(limit: 1, deadline: deadline) == .end)
  }

  @Test func `errors are read and the end of them is kept`() throws {
    let process = try Self.shell("head -c 1000000 /dev/zero >&2; echo last >&2; echo done")
    #expect(process.nextLine(limit: 9, deadline: Self.soon) == .line(Array("done".utf8)))
    process.end(after: 60_000)
    #expect(process.errorText.hasSuffix("last\n"))
    #expect(process.errorText.utf8.count == 4096)
  }

  @Test func `writing to a program that has gone does not end this one`() throws {
    let process = try Self.shell("exec <&-; echo closed; sleep 1000")
    #expect(process.nextLine(limit: 9, deadline: Self.soon) == .line(Array("closed".utf8)))
    for _ in 0..<10 { process.send(Array("hello\n".utf8)) }
    #expect(process.end(after: 0) == .signaled(9))
  }

  @Test func `what cannot be started is a failure`() throws {
    let failure = #expect(throws: FileError.self) { try Subprocess("/no/such/program") }
    #expect(failure?.message == "cannot start /no/such/program: no such file or directory")
  }
}
