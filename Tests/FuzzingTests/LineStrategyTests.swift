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
}
