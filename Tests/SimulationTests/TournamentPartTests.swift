import FarkleGame
import ParlorKit
import Platform
import Testing

@testable import Simulation

@Suite struct TournamentPartTests {
  private static let games = 130

  private static func tournament() throws -> Tournament<Farkle> {
    let setup = GameConfiguration<FarkleRules>(
      arguments: [.word("Ann"), .word("Bob")], options: FarkleRules(), seed: 5)
    return Tournament(Farkle(), setup, [try Player("bank=300", in: Farkle()), .random])
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
      var json = JSONWriter()
      json.write(.object(part.fields))
      let read = try #require(TournamentPart(try JSONReader.read(json.bytes)))
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
      ("the version of parlor", { $0.program = "2" }), ("the game", { $0.game = "pig" }),
      ("the options", { $0.words = ["target=500"] }), ("the bots", { $0.bots[1] = "bank=1" }),
      ("the seed", { $0.seed = 6 }), ("the limit of moves", { $0.limit = 1 }),
      ("the number of games", { $0.games = 1 }),
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

  @Test func `a part that is not whole is no part`() throws {
    let part = try Self.parts(2)[1]
    var json = JSONWriter()
    json.write(.object(part.fields))
    #expect(TournamentPart.isBegun(json.bytes))
    for length in stride(from: 0, to: json.bytes.count, by: 7) {
      #expect(
        (try? JSONReader.read(Array(json.bytes[..<length]))).flatMap(TournamentPart.init) == nil)
    }
    // Numbers that no games can have given.
    let text = String(decoding: json.bytes, as: UTF8.self)
    for (one, other) in [
      (#""count":"65""#, #""count":"66""#), (#""first":"65""#, #""first":"66""#),
      (#""first":"65""#, #""first":"-1""#), (#""games":"130""#, #""games":"9999999999""#),
      (#""unwon":"0""#, #""unwon":"66""#), (#""unwon":"0""#, #""unwon":0"#),
      (#""wins":""#, #""wins":"9"#), (#""sum":""#, #""sum":"99999999999999999999999"#),
      (#""bots":["bank=300","random"]"#, #""bots":["bank=300"]"#),
      ("\"version\":\"1\"", "\"version\":\"2\""),
    ] {
      let changed = text.replacing(one, with: other)
      #expect(changed != text)
      #expect(TournamentPart(try JSONReader.read(Array(changed.utf8))) == nil, "\(other)")
    }
  }
}
