import Foundation
import HTTPTypes
import NIOCore
import NIOEmbedded
import ParlorKit
import Testing

@testable import TestKit
@testable import parlord

/// Clients that come through a proxy with TLS.
@Suite struct ProxyTests {
  @Test(arguments: [
    ("PROXY TCP4 192.0.2.1 192.0.2.2 56324 7778\r\n", "192.0.2.1"),
    ("PROXY TCP6 2001:db8::1 ::1 1 2\r\n", "2001:db8::1"), ("PROXY UNKNOWN\r\n", "local"),
    ("PROXY UNKNOWN ffff::1 ffff::2 1 2\r\n", "local"),
    ("PROXY TCP4 192.0.2.1 192.0.2.2 56324 7778\n", nil),
    ("PROXY TCP4 ann 192.0.2.2 1 2\r\n", nil), ("PROXY TCP4 192.0.2.1\r\n", nil),
    ("new farkle Ann\r\n", nil), ("\n", nil),
  ])
  func `the header of version 1`(_ header: String, _ address: String?) {
    let expected = address.map { ProxyHeader.Reading.client($0, size: header.utf8.count) }
    #expect(Self.read(Array(header.utf8)) == expected ?? .invalid)
  }

  /// The parts after the signature, and the address that they mean.
  @Test(arguments: [
    ("21 11 000C C0000201 C0000202 DC04 1E62", "192.0.2.1"),
    ("21 12 000C C0000201 C0000202 DC04 1E62", "192.0.2.1"),
    // Fields after the addresses: a name of a host, and one that is cut, which nothing reads.
    ("21 11 0016 C0000201 C0000202 DC04 1E62 02 0004 61626364 05 FFFF", "192.0.2.1"),
    (
      "21 21 0024 20010DB8000000000000000000000001 00000000000000000000000000000001 0001 0002",
      "2001:db8::1"
    ),
    (
      "21 21 0024 00000000000000000000FFFFC0000201 00000000000000000000000000000001 0001 0002",
      "::ffff:192.0.2.1"
    ),
    // LOCAL: a check of the proxy's own, with or without addresses.
    ("20 00 0000", "local"), ("20 11 000C C0000201 C0000202 DC04 1E62", "local"),
    // Unknown, and a socket of the proxy's machine.
    ("21 00 0000", "local"), ("21 00 0003 010203", "local"), ("21 01 0000", "local"),
    ("21 31 0002 2F61", "local"),
    // Another version, command, family or transport; too short for its addresses; too long.
    ("11 11 000C C0000201 C0000202 DC04 1E62", nil),
    ("22 11 000C C0000201 C0000202 DC04 1E62", nil), ("21 41 0000", nil), ("21 13 0000", nil),
    ("21 11 000B C0000201 C0000202 DC04 1E", nil),
    ("21 21 000C C0000201 C0000202 DC04 1E62", nil),
    ("21 11 FFFF C0000201 C0000202 DC04 1E62", nil),
  ])
  func `the header of version 2`(_ text: String, _ address: String?) {
    let digits = text.utf8.compactMap(Hex.value(of:))
    let header =
      Self.signature
      + stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    let expected = address.map { ProxyHeader.Reading.client($0, size: header.count) }
    #expect(Self.read(header) == expected ?? .invalid)
    // What follows belongs to the client.
    #expect(Self.read(header + Array("echo a\n".utf8)) == expected ?? .invalid)
    guard address != nil else { return }
    for count in 1..<header.count {
      #expect(Self.read(Array(header.prefix(count))) == .incomplete, "\(count) bytes")
    }
    for place in Self.signature.indices {
      var wrong = header
      wrong[place] ^= 0x20
      #expect(Self.read(wrong) == .invalid, "byte \(place)")
    }
  }

  private static let signature = Array("\r\n\r\n\0\r\nQUIT\n".utf8)

  private static func read(_ bytes: [UInt8]) -> ProxyHeader.Reading {
    ProxyHeader.read(ByteBuffer(bytes: bytes).readableBytesView)
  }

  @Test(arguments: [
    ["PROXY TCP4 192.0.2.1 1", "92.0.2.2 1 2\r\nec"],
    // Version 2, with an address of text that is 49.46.49.46.
    ["\r\n\r\n\0\r\nQU", "IT\n!", "\u{11}\0\u{0C}1.1.1.1.ab", "cdec"],
  ])
  func `the header may arrive in pieces, and is no line`(_ pieces: [String]) throws {
    var addresses: [String] = []
    let channel = EmbeddedChannel()
    try channel.pipeline.syncOperations.addHandler(
      ProxyHeader {
        addresses.append($0)
        return true
      })
    for piece in pieces + ["ho a\n"] { try channel.writeInbound(ByteBuffer(string: piece)) }
    #expect(addresses == [pieces.count == 2 ? "192.0.2.1" : "49.46.49.46"])
    #expect(try channel.readInbound(as: ByteBuffer.self) == ByteBuffer(string: "ec"))
    #expect(try channel.readInbound(as: ByteBuffer.self) == ByteBuffer(string: "ho a\n"))
    #expect(try channel.finish().isClean)
  }

  @Test(arguments: [
    "echo a\n", "PROXY TCP4 " + String(repeating: "1", count: 96), "\r\n\r\n\0\r\nQUIT\r",
  ])
  func `a connection without the header is closed`(_ start: String) throws {
    let channel = EmbeddedChannel()
    try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
    try channel.pipeline.syncOperations.addHandler(ProxyHeader { _ in true })
    try channel.writeInbound(ByteBuffer(string: start))
    #expect(!channel.isActive)
  }

  @Test(arguments: [true, false])
  func `the address of a client is that which the proxy tells`(isProxied: Bool) async throws {
    var limits = WebLimits()
    limits.requests = 1
    limits.requestPeriod = 3_600_000
    try await TestServer.run(limits: limits, isProxied: isProxied) { server in
      func health(_ clients: String) async throws -> TestResponse {
        var headers = HTTPFields()
        for (name, value) in [("X-Forwarded-For", clients), ("X-Forwarded-Proto", "https")] {
          headers[try #require(HTTPField.Name(name))] = value
        }
        return try await server.client.execute(uri: "/health", method: .get, headers: headers)
      }
      #expect(try await health("192.0.2.1").status == .ok)
      let other = try await health("192.0.2.2").status
      #expect(other == (isProxied ? .ok : .tooManyRequests))
      // What the client claims stands before what the proxy adds.
      #expect(try await health("192.0.2.3, 192.0.2.1").status == .tooManyRequests)
    }
  }

  /// The example for HAProxy, with a certificate made for the test.
  @Suite(.blocking, .enabled(if: HAProxy.isInstalled)) struct HAProxyTests {
    @Test func `TLS reaches both services`() throws {
      let server = try ServerProcess(["--behind-proxy"])
      let proxy = try HAProxy(for: server)
      let page = try proxy.exchange(
        proxy.https, "GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
      #expect(page.hasPrefix("HTTP/1.1 200") && page.hasSuffix(#"{"status":"ok"}"#))
      let form = "action=getlobbyinfo"
      let cookies = try proxy.exchange(
        proxy.https,
        "POST /farkle_fetch.php HTTP/1.1\r\nHost: x\r\nConnection: close\r\n"
          + "Content-Length: \(form.utf8.count)\r\n\r\n\(form)")
      #expect(cookies.contains("FarkleOnline=") && cookies.contains("; Secure"))
      #expect(
        try proxy.exchange(proxy.lines, "new farkle Ann\nquit\n").hasPrefix("Farkle: Ann."))
    }

    @Test func `old versions of TLS are refused`() throws {
      let server = try ServerProcess(["--behind-proxy"])
      let proxy = try HAProxy(for: server)
      for port in [proxy.https, proxy.lines] {
        #expect(try proxy.complaint(port, version: "-tls1_1").contains("protocol version"))
        #expect(try !proxy.complaint(port, version: "-tls1_2").contains("protocol version"))
      }
    }
  }
}

/// HAProxy with the example's configuration.
private final class HAProxy {
  private static let program = "/usr/sbin/haproxy"
  private static let shell = "/bin/sh"
  private static var example: String {
    let root = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(5)
    return root.joined(separator: "/") + "/examples/parlord/haproxy.cfg"
  }

  /// Whether HAProxy and OpenSSL are installed.
  static var isInstalled: Bool {
    [program, "/usr/bin/openssl"].allSatisfy(FileManager.default.isExecutableFile)
  }

  let https: String
  let lines: String
  private let folder: TemporaryFolder
  private let process: Child

  init(for server: ServerProcess) throws {
    folder = try TemporaryFolder()
    // An address of this machine that nobody else uses, so that the ports are free.
    let host = (1...3).reduce("127") { text, _ in "\(text).\(Int.random(in: 1...250))" }
    (https, lines) = ("\(host):8443", "\(host):7778")
    let certificate = folder["both.pem"]
    let request = try Child(
      Self.shell,
      [
        "-c",
        """
        cd "$1" && openssl req -x509 -newkey rsa:2048 -nodes -subj /CN=localhost -days 2 \\
          -keyout key -out cert && cat cert key >both.pem
        """, "sh", folder.path,
      ], environment: ["PATH": "/usr/bin:/bin"])
    #expect(try request.finish().status == .exited(0))
    let example = try String(
      contentsOfFile: Self.example, encoding: .utf8)
    let configuration =
      example
      .replacing("/etc/parlord/certificate-and-key.pem", with: certificate)
      .replacing("bind :443", with: "bind \(https)")
      .replacing("bind :7778", with: "bind \(lines)")
      .replacing("127.0.0.1:8080", with: "127.0.0.1:\(server.http)")
      .replacing("127.0.0.1:7777", with: "127.0.0.1:\(server.lines)")
    try folder.add("haproxy.cfg", configuration)
    process = try Child(
      Self.program, ["-W", "-db", "-f", folder["haproxy.cfg"]],
      environment: ["PATH": "/usr/bin:/bin"], errors: .output)
    Guardian.watch(process.process)
    // With -W it says so when it listens.
    while let line = try process.readLine() {
      if line.contains("Loading success") { break }
    }
  }

  deinit {
    process.signal(SIGTERM)
    Guardian.forget(process.process)
  }

  /// Sends text over TLS, and returns what comes back until the end of the connection.
  func exchange(_ address: String, _ text: String) throws -> String {
    try client(address, ["-quiet", "-ign_eof"]).finish(input: Array(text.utf8)).text
  }

  /// What OpenSSL says of a connection with a version of TLS.
  func complaint(_ address: String, version: String) throws -> String {
    // OpenSSL offers old versions at its lowest level of security only.
    try client(address, [version, "-cipher", "ALL:@SECLEVEL=0"]).finish().complaint
  }

  private func client(_ address: String, _ options: [String]) throws -> Child {
    try Child(
      "/usr/bin/openssl",
      ["s_client", "-connect", address, "-CAfile", folder["cert"]] + options,
      environment: ["PATH": "/usr/bin:/bin"])
  }
}
