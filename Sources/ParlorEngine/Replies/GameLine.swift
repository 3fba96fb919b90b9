import ParlorKit

/// An open game in one line of a list.
package struct GameLine: Sendable {
  let number: Int
  /// The name of its kind, as a title.
  let title: String
  /// Who plays.
  let caption: String
  /// How many moves were made.
  let moves: Int
  let isOver: Bool
  /// Whose turn it is, if that is to be said.
  let turn: HostEvent.Turn?

  package init(_ game: any SessionGame, turn: HostEvent.Turn? = nil) {
    self.turn = turn
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

  /// The game as data, with more behind it.
  func fields(with more: Fields) -> Fields {
    var fields = fields
    for field in more { fields[field.name] = field.value }
    return fields
  }

  var fields: Fields {
    [
      "number": .integer(number), "title": .string(title), "caption": .string(caption),
      "moves": .integer(moves), "over": .bool(isOver),
    ]
  }
}
