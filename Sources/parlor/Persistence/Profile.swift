import Platform

/// The folder in which the program keeps history, unfinished games, results and house rules.
///
/// A profile only knows the paths; it opens nothing.
struct Profile: Sendable {
  /// The folder of the files that the program writes; `nil` if nothing is saved.
  private let folder: String?
  /// The folder of the files that the user writes: house rules and `rc`.
  private let settings: String?
  private let scratch: ScratchFolder?

  private init(folder: String? = nil, settings: String? = nil, scratch: ScratchFolder? = nil) {
    self.folder = folder
    self.settings = settings
    self.scratch = scratch
  }

  /// A profile in a folder that the user names.
  init(in folder: String) { self.init(folder: folder, settings: folder) }

  /// The profile of `--profile`, or the user's own if the option is not given.
  static func named(_ folder: String?) -> Profile { folder.map(Profile.init(in:)) ?? .ofUser }

  /// The user's own profile, in the folders of the XDG Base Directory Specification.
  static var ofUser: Profile {
    Profile(
      folder: xdgFolder("XDG_STATE_HOME", ".local/state"),
      settings: xdgFolder("XDG_CONFIG_HOME", ".config"))
  }

  /// A profile that saves nothing.
  static let none = Profile()

  /// A profile in a temporary folder, which is removed with the last copy of the profile.
  static var ofOneSession: Profile { Profile(scratch: ScratchFolder()) }

  /// Whether the profile lasts for one session only.
  var isScratch: Bool { scratch != nil }
  /// Whether results and house rules are saved.
  var keepsAnything: Bool { folder != nil || scratch != nil }

  func results() throws(FileError) -> String { try path("results.jsonl", in: folder) }
  /// The folder with the logs of finished games.
  func finished() throws(FileError) -> String { try path("finished", in: folder) }

  /// The file of a finished game's log by the name of its result.
  func log(_ id: String) throws(FileError) -> String { "\(try finished())/\(id).parlor" }

  /// The file in which the log of a finished game waits until its result is recorded.
  ///
  /// - Parameter revision: that of the result: another one may never be recorded.
  func waitingLog(_ id: String, revision: Int) throws(FileError) -> String {
    "\(try waitingLogs())/\(id).parlor\(revision > 1 ? ".\(revision)" : "")"
  }

  /// The folder of the logs that wait for their results.
  func waitingLogs() throws(FileError) -> String { "\(try finished())/waiting" }

  /// The log of a finished game by the name and the revision of its result; nil if there is none, as of an imported
  /// one.
  func log(of id: String, revision: Int) throws(FileError) -> (path: String, bytes: [UInt8])? {
    // A process that was killed left it in the folder of the logs that wait for their results.
    let (log, waiting) = (try log(id), try waitingLog(id, revision: revision))
    for path in revision > 1 ? [waiting, log] : [log, waiting] where !FileSystem.isMissing(path) {
      return (path, try FileSystem.read(path))
    }
    return nil
  }
  /// The file of the daily games that were opened.
  func dailyGames() throws(FileError) -> String { try path("daily", in: folder) }
  /// The file of positions to practise.
  func drills() throws(FileError) -> String { try path("drill.jsonl", in: folder) }
  /// The file of house rules.
  func rules() throws(FileError) -> String { try path("rules", in: settings) }

  private func path(_ name: String, in folder: String?) throws(FileError) -> String {
    if let folder { return "\(folder)/\(name)" }
    if let scratch { return "\(try scratch.path())/\(name)" }
    throw FileError(.read, name, because: "this session has no profile")
  }

  /// The paths that `parlor check` reads: the folder of the files that the program writes, and the
  /// house rules.
  var checkedPaths: [String] {
    [folder, settings == folder ? nil : settings.map { "\($0)/rules" }].compactMap { $0 }
  }

  /// The file of typed lines.
  var history: String? { folder.map { "\($0)/history" } }
  /// The list that `parlor test --failed` uses.
  var failedScenarios: String? { folder.map { "\($0)/failed-scenarios" } }
  /// The folder with the journals of unfinished games.
  var journal: String? { folder.map { "\($0)/journal" } }
  /// The folder in which remote games keep their sessions.
  var sessions: String? { folder.map { "\($0)/sessions" } }
  /// The file of lines that run when the prompt starts.
  var startLines: String? { settings.map { "\($0)/rc" } }

  /// `$XDG_STATE_HOME/parlor`, by default `~/.local/state/parlor`, or the like; `nil` without a
  /// home folder.
  ///
  /// Source: XDG Base Directory Specification 0.8, which says to ignore relative paths.
  static func xdgFolder(_ variable: String, _ fallback: String) -> String? {
    if let folder = FileSystem.environment(variable), folder.hasPrefix("/") {
      return "\(folder)/parlor"
    }
    guard let home = FileSystem.environment("HOME"), FileSystem.kind(of: home) == .folder else {
      return nil
    }
    return "\(home)/\(fallback)/parlor"
  }
}
