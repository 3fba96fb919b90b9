public import ParlorKit

/// The options of `new mastermind`: the rules and the secret.
public struct MastermindOptions: GameOptions {
  public var rules = MastermindRules()
  /// The secret code, as text; empty for one that is drawn.
  public var secret = ""

  public init() {}

  static let all: [Option<Self>] = [
    Option("slots", \.rules.slots, in: 1...Code.mostPegs, "number of pegs in a code"),
    Option("colors", \.rules.colors, in: 2...Code.mostColors, "number of colours"),
    repeats,
    Option("guesses", \.rules.guesses, in: 0...100, "number of guesses; 0 for no limit"),
    secret,
  ]

  static let repeats = Option<Self>(
    "repeats", \.rules.repeats, "whether the secret may repeat a colour")

  static let secret = Option<Self>(
    "secret", \.secret, limit: 64, isSecret: true, "the code to be found, such as \"1 5 2\"")
}

/// The rules of one game: the possible codes, and the number of guesses.
public struct MastermindRules: Sendable, Equatable {
  /// The pegs of a code, 1 to 10.
  public var slots = 4
  /// The colours, 2 to 20.
  public var colors = 6
  /// Whether the secret may repeat a colour. Guesses always may.
  public var repeats = true
  /// The number of guesses; 0 for no limit.
  public var guesses = 0

  /// The maximum number of codes that are counted one by one.
  static let mostCounted = 10_000_000

  init() {}

  /// Rules of codes that may repeat a colour, without a limit of guesses.
  ///
  /// - Parameters:
  ///   - slots: 1 to 10.
  ///   - colors: 2 to 20.
  package init(slots: Int, colors: Int) {
    precondition(1...Code.mostPegs ~= slots && 2...Code.mostColors ~= colors)
    self.slots = slots
    self.colors = colors
  }

  /// Checks that there are enough colours.
  func check() throws(GameError) {
    if !repeats, slots > colors {
      throw .badOption(
        MastermindOptions.repeats.name,
        "\(slots) slots without repeats take \(slots) colours or more, not \(colors)")
    }
  }

  /// Colours as a guess, which may always repeat a colour.
  package func guess(_ numbers: [Int]) throws(GameError) -> Code {
    if let index = numbers.firstIndex(where: { !(1...colors ~= $0) }) {
      throw .badArgument(
        "there is no colour \(numbers[index]): a guess is \(guessForm)", at: .argument(index),
        help: guessHelp(for: numbers.map { String($0) }))
    }
    guard numbers.count == slots, let code = Code(numbers) else {
      throw .badArgument(
        "a guess is \(guessForm), not \(numbers.count)",
        at: numbers.count > slots ? .argument(slots) : .line,
        help: guessHelp(for: numbers.map { String($0) }))
    }
    return code
  }

  /// The number of codes that can be the secret.
  public var codes: Int { codes(of: colors) }

  /// The number of codes with this many colours.
  func codes(of colors: Int) -> Int {
    (0..<slots).reduce(1) { $0 * (repeats ? colors : max(0, colors - $1)) }
  }

  /// Whether a code can be the secret.
  func allows(_ code: Code) -> Bool {
    code.count == slots && code.highest <= colors && (repeats || !code.hasRepeats)
  }

  /// Reads a secret. The error does not show it.
  func secret(_ text: String) throws(GameError) -> Code {
    guard let code = Code(text: text), allows(code) else {
      throw .badOption(
        MastermindOptions.secret.name,
        "the secret must be \(guessForm)"
          + (slots == 1 ? "" : repeats ? " with blanks between" : ", none twice"))
    }
    return code
  }

  /// Draws a secret, every code with equal probability.
  func drawSecret(_ chance: inout Chance) -> Code {
    if repeats { return drawGuess(&chance) }
    var drawn = Array(1...colors)
    chance.shuffle(&drawn)
    return code(drawn.prefix(slots))
  }

  /// Draws a code that can be guessed, every code with equal probability.
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

extension MastermindRules: TextWritable {
  /// Writes the rules in a few words: `4 slots, 6 colours, none twice, 10 guesses`.
  public func write(to text: inout TextWriter) {
    text.write(Plural(slots, "slot"), ", ", colors, " colours")
    if !repeats { text.write(", none twice") }
    if guesses > 0 { text.write(", ", Plural(guesses, "guess", "guesses")) }
  }

  /// The parts of a guess: `4 numbers from 1 to 6`.
  package var guessForm: String {
    (slots == 1 ? "a number" : "\(slots) numbers") + " from 1 to \(colors)"
  }

  /// A line of help for words that are not a guess: the guess that was probably meant by `1-2-3-4`,
  /// or an example.
  func guessHelp(for words: [String]) -> [String] {
    let text = words.joined(separator: " ").utf8
    let numbers = text.split { !(0x30...0x39 ~= $0) }.map { Int(Substring($0)) ?? 0 }
    let isMeant =
      words.count != slots && numbers.count == slots
      && numbers.allSatisfy { 1...colors ~= $0 }
    let example = isMeant ? numbers : (0..<slots).map { $0 / 2 % colors + 1 }
    let line = "guess " + example.map { String($0) }.joined(separator: " ")
    return [isMeant ? "did you mean `\(line)`?" : "for example: \(line)"]
  }

  /// The rules as data.
  var fields: Fields {
    Fields([
      "slots": slots, "colors": colors, "repeats": repeats,
      "limit": guesses > 0 ? guesses : nil as Int?, "codes": codes,
    ])
  }
}
