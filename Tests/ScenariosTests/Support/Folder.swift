import LibC
import ParlorKit
import Platform

@testable import Scenarios

/// A folder of a test's own, which goes with it.
final class Folder {
  let path: String

  /// A folder with files, whose names may lead through one folder more.
  init(_ files: [String: String] = [:]) throws {
    path = try FileSystem.makeTemporaryFolder()
    for (name, text) in files {
      if let slash = name.lastIndex(of: "/") { makeFolder(String(name[..<slash])) }
      try write(text, to: name)
    }
  }

  deinit { FileSystem.remove(path) }

  func makeFolder(_ name: String) { mkdir("\(path)/\(name)", 0o755) }

  func write(_ text: String, to name: String) throws {
    try FileSystem.write(Array(text.utf8), to: "\(path)/\(name)")
  }

  func read(_ name: String) throws -> String {
    String(decoding: try FileSystem.read("\(path)/\(name)"), as: UTF8.self)
  }

  /// Runs files of the folder, or all of it.
  func run(
    _ names: [String] = [""], _ configure: (inout ScenarioOptions) -> Void = { _ in }
  ) -> ScenarioReport {
    var options = ScenarioOptions()
    configure(&options)
    return ScenarioRunner(options, makeSession: ToySession.make)
      .run(names.map { $0.isEmpty ? path : "\(path)/\($0)" })
  }

  /// A report with the path of the folder as `DIR`.
  func text(of report: ScenarioReport, styled: Bool = false) -> String {
    var text = TextWriter(styled: styled)
    report.write(to: &text)
    return text.string.replacing(path, with: "DIR")
  }
}

/// The report of one scenario, `a.scenario`, and its exit code as a last line.
func report(
  _ scenario: String, _ configure: (inout ScenarioOptions) -> Void = { _ in }
) throws -> String {
  let folder = try Folder(["a.scenario": scenario])
  let report = folder.run(["a.scenario"], configure)
  return folder.text(of: report) + "exit \(report.exitCode)\n"
}
