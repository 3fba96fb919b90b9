import ArgumentParser

/// An address to listen on: `HOST:PORT`, or `PORT` for the loopback address.
struct ListenAddress: Sendable, Equatable {
  /// A host name or an IP address.
  var host: String
  /// The port; 0 for any free port.
  var port: Int

  /// Whether only programs of this machine can reach the address.
  var isLoopback: Bool { Self.isLoopback(host: host) }

  /// Whether the host of a request, with or without a port, names this machine. A request without a
  /// host comes from no browser.
  static func isLoopback(authority: String?) -> Bool {
    guard let authority else { return true }
    guard authority.hasPrefix("[") else {
      return isLoopback(host: authority.prefix { $0 != ":" }.lowercased())
    }
    return isLoopback(host: String(authority.dropFirst().prefix { $0 != "]" }))
  }

  private static func isLoopback(host: String) -> Bool {
    if host == "localhost" || host == "::1" { return true }
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
  }

  /// A port of the loopback address.
  init(loopback port: Int) {
    host = "127.0.0.1"
    self.port = port
  }

  /// Reads `8080`, `127.0.0.1:8080` or `[::1]:8080`.
  init?(_ text: String) {
    let host: Substring
    if let colon = text.lastIndex(of: ":") {
      host = text[..<colon]
      guard let port = Self.port(text[text.index(after: colon)...]) else { return nil }
      self.port = port
    } else {
      guard let port = Self.port(text[...]) else { return nil }
      self.port = port
      host = "127.0.0.1"
    }
    let isBracketed = host.hasPrefix("[") && host.hasSuffix("]")
    let bare = isBracketed ? host.dropFirst().dropLast() : host
    guard !bare.isEmpty, isBracketed || !bare.contains(":") else { return nil }
    self.host = String(bare)
  }

  private static func port(_ text: Substring) -> Int? {
    guard text.utf8.count <= 5, text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }), let port = Int(text),
      port <= 65_535
    else { return nil }
    return port
  }
}

/// The options of `parlord serve` for addresses.
struct AddressOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The address for HTTP. (default: 127.0.0.1:8080)", valueName: "[host:]port"),
    transform: AddressOptions.address)
  var http = ListenAddress(loopback: 8080)

  @Option(
    help: ArgumentHelp(
      "The address for the line protocol. (default: 127.0.0.1:7777)", valueName: "[host:]port"),
    transform: AddressOptions.address)
  var lines = ListenAddress(loopback: 7777)

  @Flag(help: "Do not serve the line protocol.")
  var noLines = false

  @Flag(
    help: ArgumentHelp(
      "All clients come through a proxy with TLS, which tells their addresses.",
      discussion: """
        Over HTTP it sends X-Forwarded-For and X-Forwarded-Proto, before lines the header of \
        version 1 or 2 of the PROXY protocol. HAProxy does so with `option forwardfor`, and with \
        `send-proxy` or `send-proxy-v2`. Others must not reach the ports; if they do, use \
        --trusted-proxy.
        """))
  var behindProxy = false

  @Flag(
    help: ArgumentHelp(
      "Let agents of this machine play, by the Model Context Protocol, at /mcp.",
      discussion: "HTTP must listen on a loopback address, without a proxy."))
  var mcp = false

  @Flag(
    help: ArgumentHelp(
      "Serve a page to play at in a browser, at /.",
      discussion: "Its games are on this server only, and end with it."))
  var page = false

  @Option(
    help: ArgumentHelp(
      "Believe proxies at these addresses, such as 10.0.0.0/8; other clients need none.",
      discussion: "Repeat the option for more. The proxies send the same as for --behind-proxy.",
      valueName: "cidr"),
    transform: AddressOptions.range)
  var trustedProxy: [AddressRange] = []

  @Flag(
    help: """
      The proxies send Forwarded (RFC 7239) in place of X-Forwarded-For and X-Forwarded-Proto.
      """)
  var forwarded = false

  @Option(
    help: ArgumentHelp(
      "Serve figures for Prometheus at /metrics of this address, which clients must not reach.",
      valueName: "[host:]port"),
    transform: AddressOptions.address)
  var metrics: ListenAddress?

  /// The proxies through which clients come.
  var proxies: TrustedProxies {
    TrustedProxies(ranges: behindProxy ? nil : trustedProxy, sendForwarded: forwarded)
  }

  func validate() throws {
    guard !behindProxy || trustedProxy.isEmpty else {
      throw ValidationError("`--behind-proxy` trusts all addresses; leave out one of the two.")
    }
    guard !forwarded || behindProxy || !trustedProxy.isEmpty else {
      throw ValidationError("`--forwarded` needs `--trusted-proxy`.")
    }
    guard !mcp || (http.isLoopback && proxies.isEmpty) else {
      throw ValidationError(
        "`--mcp` is for programs of this machine: it needs a loopback address for `--http`, and no"
          + " proxy.")
    }
  }

  @Sendable private static func range(_ text: String) throws -> AddressRange {
    guard let range = AddressRange(text) else {
      throw ValidationError(
        "`\(text)` is not a range of addresses such as 10.0.0.0/8, 2001:db8::/32 or 192.0.2.1.")
    }
    return range
  }

  @Sendable private static func address(_ text: String) throws -> ListenAddress {
    guard let address = ListenAddress(text) else {
      throw ValidationError(
        "`\(text)` is not an address such as 8080, 127.0.0.1:8080 or [::1]:8080.")
    }
    return address
  }
}

/// The options of `parlord serve` for limits.
struct LimitOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The maximum size of a request body in bytes.", valueName: "bytes"))
  var bodySize = WebLimits().bodySize

  @Option(
    help: ArgumentHelp("The maximum number of HTTP connections; others wait.", valueName: "n"))
  var connections = WebLimits().connections

  @Option(
    help: ArgumentHelp(
      "The maximum number of requests of one address in ten seconds; 0 for no limit.",
      valueName: "n"))
  var requests = WebLimits().requests

  @Option(help: ArgumentHelp("The time limit for a request in seconds.", valueName: "seconds"))
  var requestTime = WebLimits().requestSeconds

  @Option(
    help: ArgumentHelp(
      "The maximum number of HTTP connections of one address; 0 for no limit.", valueName: "n"))
  var connectionsPerAddress = WebLimits().connectionsPerAddress

  @Option(
    help: ArgumentHelp(
      "The maximum number of line connections; others are closed.", valueName: "n"))
  var lineConnections = LineLimits().connections

  @Option(
    help: ArgumentHelp(
      "The maximum number of line connections of one address; 0 for no limit.", valueName: "n"))
  var lineConnectionsPerAddress = LineLimits().connectionsPerAddress

  @Option(
    help: ArgumentHelp(
      "The seconds after which an idle line connection is closed.", valueName: "seconds"))
  var lineIdle = LineLimits().idleSeconds

  @Option(
    help: ArgumentHelp(
      "The number of servers that share the database; each allows its part of the requests, "
        + "logins and registrations of an address.", valueName: "n"))
  var nodes = 1

  @Option(
    help: ArgumentHelp(
      "The number of connections to PostgreSQL, and of transactions at a time.", valueName: "n"))
  var databaseConnections = 8

  @Option(
    help: ArgumentHelp(
      "The seconds to wait for PostgreSQL at the start, while /readyz says 503.",
      valueName: "seconds"))
  var databaseWait = 60

  @Option(
    help: ArgumentHelp(
      "The seconds for which SIGTERM lets requests be served, while /readyz says 503.",
      valueName: "seconds"))
  var drain = 0

  func validate() throws {
    let ranges: [(String, Int, ClosedRange<Int>)] = [
      ("--body-size", bodySize, 256...1_048_576), ("--connections", connections, 1...100_000),
      ("--connections-per-address", connectionsPerAddress, 0...100_000),
      ("--requests", requests, 0...1_000_000_000), ("--request-time", requestTime, 1...3600),
      ("--line-connections", lineConnections, 1...100_000),
      ("--line-connections-per-address", lineConnectionsPerAddress, 0...100_000),
      ("--line-idle", lineIdle, 1...86_400), ("--nodes", nodes, 1...1000),
      ("--database-connections", databaseConnections, 1...1000), ("--drain", drain, 0...3600),
      ("--database-wait", databaseWait, 0...86_400),
    ]
    for (name, value, range) in ranges where !range.contains(value) {
      throw ValidationError(
        "`\(name)` must be from \(range.lowerBound) to \(range.upperBound), not \(value).")
    }
  }

  var web: WebLimits {
    WebLimits(
      bodySize: bodySize, connections: connections,
      connectionsPerAddress: connectionsPerAddress, requests: (requests + nodes - 1) / nodes,
      requestSeconds: requestTime)
  }

  var lines: LineLimits {
    LineLimits(
      connections: lineConnections, connectionsPerAddress: lineConnectionsPerAddress,
      idleSeconds: lineIdle)
  }
}

/// The options of `parlord serve` for the games.
struct GameOptions: ParsableArguments {
  @Flag(help: "Announce a Farkle Ten tournament whenever there is none.")
  var tournaments = false

  @Flag(help: "Double all experience points.")
  var doubleXP = false

  @Option(
    help: ArgumentHelp("The number of colours in Mastermind codes, 2 to 20.", valueName: "n"))
  var colors = LogikRules().colors

  @Flag(help: "Do not repeat colours in secrets.")
  var noRepeats = false

  @Flag(help: "For tests only: let clients choose their dice (`newdice`).")
  var dictatedDice = false

  @Flag(
    help: "For tests only: let `?sleepy=true` delay and `?badServer=true` break a response.")
  var misbehave = false

  func validate() throws {
    guard 2...20 ~= colors else {
      throw ValidationError("`--colors` must be from 2 to 20, not \(colors).")
    }
  }

  var options: ServerOptions {
    ServerOptions(
      allowsDictatedDice: dictatedDice, holdsTournaments: tournaments, doublesExperience: doubleXP
    )
  }

  var logikRules: LogikRules { LogikRules(colors: colors, repeats: !noRepeats) }
}
