import ParlorKit

/// A player at the moment of an event.
public struct CountedPlayer: Sendable, Equatable {
  /// The number.
  public let number: Int
  /// The name.
  public let name: String
  /// The score.
  public let score: Int
  /// What tells the player from the others.
  let label: String

  init(_ number: Int, in roster: Roster) {
    self.number = number
    name = roster.name(of: number)
    score = roster.index(of: number).map { roster.players[$0].score } ?? 0
    label = roster.label(of: number)
  }

  /// The player as data.
  var fields: Fields {
    ["number": .integer(number), "name": .string(name), "score": .integer(score)]
  }
}

/// Points with their sign: `+10`, `-5`, `+0`.
struct Signed: TextWritable {
  private let number: Int

  init(_ number: Int) { self.number = number }

  func write(to text: inout TextWriter) {
    if number >= 0 { text.write("+") }
    text.write(grouped: number)
  }

  /// The text.
  var string: String { (number >= 0 ? "+" : "") + number.grouped }
}
