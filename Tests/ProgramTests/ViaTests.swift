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
    let folder = try TemporaryFolder()
    let command = try folder.answeringCommand()
    let outcome = try Self.connect(via: command, sending: "roll\nbank\n")
    #expect(outcome == Outcome(0, "roll\nbank\n"))
  }

  @Test func `the command is told the host and the port`() throws {
    let folder = try TemporaryFolder()
    let command = try folder.answeringCommand() + " %h %p 100%%"
    let outcome = try Self.connect(to: "[::1]:80", via: command, sending: "WORDS\n")
    #expect(outcome == Outcome(0, "::1 80 100%\n"))
  }

  @Test func `a connection that ends before the last line is answered is exit code 4`() throws {
    let folder = try TemporaryFolder()
    let command = try folder.answeringCommand()
    let outcome = try Self.connect(via: command, sending: "roll\nCLOSE\nbank\n")
    #expect(
      outcome
        == Outcome(4, "roll\n", errors: "parlor: the server closed the connection after 1 reply\n"))
  }

  @Test(arguments: ["cat", "echo hello", "printf '{\"ok\":true,\"output\":\"\"}'"])
  func `a server that gives no answers is exit code 4`(_ command: String) throws {
    let outcome = try Self.connect(via: command, sending: "roll\n")
    #expect(outcome.status == .exited(4) && outcome.output.isEmpty)
    #expect(outcome.complaint.contains("localhost:7777 is not a parlord of this version"))
  }

  /// The system accepts the connection; nobody reads from it. This takes the time that a server has.
  @Test func `a server that stays silent is exit code 4`() throws {
    #if canImport(Darwin)
      let type = SOCK_STREAM
    #else
      let type = Int32(SOCK_STREAM.rawValue)
    #endif
    let listener = socket(AF_INET, type, 0)
    defer { close(listener) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isListening = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, size) == 0 && listen(listener, 1) == 0
          && getsockname(listener, $0, &size) == 0
      }
    }
    try #require(isListening)
    let place = "127.0.0.1:\(UInt16(bigEndian: address.sin_port))"
    let outcome = try Program.run(["--connect", place], input: "roll\n".utf8)
    #expect(
      outcome
        == Outcome(
          4, "",
          errors: "parlor: the connection to \(place) is lost: it sent nothing for 30 seconds\n"))
  }

  @Test func `at a terminal, quit ends the session, and an error the line`() throws {
    let folder = try TemporaryFolder()
    let terminal = try Pseudoterminal.parlor([
      "--color", "never", "--connect", "h:1", "--via", try folder.answeringCommand(),
    ])
    try terminal.expect("h:1> ")
    try terminal.send("roll; FAIL; bank\r")
    let text = try terminal.expectAnswer(to: "roll; FAIL; bank", before: "h:1> ")
    #expect(text.contains("roll\nerror[not-now]: no\nNot run: 1 more command.\n"))
    try terminal.send("quit\r")
    #expect(try terminal.waitForExit() == .exited(0))
  }

  @Test func `at a terminal, a connection that ends is exit code 4`() throws {
    let folder = try TemporaryFolder()
    let terminal = try Pseudoterminal.parlor([
      "--color", "never", "--connect", "h:1", "--via", try folder.answeringCommand(),
    ])
    try terminal.expect("h:1> ")
    try terminal.send("roll\r")
    try terminal.expectAnswer(to: "roll", before: "h:1> ")
    try terminal.send("CLOSE\r")
    try terminal.expect("parlor: the server closed the connection after 1 reply")
    #expect(try terminal.waitForExit() == .exited(4))
  }

  @Test func `at a terminal, a server that closes at once is exit code 4`() throws {
    let terminal = try Pseudoterminal.parlor([
      "--color", "never", "--connect", "h:1", "--via", "head -n 1 >/dev/null",
    ])
    try terminal.expect("parlor: the server closed the connection after 0 replies")
    #expect(try terminal.waitForExit() == .exited(4))
  }

  @Test func `a command that fails is exit code 4`() throws {
    let outcome = try Self.connect(via: "sh -c 'echo no route >&2; exit 3'", sending: "roll\n")
    #expect(outcome.status == .exited(4))
    let errors = String(decoding: outcome.errors, as: UTF8.self)
    #expect(errors.hasPrefix("no route\n"))
    #expect(errors.contains("the command of --via to localhost:7777 failed"))
  }

  /// Where SIGCHLD is ignored, the system does not keep how a program has ended.
  @Test func `a command whose exit code is lost has not failed`() throws {
    let client = #"exec "$0" --connect h:1 --via "head -n 1 >/dev/null""#
    let outcome = try Program.shell(#"exec bash -c 'trap "" CHLD; \#(client)' "$0""#)
    #expect(
      outcome
        == Outcome(4, "", errors: "parlor: the server closed the connection after 0 replies\n"))
  }

  @Test(arguments: [
    ["--via", "cat"], ["--connect", "h:1", "--via", " "], ["--connect", "h:1", "--via", "cat %x"],
    ["--connect", "h:1", "--via", "cat %"], ["--connect", "a;b:1", "--via", "cat"],
    ["--connect", "-x:1", "--via", "cat"], ["--connect", "h:1", "--echo"],
    ["--connect", "h:1", "--format", "gtp"], ["--connect", "h:1", "--clock", "virtual"],
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
    // What clients send goes to the shell, whose answers go back to them.
    let commands = try folder.answeringCommand()
    let server = try Child(
      "/bin/sh",
      [
        "-c",
        """
        mkfifo "$1/answers" && exec 3>&1
        '\(openssl)' s_server -naccept 2 -accept 127.0.0.1:0 -cert "$1/certificate.pem" \
          -key "$1/key.pem" <>"$1/answers" |
          while read -r line; do
            case $line in ACCEPT*) echo "$line" >&3 ;; esac
            echo "$line"
          done | \(commands) >"$1/answers"
        """, "sh", folder.path,
      ], environment: Program.environment)
    var port: Substring?
    while port == nil, let line = try server.readLine() {
      if line.hasPrefix("ACCEPT ") { port = line.split(separator: ":").last }
    }
    let address = "localhost:\(try #require(port))"
    let client = "\(openssl) s_client -quiet -verify_return_error -connect 127.0.0.1:%p"
    let wary = try Self.connect(to: address, via: "\(client) 2>/dev/null", sending: "roll\n")
    #expect(wary.status == .exited(4), "\(wary)")
    let trusting = try Self.connect(
      to: address, via: "\(client) -CAfile '\(certificate)' 2>/dev/null", sending: "roll\n")
    #expect(trusting == Outcome(0, "roll\n"))
    server.signal(SIGTERM)
  }
}
