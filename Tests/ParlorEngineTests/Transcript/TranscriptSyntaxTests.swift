import ParlorKit
import TestKit
import Testing

@testable import ParlorEngine

/// Which lines of a reply must be marked so that they are read as they are.
struct TranscriptSyntaxTests {
  @Test(arguments: [
    "Ann to roll.", "...x", "x ...", "....", "!x", "!", "(x)", "x (y)", "Total (net)", "x(re)",
    "(re)", "<", "<>", "< int>", "<1>", "<name>", "<a-b>", "<int", "a > b", ">x", ">", "error",
    "error[io]: text", "error[io] x", "error[IO]", "  usage: add N", "(known x)", "<s+1>", "é",
    "{\"ok\":true}", "\\x41", "(end) x", "<Int>", "<int:int>",
  ])
  func `plain lines need no mark`(line: String) {
    #expect(TranscriptSyntax.isPlain(Array(line.utf8)[...]))
    #expect(TranscriptSyntax.escaped(Array(line.utf8)[...]) == Array(line.utf8))
  }

  @Test(arguments: [
    "...", "! x", "! ", "(unordered)", "(end)", "(known: x)", "(known:)", "x (re)", "x (glob)",
    "x (esc)", "x (literal)", "x (?)", "x (*)", "x (+)", "x (??)", "x (RE)", "x (regex)",
    "x (regexp)", "x (escaped)", "x (no-eol)", " (re)", "<int>", "a <dice> b", "<duration>",
    "<word>", "<s:int>", "<s:dice> x", "error[io]", "error[bad-argument]", "<< <int>",
  ])
  func `lines that look like patterns are marked`(line: String) {
    #expect(!TranscriptSyntax.isPlain(Array(line.utf8)[...]))
    #expect(
      String(decoding: TranscriptSyntax.escaped(Array(line.utf8)[...]), as: UTF8.self)
        == "\(line) (literal)")
  }

  @Test(arguments: ["<s>", "<s+1>", "a <s-15> b", "<s+123456789012345>"])
  func `captured names make a line a pattern`(line: String) {
    #expect(TranscriptSyntax.isPlain(Array(line.utf8)[...]))
    #expect(!TranscriptSyntax.isPlain(Array(line.utf8)[...], captures: ["s"]))
    #expect(TranscriptSyntax.isPlain(Array(line.utf8)[...], captures: ["t"]))
  }

  /// No reply has such a line; if one had, it would be a command.
  @Test func `a line that looks like a command is escaped`() {
    let line = Array("> a<int> (re) \\".utf8)
    #expect(
      String(decoding: TranscriptSyntax.escaped(line[...]), as: UTF8.self)
        == #"\x3E a\x3Cint> \x28re) \\ (esc)"#)
  }

  @Test(arguments: [
    ("```file x", #"\x60``file x (esc)"#), ("  ~~~~ for each", #"  \x7E~~~ for each (esc)"#),
    ("```fiel <int>", #"\x60``fiel \x3Cint> (esc)"#), ("```", "```"), ("```parlor", "```parlor"),
    ("``file x", "``file x"),
  ])
  func `a line that would open a block is escaped`(line: String, expected: String) {
    #expect(
      String(decoding: TranscriptSyntax.escaped(Array(line.utf8)[...]), as: UTF8.self) == expected)
  }

  /// Marked or not, what is written expects the line itself: a mark is never needed twice.
  @Test(arguments: 0..<20)
  func `what is marked has one mark`(seed: UInt64) {
    var chance = Chance(seed: seed, draw: 2)
    let parts = [
      "...", " (re)", " (literal)", "<int>", "<s>", "! ", "(end)", "x", "error[io]", "<",
    ]
    for _ in 0..<50 {
      let line = (0...chance.below(4)).map { _ in parts[Int(chance.below(UInt32(parts.count)))] }
        .joined()
      let bytes = Array(line.utf8)
      let escaped = TranscriptSyntax.escaped(bytes[...])
      if TranscriptSyntax.isPlain(bytes[...]) {
        #expect(escaped == bytes)
      } else {
        #expect(escaped == bytes + Array(" (literal)".utf8), "\(line)")
        #expect(TranscriptSyntax.ending(of: escaped[...])?.body == bytes[...])
      }
    }
  }
}
