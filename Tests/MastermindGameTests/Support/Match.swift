import GameTesting
import ParlorKit

@testable import MastermindGame

typealias Match = PlayedGame<Mastermind>

extension PlayedGame<Mastermind> {
  /// Opens a game: `Match("slots=3 guesses=5", secret: "1 5 2")`.
  init(
    _ options: String = "", secret: String = "", seed: UInt64 = 7, showsSeed: Bool = false
  ) throws {
    try self.init(
      Mastermind(), Self.words(options, secret: secret), seed: seed, showsSeed: showsSeed)
  }

  /// The words of a `new` line.
  static func words(_ options: String, secret: String) -> String {
    secret.isEmpty ? options : "\(options) secret=\"\(secret)\""
  }

  /// The secret, as the log has it.
  var secret: String { configuration.options.secret }
}

extension MastermindState {
  /// What must hold in every state that play can reach.
  ///
  /// - Returns: what does not, in words; empty in a sound state.
  func checkInvariants() -> [String] {
    let secret = puzzle.secret
    let solved = answers.lastIndex { $0.guess == secret }
    let laws: [(String, Bool)] = [
      ("the secret is a code of the rules", rules.allows(secret)),
      ("every answer is true", answers.allSatisfy { $0.fits(secret) }),
      ("a game is solved by its last guess", solved == nil || solved == answers.count - 1),
      ("a game is solved if the secret was guessed", (solved != nil) == (ending == .solved)),
      ("guesses are limited", rules.guesses == 0 || answers.count <= rules.guesses),
      (
        "a game without guesses left is over",
        rules.guesses == 0 || answers.count < rules.guesses || isOver
      ),
      ("a lost game has no guesses left", ending != .lost || answers.count == rules.guesses),
      ("time is kept at the end only", isOver || elapsed == 0),
    ]
    return laws.filter { !$0.1 }.map(\.0)
  }
}

extension Code {
  /// A code from words: `"1 5 2"`.
  init(_ text: String) { self = Code(text: text) ?? Code(bits: 0) }

  /// A code with colours drawn.
  static func random(_ slots: Int, _ colors: Int, _ chance: inout Chance) -> Code {
    Code((0..<slots).map { _ in chance.die(sides: colors) }) ?? Code(bits: 0)
  }

  /// All codes in ascending order.
  static func all(_ slots: Int, _ colors: Int) -> [Code] {
    var all: [[Int]] = [[]]
    for _ in 0..<slots { all = all.flatMap { code in (1...colors).map { code + [$0] } } }
    return all.compactMap { Code($0) }
  }
}
