import ParlorEngine
import ParlorKit
import Plugins
import TestKit
import Testing

/// A plugin written as a shell script for one test, in a folder of its own, and sessions that find
/// it there.
final class ScriptedPlugin {
  private let temporary: TemporaryFolder
  var folder: String { temporary.path }

  /// The definition of a game with a move, a question and a bot.
  static let definition = """
    {"name":"odd","title":"Odd","summary":"A game.","commands":[\
    {"verb":"go","parameters":[{"name":"N","kind":"integer","from":0,"to":9,"count":[0,1]}],\
    "summary":"go on","examples":["go"]},\
    {"verb":"why","question":true,"summary":"ask","examples":["why"]}]}
    """

  /// Answers `hello`, by default as a plugin of protocol 1 does.
  ///
  /// - Parameter capabilities: the capabilities besides `game`, each with a comma before it.
  static func hello(
    _ definition: String = definition, number: Int = 1, capabilities: String = ""
  ) -> String {
    let key = number == 1 ? "sheet" : "definition"
    return """
      printf '=%s {"protocol":\(number),"name":"odd","version":"2",\
      "capabilities":["game"\(capabilities)],"\(key)":%s}\\n\\n' "$id" '\(definition)'
      """
  }

  static let state = #"""
    "state":{"turn":0,"view":{"caption":"x","situation":"Go on."},"legal":{"moves":["go 1"]}}
    """#

  /// Answers a move with its line.
  static let play = """
    case $rest in *no-such-move*) printf '?%s {"message":"no"}\\n\\n' "$id"; continue ;; esac
    printf '=%s {"line":"go 1","events":[{"type":"went","text":"It goes."}],\(state)}\\n\\n' "$id"
    """
  static let ask = """
    printf '=%s {"events":[{"type":"because","text":"Because."}]}\\n\\n' "$id"
    """

  /// Writes the script.
  ///
  /// - Parameters:
  ///   - before: what is run before the first request.
  ///   - hello, play, ask: what is run for the requests of these names; `$id` and `$rest` are set.
  ///   - others: cases of further requests.
  init(
    before: String = "", hello: String = ScriptedPlugin.hello(),
    open: String = "", play: String = ScriptedPlugin.play, ask: String = ScriptedPlugin.ask,
    others: String = ""
  ) throws {
    temporary = try TemporaryFolder()
    let script = """
      #!/bin/sh
      here=\(temporary.path)
      \(before)
      while read -r id verb rest; do
        case $verb in
        hello) \(hello) ;;
        open) \(open)
          printf '=%s {"events":[{"type":"opened","text":"Opened."}],\(Self.state)}\\n\\n' "$id" ;;
        play) \(play) ;;
        ask) \(ask) ;;
        quit) exit ;;
        \(others)
        *) printf '?%s {"code":"unknown-command","message":"no"}\\n\\n' "$id" ;;
        esac
      done
      """
    try temporary.add("parlor-odd", script, mode: 0o755)
  }

  /// The game of the plugin.
  func game() throws -> PluginGame {
    let host = PluginHost([folder], limits: .patient)
    return try #require(try host.plugin(named: "odd")?.game)
  }

  /// A session that finds the plugin and nothing else of its name.
  func session(_ change: (inout PluginLimits) -> Void = { _ in }) -> Interpreter {
    var limits = PluginLimits.patient
    change(&limits)
    var settings = Settings(games: [])
    settings.capabilities = .local
    settings.commands = [HostCommand.Named("plugin") { .plugin }]
    settings.finder = PluginHost([folder], limits: limits)
    return Interpreter(settings)
  }
}

extension Interpreter {
  /// The reply to a line as a transcript shows it.
  func reply(_ line: String) -> String {
    String(decoding: transcribe(Array(line.utf8)[...]).text, as: UTF8.self)
  }

  /// The last of the replies to several lines.
  func replies(_ lines: String...) -> String {
    lines.map(reply).last ?? ""
  }
}

extension PluginLimits {
  /// Time enough on a machine that is busy with other things.
  static var patient: PluginLimits {
    var limits = PluginLimits()
    (limits.start, limits.answer) = (120_000, 120_000)
    return limits
  }
}
