import Simulation
import Testing

@Suite("Spreads")
struct SpreadTests {
  private func spread(_ numbers: [Double]) -> Spread {
    numbers.reduce(into: Spread()) { $0.add($1) }
  }

  @Test
  func `Figures include mean, deviation, least and most`() throws {
    let spread = spread([2, 4, 4, 4, 5, 5, 7, 9])
    #expect(spread.mean == 5)
    #expect(abs(try #require(spread.deviation) - (32.0 / 7).squareRoot()) < 1e-12)
    #expect(spread.minimum == 2 && spread.maximum == 9)
  }

  @Test
  func `Nothing comes of nothing, and no deviation of one number`() {
    #expect(Spread().mean == nil && Spread().minimum == nil && Spread().maximum == nil)
    #expect(spread([3]).deviation == nil)
    #expect(spread([.nan, .infinity]) == Spread())
  }

  @Test
  func `The order of the numbers does not matter, nor how they are merged`() {
    let numbers = (0..<1000).map { Double($0 * $0 % 997) / 7 - 50 }
    let whole = spread(numbers)
    #expect(spread(numbers.reversed()) == whole)
    var merged = Spread()
    for start in stride(from: 994, through: 0, by: -7) {
      merged.merge(spread(Array(numbers[start..<min(1000, start + 7)])))
    }
    merged.merge(spread([]))
    #expect(merged == whole)
  }

  @Test
  func `Large numbers keep their deviation`() throws {
    let spread = spread([4e9, 4e9 + 1, 4e9 + 2])
    #expect(spread.deviation == 1)
    #expect(self.spread([1e12, -1e12]).mean == 0)
  }
}
