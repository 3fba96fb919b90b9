/// A typed parameter of a command.
public struct Parameter: Sendable {
  /// The name that help shows, such as `FILE` or `D`.
  public var name: String
  /// What a word must be.
  public var kind: Kind
  /// How many words it takes.
  public var count: ClosedRange<Int>

  /// What a word must be.
  public enum Kind: Sendable, Equatable {
    /// Exactly this word.
    case literal(String)
    /// An integer of a range; a sign may stand before it.
    case integer(ClosedRange<Int>)
    /// The face of a die, 1 to so many.
    case die(sides: Int)
    /// One of a few words.
    case choice([String])
    /// The name of a player: 1 to 32 characters, no control characters, not all digits.
    case name
    /// The path of a file.
    case file
    /// Any word.
    case word
    /// A span of time: `10s`, `1.5s`, `2m`, `1h`, with a `+` before it if one likes.
    case duration
    /// A word that must not be shown or kept.
    case secret
  }

  /// A parameter.
  public init(_ name: String, _ kind: Kind, count: ClosedRange<Int> = 1...1) {
    self.name = name
    self.kind = kind
    self.count = count
  }

  /// A word that stands for itself.
  public static func literal(_ word: String) -> Parameter { .init(word, .literal(word)) }

  /// The parameter as help shows it: `D…`, `[N]`, `all`.
  public var usage: String {
    let plural = count.upperBound > 1 ? "…" : ""
    return count.lowerBound == 0 ? "[\(name)\(plural)]" : "\(name)\(plural)"
  }

  /// What a word must be, in words: `a number from 1 to 6`.
  public var expectation: String {
    switch kind {
    case .literal(let word): "`\(word)`"
    case .integer(let range) where range.upperBound == Int.max:
      "a number from \(range.lowerBound) up"
    case .integer(let range): "a number from \(range.lowerBound) to \(range.upperBound)"
    case .die(let sides): "the face of a die, 1 to \(sides)"
    case .choice(let words): words.alternatives
    case .name: "a name of 1 to 32 characters, not all digits"
    case .file: "a file"
    case .word: "a word"
    case .duration: "a time such as 10s, 1.5s, 2m or 1h"
    case .secret: "a secret, given as @FILE"
    }
  }
}
