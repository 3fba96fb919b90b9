import Platform

/// The folder in which the program keeps what lasts.
struct Profile {
  /// The folder; nothing if nothing is kept.
  private let folder: String?

  /// - Parameters:
  ///   - folder: the folder that the user names.
  ///   - isOff: whether nothing is to be kept.
  init(folder: String?, isOff: Bool) {
    self.folder = isOff ? nil : folder ?? Self.usual
  }

  /// The file of typed lines.
  var history: String? { folder.map { "\($0)/history" } }

  /// The file of the scenarios that failed.
  var failedScenarios: String? { folder.map { "\($0)/failed-scenarios" } }

  /// `$XDG_STATE_HOME/parlor`, else `~/.local/state/parlor`; nothing without a home.
  ///
  /// Source: XDG Base Directory Specification 0.8, which passes over relative paths.
  private static var usual: String? {
    if let state = FileSystem.environment("XDG_STATE_HOME"), state.hasPrefix("/") {
      return "\(state)/parlor"
    }
    guard let home = FileSystem.environment("HOME"), FileSystem.kind(of: home) == .folder else {
      return nil
    }
    return "\(home)/.local/state/parlor"
  }
}
