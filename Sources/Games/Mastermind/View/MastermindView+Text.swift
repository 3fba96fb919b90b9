public import ParlorKit

extension MastermindView {
  /// Writes the first line of a game and of its table: `Mastermind: 4 slots, 6 colours. Seed 7.`
  static func writeHeading(_ rules: MastermindRules, seed: UInt64?, to text: inout TextWriter) {
    text.write(Styled(.strong, "Mastermind"), ": ", rules, ".")
    if let seed { text.write(" Seed ", Int(truncatingIfNeeded: seed), ".") }
  }

  /// Writes the rules and the table of guesses.
  public func writeTable(to text: inout TextWriter) {
    Self.writeHeading(rules, seed: seed, to: &text)
    Self.writeRows(answers, colors: rules.colors, to: &text)
  }

  /// Writes the table of guesses, each in a line after a line break.
  package static func writeRows(_ answers: [Answer], colors: Int, to text: inout TextWriter) {
    let numberWidth = String(answers.count).count
    let colorWidth = colors > 9 ? 2 : 1
    for (index, answer) in answers.enumerated() {
      text.write("\n")
      write(index + 1, width: numberWidth, to: &text)
      text.write(" ")
      for color in answer.guess {
        text.write(" ")
        write(color, width: colorWidth, to: &text)
      }
      text.write("  ", answer.feedback)
    }
  }

  /// Writes what a guess is, or how the game ended.
  public func writeSituation(to text: inout TextWriter) {
    if let result { return text.write(result, " `new` plays again.") }
    text.write("Guess ", rules.guessForm)
    if rules.guesses > 0 {
      let left = rules.guesses - answers.count
      text.write(left == 1 ? ", the last guess" : "; \(left) guesses left")
    }
    text.write(".")
  }

  /// Writes a number from 1 to the right of so many columns.
  private static func write(_ number: Int, width: Int, to text: inout TextWriter) {
    let digits = String(number)
    text.write(String(repeating: " ", count: max(0, width - digits.count)), digits)
  }
}
