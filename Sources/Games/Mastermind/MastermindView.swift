public import ParlorKit

/// The player's view: the rules and the answers, and at the end the secret.
public struct MastermindView: GameView {
  /// The rules.
  public let rules: MastermindRules
  /// The guesses with their answers, in order.
  public let answers: [Answer]
  /// How the game ended, with the secret; `nil` before the end.
  public let result: MastermindResult?
  /// The seed, if the players may see it.
  public let seed: UInt64?

  init(_ state: MastermindState) {
    rules = state.rules
    answers = state.answers
    result = state.ending.map { MastermindResult(state, $0) }
    seed = state.visibleSeed
  }

  /// The rules: `4 slots, 6 colours`.
  public var caption: String { rules.text }

  /// The number of the next guess: `guess 3`, `guess 3/10`.
  public var prompt: String {
    if result != nil { return "over" }
    return "guess \(answers.count + 1)" + (rules.guesses > 0 ? "/\(rules.guesses)" : "")
  }

  /// The whole game as data, without the secret until the end.
  public var fields: Fields {
    rules.fields + [
      "guesses": answers.map { Fields(["code": $0.guess]) + $0.feedback.pairs },
      "ending": result?.ending.rawValue, "secret": result?.secret,
      "milliseconds": result.map { Int($0.elapsed) },
      "seed": seed.map { Int(truncatingIfNeeded: $0) },
    ]
  }

  /// The guesses with their pins, and the next guess to make or the secret.
  public var picture: Picture? {
    var rows = answers.enumerated().map { index, answer in
      let (black, white) = (answer.feedback.black, answer.feedback.white)
      return Picture.Row(
        "\(index + 1)",
        answer.guess.map { .peg($0) } + [.gap] + Array(repeating: .blackPin, count: black)
          + Array(repeating: .whitePin, count: white),
        note: black + white == 0 ? "none" : "")
    }
    if let result {
      rows.append(
        Picture.Row(
          "secret", result.secret.map { .peg($0) }, note: result.ending.rawValue, isMarked: true))
    } else {
      rows.append(
        Picture.Row("\(answers.count + 1)", Array(repeating: .hole, count: rules.slots)))
    }
    return Picture(rows)
  }

  /// The pegs of the next guess are put into its holes.
  public var controls: Controls? {
    Controls(
      .holes(row: answers.count, most: rules.colors), [Controls.Key("Enter", "guess N…")])
  }

  /// Writes the first line of a game and of its table: `Mastermind: 4 slots, 6 colours. Seed 7.`
  static func writeHeading(_ rules: MastermindRules, seed: UInt64?, to text: inout TextWriter) {
    text.write(Styled(.strong, "Mastermind"), ": ", rules, ".")
    if let seed { text.write(" Seed ", Int(truncatingIfNeeded: seed), ".") }
  }

  /// Writes the rules; the table of guesses is part of the situation.
  public func writeTable(to text: inout TextWriter) {
    Self.writeHeading(rules, seed: seed, to: &text)
  }

  /// Writes the table of guesses, each on a line after a line break.
  package static func writeRows(
    _ answers: [Answer], _ rules: MastermindRules, to text: inout TextWriter
  ) {
    for index in answers.indices {
      text.write(byte: UInt8(ascii: "\n"))
      writeRow(index, of: answers, rules, to: &text)
    }
  }

  /// Writes a guess with its answer, aligned with those of the other rows.
  private static func writeRow(
    _ index: Int, of answers: [Answer], _ rules: MastermindRules, to text: inout TextWriter
  ) {
    let answer = answers[index]
    write(index + 1, width: digits(answers.count), to: &text)
    text.write(byte: UInt8(ascii: " "))
    for color in answer.guess {
      text.write(byte: UInt8(ascii: " "))
      write(color, width: digits(rules.colors), styles(of: color), to: &text)
    }
    text.write("  ")
    write(answer.feedback.black, width: digits(rules.slots), [.strong], to: &text)
    text.write(" black, ")
    write(answer.feedback.white, width: digits(rules.slots), [.strong], to: &text)
    text.write(" white")
  }

  private static func digits(_ number: Int) -> Int {
    number < 10 ? 1 : 1 + digits(number / 10)
  }

  /// The style of a colour on a terminal: eight hues in the order of those of pegs on a table, then the same
  /// in bold, then faint.
  private static func styles(of color: Int) -> [Style] {
    let hues: [Style] = [.done, .good, .bad, .quoted, .awaited, .number, .notice, .faint]
    let hue = hues[(color - 1) % hues.count]
    return color <= 8 ? [hue] : [color <= 16 ? .strong : .faint, hue]
  }

  /// Writes a number, aligned to the right.
  private static func write(
    _ number: Int, width: Int, _ styles: @autoclosure () -> [Style] = [],
    to text: inout TextWriter
  ) {
    for _ in 0..<max(0, width - digits(number)) { text.write(byte: UInt8(ascii: " ")) }
    guard text.isStyled else { return text.write(number) }
    let styles = styles()
    for style in styles { text.write(style.start) }
    text.write(number)
    if !styles.isEmpty { text.write(Style.end) }
  }

  /// Writes the table of guesses, then the form of a guess, or how the game ended.
  public func writeSituation(to text: inout TextWriter) {
    for index in answers.indices {
      Self.writeRow(index, of: answers, rules, to: &text)
      text.write(byte: UInt8(ascii: "\n"))
    }
    if let result { return text.write(result, " `new` plays again.") }
    text.write("Guess ", rules.guessForm)
    if rules.guesses > 0 {
      let left = rules.guesses - answers.count
      text.write(left == 1 ? ", the last guess" : "; \(left) guesses left")
    }
    text.write(".")
  }
}

/// How a game ended, with the secret.
public struct MastermindResult: Sendable, Equatable {
  public let ending: MastermindState.Ending
  /// The number of guesses made.
  public let guesses: Int
  /// The secret code.
  public let secret: Code
  /// The milliseconds from the opening of the game to its end.
  public let elapsed: Int64
  /// The seed of the secret.
  public let seed: UInt64

  init(_ state: MastermindState, _ ending: MastermindState.Ending) {
    self.ending = ending
    guesses = state.answers.count
    secret = state.puzzle.secret
    elapsed = state.elapsed
    seed = state.puzzle.seed
  }

  /// The result as data.
  var fields: Fields {
    Fields([
      "ending": ending.rawValue, "guesses": guesses, "secret": secret,
      "milliseconds": Int(elapsed), "seed": Int(truncatingIfNeeded: seed),
    ])
  }
}

extension MastermindResult: TextWritable {
  /// Writes how it ended: `Solved in 5 guesses.`
  public func write(to text: inout TextWriter) {
    switch ending {
    case .solved: text.write(Styled(.good, "Solved"), " in ")
    case .lost: text.write(Styled(.bad, "Not solved"), " in ")
    case .resigned: text.write(Styled(.bad, "You give up"), " after ")
    }
    text.write(Plural(guesses, "guess", "guesses"))
    if ending != .solved { text.write(": the secret was ", Styled(.strong, secret)) }
    text.write(".")
  }
}
