#if Server
  import Foundation
  import Platform
  import TestKit

  @testable import parlord

  /// The built daemon as a process of its own, with a new database.
  final class DaemonProcess {
    /// There is no program to test, or it did not begin to serve.
    struct Failure: Error {
      var log: String
    }

    let folder: TemporaryFolder
    let http: Int
    let lines: Int
    private let process: Process

    /// Makes a database with the account of the demonstration and serves it on free ports.
    init(_ arguments: [String] = []) throws {
      folder = try TemporaryFolder()
      guard let program = BuiltProgram.path(of: "parlord") else { throw Failure(log: "not built") }
      let database = "\(folder.path)/test.sqlite"
      let setup = Self.process(program, ["init", "--demo", "--database", database])
      setup.standardOutput = FileHandle.nullDevice
      try setup.run()
      setup.waitUntilExit()
      process = Self.process(
        program,
        [
          "serve", "--database", database, "--http", "0", "--lines", "0", "--requests", "0",
          // On a machine with much to do a test may come late with its request.
          "--request-time", "600",
        ]
          + arguments)
      let errors = Pipe()
      process.standardError = errors
      try process.run()
      (http, lines) = try Self.ports(in: errors.fileHandleForReading)
      // Nobody reads the rest of the log, which must not fill the pipe.
      errors.fileHandleForReading.readabilityHandler = { _ = $0.availableData }
    }

    deinit {
      if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    }

    /// The number of the process.
    var identifier: Int32 { process.processIdentifier }

    /// The file of the database.
    var database: String { "\(folder.path)/test.sqlite" }

    /// Sends a signal and waits for the end.
    func end(by number: Int32) -> Int32 {
      kill(process.processIdentifier, number)
      process.waitUntilExit()
      return process.terminationStatus
    }

    /// Serves the same database from a second process, and waits for its end.
    func second(_ arguments: [String]) throws -> (status: Int32, errors: String) {
      guard let program = BuiltProgram.path(of: "parlord") else { throw Failure(log: "not built") }
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

    /// Waits until both ports are open.
    private static func ports(in log: FileHandle) throws -> (Int, Int) {
      var text = ""
      var ports: [String: Int] = [:]
      while ports.count < 2 {
        let data = log.availableData
        guard !data.isEmpty else { throw Failure(log: text) }
        text += String(decoding: data, as: UTF8.self)
        for line in text.split(separator: "\n") {
          guard let entry = try? JSONValue.read(String(line)), entry["message"] == "listening",
            let service = entry["service"].string, let port = entry["port"].string
          else { continue }
          ports[service] = Int(port)
        }
      }
      return (ports["http"] ?? 0, ports["lines"] ?? 0)
    }
  }
#endif
