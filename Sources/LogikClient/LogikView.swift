import MastermindGame
package import ParlorKit
import RemoteTransport

/// The player's view: the guesses and their feedback, otherwise how to begin.
package struct LogikView: GameView {
  private let address: String?
  private let user: String?
  private let game: LogikGame?
  /// The saved login that `resume` would use.
  private let kept: LoginStore.Entry?

  init(_ client: Logik) {
    address = client.address?.text
    user = client.service?.login.map { PlainText.of($0.user) }
    game = client.game
    kept = user == nil ? client.kept : nil
  }

  package var caption: String { user ?? "not logged in" }

  /// The user, and the number of the next guess.
  package var prompt: String {
    guard let user else { return address == nil ? "not connected" : "not logged in" }
    guard let game else { return user }
    return user + (game.isSolved ? " solved" : " guess \(game.counted + 1)")
  }

  /// The data contains neither password nor token.
  package var fields: Fields {
    [
      "service": address.map { .string($0) } ?? .null, "user": user.map { .string($0) } ?? .null,
      "game": game.map { .object($0.fields) } ?? .null,
    ]
  }

  /// Writes the table of guesses.
  package func writeTable(to text: inout TextWriter) {
    text.write(Styled(.strong, "Logik"))
    guard let game else {
      if let address { text.write(" at ", address) }
      return text.write(".")
    }
    text.write(": ", game.rules, ".")
    MastermindView.writeRows(game.answers, game.rules, to: &text)
  }

  /// Writes what to do next.
  package func writeSituation(to text: inout TextWriter) {
    if user == nil {
      text.write(
        address == nil
          ? "Connect first: `connect local` or `connect URL`." : "Log in with `login USER`.")
      guard let kept else { return }
      text.write(" `resume` continues as ", PlainText.of(kept.name))
      if address == nil { text.write(" at ", kept.service) }
      return text.write(".")
    }
    guard let game, !game.isSolved else { return text.write("`start` begins a game.") }
    text.write("Guess ", game.rules.guessForm, ".")
    guard game.lost > 0 else { return }
    text.write(
      " ", Styled(.notice, game.lost == 1 ? "A guess" : "\(game.lost) guesses"),
      " got no response; the next response shows whether "
        + (game.lost == 1 ? "it" : "they") + " counted.")
  }
}

extension LogikGame {
  /// The game as data.
  fileprivate var fields: Fields {
    [
      "slots": .integer(rules.slots), "colors": .integer(rules.colors),
      "solved": .bool(isSolved), "counted": .integer(counted), "lost": .integer(lost),
      "guesses": .array(
        answers.map { answer in
          .object([
            "code": answer.guess.value, "black": .integer(answer.feedback.black),
            "white": .integer(answer.feedback.white),
          ])
        }),
    ]
  }
}
