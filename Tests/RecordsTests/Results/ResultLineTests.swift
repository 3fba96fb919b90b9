import ParlorKit
import Platform
import Testing

@testable import Records

@Suite struct ResultLineTests {
  /// A line as version 1 of the schema has it. It must be read for ever, and never changes.
  static let version1 =
    #"{"schemaVersion":1,"id":"20260111T200000Z-2.0001","game":"farkle","mode":"","#
    + #""options":["Bob","\"Ann Lee\"","rules=standard"],"seed":10,"outcome":"resigned","#
    + #""start":"2026-01-11T20:00:00Z","end":"2026-01-11T20:03:00.250Z","milliseconds":180250,"#
    + #""bots":["Ann Lee"],"players":[{"name":"Bob","result":"resigned","measures":{"points":600}},"#
    + #"{"name":"Ann Lee","result":"won","measures":{"points":-50,"turns":3}}],"#
    + #""measures":{"rounds":4}}"#

  @Test func `a line of version 1 is read`() throws {
    let result = try GameResult(line: bytes(Self.version1)[...])
    #expect(
      result
        == GameResult(
          id: "20260111T200000Z-2.0001", game: "farkle",
          options: ["Bob", "\"Ann Lee\"", "rules=standard"], seed: 10,
          record: GameRecord(
            players: [
              PlayerRecord("Bob", .resigned, ["points": 600]),
              PlayerRecord("Ann Lee", .won, ["points": -50, "turns": 3]),
            ], metrics: ["rounds": 4]),
          outcome: .resigned, bots: ["Ann Lee"],
          start: Timestamp(milliseconds: 1_768_161_600_000),
          end: Timestamp(milliseconds: 1_768_161_780_250), milliseconds: 180_250))
    #expect(text(result.line) == Self.version1 + "\n")
  }

  @Test func `a line with very many measures is skipped`() throws {
    func line(_ count: Int) -> ArraySlice<UInt8> {
      let more = (1...count).map { #""m\#($0)":1"# }.joined(separator: ",")
      return bytes(Self.version1.replacing(#"{"rounds":4}"#, with: "{\(more)}"))[...]
    }
    #expect(try GameResult(line: line(256)).record.metrics.entries.count == 256)
    #expect(throws: ResultError.self) { try GameResult(line: line(257)) }
    var scanner = ResultScanner()
    func plain(_ count: Int) -> ArraySlice<UInt8> {
      bytes(text(Array(line(count))).replacing(#""\"Ann Lee\"""#, with: #""Ann""#))[...]
    }
    #expect(scanner.scan(plain(256)) != nil)
    #expect(scanner.scan(plain(257)) == nil)
  }

  @Test func `what is written is read back`() throws {
    var result = GameResult.sample(
      "x", mode: "4x6", end: -5, milliseconds: 0, bots: ["Ann"],
      players: [PlayerRecord("e\u{301} \"\\\u{1F3B2}", .abandoned, ["lowest": .min, "most": .max])])
    result.seed = (1 << 53) - 1
    result.options = []
    #expect(try GameResult(line: result.line.dropLast()[...]) == result)
  }

  @Test func `the game's own time comes first`() {
    let record = GameRecord(players: [PlayerRecord("1", .won)], milliseconds: 42)
    let moment = Timestamp(milliseconds: 0)
    let result = GameResult(
      id: "a", game: "minesweeper", options: [], seed: 0, record: record, outcome: .finished,
      start: moment, end: moment, milliseconds: 99)
    #expect(result.milliseconds == 42)
  }

  @Test func `members that nobody knows are passed over`() throws {
    let line = Self.version1.replacing(#""seed":10"#, with: #""new":[{"a":null}],"seed":10"#)
    #expect(try GameResult(line: bytes(line)[...]).seed == 10)
  }

  @Test(arguments: [
    ("{", ResultError.notJSON("the name of a member is missing")),
    ("[]", .missing("schemaVersion")), ("{}", .missing("schemaVersion")),
    (#"{"schemaVersion":0}"#, .missing("schemaVersion")),
    (#"{"schemaVersion":"1"}"#, .missing("schemaVersion")),
    (#"{"schemaVersion":1}"#, .missing("start")),
    (#"{"schemaVersion":2,"anything":true}"#, .newer(version: 2)),
  ]) func `other lines are none`(_ line: String, _ fault: ResultError) {
    #expect(throws: fault) { try GameResult(line: bytes(line)[...]) }
  }

  @Test(arguments: [
    ("id", #""id":7"#), ("game", #""game":null"#), ("mode", #""mode":false"#),
    ("options", #""options":[1]"#), ("seed", #""seed":-1"#), ("seed", #""seed":1.5"#),
    ("outcome", #""outcome":"burnt""#), ("start", #""start":"yesterday""#),
    ("end", #""end":"2026-02-30T00:00:00Z""#), ("milliseconds", #""milliseconds":-1"#),
    ("bots", #""bots":{}"#),
  ]) func `a member of the wrong kind is named`(_ name: String, _ member: String) throws {
    let members = Self.version1.split(separator: ",\"").map(String.init)
    let line = members.map { part in
      part.hasPrefix(name + "\":") ? String(member.dropFirst()) : part
    }.joined(separator: ",\"")
    // Lists are cut by the split, and put right by hand.
    let whole =
      name == "options"
      ? line.replacing(#"[1],"\"Ann Lee\"","rules=standard"]"#, with: "[1]") : line
    #expect(throws: ResultError.missing(name)) { try GameResult(line: bytes(whole)[...]) }
  }

  @Test func `earlier versions are read by named steps, in order`() throws {
    let schema = ResultSchema(
      version: 3,
      migrations: [
        ResultMigration("the game was called play", from: 1) { line throws(ResultError) in
          guard let index = line.firstIndex(where: { $0.name == "play" }) else {
            throw .missing("play")
          }
          line[index].name = "game"
        },
        ResultMigration("names of games have no blanks", from: 2) { line throws(ResultError) in
          for index in line.indices where line[index].name == "game" {
            let name = line[index].value.string?.replacing(" ", with: "-") ?? ""
            line[index].value = .string(name)
          }
        },
      ])
    let old = Self.version1.replacing(#""game":"farkle""#, with: #""play":"far kle""#)
    #expect(try GameResult(line: bytes(old)[...], schema: schema).game == "far-kle")
    let second = Self.version1.replacing(#"Version":1"#, with: #"Version":2"#)
      .replacing("farkle", with: "a b")
    #expect(try GameResult(line: bytes(second)[...], schema: schema).game == "a-b")
    let third = Self.version1.replacing(#"Version":1"#, with: #"Version":3"#)
    #expect(try GameResult(line: bytes(third)[...], schema: schema).game == "farkle")
    let fourth = Self.version1.replacing(#"Version":1"#, with: #"Version":4"#)
    #expect(throws: ResultError.newer(version: 4)) {
      try GameResult(line: bytes(fourth)[...], schema: schema)
    }
    #expect(throws: ResultError.missing("play")) {
      try GameResult(line: bytes(Self.version1)[...], schema: schema)
    }
  }

  @Test func `every version up to the present one has a line in these tests`() {
    let schema = ResultSchema.current
    #expect(schema.version == 1)
    #expect(schema.migrations.map(\.version) == Array(1..<schema.version))
  }
}
