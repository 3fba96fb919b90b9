#if Server
  import ArgumentParser

  /// How much is taken from whom.
  struct LimitOptions: ParsableArguments {
    @Option(help: "The most bytes of the body of a request.")
    var bodySize = WebLimits().bodySize

    @Option(help: "The most HTTP connections at a time; others wait.")
    var connections = WebLimits().connections

    @Option(help: "The most requests of one address in ten seconds; 0 for no limit.")
    var requests = WebLimits().requests

    @Option(help: "The seconds that a request may take.")
    var requestTime = WebLimits().requestSeconds

    @Option(help: "The most line connections at a time; others are closed.")
    var lineConnections = LineLimits().connections

    @Option(help: "The most line connections of one address; 0 for no limit.")
    var lineConnectionsPerAddress = LineLimits().connectionsPerAddress

    @Option(help: "The seconds after which a silent line connection is closed.")
    var lineIdle = LineLimits().idleSeconds

    func validate() throws {
      let ranges: [(String, Int, ClosedRange<Int>)] = [
        ("--body-size", bodySize, 256...1_048_576), ("--connections", connections, 1...100_000),
        ("--requests", requests, 0...1_000_000_000), ("--request-time", requestTime, 1...3600),
        ("--line-connections", lineConnections, 1...100_000),
        ("--line-connections-per-address", lineConnectionsPerAddress, 0...100_000),
        ("--line-idle", lineIdle, 1...86_400),
      ]
      for (name, value, range) in ranges where !range.contains(value) {
        throw ValidationError("`\(name)` takes \(range.lowerBound) to \(range.upperBound).")
      }
    }

    /// The limits of HTTP.
    var web: WebLimits {
      WebLimits(
        bodySize: bodySize, connections: connections, requests: requests,
        requestSeconds: requestTime)
    }

    /// The limits of the line protocol.
    var lines: LineLimits {
      LineLimits(
        connections: lineConnections, connectionsPerAddress: lineConnectionsPerAddress,
        idleSeconds: lineIdle)
    }
  }
#endif
