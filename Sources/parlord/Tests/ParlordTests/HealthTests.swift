import HTTPTypes
import NIOCore
import Synchronization
import Testing

@testable import parlord

/// What balancers and Prometheus ask.
@Suite struct HealthTests {
  @Test func `a server that drains is alive but not ready`() async throws {
    try await TestServer.run { server in
      func statuses() async throws -> [Int] {
        var codes: [Int] = []
        for path in ["/healthz", "/readyz", "/health"] {
          codes.append(try await server.client.execute(uri: path, method: .get).status.code)
        }
        return codes
      }
      let running = try await statuses()
      server.backend.status.isDraining.store(true, ordering: .relaxed)
      let draining = try await statuses()
      #expect(running == [200, 200, 200] && draining == [200, 503, 200])
    }
  }

  @Test func `HEAD is answered as GET, without a body`() async throws {
    try await TestServer.run { server in
      for path in ["/healthz", "/readyz", "/health", "/none"] {
        let whole = try await server.client.execute(uri: path, method: .get)
        let head = try await server.client.execute(uri: path, method: .head)
        #expect(head.status == (path == "/none" ? .notFound : .ok) && head.status == whole.status)
        #expect(head.body.readableBytes == 0 && whole.body.readableBytes > 0)
        #expect(head.headers[.contentLength] == whole.headers[.contentLength])
      }
    }
  }

  @Test func `the time of requests is counted in seconds`() {
    let status = ServerStatus()
    for time in [1500, 250] { status.count("a", status: "200", duration: .milliseconds(time)) }
    let text = status.text([])
    #expect(text.contains("_sum{action=\"a\",status=\"200\"} 1.75\n"))
    for (bound, count) in [("0.1", 0), ("0.25", 1), ("1.0", 1), ("2.5", 2)] {
      #expect(text.contains("_bucket{action=\"a\",status=\"200\",le=\"\(bound)\"} \(count)\n"))
    }
  }

  @Test func `requests are counted by action and status`() async throws {
    try await TestServer.run { server in
      var ann = try await server.register("Ann")
      try await ann.ask("getlobbyinfo")
      try await ann.ask("getlobbyinfo")
      try await ann.ask("no such action")
      try await ann.ask("farkleroll", ["gameid": "99"])
      _ = try await server.client.execute(uri: "/api/v2/logik/ranking", method: .get)
      let text = server.backend.status.text([
        (name: "parlord_open_games", type: "gauge", help: "Games.", value: 3)
      ])
      func count(_ action: String, _ status: String) -> Bool {
        text.contains("_count{action=\"\(action)\",status=\"\(status)\"} ")
      }
      #expect(text.contains("_count{action=\"getlobbyinfo\",status=\"200\"} 2\n"))
      #expect(text.contains("_bucket{action=\"getlobbyinfo\",status=\"200\",le=\"+Inf\"} 2\n"))
      #expect(count("register", "200") && count("unknown", "error"))
      #expect(count("farkleroll", "error") && count("logik/ranking", "401"))
      #expect(text.hasSuffix("# TYPE parlord_open_games gauge\nparlord_open_games 3\n"))
      #expect(!text.contains("no such"))
    }
  }

  @Test func `limits are divided among servers`() {
    let limiter = LoginLimiter(nodes: 2)
    let waits = (0..<6).map { _ in
      limiter.begin(address: "a", account: "b", at: VirtualTime().now)
    }
    #expect(waits.prefix(5).allSatisfy { $0 == 0 } && waits[5] > 0)
  }
}
