import Testing

@testable import parlord

@Suite struct ThrottleTests {
  @Test func `so many in a span and no more`() {
    let throttle = Throttle(limit: 3, span: 1000)
    #expect((1...4).map { _ in throttle.count("a", at: 0) } == [true, true, true, false])
    #expect(throttle.count("b", at: 0))
    #expect(throttle.wait("a", at: 400) == 600 && throttle.wait("b", at: 400) == 0)
    #expect(throttle.count("a", at: 1000))
    #expect(throttle.wait("a", at: 1000) == 0)
  }

  @Test func `no limit is no limit`() {
    let throttle = Throttle(limit: 0, span: 1000)
    #expect((1...1000).allSatisfy { _ in throttle.count("a", at: 0) })
  }

  @Test func `keys without end are forgotten, the oldest first`() {
    let throttle = Throttle(limit: 1, span: 1_000_000)
    for number in 0..<Throttle.mostKeys * 3 { throttle.count("\(number)", at: 0) }
    #expect(throttle.wait("0", at: 1) == 0)
    #expect(throttle.wait("\(Throttle.mostKeys * 3 - 1)", at: 1) > 0)
  }
}
