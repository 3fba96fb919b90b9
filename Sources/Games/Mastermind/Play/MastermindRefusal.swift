/// Why something is refused, as facts.
package enum MastermindRefusal: Error, Equatable {
  /// The game has ended.
  case over
  /// A guess has another length than the secret.
  case wrongCount(Int, MastermindRules)
  /// A number of a guess, at an index, is no colour of the game.
  case noColor(Int, at: Int, MastermindRules)
  /// There are fewer colours than slots, and none may come twice.
  case tooFewColors(slots: Int, colors: Int)
  /// The secret is no code of these rules.
  case badSecret(MastermindRules)
  /// The question about two codes has not exactly one `/` between two codes.
  case noSlash
  /// A word of that question, at an index, is no colour.
  case noNumber(String, at: Int)
  /// One of the two codes is too long; the index is that of its first peg too many.
  case tooLong(at: Int)
  /// The two codes differ in length.
  case unequal(Int, Int)
}
