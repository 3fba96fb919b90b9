import ParlorKit
import Platform
import Testing

@testable import Records

@Suite struct ResultScannerTests {
  /// Results of all shapes, drawn by a seed.
  private func result(_ chance: inout Chance) -> GameResult {
    let words = ["Ann", "e\u{301}", "\u{1F3B2}", "", "a \"b\" \\", "1", "tab\there", "points"]
    // Most words are written as they are.
    func word() -> String {
      chance.below(8) > 0 ? "word\(chance.below(9))" : words[Int(chance.below(8))]
    }
    func metrics() -> Metrics {
      var metrics: Metrics = [:]
      for _ in 0..<chance.below(5) {
        let numbers = [0, -1, 7, 123_456, Int.max, Int.min, -999_999_999_999_999_999]
        let number = chance.below(8) > 0 ? Int(chance.below(99)) : numbers[Int(chance.below(7))]
        metrics[word()] = number
      }
      return metrics
    }
    let players = (0..<chance.below(4)).map { _ in
      PlayerRecord(
        word(), PlayerResult.allCases[Int(chance.below(UInt32(PlayerResult.allCases.count)))],
        metrics())
    }
    let record = GameRecord(mode: word(), players: players, metrics: metrics())
    return GameResult(
      id: word(), game: word(), options: (0..<chance.below(3)).map { _ in word() },
      seed: UInt64(chance.below(1000)), record: record, outcome: record.outcome,
      bots: (0..<chance.below(3)).map { _ in word() },
      start: Timestamp(milliseconds: Int64(chance.below(2_000_000))),
      end: Timestamp(milliseconds: -Int64(chance.below(2_000_000))),
      milliseconds: Int64(chance.below(2_000_000)))
  }

  @Test func `it reads what is written as JSON is read, or leaves it`() throws {
    var scanner = ResultScanner()
    var scanned = 0
    for seed in 0..<3_000 as Range<UInt64> {
      var chance = Chance(seed: seed, draw: 0)
      let result = result(&chance)
      let line = result.line.dropLast()
      guard let read = try? GameResult(line: line) else {
        // Nobody can have such a name.
        #expect(scanner.scan(line) == nil, "seed \(seed)")
        continue
      }
      #expect(read == result, "seed \(seed)")
      guard let found = scanner.scan(line) else { continue }
      scanned += 1
      #expect(found == result, "seed \(seed)")
    }
    #expect(scanned > 500)
  }

  @Test func `a line that differs in a byte is read as JSON is read, or left`() throws {
    var scanner = ResultScanner()
    let line = Array(GameResult.sample("id", mode: "easy").line.dropLast())
    #expect(scanner.scan(line[...]) == .sample("id", mode: "easy"))
    for index in line.indices {
      for byte in [UInt8(ascii: "x"), UInt8(ascii: "\""), UInt8(ascii: "0"), 0xC3, 0x20, 0x0A] {
        var changed = line
        changed[index] = byte
        let read = try? GameResult(line: changed[...])
        if let found = scanner.scan(changed[...]), found != read {
          Issue.record("byte \(index) as \(byte): \(text(changed))")
        }
      }
      #expect(scanner.scan(line[..<index]) == nil)
    }
  }

  @Test func `games without modes and assisted games are not left to the JSON reader`() {
    var scanner = ResultScanner()
    for isAssisted in [false, true] {
      var result = GameResult.sample("id", mode: "")
      result.isAssisted = isAssisted
      #expect(scanner.scan(result.line.dropLast()) == result)
      result.milliseconds = 0
      #expect(scanner.scan(result.line.dropLast()) == result)
    }
  }

  @Test func `a name that stands twice is left`() throws {
    var scanner = ResultScanner()
    let line = text(GameResult.sample().line.dropLast())
      .replacing(#"{"turns":20}"#, with: #"{"turns":20,"turns":21}"#)
    #expect(scanner.scan(bytes(line)[...]) == nil)
    #expect(try GameResult(line: bytes(line)[...]).record.metrics == ["turns": 21])
  }
}
