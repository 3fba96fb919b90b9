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

  /// What the plugin takes at random, or one of the moves that are listed.
  package func sampleMove(in state: PluginState, chance: inout Chance) -> PluginMove? {
    let moves = legalMoves(in: state)
    if identity.samples, !moves.moves.isEmpty || !moves.forms.isEmpty {
      let move = choose("random", state, at: state.time, &chance)
      return move.line.isEmpty && move.failure == nil ? nil : move
    }
    guard !moves.moves.isEmpty else { return nil }
    return moves.moves[Int(chance.below(UInt32(truncatingIfNeeded: moves.moves.count)))]
  }

  /// Asks for the move of a bot; why there is none is told when the move is resolved.
  private func choose(
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
