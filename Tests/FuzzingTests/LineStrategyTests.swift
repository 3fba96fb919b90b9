import GameCatalog
import ParlorKit
import Testing

@testable import Fuzzing

@Suite struct LineStrategyTests {
  @Test(arguments: LineStrategy.all.map(\.name))
  func `a strategy makes many different lines, and the same ones again`(_ name: String) throws {
    let strategy = try #require(LineStrategy.all.first { $0.name == name })
    let sheets = GameCatalog.games.map(\.definition)
    let vocabulary = Vocabulary(games: sheets, commands: sheets.flatMap(\.commands)) { [] }
    let lines = (0..<2).map { _ in
      var chance = Chance(seed: 9, draw: 0)
      return (0..<200).map { _ in strategy.make(vocabulary, &chance) }
    }
    #expect(lines[0] == lines[1])
    #expect(Set(lines[0]).count > 20)
  }

  @Test func `a number stays in its range, at the widest too`() {
    var chance = Chance(seed: 1, draw: 0)
    for range in [0...0, -3...3, 0...Int.max, Int.min...Int.max] {
      for _ in 0..<200 { #expect(range.contains(chance.number(in: range))) }
    }
  }

  @Test func `every mutation accepts a line of one byte`() {
    var chance = Chance(seed: 1, draw: 0)
    for mutation in Mutation.all {
      for _ in 0..<50 {
        var line: [UInt8] = [0x61]
        mutation.apply(&line, [0x62], &chance)
        #expect(line.count <= 602)
      }
    }
  }

  @Test func `a flip changes one bit, each of them some time`() {
    var chance = Chance(seed: 1, draw: 0)
    let flipped = (0..<200).map { _ in
      var line: [UInt8] = [0x61]
      Mutation.flip.apply(&line, [], &chance)
      return line[0] ^ 0x61
    }
    #expect(Set(flipped) == [1, 2, 4, 8, 16, 32, 64, 128])
  }

  @Test func `one command out of five is of the host, one out of forty ends the game`() {
    let commands = ["put", "echo", "quit"].map { CommandDeclaration($0, summary: "") }
    let vocabulary = Vocabulary(games: [Stack(nil).definition], commands: commands) { [] }
    var chance = Chance(seed: 1, draw: 0)
    var counts: [String: Int] = [:]
    for _ in 0..<40_000 { counts[vocabulary.command(&chance)?.verb ?? "", default: 0] += 1 }
    // Of the others, which are 39,000.
    #expect(abs(counts["quit", default: 0] - 1_000) < 150)
    #expect(abs(counts["echo", default: 0] - 7_800) < 400)
    #expect(abs(counts["put", default: 0] - 31_200) < 400)
  }

  @Test(arguments: [(1...1, 1...1), (0...1, 0...1), (1...3, 1...3), (2...100, 2...9)])
  func `a parameter gets every number of words that it takes, at most seven more than it needs`(
    _ count: ClosedRange<Int>, _ expected: ClosedRange<Int>
  ) {
    var chance = Chance(seed: 1, draw: 0)
    let parameter = Parameter("N", .integer(1...9), count: count)
    let made = (0..<200).map { _ in
      parameter.words(&chance) { kind, chance in kind.fittingWord(&chance) }.count
    }
    #expect(Set(made) == Set(expected))
  }
}
