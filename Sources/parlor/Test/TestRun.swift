import GameCatalog
import LanguageServer
import ParlorEngine
import ParlorKit
import Platform
import Scenarios
import Synchronization

/// A run of `parlor test`: what it was asked to do, and how it does it.
struct TestRun {
  /// Files and folders.
  let paths: [String]
  /// How the files are run.
  var scenarios: ScenarioOptions
  /// Whether only files that failed in their last run are run.
  var onlyFailed = false
  /// Whether the user is asked before an expected reply is rewritten.
  var isInteractive = false
  var showsCoverage = false
  /// The permissions of the files besides reading below their folders.
  var allowed: Capabilities = []
  var reports: [TestReportArgument] = []
  /// The place of the list of failed files.
  var profile = Profile.ofUser

  /// A run without options.
  init(_ paths: [String]) {
    self.paths = paths
    scenarios = ScenarioOptions()
    scenarios.jobs = SystemInformation.coreCount
    scenarios.isInCI = !(FileSystem.environment("CI") ?? "").isEmpty
  }

  /// Runs the files and writes the reports.
  ///
  /// - Parameter adjust: changes the settings of this run.
  func run(_ adjust: (inout ScenarioOptions) -> Void = { _ in }) -> ExitStatus {
    var settings = scenarios
    adjust(&settings)
    var paths = paths
    if onlyFailed {
      let failed = failedFiles
      if paths.isEmpty {
        if failed.isEmpty { StandardOutput.complain("no scenario failed in its last run") }
        paths = failed
      }
      settings.selection.files = Set(failed)
    }
    if isInteractive {
      let question = BlessQuestion()
      settings.approves = { question.approves($0) }
      settings.edits = { place, text in question.isEdited(place) ? ReplyEditor.edited(text) : nil }
    }
    let progress = ProgressLine("files")
    settings.onPlan = { progress.expect($0) }
    settings.onResult = { progress.add(1, failed: $0.outcome.isFailure ? 1 : 0) }
    let coverage = showsCoverage ? Coverage() : nil
    let runner = ScenarioRunner(settings) { [allowed] in
      Self.session($0, allowed, coverage)
    }
    let report =
      onlyFailed && paths.isEmpty
      ? ScenarioReport(errors: [], results: []) : runner.run(paths)
    progress.erase()
    saveFailures(of: report)
    write(report, seed: settings.selection.shuffleSeed, coverage: coverage)
    return ExitStatus(rawValue: report.exitCode) ?? .failed
  }

  /// A session for a file in a folder.
  private static func session(
    _ folder: String, _ allowed: Capabilities, _ coverage: Coverage?
  ) -> ScenarioSession {
    let stop = StopFlag()
    var settings = Settings.program(isInterrupted: { stop.isRaised })
    settings.runAsData(below: folder, allowing: allowed)
    settings.use(.ofOneSession)
    return ScenarioSession(Interpreter(settings), coverage: coverage, stop: { stop.set(true) })
  }

  private var failedFiles: [String] {
    do throws(FileError) {
      return try FailedFiles(profile).read()
    } catch {
      StandardOutput.end(with: error)
    }
  }

  private func saveFailures(of report: ScenarioReport) {
    do throws(FileError) {
      try FailedFiles(profile).update(report)
    } catch {
      StandardOutput.complain("cannot save the list of failed files: \(error.message)")
    }
  }

  /// Writes the reports. The text report goes to standard output, or to standard error if a
  /// machine-readable report goes to standard output.
  private func write(_ report: ScenarioReport, seed: UInt64?, coverage: Coverage?) {
    var reports = reports
    let isTaken = reports.contains { $0.path == nil }
    let descriptor: Int32 = isTaken ? 2 : 1
    var text = TextWriter(styled: Terminal.isTerminal(descriptor) && ColorChoice.auto.isOn)
    report.write(to: &text)
    if let seed, !report.results.isEmpty { text.write("order: --shuffle=\(seed)\n") }
    if let coverage { gaps(coverage).write(to: &text) }
    let isOnGitHub = FileSystem.environment("GITHUB_ACTIONS") == "true"
    if isOnGitHub && !reports.contains(where: { $0.format == .github }) {
      text.bytes += ReportFormat.github.bytes(of: report)
    }
    if isTaken {
      StandardError.write(text.bytes)
    } else {
      StandardOutput.write(text.bytes)
    }
    reports.sort { $0.path != nil && $1.path == nil }
    var tested = FailedFiles.realPaths(report.results)
    // A script has its replies in a file beside it.
    tested.formUnion(
      tested.map { ($0.hasSuffix(".parlor") ? $0.dropLast(7) : $0[...]) + ".golden" })
    for target in reports {
      if let path = target.path, let real = FileSystem.realPath(of: path), tested.contains(real) {
        StandardOutput.end(with: FileError(.write, path, because: "it is one of the tested files"))
      }
      write(target.format.bytes(of: report), to: target.path)
    }
  }

  private func write(_ bytes: [UInt8], to path: String?) {
    guard let path else { return StandardOutput.write(bytes) }
    do throws(FileError) {
      try FileSystem.write(bytes, to: path)
    } catch {
      StandardOutput.end(with: error)
    }
  }

  private func gaps(_ coverage: Coverage) -> [CoverageGap] {
    var settings = Settings.program()
    settings.use(.none)
    return coverage.gaps(
      hostCommands: Interpreter(settings).router.declarations,
      games: Settings.builtInGames.map(\.kind.definition))
  }
}

/// The files that failed in their last run, kept for `--failed` in the file `failed-scenarios` of
/// the profile as real paths, one per line.
private struct FailedFiles {
  private let path: String?

  init(_ profile: Profile) { path = profile.failedScenarios }

  /// The files that failed and still exist.
  func read() throws(FileError) -> [String] {
    guard let path, FileSystem.kind(of: path) == .file else { return [] }
    return Self.paths(in: try FileSystem.read(path)).filter { FileSystem.kind(of: $0) == .file }
  }

  /// Adds the files that failed, and removes those that passed completely.
  func update(_ report: ScenarioReport) throws(FileError) {
    guard let path else { return }
    let failed = Self.realPaths(report.results.filter(\.outcome.isFailure))
    let passed = Self.realPaths(
      report.results.filter { $0.outcome.status == .passed && !$0.isPartial })
    let isThere = FileSystem.kind(of: path) == .file
    // Creates no profile for users whose tests always pass.
    guard isThere || !failed.isEmpty else { return }
    if !isThere { try FileSystem.makeFolders(FileSystem.parent(of: path), mode: 0o700) }
    let file = try LockedFile(path, mode: 0o600)
    let old = Self.paths(in: try file.read())
    let new = Set(old).subtracting(passed).union(failed)
    guard new != Set(old) else { return }
    let lines = new.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    _ = try file.replace(by: Array(lines.map { "\($0)\n" }.joined().utf8), mode: 0o600)
  }

  fileprivate static func realPaths(_ results: [ScenarioResult]) -> Set<String> {
    Set(results.compactMap { FileSystem.realPath(of: $0.path) }.filter { !$0.contains("\n") })
  }

  private static func paths(in bytes: [UInt8]) -> [String] {
    bytes.split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self) }
  }
}

/// Asks about each difference whether to bless it.
private final class BlessQuestion: Sendable {
  private let question = Mutex(ReplyQuestion(mayReject: false))
  /// The places where the user wants to change the blessed reply.
  private let edited = Mutex<Set<ScenarioPlace>>([])

  func isEdited(_ place: ScenarioPlace) -> Bool { edited.withLock { $0.contains(place) } }

  func approves(_ failure: ScenarioFailure) -> Bool {
    let answer = question.withLock {
      $0.answer(ofKind: failure.kind, showing: { failure.write(to: &$0) })
    }
    if answer == .edit {
      edited.withLock { _ = $0.insert(ScenarioPlace(path: failure.path, line: failure.line)) }
    }
    return answer == .accept || answer == .edit
  }
}
