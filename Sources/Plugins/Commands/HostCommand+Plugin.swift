package import Language
import ParlorKit
import Platform

extension HostCommand {
  /// `plugin`: which plugins there are, and what they are.
  package static let plugin = HostCommand(
    CommandDeclaration(
      "plugin",
      forms: [
        .init([.literal("list")], "the plugins that can be found"),
        .init([.literal("info"), name], "what a plugin says of itself"),
        .init([.literal("check"), name], "hold a plugin to the protocol"),
        .init([.literal("add"), Parameter("FILE", .file)], "take a program for a plugin"),
      ],
      summary: "list, explain and check games that are programs of their own",
      details: [
        "`new NAME` finds the program parlor-NAME beside this program, in the plugin folder or on PATH.",
        "The plugin folder is $XDG_DATA_HOME/parlor/plugins, else ~/.local/share/parlor/plugins.",
      ],
      examples: ["plugin list", "plugin info pig", "plugin check pig", "plugin add ./parlor-pig"]),
    .games, needs: [.processes, .files], suggest: names
  ) { interpreter, call throws(CommandError) in
    guard let host = interpreter.finder as? PluginHost else { return CommandResult() }
    let name = call.word(0) ?? ""
    do throws(GameError) {
      switch call.form {
      case 0: return CommandResult(events: [PluginReport.list(host.programs)])
      case 1: return CommandResult(events: [try host.info(name)])
      case 2: return CommandResult(events: try host.check(name).map { PluginReport.check($0) })
      default: return CommandResult(events: [try host.add(path: name, in: interpreter.place)])
      }
    } catch {
      throw .refused(error, range: nil, legal: nil)
    }
  }

  private static let name = Parameter("NAME", .word)

  private static let names: Suggest = { interpreter, given, _ in
    guard given == ["info"] || given == ["check"] else { return [] }
    return interpreter.finder?.names.map { Suggestion($0) } ?? []
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
