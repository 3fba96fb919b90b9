import TestKit
import Testing

/// What may stand in a script, down to the bytes.
@Suite(.blocking) struct InputTests {
  @Test(arguments: [
    ("", ""),
    ("\n\n \t \n", ""),
    ("# nothing\n  # here\r\n#", ""),
    ("echo a", "a\n"),
    ("echo a\r\necho b\r\n", "a\nb\n"),
    ("\u{FEFF}echo a\necho b\n", "a\nb\n"),
    ("\u{FEFF}", ""),
    ("\t echo\ta \t b # c\n", "a b\n"),
    ("echo a#b \"# c\" # d\n", "a#b # c\n"),
    ("echo 漢字 ünï\n", "漢字 ünï\n"),
  ])
  func `lines may have CRLF, tabs, blanks and no final line break`(script: String, output: String)
    throws
  {
    #expect(try Program.run(input: script.utf8) == Outcome(0, output))
  }

  @Test func `a byte order mark is skipped only at the start`() throws {
    let outcome = try Program.run(input: "echo a\n\u{FEFF}echo b\n".utf8)
    #expect(outcome.status == .exited(1))
    #expect(outcome.text == "a\n")
    #expect(outcome.complaint.hasPrefix("stdin:2:1: error["))
  }

  @Test(arguments: [#""$0" /dev/zero"#, #""$0" </dev/zero"#])
  func `a line without an end is refused`(command: String) throws {
    let outcome = try Program.shell(command)
    #expect(outcome.status == .exited(3))
    #expect(outcome.complaint.hasSuffix(": it has more than 1,073,741,824 bytes\n"), "\(outcome)")
  }

  @Test(arguments: [UInt8(0), 0x01, 0x07, 0x0B, 0x1B, 0x7F, 0x80, 0xC0, 0xFF])
  func `a line that is not UTF-8 text is one error`(byte: UInt8) throws {
    let outcome = try Program.run(
      ["--keep-going"], input: "echo a\necho ".utf8 + [byte] + "\necho b\n".utf8)
    #expect(outcome.status == .exited(1))
    #expect(outcome.text == "a\nb\n")
    #expect(outcome.complaint.hasPrefix("stdin:2:6: error[syntax]: "))
    #expect(outcome.complaint.split(separator: "\n").count <= 3)
  }

  @Test func `every byte gets a reply, alone and in one line`() throws {
    let every = (UInt8.min...UInt8.max).flatMap { [$0, UInt8(ascii: "\n")] }
    let script = every + Array(UInt8.min...UInt8.max) + "\necho end\n".utf8
    let outcome = try Program.run(["--keep-going", "--format", "json"], input: script)
    let replies = outcome.text.split(separator: "\n")
    // No reply to what is blank or a comment: 0x09, 0x0A, 0x0D, 0x20 and `#`. The help of `?` is one.
    #expect(replies.count == 256 - 5 + 2 + 1)
    #expect(
      replies.last
        == #"{"ok":true,"command":"echo","events":[{"type":"said","text":"end"}],"game":null,"state":null}"#
    )
    #expect(replies.dropLast().count { $0.hasPrefix(#"{"ok":true,"command":"help""#) } == 1)
    #expect(replies.dropLast().count { $0.hasPrefix(#"{"ok":false"#) } == replies.count - 2)
    #expect(outcome.status == .exited(1))
    #expect(outcome.complaint.isEmpty)
  }

  @Test func `a hundred thousand lines`() throws {
    let numbers = 1...100_000
    let outcome = try Program.run(input: numbers.map { "echo \($0)\n" }.joined().utf8)
    #expect(outcome.status == .exited(0))
    #expect(outcome.output == Array(numbers.map { "\($0)\n" }.joined().utf8))
  }
}
