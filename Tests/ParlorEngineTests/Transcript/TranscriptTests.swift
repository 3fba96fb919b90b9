import GameCatalog
import LineSyntax
import ParlorKit
import TestKit
import Testing

@testable import ParlorEngine

/// The transcript of a script, whatever is in it, is a scenario of the same replies.
struct TranscriptTests {
  @Test func `a transcript has each command and its reply`() {
    let script = "# x\r\nnew pile Ann limit=5\r\n\r\n  7 add 2 # two\nadd 9\necho ...\nquit\nadd 1"
    let output = Session().interpreter.echoTranscript(of: Array(script.utf8))
    #expect(
      String(decoding: output, as: UTF8.self) == """
        > new pile Ann limit=5
        Pile of 5: Ann.
        Ann to move.
        >   7 add 2 # two
        Ann adds 2.
        Ann to move.
        > add 9
        error[bad-argument]: `9` is not a number from 1 to 3
          usage: add N
        > echo ...
        ... (literal)
        > quit

        """)
  }

  @Test(
    arguments: [
      ("add 1", "> add 1\n"), ("add 1 \t\r", "> add 1\n"), ("a\u{0}b", "> a\u{FFFD}\n"),
      ("a\rb", "> a\u{FFFD}\n"), ("\u{1B}", "> \u{FFFD}\n"),
    ] as [(String, String)])
  func `commands are written after a mark, without control characters`(line: String, text: String) {
    #expect(String(decoding: Transcript.command(Array(line.utf8)[...]), as: UTF8.self) == text)
  }

  /// Whether files can be written depends on the machine.
  @Test func `what a session says of its files is in no transcript`() {
    let notices: [HostEvent] = [
      .notKept(reason: "the disk is full"), .keptAgain, .resultsNotKept(reason: "the disk is full"),
      .resultsKeptAgain, .setAside(path: "a", reason: "it is damaged"),
    ]
    for notice in notices { #expect(notice.isNotice, "\(notice.type)") }
  }

  @Test func `cut commands are still text and still too long`() throws {
    let fillers: [[UInt8]] = [[0x61], Array("é".utf8), Array("李".utf8), [0x20], [0x00], [0xFF]]
    for filler in fillers {
      for length in [4097, 5000, 70_000] {
        var line: [UInt8] = []
        while line.count < length { line += filler }
        let command = Transcript.command(line[...])
        let text = try #require(String(validating: command, as: UTF8.self))
        #expect(text.hasPrefix("> ") && text.hasSuffix("\n"))
        #expect(command.count - 3 > Line.limit)
        #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count == 2)
      }
    }
  }

  /// Scripts that are hard to write down.
  static let scripts: [String: [UInt8]] = [
    "control characters": Array(
      "new pile Ann\nadd \u{1}\n\u{7F}\n\tadd 1\n\u{1B}[31mred\nshow".utf8),
    "binary": (0...255).flatMap { [0x61, UInt8($0), 0x62, 0x0A] },
    "broken UTF-8": Array("new pile \"".utf8) + [0xC3, 0x28, 0x22, 0x0A, 0xE2, 0x82, 0x0A, 0xF0],
    "CRLF": Array("new pile Ann\r\n\r\nadd 1\r\nbogus\r\nlog\r\n".utf8),
    "long lines": Array(
      (["new pile Ann"]
        + [4096, 4097, 5000].flatMap { length in
          ["a", "é", " ", "\u{1}", "\""].map { "echo " + String(repeating: $0, count: length) }
        } + ["total"]).joined(separator: "\n").utf8),
    "patterns": Array(
      [
        "...", "! x", "(unordered)", "(end)", "(known: x)", "x (re)", "x (glob)", "x (?)", "x (*)",
        "x (+)", "x (esc)", "x (literal)", "x (literal) (literal)", "<int>", "<dice> y", "<s:int>",
        "<s+50>", "a <word> b (re)", ">x", ">", " > x", "# x", "(RE)", "x (regex)", "\\x41",
        "| x", "```", "...x", "x ...", "!", "!x", "<", ">", "<int", "é (glob)",
      ].map { "echo \"\($0)\"" }.joined(separator: "\n").utf8),
    "blanks": Array("echo \" a\"\necho \"a \"\necho \"\t\"\necho \"\" b\n   echo    c   d   ".utf8),
    "quotes": Array(#"echo "a\"b" "\\" k="v w"\#necho "\#necho a"b\#nnew pile "A \"B\"" "#.utf8),
    "JSON": Array(
      "set format json\n  bogus\n\t7 add x\nnew pile \"é\\\"\"\n a\u{1}\nadd 9\nset format text"
        .utf8),
    "JSON with a fault far along": Array(
      ("set format json\necho " + String(repeating: "x", count: 3000) + "\u{1}\n8 a\u{2}").utf8),
    "ids": Array("7\n007 total\n2147483648 x\n-1 x\n7 new pile Ann\n7 7 add\n9 # x".utf8),
    "no end of line": Array("new pile Ann\nadd 1".utf8),
    "nothing": [],
    "only comments": Array("# a\n\n  # b".utf8),
    "a whole game": Array(
      ("new farkle Ann Bob target=500\n"
        + String(repeating: "roll\nhold best\nbank\nshow\nlegal\n", count: 30) + "log\nstate").utf8),
  ]

  @Test(arguments: scripts.keys.sorted())
  func `a transcript run again is the same transcript`(name: String) throws {
    let script = try #require(Self.scripts[name])
    let games: [any Game] = [Pile()] + GameCatalog.farkle
    let output = Session(games: games).interpreter.echoTranscript(of: script)
    let text = try #require(String(validating: output, as: UTF8.self))
    #expect(TextLines.faults(in: output) == [])
    #expect(Replay.transcript(of: text, in: Session(games: games)) == text)
    let commands = script.split(separator: 0x0A).filter { Line.isCommand($0) }
    #expect(text.split(separator: "\n").count { $0.hasPrefix("> ") } == commands.count)
  }
}
