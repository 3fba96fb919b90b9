import ArgumentParser
import Platform

/// When the prompt has colour.
enum ColorChoice: String, ExpressibleByArgument, CaseIterable {
  case auto, always, never

  /// Whether it has. `auto`: unless `NO_COLOR` is set to something (no-color.org) or the terminal
  /// is a dumb one.
  var isOn: Bool {
    switch self {
    case .always: true
    case .never: false
    case .auto:
      (FileSystem.environment("NO_COLOR") ?? "").isEmpty
        && !["", "dumb"].contains(FileSystem.environment("TERM") ?? "")
    }
  }
}
