import LineSyntax
package import ParlorEngine
import ParlorKit
import Platform

extension HostCommand {
  /// `plugin`: lists and describes plugins.
  package static let plugin = HostCommand(
    in: .games, needs: .files, suggest: names,
    Command(
      "plugin", "list, describe and check plugins, which are games as separate programs",
      details: [
        "`new NAME` looks for the program parlor-NAME beside this program, in the plugin folder and on PATH.",
        "The plugin folder is $XDG_DATA_HOME/parlor/plugins, else ~/.local/share/parlor/plugins.",
      ],
      examples: ["plugin list", "plugin info pig", "plugin check pig", "plugin add ./parlor-pig"],
      Form("list", help: "list the plugins that `new` can open") {
        interpreter throws(CommandError) in
        try interpreter.session.report { host throws(GameError) in [.list(host.programs)] }
      },
      Form("info", .word("NAME"), help: "describe a plugin and say where its program is") {
        interpreter, name throws(CommandError) in
        try interpreter.session.report { host throws(GameError) in [try host.info(name)] }
      },
      Form(
        "check", .word("NAME|FILE"),
        help: "check that a plugin, or a program for a seat, follows the protocol"
      ) { interpreter, name throws(CommandError) in
        let session = interpreter.session
        return try session.report { host throws(GameError) in
          try host.check(name, games: session.library.kinds, in: session.environment)
            .map { .check($0) }
        }
      },
      Form("add", .file("FILE"), help: "use a program as a plugin") {
        interpreter, path throws(CommandError) in
        let session = interpreter.session
        return try session.report { host throws(GameError) in
          [try host.add(path: path, in: session.environment)]
        }
      }))

  private static let names: Suggest = { assistant, given, _ in
    guard given == ["info"] || given == ["check"] else { return [] }
    return assistant.session.library.loader?.names.map { Suggestion($0) } ?? []
  }
}

extension Session {
  /// What the host of plugins says.
  fileprivate func report(
    _ body: (PluginHost) throws(GameError) -> [PluginReport]
  ) throws(CommandError) -> CommandResult {
    guard capabilities.contains(.processes) else { throw .notGranted("plugin", in: capabilities) }
    guard let host = library.loader as? PluginHost else { return CommandResult() }
    do throws(GameError) {
      return CommandResult(events: try body(host))
    } catch {
      throw .refused(error)
    }
  }
}

extension PluginHost {
  fileprivate func info(_ name: String) throws(GameError) -> PluginReport {
    guard let plugin = try plugin(named: name) else { throw unknown(name) }
    return .info(
      path: plugin.program.path, identity: plugin.identity, errors: errorText(of: name))
  }

  /// - Parameter name: the name of a plugin, or the path of a program, which contains a slash.
  fileprivate func check(
    _ name: String, games: [GameKind], in place: SessionEnvironment
  ) throws(GameError) -> [PluginCheck.Result] {
    if name.contains("/") { return check(try program(at: name, in: place), games: games) }
    guard let program = program(name) else { throw unknown(name) }
    return check(program, games: games)
  }

  private func program(
    at path: String, in place: SessionEnvironment
  ) throws(GameError) -> PluginProgram {
    let program = PluginProgram(path: place.files.readPath(path))
    guard FileSystem.kind(of: program.path) == .file else {
      throw GameError(.io, "there is no program \(path)", at: .argument(0))
    }
    return program
  }

  fileprivate func add(path: String, in place: SessionEnvironment) throws(GameError) -> PluginReport
  {
    let program = try program(at: path, in: place)
    guard Identifier.isName(program.name) else {
      throw GameError(
        .badArgument, "the name of the file is not `parlor-NAME`", at: .argument(0))
    }
    add(program)
    return .added(program.name)
  }

  private func unknown(_ name: String) -> GameError {
    GameError(
      .badArgument, "there is no plugin `\(name)`", at: .argument(0),
      help: ["`plugin list` lists the plugins that can be opened"])
  }
}

/// The reports of the command `plugin`.
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
      guard !programs.isEmpty else { return text.write("No plugins are installed.") }
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
      text.write("\n", identity.isRemote ? "A server keeps the game." : "Parlor keeps the game.")
      text.write("\nProgram: ", path)
      let last = PluginText(errors).plain
      if !last.isEmpty { text.write("\nStandard error:\n", last) }
    case .check(let result): result.write(to: &text)
    case .added(let name): text.write("`new ", name, "` opens a game of this plugin.")
    }
  }
}
