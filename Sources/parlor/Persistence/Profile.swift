import Platform
import Synchronization

/// The folder in which the program keeps what lasts.
///
/// It knows the paths and opens nothing.
struct Profile: Sendable {
  /// The folder; nothing if nothing is kept.
  private let folder: String?
  /// The folder of what the user writes.
  private let settings: String?
  /// The folder of a session that is to leave nothing behind.
  private let scratch: ScratchProfile?

  /// - Parameters:
  ///   - folder: the folder that the user names.
  ///   - isOff: whether nothing is to be kept.
  init(folder: String?, isOff: Bool) {
    self.folder = isOff ? nil : folder ?? Self.usualState
    settings = isOff ? nil : folder ?? Self.usualSettings
    scratch = nil
  }

  private init(scratch: ScratchProfile) {
    folder = nil
    settings = nil
    self.scratch = scratch
  }

  /// A profile that keeps nothing.
  static let none = Profile(folder: nil, isOff: true)

  /// A profile that lasts as long as its session.
  static var ofOneSession: Profile { Profile(scratch: ScratchProfile()) }

  /// Whether it lasts for one session only.
  var isScratch: Bool { scratch != nil }
  /// Whether results and house rules are kept.
  var keepsAnything: Bool { folder != nil || scratch != nil }

  /// The file of results.
  func results() throws(FileError) -> String { try path("results.jsonl", in: folder) }
  /// The folder of the logs of finished games.
  func finished() throws(FileError) -> String { try path("finished", in: folder) }
  /// The file of house rules.
  func rules() throws(FileError) -> String { try path("rules", in: settings) }

  private func path(_ name: String, in folder: String?) throws(FileError) -> String {
    if let folder { return "\(folder)/\(name)" }
    if let scratch { return "\(try scratch.path())/\(name)" }
    throw FileError(.read, name, because: "nothing is kept")
  }

  /// The file of typed lines.
  var history: String? { folder.map { "\($0)/history" } }
  /// The file of the scenarios that failed.
  var failedScenarios: String? { folder.map { "\($0)/failed-scenarios" } }
  /// The folder of the logs of unfinished games.
  var journal: String? { folder.map { "\($0)/journal" } }
  /// The folder of what games that are played elsewhere keep.
  var sessions: String? { folder.map { "\($0)/sessions" } }
  /// The file of lines that are run when the prompt begins.
  var startLines: String? { settings.map { "\($0)/rc" } }

  private static var usualState: String? { usual("XDG_STATE_HOME", ".local/state") }
  private static var usualSettings: String? { usual("XDG_CONFIG_HOME", ".config") }

  /// `$XDG_STATE_HOME/parlor`, else `~/.local/state/parlor`; nothing without a home.
  ///
  /// Source: XDG Base Directory Specification 0.8, which passes over relative paths.
  private static func usual(_ variable: String, _ fallback: String) -> String? {
    if let folder = FileSystem.environment(variable), folder.hasPrefix("/") {
      return "\(folder)/parlor"
    }
    guard let home = FileSystem.environment("HOME"), FileSystem.kind(of: home) == .folder else {
      return nil
    }
    return "\(home)/\(fallback)/parlor"
  }
}

/// A profile for one session, made when something is first kept and removed with this object.
final class ScratchProfile: Sendable {
  private let made = Mutex<String?>(nil)

  deinit {
    made.withLock { path in
      if let path { FileSystem.remove(path) }
    }
  }

  /// The folder.
  func path() throws(FileError) -> String {
    if let path = made.withLock({ $0 }) { return path }
    let path = try FileSystem.makeTemporaryFolder()
    made.withLock { $0 = path }
    return path
  }
}
