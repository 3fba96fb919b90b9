import ParlorKit
import Platform
import TestKit
import Testing

/// A suite whose tests each play games with a profile of their own.
protocol ProfileSuite {
  var folder: TemporaryFolder { get }
}

extension ProfileSuite {
  /// Runs lines as a script with a profile.
  @discardableResult
  func run(_ lines: String...) throws -> Outcome {
    try Program.run(
      ["--profile", folder["p"], "--keep-going", "--seed", "3"],
      input: lines.joined(separator: "\n").utf8)
  }

  var results: [Value] {
    get throws {
      guard FileSystem.kind(of: folder["p"] + "/results.jsonl") == .file else { return [] }
      return try FileSystem.read(folder["p"] + "/results.jsonl")
        .split(separator: 0x0A).map { try JSONReader.read($0) }
    }
  }

  func outcomes() throws -> [String] {
    try results.map { $0["outcome"]?.string ?? "" }
  }

  /// One move from its end, whatever the seed.
  var solved: [String] {
    ["new mastermind slots=1 colors=2 guesses=5", "guess 1", "guess 2"]
  }

  var evening: [String] {
    ["new farkle Ann Bob dice=physical target=500", "points 600", "points 50"]
  }

  /// The winners that `finished` shows.
  func finished() throws -> String {
    String(decoding: try run("finished").output, as: UTF8.self)
  }

  /// The journal of the first session, which has ended.
  func journal() throws -> String {
    let journal = folder["p"] + "/journal"
    let session = try #require(
      try FileSystem.entries(of: journal).first {
        FileSystem.kind(of: "\(journal)/\($0)") == .folder
      })
    let name = try #require(
      try FileSystem.entries(of: "\(journal)/\(session)").first { $0.hasSuffix(".parlor") })
    return "\(journal)/\(session)/\(name)"
  }
}
