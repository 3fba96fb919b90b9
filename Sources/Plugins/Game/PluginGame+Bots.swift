import Language
package import ParlorKit
import Platform

/// Players of a plugin's own.
extension PluginGame {
  package var bots: [Bot<PluginGame>] {
    identity.bots.map { bot in
      Bot(bot.name, bot.summary, parameter: bot.parameter) { view, value, chance in
        let text = bot.parameter.map { Word.written($0.text(of: value)) }
        let words = [bot.name, text].compactMap(\.self).joined(separator: " ")
        return self.choose(words, view.state, at: view.time, &chance)
      }
    }
  }

  /// Asks for the move of a bot; why there is none is told when the move is resolved.
  func choose(
    _ words: String, _ state: PluginState, at time: GameTime, _ chance: inout Chance
  ) -> PluginMove {
    do throws(GameError) {
      let answer = try ask(
        state, "bot", Self.settings(chance, words: Self.words) + settings(of: time), rest: words)
      chance.skip(min(1 << 20, answer["used"]?.integer ?? 0))
      let line = answer["line"]?.string ?? ""
      guard line.isEmpty || PluginMove.isLine(line) else {
        throw failure(.garbled("`line` is no line of the game", during: "bot"))
      }
      var move = PluginMove(line)
      move.time = time
      if line.isEmpty, words != "random" {
        throw GameError(.plugin, "the bot `\(words)` has no move")
      }
      return move
    } catch {
      var move = PluginMove("")
      move.failure = error
      return move
    }
  }
}
