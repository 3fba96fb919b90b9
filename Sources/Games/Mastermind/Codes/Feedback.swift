public import ParlorKit

/// The answer to a guess.
public struct Feedback: Sendable, Equatable, Hashable {
  /// The pegs of the right colour in the right place.
  public let black: Int
  /// The other pegs that can be paired with pegs of their colour, each peg counted once.
  public let white: Int

  /// An answer of numbers that are 0 to 10.
  package init(black: Int, white: Int) {
    self.black = black
    self.white = white
  }

  /// The answer to a guess if the secret is `secret`; it is the same the other way round.
  ///
  /// - Parameters:
  ///   - guess: a code.
  ///   - secret: a code of the same length.
  public init(to guess: Code, for secret: Code) {
    black = guess.count - Lanes.countNonzero(guess.bits ^ secret.bits)
    white = Tally(guess).common(with: Tally(secret)) - black
  }

  /// The answer as data.
  var fields: Fields { ["black": .integer(black), "white": .integer(white)] }
}

extension Feedback: TextWritable {
  /// Writes both numbers: `1 black, 2 white`.
  public func write(to text: inout TextWriter) {
    text.write(Styled(.strong, black), " black, ", Styled(.strong, white), " white")
  }
}
