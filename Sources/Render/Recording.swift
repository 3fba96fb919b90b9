package import ParlorKit

/// A session to show: its lines with their replies, and the table after each.
package struct Recording: Sendable {
  /// The title, such as the name of its file.
  package var title: String
  /// The columns of the terminal.
  package var columns: Int
  package var frames: [Frame] = []
  /// The chances to win by move, for each game by its number in the session.
  package var charts: [Int: Plot] = [:]

  package init(title: String, columns: Int) {
    self.title = title.drawable
    self.columns = columns
  }

  /// A line and its effect.
  package struct Frame: Sendable {
    /// The line as it was typed, after the prompt.
    package var command: StyledLine
    package var reply: [StyledLine] = []
    /// How many lines of the reply are events; the others describe the situation.
    package var eventCount = 0
    package var isError = false
    /// The game after the line.
    package var game: Position?

    package init(command: StyledLine) { self.command = command }
  }

  /// The position of a game.
  package struct Position: Sendable {
    /// The number of the game in its session.
    package var number: Int
    /// The kind of game and the players: `Farkle: Ann, Bob`.
    package var caption: String
    /// The moves in force.
    package var moveCount: Int
    package var table: Table

    package init(number: Int, caption: String, moveCount: Int, table: Table) {
      self.number = number
      self.caption = caption.drawable
      self.moveCount = moveCount
      self.table = table
    }
  }

  /// The visible table.
  package enum Table: Sendable, Equatable {
    case picture(Picture)
    /// The text of a game that has no picture.
    case text([StyledLine])
  }
}

extension Recording {
  /// The prompt before a typed line.
  static let prompt = StyledLine("> ", [.faint])

  /// The transcript as plain text.
  package var text: [UInt8] {
    var text = TextWriter()
    for frame in frames {
      text.write("> ", frame.command.text, "\n")
      for line in frame.reply { text.write(line.text, "\n") }
    }
    return text.bytes
  }
}

/// The pace of a session: times in milliseconds that depend on the text alone.
enum Pace {
  /// The time before a key, by its position in the line. It varies like that of a hand.
  static func key(_ place: Int) -> Int { keys[place % keys.count] }
  private static let keys = [60, 85, 50, 70, 110, 55, 65, 90, 45, 75, 60, 100]

  /// The time between the last key and the reply.
  static let enter = 250

  /// The time between two presses of the same key.
  static let again = 150

  /// The time to read a reply of some lines.
  static func reading(_ lines: Int) -> Int { min(600 + 350 * lines, 3000) }

  /// The pause at the end, before it restarts.
  static let end = 4000
}
