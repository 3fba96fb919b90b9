import LineEditing
import ParlorEngine
import ParlorKit

/// A table as rows of characters, which may be more than the screen has, and where its places are.
struct TableDrawing {
  /// Where a place is: its rows and columns.
  struct Spot {
    var rows = 0..<0
    var columns = 0..<0

    /// The row of the cursor.
    var middle: Int { (rows.lowerBound + rows.upperBound) / 2 }
    /// The column of the cursor.
    var center: Int { (columns.lowerBound + columns.upperBound - 1) / 2 }
  }

  private(set) var rows: [[ScreenCell]] = []
  /// The size of the part of it that is shown.
  private let height: Int
  private let width: Int
  /// The rows at the top and the columns at the left that stay when it is scrolled.
  private var head = 0
  private var margin = 0
  /// The columns before the labels, and those of labels without pieces.
  private var indent = 0
  private var labels = 0
  /// The row of the player whose turn it is.
  private var marked: Int?
  /// The spots of the places of the cursor, in their order.
  private var spots: [Spot]

  private let look: TableLook
  private let cursor: TableCursor

  /// Draws the table of a game.
  ///
  /// - Parameters:
  ///   - text: what is shown of a game without a picture.
  ///   - letters: letters in place of pieces, by the index of their places.
  ///   - height: the rows of the screen for it; dice are drawn large if it allows.
  ///   - width: the columns of the screen.
  init(
    _ cursor: TableCursor, text: [[ScreenCell]], letters: [Int: Character], _ look: TableLook,
    height: Int, width: Int
  ) {
    (self.look, self.cursor, self.height, self.width) = (look, cursor, height, width)
    spots = cursor.places.map { _ in Spot() }
    let rowsOfDice = cursor.picture.rows.count { $0.pieces.contains { $0.isDie } }
    let isTall = cursor.picture.rows.count + 2 * rowsOfDice <= height
    if cursor.picture.rows.isEmpty { rows = text } else { drawPicture(letters, isTall: isTall) }
    if case .moves = cursor.controls.cursor { drawMoves() }
    if head >= height / 2 { head = 0 }
    if margin >= width / 2 { margin = 0 }
  }

  // MARK: - A picture

  private mutating func drawPicture(_ letters: [Int: Character], isTall: Bool) {
    let picture = cursor.picture
    indent = picture.rows.contains(where: \.isMarked) ? 2 : 0
    if case .rows = cursor.controls.cursor { indent = 3 }
    func width(_ rows: [Picture.Row]) -> Int { rows.map { DisplayWidth.of($0.label) }.max() ?? 0 }
    labels = width(picture.rows.filter(\.pieces.isEmpty))
    let beside = width(picture.rows.filter { !$0.pieces.isEmpty })
    margin = beside == 0 ? 0 : indent + beside + 1
    var places: [Int: [Int: Int]] = [:]
    for (index, place) in cursor.places.enumerated() {
      places[place.row, default: [:]][place.column ?? -1] = index
    }
    let pieces = picture.rows.indices.map { row in
      cells(ofRow: row, places[row] ?? [:], letters, isTall: isTall)
    }
    let count = pieces.map(\.count).max() ?? 0
    let widths = (0..<count).map { column in
      pieces.compactMap { column < $0.count ? $0[column].map(\.count).max() : nil }.max() ?? 0
    }
    for (row, pieces) in pieces.enumerated() {
      append(picture.rows[row], pieces, widths, places[row] ?? [:])
      if row + 1 == cursor.places.first?.row, picture.rows[row].isHead { head = rows.count }
    }
  }

  /// The pieces of a row, each as one or several lines.
  private func cells(
    ofRow row: Int, _ places: [Int: Int], _ letters: [Int: Character], isTall: Bool
  ) -> [[[ScreenCell]]] {
    let content = cursor.picture.rows[row]
    let digits = content.pieces.compactMap { $0.number.map { String($0).count } }.max() ?? 1
    return content.pieces.enumerated().map { column, piece in
      let index = places[column]
      if let index, let letter = letters[index] {
        return [[ScreenCell](String(letter), style: look.label)]
      }
      if content.isHead, let number = piece.number {
        // The digits stand below each other, so that a column is narrow.
        let text = String(repeating: " ", count: digits - String(number).count) + String(number)
        return text.map { [ScreenCell](String($0), style: look.faint) }
      }
      let isPicked = index.map(cursor.picked.contains) ?? false
      let shown = index.flatMap { cursor.piece(at: $0) } ?? piece
      return look.cells(of: shown, isPicked: isPicked, isTall: isTall)
    }
  }

  /// Adds a row of the picture.
  private mutating func append(
    _ content: Picture.Row, _ pieces: [[[ScreenCell]]], _ widths: [Int], _ places: [Int: Int]
  ) {
    let height = pieces.map(\.count).max() ?? 1
    let (top, middle) = (rows.count, height / 2)
    let style = content.isMarked ? look.strong : ""
    if content.isMarked, pieces.isEmpty { marked = top }
    let chosen = places.first { $0.value == cursor.index }?.key
    for line in 0..<height {
      let isMiddle = line == middle
      var cells: [ScreenCell] = []
      if isMiddle {
        let pointer = chosen == -1 ? look.pointer : indent > 2 ? " " : ""
        let mark = pointer + (content.isMarked ? look.mark : "")
        cells = [ScreenCell](mark, style: look.strong)
        if !content.label.isEmpty {
          cells = cells.padded(to: indent) + [ScreenCell](content.label, style: style)
        }
      }
      cells = cells.padded(to: pieces.isEmpty ? indent + labels : margin)
      if let index = places[-1] {
        spots[index] = Spot(rows: top..<top + height, columns: indent..<cells.count)
      }
      for (column, lines) in pieces.enumerated() {
        let bracket = !isMiddle ? " " : column == chosen ? "[" : column - 1 == chosen ? "]" : " "
        cells += [ScreenCell](bracket, style: look.strong)
        if let index = places[column] {
          spots[index] = Spot(
            rows: top..<top + height, columns: cells.count..<cells.count + widths[column])
        }
        let piece = lines.count == height ? lines[line] : isMiddle ? lines[0] : []
        cells += piece.padded(to: widths[column])
      }
      if isMiddle {
        if let chosen, chosen >= 0, chosen == pieces.count - 1 {
          cells += [ScreenCell]("]", style: look.strong)
        }
        // Cut, a number would be another one.
        let note = [ScreenCell]("  " + content.note, style: style)
        if !content.note.isEmpty, cells.count + note.count <= width { cells += note }
      }
      rows.append(cells)
    }
  }

  // MARK: - A list of moves

  private mutating func drawMoves() {
    margin = 0
    let width = String(cursor.places.count).count
    for index in cursor.places.indices {
      let isChosen = index == cursor.index
      let number = String(index + 1)
      let detail = cursor.legal.detail(index)
      let text =
        (isChosen ? look.pointer : " ") + String(repeating: " ", count: width - number.count + 1)
        + number + "  " + cursor.legal.line(index)
      let cells = [ScreenCell](text, style: isChosen ? look.strong : "")
      spots[index] = Spot(rows: rows.count..<rows.count + 1, columns: 0..<cells.count)
      rows.append(cells + [ScreenCell](detail.isEmpty ? "" : "  \(detail)", style: look.faint))
    }
  }

  // MARK: - The part that is shown

  /// The part that is shown, in which the place under the cursor is visible, and the row of the player whose turn it
  /// is: if that is too far away, it takes the place of the first or the last row.
  ///
  /// - Parameter start: the first row and column that are shown below the head and right of the
  ///   margin; changed as little as possible.
  func part(from start: inout (row: Int, column: Int)) -> [[ScreenCell]] {
    let spot = cursor.place == nil ? nil : spots[cursor.index]
    let longest = rows.map(\.count).max() ?? 0
    let window = height - head
    // With a row around it.
    var range = spot.map { $0.rows.lowerBound - head - 1..<$0.rows.upperBound - head + 1 }
    if let whole = range, whole.count > window / 2 {
      range = whole.lowerBound + 1..<whole.upperBound - 1
    }
    let turn = marked.map { $0 - head }
    if let turn, turn >= 0 {
      let chosen = range ?? turn..<turn + 1
      let both = min(turn, chosen.lowerBound)..<max(turn + 1, chosen.upperBound)
      // Without room for both, one more row beside the cursor is for the player.
      range =
        both.count <= window
        ? both
        : turn < chosen.lowerBound
          ? chosen.lowerBound - 1..<chosen.upperBound : chosen.lowerBound..<chosen.upperBound + 1
    }
    start.row = Self.start(
      range, before: start.row, length: rows.count - head, window: window)
    // With the columns around it, or at least room for the brackets.
    let piece = 2 + (spot?.columns.count ?? 0)
    let aside = piece < (width - margin) / 4 ? piece : 1
    start.column = Self.start(
      spot.map { $0.columns.lowerBound - margin - aside..<$0.columns.upperBound - margin + aside },
      before: start.column, length: longest - margin, window: width - margin)
    var shown = Array(rows[..<head] + rows[head...].dropFirst(start.row).prefix(window))
    if let turn, turn >= 0, range?.count ?? 0 <= window {
      if turn < start.row { shown[head] = rows[head + turn] }
      if turn >= start.row + window { shown[head + window - 1] = rows[head + turn] }
    }
    return shown.map { cells in
      Array(cells.prefix(margin) + cells.dropFirst(margin + start.column).prefix(width - margin))
    }
  }

  /// Arrows to what is not shown.
  func more(from start: (row: Int, column: Int)) -> String {
    let longest = rows.map(\.count).max() ?? 0
    return look.arrows(
      up: start.row > 0, down: start.row + height < rows.count,
      left: start.column > 0, right: start.column + width < longest)
  }

  /// Where a place is in the part that is shown; `nil` if it is outside.
  func spot(_ index: Int, from start: (row: Int, column: Int)) -> Spot? {
    guard spots.indices.contains(index) else { return nil }
    let spot = spots[index]
    let isFixed = cursor.places[index].column == nil
    let (up, left) = (start.row, isFixed ? 0 : start.column)
    let rows = spot.rows.lowerBound - up..<spot.rows.upperBound - up
    let columns = spot.columns.lowerBound - left..<spot.columns.upperBound - left
    guard rows.lowerBound >= head, rows.upperBound <= height, columns.upperBound <= width,
      isFixed || columns.lowerBound >= margin
    else { return nil }
    return Spot(rows: rows, columns: columns)
  }

  /// The start of a window in which a range is visible, as near as possible to the start before.
  private static func start(
    _ range: Range<Int>?, before: Int, length: Int, window: Int
  ) -> Int {
    let last = max(0, length - window)
    guard let range else { return min(before, last) }
    return max(0, min(max(min(before, range.lowerBound), range.upperBound - window), last))
  }
}

extension Picture.Row {
  /// Whether it has the numbers of columns, and nothing else.
  fileprivate var isHead: Bool { !pieces.isEmpty && pieces.allSatisfy { $0.number != nil } }
}

extension Picture.Piece {
  fileprivate var isDie: Bool {
    switch self {
    case .die, .heldDie: true
    default: false
    }
  }

  /// The number that a text is, such as that of a column.
  fileprivate var number: Int? { if case .text(let text) = self { Int(text) } else { nil } }
}
