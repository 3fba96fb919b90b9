import LibC
import TestKit
import Testing

/// What a server sends to `parlor --connect` reaches a terminal without control characters.
@Suite(.blocking) struct ServerTextTests {
  /// A title, a bell, a cleared screen, a report that would be typed, C1 codes, and text that runs
  /// backwards, as JSON.
  private static let text =
    #"A\u001b]0;pwn\u0007B\u001b[2JC\u001b[6nD\u009b2JE\u202eF\rG\bH\u0000I\n"#

  private static let forbidden: [[UInt8]] = [
    Array("\u{1B}]0;".utf8), [7], Array("\u{1B}[6n".utf8), [0xC2, 0x9B], [0xE2, 0x80, 0xAE], [0],
    Array("0;pwn\u{7}".utf8),
  ]

  private func check(_ transcript: [UInt8]) {
    for bytes in Self.forbidden {
      #expect(transcript.firstRange(of: bytes) == nil, "\(bytes)")
    }
  }

  /// A command in place of a server, which answers each line with the text, or with an error that has it.
  private func command(in folder: TemporaryFolder) throws -> String {
    let done = #"{"ok":true,"output":"\#(Self.text)"}"#
    let failed =
      #"{"ok":false,"output":"","error":{"code":"io","message":"\#(Self.text)","help":["\#(Self.text)"]}}"#
    return try folder.answeringCommand(roll: done, fail: failed)
  }

  @Test func `the prompt prints no control sequences of a server`() throws {
    let folder = try TemporaryFolder()
    let terminal = try Pseudoterminal.parlor([
      "--color", "never", "--connect", "h:1", "--via", try command(in: folder),
    ])
    try terminal.expect("h:1> ")
    for line in ["TEXT", "FAIL"] {
      try terminal.send("\(line)\r")
      try terminal.expectAnswer(to: line, before: "h:1> ")
    }
    #expect(try terminal.leave() == .exited(0))
    check(terminal.transcript)
    #expect(terminal.transcript.contains(UInt8(ascii: "I")))
  }

  @Test func `of a script whose output is a terminal`() throws {
    let folder = try TemporaryFolder()
    let command = "printf 'TEXT\\nFAIL\\n' | '\(try Program.path())' --connect h:1 --via \"$VIA\""
    let terminal = try Pseudoterminal(
      "/bin/sh", ["-c", command],
      environment: Pseudoterminal.plainEnvironment.merging(
        ["VIA": try self.command(in: folder)]) { $1 })
    #expect(try terminal.waitForExit() == .exited(1))
    check(terminal.transcript)
    #expect(terminal.transcript.contains(UInt8(ascii: "I")))
  }

  @Test func `a script whose output is a file gets what was sent`() throws {
    let folder = try TemporaryFolder()
    let outcome = try Program.run(
      ["--connect", "h:1", "--via", try command(in: folder)], input: "TEXT\n".utf8)
    #expect(outcome.status == .exited(0))
    #expect(outcome.output.firstRange(of: [0x1B, 0x5D]) != nil)
  }
}
