package import ParlorKit

/// The question what the answer to a guess would be: `feedback 1 1 2 3 / 1 2 3 4`.
package struct FeedbackQuery {
  /// The answer.
  package let feedback: Feedback

  /// Reads the words of a call: two codes of one length with a `/` between them.
  package init(_ call: Call) throws(MastermindRefusal) {
    let words = call.arguments.indices.map { call.word($0) ?? "" }
    guard let slash = words.firstIndex(of: "/") else { throw .noSlash }
    let guess = try Self.code(words[..<slash])
    let secret = try Self.code(words[(slash + 1)...])
    guard guess.count == secret.count else { throw .unequal(guess.count, secret.count) }
    feedback = Feedback(to: guess, for: secret)
  }

  private static func code(_ words: ArraySlice<String>) throws(MastermindRefusal) -> Code {
    var colors: [Int] = []
    for (index, word) in zip(words.indices, words) {
      guard let color = Int(word), 1...Code.mostColors ~= color else {
        throw .noNumber(word, at: index)
      }
      guard colors.count < Code.mostPegs else { throw .tooLong(at: index) }
      colors.append(color)
    }
    guard let code = Code(colors) else { throw .noSlash }
    return code
  }
}
