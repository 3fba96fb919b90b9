import LibC
import Platform
import TestKit
import Testing

/// `parlor --connect` through the command of `--via`.
@Suite(.blocking) struct ViaTests {
  private static let openssl = ["/usr/bin/openssl", "/usr/local/bin/openssl"].first {
    FileSystem.kind(of: $0) == .file
  }

  private static func connect(
    to address: String = "localhost:7777", via command: String, sending text: String
  ) throws -> Outcome {
    try Program.run(["--connect", address, "--via", command], input: text.utf8)
  }

  @Test func `the command is the connection`() throws {
    // `cat` sends back what it gets: the lines, then the `quit` after the last one.
    let outcome = try Self.connect(via: "cat", sending: "roll\nbank\n")
    #expect(outcome == Outcome(0, "roll\nbank\n\nquit\n"))
  }

  @Test func `the command is told the host and the port`() throws {
    let outcome = try Self.connect(to: "[::1]:80", via: "echo %h %p 100%%", sending: "")
    #expect(outcome == Outcome(0, "::1 80 100%\n"))
  }

  @Test func `a command that fails is exit code 4`() throws {
    let outcome = try Self.connect(via: "sh -c 'echo no route >&2; exit 3'", sending: "roll\n")
    #expect(outcome.status == .exited(4))
    let errors = String(decoding: outcome.errors, as: UTF8.self)
    #expect(errors.hasPrefix("no route\n"))
    #expect(errors.contains("the command of --via to localhost:7777 failed"))
  }

  @Test(arguments: [
    ["--via", "cat"], ["--connect", "h:1", "--via", " "], ["--connect", "h:1", "--via", "cat %x"],
    ["--connect", "h:1", "--via", "cat %"], ["--connect", "a;b:1", "--via", "cat"],
    ["--connect", "-x:1", "--via", "cat"],
  ])
  func `a command or a host that cannot be meant is an invalid argument`(
    _ arguments: [String]
  ) throws {
    #expect(try Program.run(arguments).status == .exited(2))
  }

  @Test(.enabled(if: openssl != nil)) func `openssl reaches a server that speaks TLS`() throws {
    let openssl = try #require(Self.openssl)
    let folder = try TemporaryFolder()
    let (key, certificate) = (folder["key.pem"], folder["certificate.pem"])
    let made = try Program.shell(
      """
      \(openssl) req -x509 -newkey rsa:2048 -nodes -keyout '\(key)' -out '\(certificate)' \
      -subj /CN=localhost -addext subjectAltName=DNS:localhost -days 2 2>/dev/null
      """)
    #expect(made.status == .exited(0))
    // This server sends every line back, its letters in reverse order, until a line says CLOSE.
    let server = try Child(
      openssl,
      [
        "s_server", "-rev", "-accept", "127.0.0.1:0", "-cert", certificate, "-key", key,
      ], environment: Program.environment)
    var port: Substring?
    while port == nil, let line = try server.readLine() {
      if line.hasPrefix("ACCEPT ") { port = line.split(separator: ":").last }
    }
    let address = "localhost:\(try #require(port))"
    let client = "\(openssl) s_client -quiet -verify_return_error -connect 127.0.0.1:%p"
    let trusting = try Self.connect(
      to: address, via: "\(client) -CAfile '\(certificate)' 2>/dev/null", sending: "llor\nCLOSE\n")
    #expect(trusting == Outcome(0, "roll\n"))
    let wary = try Self.connect(to: address, via: "\(client) 2>/dev/null", sending: "llor\nCLOSE\n")
    #expect(wary.status == .exited(4), "\(wary)")
    server.signal(SIGTERM)
  }
}
