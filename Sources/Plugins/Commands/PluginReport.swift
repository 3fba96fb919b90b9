import Language
import ParlorKit

/// What the command `plugin` tells.
enum PluginReport: Event {
  case list([PluginProgram])
  case info(path: String, identity: PluginIdentity, errors: String)
  case check(PluginCheck.Result)
  case added(String)

  var type: String {
    switch self {
    case .list: "plugins"
    case .info: "plugin"
    case .check: "plugin-check"
    case .added: "plugin-added"
    }
  }

  var fields: Fields {
    switch self {
    case .list(let programs):
      [
        "plugins": .array(
          programs.map { .object(["name": .string($0.name), "path": .string($0.path)]) })
      ]
    case .info(let path, let identity, let errors):
      [
        "name": .string(identity.definition.name), "version": .string(identity.version),
        "title": .string(identity.definition.title),
        "summary": .string(identity.definition.summary),
        "remote": .bool(identity.isRemote), "path": .string(path), "errors": .string(errors),
      ]
    case .check(let result):
      [
        "number": .integer(result.number), "ok": .bool(result.reason == nil),
        "title": .string(result.title), "reason": result.reason.map(Value.string) ?? .null,
      ]
    case .added(let name): ["name": .string(name)]
    }
  }

  func write(to text: inout TextWriter) {
    switch self {
    case .list(let programs):
      guard !programs.isEmpty else { return text.write("There is no plugin.") }
      let width = programs.map(\.name.utf8.count).max() ?? 0
      text.write(
        programs.map { program in
          let blanks = String(repeating: " ", count: width - program.name.utf8.count)
          return "\(program.name)\(blanks)  \(program.path)"
        }, separator: "\n")
    case .info(let path, let identity, let errors):
      let version = identity.version.isEmpty ? "" : " \(identity.version)"
      text.write(
        Styled(.strong, identity.definition.title), version, ": ", identity.definition.summary)
      text.write("\n", identity.isRemote ? "It is played elsewhere." : "It is played here.")
      text.write("\nProgram: ", path)
      let last = PluginText(errors).plain
      if !last.isEmpty { text.write("\nStandard error:\n", last) }
    case .check(let result): result.write(to: &text)
    case .added(let name): text.write("`new ", name, "` opens a game of this plugin.")
    }
  }
}
