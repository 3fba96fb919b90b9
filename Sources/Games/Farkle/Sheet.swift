import ParlorKit

/// A completed turn on the score sheet.
struct SheetTurn: Sendable, Equatable {
  /// The seat.
  let player: UInt8
  /// The part of the game in which the turn began.
  let phase: Phase
  /// How it ended.
  let ending: Ending
  /// The number of the round.
  let round: Int32
  /// The points banked, or the penalty of a farkle as a negative number.
  let points: Int32

  /// How a turn ended.
  enum Ending: String, Sendable {
    case banked, farkled, resigned
    /// A player joined after the round, with the points.
    case joined
  }
}

/// The completed turns, oldest first. Copies of a long game share portions of them: an undo copies
/// only the last portion.
struct SheetTurns: Sequence, Sendable {
  private var full: [[SheetTurn]] = []
  private var last: [SheetTurn] = []
  private static let portion = 64
  /// Whether turns are kept at all: nobody reads those of a simulation.
  var isKept = true

  /// The number of turns.
  var count: Int { full.count * Self.portion + last.count }

  mutating func append(_ turn: SheetTurn) {
    guard isKept else { return }
    if last.count == Self.portion {
      full.append(last)
      last = []
    }
    if last.isEmpty { last.reserveCapacity(Self.portion) }
    last.append(turn)
  }

  func makeIterator() -> IndexingIterator<[SheetTurn]> {
    (Array(full.joined()) + last).makeIterator()
  }
}

/// The score sheet: rounds by players, each with the points of the turn and the score after it. The
/// answer to `sheet`.
struct Sheet: Sendable {
  /// The names of the players.
  let names: [String]
  /// The rounds, oldest first.
  let rows: [Row]

  /// A round. A player who defends the lead can have two rows of one round.
  struct Row: Sendable {
    let round: Int
    var phase: Phase
    /// Each player's turn, if there was one.
    var cells: [Cell?]
  }

  /// A player's turn.
  struct Cell: Sendable {
    let ending: SheetTurn.Ending
    /// The points banked, or the penalty of a farkle as a negative number.
    let points: Int
    /// The score after the turn.
    let score: Int
  }

  init(_ state: FarkleState) {
    names = state.match.names
    var rows: [Row] = []
    var scores = names.map { _ in 0 }
    for turn in state.history {
      let player = Int(turn.player)
      scores[player] += Int(turn.points)
      let cell = Cell(ending: turn.ending, points: Int(turn.points), score: scores[player])
      let round = Int(turn.round)
      if let place = rows.lastIndex(where: { $0.round == round && $0.cells[player] == nil }) {
        rows[place].cells[player] = cell
        if turn.ending != .resigned { rows[place].phase = turn.phase }
      } else {
        // Who leaves after a turn is in the row of the next round, which may be there early.
        let place = (rows.lastIndex { $0.round <= round } ?? -1) + 1
        var row = Row(round: round, phase: turn.phase, cells: names.map { _ in nil })
        row.cells[player] = cell
        rows.insert(row, at: place)
      }
    }
    self.rows = rows
  }

  /// Reports the sheet.
  func report(to report: inout Reporter) {
    report("sheet", ["players": names, "rounds": rows.map(data)]) { write(to: &$0) }
  }

  private func data(_ row: Row) -> Fields {
    let turns = zip(names, row.cells).compactMap { name, cell in
      cell.map {
        Fields([
          "player": name, "result": $0.ending.rawValue,
          "points": $0.ending == .joined ? $0.points : max(0, $0.points),
          "penalty": $0.ending == .joined ? 0 : max(0, -$0.points), "score": $0.score,
        ])
      }
    }
    return Fields(["round": row.round, "phase": row.phase.rawValue, "turns": turns])
  }
}

extension Sheet: TextWritable {
  /// Writes a line for each round; players that do not fit follow below the others.
  func write(to text: inout TextWriter) {
    if rows.isEmpty { return text.write("No turn is over yet.") }
    let columns = [Column(rows)] + names.indices.map { Column(names[$0], rows.map(\.cells[$0])) }
    var next = 1
    while next < columns.count {
      var shown = [columns[0]]
      var width = columns[0].width
      while next < columns.count, shown.count == 1 || width + 3 + columns[next].width <= text.width
      {
        shown.append(columns[next])
        width += 3 + columns[next].width
        next += 1
      }
      text.breakLine()
      write(shown, to: &text)
    }
  }

  private func write(_ columns: [Column], to text: inout TextWriter) {
    for line in -1..<rows.count {
      if line >= 0 { text.write("\n") }
      // Write spaces only before a cell.
      var spaces = 0
      for column in columns {
        let cell = line < 0 ? column.title : column.lines[line]
        let missing = column.width - DisplayWidth.of(cell)
        if column.isLeft {
          text.write(cell)
          spaces = missing + 3
        } else if cell.isEmpty {
          spaces += column.width + 3
        } else {
          text.write(String(repeating: " ", count: spaces + missing))
          let isFarkle = line >= 0 && cell.contains(Column.farkle)
          if line < 0 {
            text.write(Styled(.strong, cell))
          } else if isFarkle {
            text.write(Styled(.bad, cell))
          } else {
            text.write(cell)
          }
          spaces = 3
        }
      }
    }
  }

  /// The cells of a player, or of the rounds, as text.
  private struct Column {
    let title: String
    let lines: [String]
    var isLeft = false
    let width: Int

    static let farkle = "farkle"

    /// The rounds.
    init(_ rows: [Row]) {
      title = "Round"
      lines = rows.map { row in
        switch row.phase {
        case .finalRound: "\(row.round) final"
        case .overtime: "\(row.round) overtime"
        case .playing where row.round == 0: "start"
        case .playing, .over: String(row.round)
        }
      }
      isLeft = true
      width = ([title] + lines).map(DisplayWidth.of).max() ?? 0
    }

    /// A player.
    init(_ name: String, _ cells: [Cell?]) {
      let total = "total"
      let scoreWidth = max(total.count, cells.map { $0?.score.grouped.count ?? 0 }.max() ?? 0)
      title = name + String(repeating: " ", count: 2 + scoreWidth - total.count) + total
      lines = cells.map { cell in
        guard let cell else { return "" }
        let score = cell.score.grouped
        let points =
          switch cell.ending {
          case .banked: cell.points.grouped
          case .farkled: Self.farkle + (cell.points < 0 ? " \(cell.points.grouped)" : "")
          case .resigned: "left"
          case .joined: "joined"
          }
        return points + String(repeating: " ", count: 2 + scoreWidth - score.count) + score
      }
      width = ([title] + lines).map(DisplayWidth.of).max() ?? 0
    }
  }
}
