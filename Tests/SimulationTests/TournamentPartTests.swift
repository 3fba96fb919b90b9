import FarkleGame
import ParlorKit
import Scenarios
import Testing

@testable import Simulation

@Suite struct TournamentPartTests {
  private static let games = 130

  private static func tournament() throws -> Tournament<Farkle> {
    let setup = GameConfiguration<FarkleRules>(
      arguments: [.word("Ann"), .word("Bob")], options: FarkleRules(), seed: 5)
    return Tournament(Farkle(), setup, [try TournamentPlayer("bank=300", in: Farkle()), .random])
  }

  private static let settings = TournamentPart.Settings(
    program: "1", game: "farkle", words: [], bots: ["bank=300", "random"], seed: 5, limit: 100_000,
    games: games)

  /// The parts of a tournament, each after it was written and read.
  private static func parts(_ count: Int) throws -> [TournamentPart] {
    let tournament = try tournament()
    return try (1...count).map { number in
      let numbers = try #require(Shard(number, of: count)).range(of: games)
      let part = TournamentPart(settings, numbers, try tournament.play(numbers))
      let read = try #require(TournamentPart(file: part.file))
      #expect(read == part)
      return read
    }
  }

  private static func text(_ report: Report) -> String {
    var text = TextWriter()
    report.write(to: &text)
    return text.string + Value.object(report.fields).json
  }

  @Test(arguments: [1, 2, 7, 64])
  func `parts in any order report what one run does`(count: Int) throws {
    let whole = try Self.tournament().play(0..<Self.games)
    let parts = try Self.parts(count)
    #expect(TournamentPart.missing(in: parts).isEmpty)
    for parts in [parts, parts.reversed(), parts.shuffled()] {
      let report = try TournamentPart.report(on: parts)
      #expect(report.figures == whole)
      #expect(
        Self.text(report)
          == Self.text(
            Report(
              game: "farkle", words: [], bots: Self.settings.bots, seed: 5, limit: 100_000,
              figures: whole, games: Self.games)))
    }
  }

  @Test func `missing games and those that stand twice are found`() throws {
    let parts = try Self.parts(4)
    let some = [parts[3], parts[1]]
    #expect(TournamentPart.missing(in: some) == [0..<32, 65..<97])
    let report = try TournamentPart.report(on: some)
    #expect(report.figures.games == 66)
    #expect(Self.text(report).hasPrefix("farkle: 66 of 130 games, seeds 5 to 134.\n"))
    #expect(report.fields["of"] == 130)
    #expect(throws: PartError.overlap(1, 2, game: 65)) {
      try TournamentPart.report(on: [parts[0], parts[2], parts[2]])
    }
  }

  @Test func `parts of other tournaments are refused`() throws {
    let part = try Self.parts(1)[0]
    let changes: [(String, (inout TournamentPart.Settings) -> Void)] = [
      ("the version of parlor differs", { $0.program = "2" }),
      ("the game differs", { $0.game = "pig" }),
      ("the options differ", { $0.words = ["target=500"] }),
      ("the bots differ", { $0.bots[1] = "bank=1" }),
      ("the seed differs", { $0.seed = 6 }), ("the limit of moves differs", { $0.limit = 1 }),
      ("the number of games differs", { $0.games = 1 }),
    ]
    for (what, change) in changes {
      var settings = part.settings
      change(&settings)
      let other = TournamentPart(settings, part.numbers, part.figures)
      #expect(throws: PartError.other(0, 1, what)) {
        try TournamentPart.report(on: [part, other])
      }
    }
  }

  /// A part of eight games of three bots, one of them with a shared win, and its text.
  private static func small() throws -> (part: TournamentPart, text: String) {
    let setup = GameConfiguration<FarkleRules>(
      arguments: [.word("Ann"), .word("Bob"), .word("Cy")],
      options: FarkleRules(), seed: 5)
    let tournament = Tournament(
      Farkle(), setup, [try TournamentPlayer("bank=300", in: Farkle()), .random, .random], limit: 40
    )
    let settings = TournamentPart.Settings(
      program: "1", game: "farkle", words: ["target=500"], bots: ["bank=300", "random", "random"],
      seed: 5, limit: 100_000, games: 40)
    let part = TournamentPart(settings, 8..<16, try tournament.play(8..<16))
    return (part, String(decoding: part.file, as: UTF8.self))
  }

  @Test func `every flipped bit of a part is noticed, and every cut`() throws {
    let (part, text) = try Self.small()
    let bytes = Array(text.utf8)
    #expect(TournamentPart(file: bytes) == part)
    #expect(TournamentPart.isBegun(bytes))
    var flips = 0
    for index in bytes.indices {
      for bit in 0..<8 {
        var changed = bytes
        changed[index] ^= 1 << bit
        if TournamentPart(file: changed) != nil {
          Issue.record("bit \(bit) of byte \(index): \(String(decoding: changed, as: UTF8.self))")
        }
        flips += 1
      }
      #expect(TournamentPart(file: Array(bytes[..<index])) == nil)
    }
    #expect(flips > 6_000)
  }

  /// The places of the numbers of a text that are written in quotation marks.
  private static func numbers(in text: String) -> [Range<String.Index>] {
    text.ranges(of: /"-?[0-9]+"/).filter { text[..<$0.lowerBound].last == ":" }
  }

  @Test func `every edited member of a part is noticed`() throws {
    let (_, text) = try Self.small()
    var edits = 0
    func expectRefusal(_ changed: String) {
      guard changed != text else { return }
      if TournamentPart(file: Array(changed.utf8)) != nil { Issue.record("\(changed)") }
      edits += 1
    }
    for range in Self.numbers(in: text) {
      for other in ["0", "1", "2", "100", "-1", "9999999999", "99999999999999999999999", "x", ""] {
        expectRefusal(text.replacingCharacters(in: range, with: "\"\(other)\""))
      }
      expectRefusal(text.replacingCharacters(in: range, with: text[range].dropFirst().dropLast()))
    }
    // Each member left out, renamed, or given twice.
    for range in text.ranges(of: /"[a-z]+":("[^"]*"|\[[^\[\]]*\]),?/) {
      let member = text[range]
      expectRefusal(text.replacingCharacters(in: range, with: ""))
      expectRefusal(text.replacingCharacters(in: range, with: "\"x" + member.dropFirst()))
      expectRefusal(text.replacingCharacters(in: range, with: "\(member),\(member)"))
      expectRefusal(text.replacingCharacters(in: range, with: " \(member)"))
    }
    expectRefusal(String(text.dropLast()))
    expectRefusal(text + " ")
    #expect(edits > 300)
  }

  /// The text of a part as earlier versions wrote it.
  private static func unsummed(_ text: String) -> String {
    text.replacing(/,"sum":"[0-9a-f]{16}"/, with: "")
  }

  @Test func `a part without a checksum is read, if its sums are possible`() throws {
    let (part, text) = try Self.small()
    let old = Self.unsummed(text)
    #expect(old.hasSuffix("\"}}\n"))
    #expect(TournamentPart(file: Array(old.utf8)) == part)
    let whole = Self.unsummed(String(decoding: try Self.parts(2)[1].file, as: UTF8.self))
    for (one, other) in [
      (#""count":"65""#, #""count":"66""#), (#""first":"65""#, #""first":"66""#),
      (#""first":"65""#, #""first":"-1""#), (#""games":"130""#, #""games":"9999999999""#),
      (#""unwon":"0""#, #""unwon":"1""#), (#""unwon":"0""#, #""unwon":0"#),
      (#""shared":"0","unwon""#, #""shared":"1","unwon""#),
      (#""unfinished":"0""#, #""unfinished":"1""#),
      (#""wins":""#, #""wins":"9"#), (#""sum":""#, #""sum":"99999999999999999999999"#),
      (#""bots":["bank=300","random"]"#, #""bots":["bank=300"]"#),
      ("\"version\":\"1\"", "\"version\":\"2\""),
    ] {
      let changed = whole.replacing(one, with: other)
      #expect(changed != whole, "\(one)")
      #expect(TournamentPart(file: Array(changed.utf8)) == nil, "\(other)")
    }
    // Each sum of a spread, by a value that no numbers have.
    for (name, value) in [
      ("sum", "-1"), ("squares", "0"), ("least", "281474976710656"), ("most", "0"), ("wins", "1"),
      ("parts", "720720"),
    ] {
      for range in whole.ranges(of: try Regex("\"\(name)\":\"[0-9]+\"")) {
        let changed = whole.replacingCharacters(in: range, with: "\"\(name)\":\"\(value)\"")
        guard changed != whole else { continue }
        #expect(TournamentPart(file: Array(changed.utf8)) == nil, "\(changed[range])")
      }
    }
  }

  @Test func `parts with other measures are refused`() throws {
    let parts = try Self.parts(2)
    let text = Self.unsummed(String(decoding: parts[1].file, as: UTF8.self))
    let renamed = text.replacing("\"name\":\"rounds\"", with: "\"name\":\"turns and rounds\"")
    let other = try #require(TournamentPart(file: Array(renamed.utf8)))
    #expect(throws: PartError.other(0, 1, "the measures differ")) {
      try TournamentPart.report(on: [parts[0], other])
    }
  }
}

extension String {
  /// The text with another in place of a range.
  fileprivate func replacingCharacters(
    in range: Range<String.Index>, with text: some StringProtocol
  ) -> String {
    var result = self
    result.replaceSubrange(range, with: text)
    return result
  }
}
