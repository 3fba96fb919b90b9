import HTTPTypes
import NIOCore
import Testing

@testable import parlord

@Suite struct RateLimiterTests {
  @Test func `a key has a number of events in a period`() {
    let limiter = RateLimiter(limit: 3, period: 1000)
    #expect((1...4).map { _ in limiter.count("a", at: 0) } == [true, true, true, false])
    #expect(limiter.count("b", at: 0))
    #expect(limiter.wait("a", at: 400) == 600 && limiter.wait("b", at: 400) == 0)
    #expect(limiter.count("a", at: 1000))
    #expect(limiter.wait("a", at: 1000) == 0)
  }

  @Test func `limit 0 means no limit`() {
    let limiter = RateLimiter(limit: 0, period: 1000)
    #expect((1...1000).allSatisfy { _ in limiter.count("a", at: 0) })
  }

  @Test func `attempts at the same time cannot pass the limit`() {
    let limiter = LoginLimiter()
    let waits = (1...300).map { _ in
      limiter.begin(address: "a", account: "1", at: Timestamp(milliseconds: 0))
    }
    #expect(waits.count { $0 == 0 } == 10 && waits.last == 600)
  }

  @Test func `others cannot lock an account, only slow it down`() {
    let limiter = LoginLimiter()
    for number in 0..<100 {
      _ = limiter.begin(address: "\(number)", account: "1", at: Timestamp(milliseconds: 0))
    }
    let owner = (0...1).map { second in
      limiter.begin(
        address: "owner", account: "1", at: Timestamp(milliseconds: 4500 + 500 * second))
    }
    #expect(owner == [1, 0])
    limiter.succeed(address: "owner", account: "1")
    #expect(limiter.begin(address: "owner", account: "1", at: Timestamp(milliseconds: 5001)) == 0)
  }

  @Test(arguments: [
    ("192.0.2.1", "192.0.2.1"), ("local", "local"), ("::ffff:192.0.2.1", "192.0.2.1"),
    ("2001:db8:1:2:3:4:5:6", "20010db800010002/64"), ("2001:db8:1:2::", "20010db800010002/64"),
    ("2001:db8:1:3::", "20010db800010003/64"), ("::1", "0000000000000000/64"),
    ("::fe:c000:201", "0000000000000000/64"), ("::ff:c000:201", "0000000000000000/64"),
    (":", ":"),
  ])
  func `limits count IPv6 addresses by their first 64 bits`(
    _ address: String, _ network: String
  ) {
    #expect(ClientNetwork.of(address) == network)
  }

  @Test func `a client with many addresses has the attempts of one`() async throws {
    try await TestServer.run(isProxied: true) { server in
      _ = try await server.register("Ann")
      let name = try #require(HTTPField.Name("X-Forwarded-For"))
      var answers: [String] = []
      for number in 1...11 {
        let response = try await server.client.execute(
          uri: "/farkle_fetch.php", method: .post,
          headers: [name: "2001:db8:1:2::\(number)"],
          body: ByteBuffer(
            string: "action=login&user=\(Secrets.md5("Ann"))&pass=\(Secrets.md5("x\(number)"))"))
        answers.append(String(buffer: response.body))
      }
      #expect(answers.count { $0.contains("incorrect") } == 10)
      #expect(answers.last?.contains("Too many attempts") == true)
    }
  }

  @Test func `the oldest keys are dropped first`() {
    let limiter = RateLimiter(limit: 1, period: 1_000_000)
    for number in 0..<RateLimiter.maxKeys * 3 { limiter.count("\(number)", at: 0) }
    #expect(limiter.wait("0", at: 1) == 0)
    #expect(limiter.wait("\(RateLimiter.maxKeys * 3 - 1)", at: 1) > 0)
  }
}
