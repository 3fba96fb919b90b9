import ParlorKit

/// An open game in one line of a list.
package struct GameLine: Sendable {
  /// Its number.
  let number: Int
  /// The name of its kind, as a title.
  let title: String
  /// Who plays.
  let caption: String
  /// How many moves were made.
  let moves: Int
  /// Whether it is over.
  let isOver: Bool

  package init(_ game: any OpenGame) {
    number = game.number
    title = game.kind.definition.title
    caption = game.view.caption
    moves = game.moveCount
    isOver = game.status.isOver
  }

  /// The game in words: `Farkle: Ann, Bob`.
  var name: String { caption.isEmpty ? title : "\(title): \(caption)" }

  /// The number of moves in words.
  var count: String { Plural(moves, "move").text }

  var fields: Fields {
    [
      "number": .integer(number), "title": .string(title), "caption": .string(caption),
      "moves": .integer(moves), "over": .bool(isOver),
    ]
  }
}
