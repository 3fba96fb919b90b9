package import Language
import ParlorKit
import Platform

extension HostCommand {
  /// `plugin`: which plugins there are, and what they are.
  package static let plugin = HostCommand(
    "plugin", in: .games, needs: [.processes, .files],
    summary: "list, explain and check games that are programs of their own",
    details: [
      "`new NAME` finds the program parlor-NAME beside this program, in the plugin folder or on PATH.",
      "The plugin folder is $XDG_DATA_HOME/parlor/plugins, else ~/.local/share/parlor/plugins.",
    ],
    examples: ["plugin list", "plugin info pig", "plugin check pig", "plugin add ./parlor-pig"],
    suggest: names,
    forms: [
      form([.literal("list")], "the plugins that can be found") { host, _, _ in
        [.list(host.programs)]
      },
      form([.literal("info"), name], "what a plugin says of itself") {
        host, name, _ throws(GameError) in
        [try host.info(name)]
      },
      form([.literal("check"), name], "hold a plugin to the protocol") {
        host, name, _ throws(GameError) in
        try host.check(name).map { .check($0) }
      },
      form([.literal("add"), Parameter("FILE", .file)], "take a program for a plugin") {
        host, path, environment throws(GameError) in
        [try host.add(path: path, in: environment)]
      },
    ])

  private static let name = Parameter("NAME", .word)

  private static func form(
    _ parameters: [Parameter], _ summary: String,
    action:
      @escaping @Sendable (PluginHost, String, SessionEnvironment) throws(GameError)
      -> [PluginReport]
  ) -> Form {
    Form(parameters, summary) { interpreter, call throws(CommandError) in
      let session = interpreter.session
      guard let host = session.library.loader as? PluginHost else { return CommandResult() }
      do throws(GameError) {
        return CommandResult(events: try action(host, call.word(0) ?? "", session.environment))
      } catch {
        throw .refused(error)
      }
    }
  }

  private static let names: Suggest = { assistant, given, _ in
    guard given == ["info"] || given == ["check"] else { return [] }
    return assistant.session.library.loader?.names.map { Suggestion($0) } ?? []
  }
}

extension PluginHost {
  fileprivate func info(_ name: String) throws(GameError) -> PluginReport {
    guard let plugin = try plugin(named: name) else { throw unknown(name) }
    return .info(
      path: plugin.program.path, identity: plugin.identity, errors: errorText(of: name))
  }

  fileprivate func check(_ name: String) throws(GameError) -> [PluginCheck.Result] {
    guard let program = program(name) else { throw unknown(name) }
    return check(program)
  }

  fileprivate func add(path: String, in place: SessionEnvironment) throws(GameError) -> PluginReport
  {
    let program = PluginProgram(path: place.files.readPath(path))
    guard FileSystem.kind(of: program.path) == .file else {
      throw GameError(.io, "there is no program \(path)", at: .argument(0))
    }
    guard Identifier.isName(program.name) else {
      throw GameError(
        .badArgument, "the file is not named `parlor-` and the name of a game", at: .argument(0))
    }
    add(program)
    return .added(program.name)
  }

  private func unknown(_ name: String) -> GameError {
    GameError(
      .badArgument, "there is no plugin `\(name)`", at: .argument(0),
      help: ["`plugin list` lists those that can be found"])
  }
}
