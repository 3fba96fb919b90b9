import LibC
import ParlorKit
import TestKit

@testable import Scenarios

/// A folder of a test's own, which goes with it.
final class Folder {
  private let folder: TemporaryFolder
  var path: String { folder.path }

  /// A folder with files, whose names may lead through one folder more.
  init(_ files: [String: String] = [:]) throws {
    folder = try TemporaryFolder()
    for (name, text) in files { try folder.add(name, text) }
  }

  func write(_ text: String, to name: String) throws {
    try folder.add(name, text)
  }

  func read(_ name: String) throws -> String {
    try folder.text(name)
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
