import Platform
import Scenarios

/// The scenarios that failed when they were run last, kept in the profile for `--failed`: a file
/// of real paths, one a line.
struct TestFailures {
  private let path: String?

  /// The list of a profile; nothing is kept without one.
  init(_ profile: Profile) { path = profile.failedScenarios }

  /// The files that failed, as far as they are still there.
  func read() throws(FileError) -> [String] {
    guard let path, FileSystem.kind(of: path) == .file else { return [] }
    return Self.paths(in: try FileSystem.read(path)).filter { FileSystem.kind(of: $0) == .file }
  }

  /// Adds the files of a report that failed, and takes away those that passed as a whole.
  func update(_ report: ScenarioReport) throws(FileError) {
    guard let path else { return }
    let failed = Self.realPaths(report.results.filter { !$0.isPassed })
    let passed = Self.realPaths(report.results.filter { $0.status == .passed && !$0.isPartial })
    let isThere = FileSystem.kind(of: path) == .file
    // Nothing is made for those whose tests always pass.
    guard isThere || !failed.isEmpty else { return }
    if let slash = path.lastIndex(of: "/"), !isThere {
      try FileSystem.makeFolders(String(path[..<slash]), mode: 0o700)
    }
    let file = try LockedFile(path, mode: 0o600)
    let old = Self.paths(in: try file.read())
    let new = Set(old).subtracting(passed).union(failed)
    guard new != Set(old) else { return }
    let lines = new.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    _ = try file.replace(by: Array(lines.map { "\($0)\n" }.joined().utf8), mode: 0o600)
  }

  private static func realPaths(_ results: [ScenarioResult]) -> Set<String> {
    Set(results.compactMap { FileSystem.realPath(of: $0.path) }.filter { !$0.contains("\n") })
  }

  private static func paths(in bytes: [UInt8]) -> [String] {
    bytes.split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self) }
  }
}
