import Foundation
import Synchronization

@testable import parlord

/// A PostgreSQL server that all tests of this process share. It ends with the process.
final class TestPostgres: Sendable {
  /// `nil` if PostgreSQL is not installed.
  static let shared = try? TestPostgres()

  /// Whether it is installed, in the folder of Debian's packages.
  static var isInstalled: Bool {
    let folder = "/usr/lib/postgresql"
    let versions = try? FileManager.default.contentsOfDirectory(atPath: folder)
    return versions?.contains {
      FileManager.default.isExecutableFile(atPath: "\(folder)/\($0)/bin/initdb")
    } ?? false
  }

  /// The server did not start.
  private struct StartError: Error {}

  /// The folder of its socket.
  let folder: String
  private let input: Pipe
  private let count = Atomic(0)

  private init() throws {
    let root = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(6)
    let process = Process()
    process.executableURL = URL(
      fileURLWithPath: root.joined(separator: "/") + "/scripts/postgres")
    let (input, output) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    // No other program may keep it open: the end of it is the end of the server.
    _ = fcntl(input.fileHandleForWriting.fileDescriptor, F_SETFD, FD_CLOEXEC)
    try process.run()
    let line = output.fileHandleForReading.line()
    guard line.hasPrefix("/") else { throw StartError() }
    (folder, self.input) = (line, input)
  }

  /// The address of a new, empty schema.
  func makeAddress() throws -> String {
    let name = "t\(count.add(1, ordering: .relaxed).newValue)"
    let all = "postgres:///postgres?host=\(folder)&user=parlor"
    try PostgresConnection(all).command("CREATE SCHEMA \(name)")
    return "\(all)&options=-csearch_path%3D\(name)"
  }

  /// A store with empty tables.
  func makeStore() throws -> PostgresStore {
    try PostgresStore(address: try makeAddress(), isNew: true, connections: 2)
  }
}
