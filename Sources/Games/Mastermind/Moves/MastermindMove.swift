import ParlorKit

/// A move of Mastermind, in 8 bytes: a guess, or to give up.
public struct MastermindMove: Sendable, Equatable {
  /// The bits of the guess; 0, which is no code, for giving up.
  private let bits: UInt64

  /// Give up.
  public static let resign = MastermindMove(bits: 0)

  /// Guess a code.
  public static func guess(_ code: Code) -> MastermindMove { MastermindMove(bits: code.bits) }

  /// The code that is guessed; nothing for giving up.
  public var code: Code? { bits == 0 ? nil : Code(bits: bits) }

  /// Writes the line that means this move.
  func write(to line: inout TextWriter) {
    guard let code else { return line.write("resign") }
    line.write("guess ", code)
  }
}
