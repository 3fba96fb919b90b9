import LibC
import Platform
import TestKit
import Testing

/// What a server sends to `parlor --connect` reaches a terminal without control characters.
@Suite(.blocking) struct ServerTextTests {
  /// A title, a bell, a cleared screen, a report that would be typed, C1 codes, and text that runs
  /// backwards.
  private static let text =
    #"A\033]0;pwn\007B\033[2JC\033[6nD\302\2332JE\342\200\256F\rG\bH\000I\n"#

  private static let forbidden: [[UInt8]] = [
    Array("\u{1B}]0;".utf8), [7], Array("\u{1B}[6n".utf8), [0xC2, 0x9B], [0xE2, 0x80, 0xAE], [0],
    Array("0;pwn\u{7}".utf8),
  ]

  private func check(_ transcript: [UInt8]) {
    for bytes in Self.forbidden {
      #expect(transcript.firstRange(of: bytes) == nil, "\(bytes)")
    }
  }

  @Test func `at the prompt`() throws {
    let terminal = try Pseudoterminal.parlor([
      "--color", "never", "--connect", "h:1", "--via", "sh -c 'printf \"\(Self.text)\"; cat'",
    ])
    try terminal.expect("h:1> ")
    try terminal.send("hello\r")
    try terminal.expect("hello\r\n")
    try terminal.expect("hello")
    try terminal.expect("h:1> ")
    #expect(try terminal.leave() == .exited(0))
    check(terminal.transcript)
    #expect(terminal.transcript.contains(UInt8(ascii: "I")))
  }

  @Test func `of a script whose output is a terminal`() throws {
    let command = "exec '\(try Program.path())' --connect h:1 --via \"$VIA\" </dev/null"
    let terminal = try Pseudoterminal(
      "/bin/sh", ["-c", command],
      environment: Pseudoterminal.plainEnvironment.merging(
        ["VIA": "printf '\(Self.text)'"]) { $1 })
    #expect(try terminal.waitForExit() == .exited(0))
    check(terminal.transcript)
    #expect(terminal.transcript.firstRange(of: Array("\u{1B}".utf8)) == nil)
    #expect(terminal.transcript.contains(UInt8(ascii: "I")))
  }

  @Test func `a script whose output is a file gets what was sent`() throws {
    let outcome = try Program.run(["--connect", "h:1", "--via", "printf '\(Self.text)'"])
    #expect(outcome.status == .exited(0))
    #expect(outcome.output.firstRange(of: [0x1B, 0x5D]) != nil)
  }
}
