import ParlorKit

/// The rules of one game: what codes there are, and how many guesses.
public struct MastermindRules: Sendable, Equatable {
  /// The pegs of a code, 1 to 10.
  public let slots: Int
  /// The colours, 2 to 20.
  public let colors: Int
  /// Whether the secret may hold a colour more than once. Guesses always may.
  public let repeats: Bool
  /// The guesses that there are; 0 for no limit.
  public let guesses: Int

  /// The most codes that are counted one by one.
  static let mostCounted = 10_000_000

  /// Rules from the values of the options in ``Mastermind/options``.
  init(_ values: OptionValues) throws(MastermindRefusal) {
    slots = values.integer("slots")
    colors = values.integer("colors")
    repeats = values.flag("repeats")
    guesses = values.integer("guesses")
    if !repeats, slots > colors { throw .tooFewColors(slots: slots, colors: colors) }
  }

  /// Rules of codes that may hold a colour more than once, without a limit of guesses.
  ///
  /// - Parameters:
  ///   - slots: 1 to 10.
  ///   - colors: 2 to 20.
  package init(slots: Int, colors: Int) {
    precondition(1...Code.mostPegs ~= slots && 2...Code.mostColors ~= colors)
    self.slots = slots
    self.colors = colors
    repeats = true
    guesses = 0
  }

  /// Colours as a guess; one may stand there twice whatever the rules.
  package func guess(_ numbers: [Int]) throws(MastermindRefusal) -> Code {
    if let index = numbers.firstIndex(where: { !(1...colors ~= $0) }) {
      throw .noColor(numbers[index], at: index, self)
    }
    guard numbers.count == slots, let code = Code(numbers) else {
      throw .wrongCount(numbers.count, self)
    }
    return code
  }

  /// How many codes can be the secret.
  public var codes: Int { codes(of: colors) }

  /// How many codes there are of so many colours.
  func codes(of colors: Int) -> Int {
    (0..<slots).reduce(1) { $0 * (repeats ? colors : max(0, colors - $1)) }
  }

  /// Whether a code can be the secret.
  func allows(_ code: Code) -> Bool {
    code.count == slots && code.highest <= colors && (repeats || !code.hasRepeats)
  }

  /// Reads a secret.
  func secret(_ text: String) throws(MastermindRefusal) -> Code {
    guard let code = Code(text: text), allows(code) else { throw .badSecret(self) }
    return code
  }

  /// Draws a secret, every code as likely as the others.
  func drawSecret(_ chance: inout Chance) -> Code {
    if repeats { return drawGuess(&chance) }
    var drawn = Array(1...colors)
    chance.shuffle(&drawn)
    return code(drawn.prefix(slots))
  }

  /// Draws a code that can be guessed, every code as likely as the others.
  func drawGuess(_ chance: inout Chance) -> Code {
    code((0..<slots).map { _ in chance.die(sides: colors) })
  }

  private func code(_ colors: some Sequence<Int>) -> Code {
    guard let code = Code(colors) else {
      preconditionFailure("slots and colours are within their ranges")
    }
    return code
  }
}
