import Platform

/// The folder in which the program keeps what lasts.
struct Profile {
  /// The folder; nothing if nothing is kept.
  private let folder: String?
  /// The folder of what the user writes.
  private let settings: String?

  /// - Parameters:
  ///   - folder: the folder that the user names.
  ///   - isOff: whether nothing is to be kept.
  init(folder: String?, isOff: Bool) {
    self.folder = isOff ? nil : folder ?? Self.usualState
    settings = isOff ? nil : folder ?? Self.usualSettings
  }

  /// The file of typed lines.
  var history: String? { folder.map { "\($0)/history" } }
  /// The folder of the logs of unfinished games.
  var journal: String? { folder.map { "\($0)/journal" } }
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
