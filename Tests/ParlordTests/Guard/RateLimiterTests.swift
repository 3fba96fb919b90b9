import Testing

@testable import parlord

@Suite struct ThrottleTests {
  @Test func `so many in a span and no more`() {
    let limiter = RateLimiter(limit: 3, span: 1000)
    #expect((1...4).map { _ in limiter.count("a", at: 0) } == [true, true, true, false])
    #expect(limiter.count("b", at: 0))
    #expect(limiter.wait("a", at: 400) == 600 && limiter.wait("b", at: 400) == 0)
    #expect(limiter.count("a", at: 1000))
    #expect(limiter.wait("a", at: 1000) == 0)
  }

  @Test func `no limit is no limit`() {
    let limiter = RateLimiter(limit: 0, span: 1000)
    #expect((1...1000).allSatisfy { _ in limiter.count("a", at: 0) })
  }

  @Test func `keys without end are forgotten, the oldest first`() {
    let limiter = RateLimiter(limit: 1, span: 1_000_000)
    for number in 0..<RateLimiter.maxKeys * 3 { limiter.count("\(number)", at: 0) }
    #expect(limiter.wait("0", at: 1) == 0)
    #expect(limiter.wait("\(RateLimiter.maxKeys * 3 - 1)", at: 1) > 0)
  }
}
