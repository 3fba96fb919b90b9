import Foundation
import NIOCore
import ParlorKit

@testable import TestKit
@testable import parlord

/// A process of the built `parlord`, with a new database.
final class ServerProcess {
  /// The program is not built, or it ended before it listened.
  struct StartError: Error {
    var log: String
  }

  let folder: TemporaryFolder
  let http: Int
  let lines: Int
  private let process: Process

  /// Creates a database with the demo account and serves it on free ports.
  ///
  /// - Parameter environment: is set on top of that of the tests.
  init(_ arguments: [String] = [], environment: [String: String] = [:]) throws {
    folder = try TemporaryFolder()
    guard let program = BuiltProgram.path(of: "parlord") else {
      throw StartError(log: "not built")
    }
    let database = "\(folder.path)/test.sqlite"
    let setup = Self.process(program, ["init", "--demo", "--database", database])
    setup.standardOutput = FileHandle.nullDevice
    try setup.run()
    setup.waitUntilExit()
    process = Self.process(
      program,
      [
        "serve", "--database", database, "--http", "0", "--lines", "0", "--requests", "0",
        // On a busy machine a test may send its request late.
        "--request-time", "600",
      ]
        + arguments)
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    let errors = Pipe()
    process.standardError = errors
    try process.run()
    Guardian.watch(process.processIdentifier)
    (http, lines) = try Self.ports(in: errors.fileHandleForReading)
    // Read and drop the rest of the log, so that it does not fill the pipe. A handler for what can
    // be read would crash now and then: swift-corelibs-libdispatch, issue 949.
    let rest = errors.fileHandleForReading.fileDescriptor
    Thread.detachNewThread {
      var dropped = [UInt8](repeating: 0, count: 4096)
      while read(rest, &dropped, dropped.count) > 0 {}
      withExtendedLifetime(errors) {}
    }
  }

  deinit {
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    Guardian.forget(process.processIdentifier)
  }

  var identifier: Int32 { process.processIdentifier }

  /// The path of the database.
  var database: String { "\(folder.path)/test.sqlite" }

  /// Sends a signal, waits for the exit and returns the status.
  func end(by number: Int32) -> Int32 {
    kill(process.processIdentifier, number)
    process.waitUntilExit()
    return process.terminationStatus
  }

  /// Runs a second server with the same database until it exits.
  func second(_ arguments: [String]) throws -> (status: Int32, errors: String) {
    guard let program = BuiltProgram.path(of: "parlord") else {
      throw StartError(log: "not built")
    }
    let second = Self.process(program, ["serve", "--database", database] + arguments)
    let errors = Pipe()
    second.standardError = errors
    try second.run()
    let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    second.waitUntilExit()
    return (second.terminationStatus, text)
  }

  private static func process(_ program: String, _ arguments: [String]) -> Process {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    return process
  }

  /// Reads the log until both ports are open.
  private static func ports(in log: FileHandle) throws -> (Int, Int) {
    var text = ""
    var ports: [String: Int] = [:]
    while ports.count < 2 {
      let data = log.availableData
      guard !data.isEmpty else { throw StartError(log: text) }
      text += String(decoding: data, as: UTF8.self)
      for line in text.split(separator: "\n") {
        guard let entry = try? Value.read(String(line)), entry["message"] == "listening",
          let service = entry["service"].string, let port = entry["port"].string
        else { continue }
        ports[service] = Int(port)
      }
    }
    return (ports["http"] ?? 0, ports["lines"] ?? 0)
  }
}

extension FileHandle {
  /// A connection to a port of this machine.
  convenience init(connectedTo port: Int) throws {
    #if canImport(Glibc)
      let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      let descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    // The members of `sockaddr_in` belong to another module in each build.
    let isConnected = try SocketAddress(ipAddress: "127.0.0.1", port: port).withSockAddr {
      connect(descriptor, $0, socklen_t($1)) == 0
    }
    guard isConnected else { throw CocoaError(.fileReadUnknown) }
    self.init(fileDescriptor: descriptor, closeOnDealloc: true)
  }

  /// The next line that arrives; what there is at the end of the connection.
  func line() -> String {
    var bytes: [UInt8] = []
    while let byte = try? read(upToCount: 1)?.first, byte != 0x0A { bytes.append(byte) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// What has arrived.
  var arrived: String {
    var text: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = recv(fileDescriptor, &block, block.count, Int32(MSG_DONTWAIT))
      guard count > 0 else { return String(decoding: text, as: UTF8.self) }
      text += block[..<count]
    }
  }
}
