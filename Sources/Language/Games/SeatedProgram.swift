package import ParlorKit

/// A program that decides for a player.
package protocol SeatedProgram: AnyObject, Sendable {
  /// Chooses a move.
  ///
  /// - Parameters:
  ///   - game: the name of the game.
  ///   - player: for whom it decides.
  ///   - view: what a player sees.
  ///   - legal: what is legal.
  ///   - chance: draws of the program's own.
  /// - Returns: a line of the game.
  func choose(
    game: String, player: String, view: Fields, legal: LegalLines, chance: Chance
  ) throws(GameError) -> String
}

extension GameKind {
  /// What a line of the game calls.
  ///
  /// - Throws: a refusal of the line as a whole.
  package func call(of bytes: ArraySlice<UInt8>) throws(GameError) -> Call {
    do throws(CommandError) {
      var line = Line()
      try line.read(bytes)
      guard let verb = line.tokens.first, let command = command(line.bytes[verb.content]) else {
        throw CommandError.unknownCommand(
          line.tokens.first.map(line.text) ?? "", range: 0..<0, near: [], games: [])
      }
      var reader = CallReader(line, as: command)
      return try reader.read()
    } catch {
      let diagnostic = error.diagnostic
      throw GameError(diagnostic.code, diagnostic.message, help: diagnostic.help)
    }
  }
}
