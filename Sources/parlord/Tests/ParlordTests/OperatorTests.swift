import Foundation
import NIOCore
import ParlorKit
import Testing

@testable import TestKit
@testable import parlord

/// A socket as that of systemd.
private struct NotifySocket {
  private let descriptor: Int32

  /// - Parameter name: a path, or `@` and an abstract name, which is as long as its address says.
  init(_ name: String) throws {
    descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
    let isAbstract = name.hasPrefix("@")
    let path = isAbstract ? "\0\(name.dropFirst())" : name
    let isBound = try SocketAddress(unixDomainSocketPath: path).withSockAddr { address, size in
      bind(descriptor, address, socklen_t(isAbstract ? 2 + path.utf8.count : size)) == 0
    }
    try #require(isBound)
  }

  /// The next message; none after a time that only a failure takes.
  func receive() -> String {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&entry, 1, 120_000) > 0 else { return "" }
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = recv(descriptor, &bytes, bytes.count, 0)
    return String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)
  }
}

/// What an operator does with `parlord`.
@Suite(.blocking) struct OperatorTests {
  private let folder: TemporaryFolder
  private let program: String

  init() throws {
    folder = try TemporaryFolder()
    program = try #require(BuiltProgram.path(of: "parlord"))
  }

  private var database: String { folder["parlord.sqlite"] }

  private func run(_ arguments: [String], input: String = "") throws -> Outcome {
    try Child(program, arguments, environment: ["PATH": "/usr/bin:/bin"])
      .finish(input: Array(input.utf8))
  }

  private func parlord(_ words: String, input: String = "") throws -> Outcome {
    try run(
      words.split(separator: " ").map(String.init) + ["--database", database], input: input)
  }

  @Test func `tournaments are added, listed and cancelled`() throws {
    #expect(try parlord("init").status == .exited(0))
    let full = "1  Cup  0 of 8 players  begins when it is full  1 hour a round\n"
    #expect(
      try parlord("tournament add Cup --players 8 --when-full --hours 1") == Outcome(0, full))
    let timed =
      "2  Open  0 of 64 players  begins 2026-11-27T19:00:00Z  24 hours a round, out after 2 losses\n"
    #expect(
      try parlord("tournament add Open --at 2026-11-27T19:00:00Z --losses 2") == Outcome(0, timed)
    )
    #expect(try parlord("tournament list") == Outcome(0, full + timed))
    #expect(try parlord("tournament cancel 1") == Outcome(0, "tournament 1 is cancelled\n"))
    #expect(try parlord("tournament list") == Outcome(0, timed))
    #expect(
      try parlord("tournament cancel 1")
        == Outcome(1, errors: "parlord: there is no tournament 1\n"))
    #expect(
      try parlord("tournament start 2")
        == Outcome(1, errors: "parlord: a tournament begins with two players or more\n"))
  }

  @Test(arguments: [
    "add Cup --players 1", "add Cup --hours 0", "add Cup --losses 3", "add Cup --at tonight",
    "add Cup --at 2026-11-27 --when-full", "add", "start x",
  ])
  func `wrong options of a tournament are refused`(_ words: String) throws {
    #expect(try parlord("tournament \(words)").status == .exited(2))
  }

  @Test func `a tournament that is full begins, and one that has begun is not cancelled`()
    async throws
  {
    try await TestServer.run { server in
      let announced = Tournament(name: "Cup", cap: 2, condition: 2)
      try await server.backend.store.write { database in
        var tournament = announced
        try tournament.announce(at: server.time.now, in: database)
      }
      var players = [try await server.register("Ann"), try await server.register("Bob")]
      for (index, round) in [(0, 0), (1, 1)] {
        #expect(try await players[index].ask("addplayertotourney", ["tid": "1"]) == 1)
        #expect(
          try await players[0].ask("gettournamentinfo", ["tid": "1"])[0]["roundnum"].int == round)
      }
    }
  }

  @Test func `a file that is being served is not copied`() throws {
    let server = try ServerProcess()
    let target = folder["copy.sqlite"]
    let words = ["migrate", "--from", server.database, "--to", target]
    #expect(
      try run(words)
        == Outcome(1, errors: "parlord: a server uses \(server.database): stop it first\n"))
    #expect(!FileManager.default.fileExists(atPath: target))
    #expect(server.end(by: SIGTERM) == 0)
    #expect(try run(words).status == .exited(0))
  }

  @Test func `a port in use is named`() throws {
    let server = try ServerProcess()
    let (status, errors) = try server.second(["--http", "\(server.http)", "--lines", "0"])
    #expect(status == 1)
    let address = "127.0.0.1:\(server.http) (--http)"
    #expect(errors.contains("parlord: cannot listen on \(address): the address is in use"))
  }

  @Test func `the demo account behind a proxy is warned of`() throws {
    let server = try ServerProcess()
    let ports = ["--http", "\(server.http)", "--lines", "0"]
    let warning = "the account `testuser` of `parlord init --demo` has a public password"
    #expect(try !server.second(ports).errors.contains(warning))
    #expect(try server.second(ports + ["--behind-proxy"]).errors.contains(warning))
    #expect(try server.second(ports + ["--trusted-proxy", "::1"]).errors.contains(warning))
  }

  @Test func `a server waits for PostgreSQL, and says that it is not ready`() throws {
    let nowhere = "postgres://127.0.0.1:1/parlor?connect_timeout=2"
    let options = ["serve", "--database", nowhere, "--http", "0", "--lines", "0"]
    let given = try run(options + ["--database-wait", "0"])
    #expect(given.status == .exited(3) && given.complaint.contains("cannot open postgres://"))
    let server = try Child(
      program, options + ["--database-wait", "600"], environment: ["PATH": "/usr/bin:/bin"],
      errors: .output)
    Guardian.watch(server.process)
    defer { Guardian.forget(server.process) }
    var port: Int?
    while port == nil, let line = try server.readLine() {
      let entry = try? Value.read(line)
      guard entry?["message"] == "listening", entry?["service"] == "starting" else { continue }
      port = entry?["port"].string.flatMap { Int($0) }
    }
    let opened = try #require(port)
    for (path, status) in [("/readyz", "503"), ("/healthz", "200"), ("/play", "503")] {
      let client = try FileHandle(connectedTo: opened)
      try client.write(
        contentsOf: Data("GET \(path) HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".utf8))
      #expect(client.line().hasPrefix("HTTP/1.1 \(status) "), "\(path)")
    }
    server.signal(SIGTERM)
    _ = try server.wait()
  }

  @Test(arguments: ["", "@"])
  func `the service manager is told when all ports are open`(_ mark: String) throws {
    let name = mark + folder["notify"]
    let notices = try NotifySocket(name)
    let server = try ServerProcess(["--metrics", "0"], environment: ["NOTIFY_SOCKET": name])
    #expect(notices.receive() == "READY=1")
    #expect(server.end(by: SIGTERM) == 0)
  }

  @Test func `the service manager does not wait for ports that stay closed`() throws {
    #expect(try parlord("init").status == .exited(0))
    let path = folder["notify"]
    let notices = try NotifySocket(path)
    let server = try Child(
      program, ["serve", "--database", database, "--http", "0", "--no-lines"],
      environment: ["PATH": "/usr/bin:/bin", "NOTIFY_SOCKET": path], errors: .output)
    Guardian.watch(server.process)
    defer { Guardian.forget(server.process) }
    #expect(notices.receive() == "READY=1")
    server.signal(SIGTERM)
    _ = try server.wait()
  }

  @Test func `a short password is refused`() throws {
    #expect(try parlord("init").status == .exited(0))
    #expect(
      try parlord("user add ann", input: "x\n")
        == Outcome(2, errors: "parlord: the password needs 6 characters or more\n"))
    #expect(try parlord("user add ann", input: "secret\n") == Outcome(0, "added ann\n"))
  }
}
