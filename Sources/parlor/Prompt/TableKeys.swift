import ParlorEngine
import ParlorKit

/// The keys of a table as its last lines name them, and as its page of keys explains them.
struct TableKeys {
  /// A key, or several, and what it does in a word or two.
  typealias Item = (name: String, label: String)

  /// What can be done now.
  let items: [Item]
  /// All keys of the game, each with what it does.
  let page: [[String]]

  /// The keys of a game.
  ///
  /// - Parameters:
  ///   - hasHints: whether a hint can be had.
  ///   - hinted: the line that Enter makes, since a hint showed it.
  ///   - hasLetters: whether letters choose cells.
  ///   - takesMouse: whether a click is a key.
  init(
    _ game: any SessionGame, _ cursor: TableCursor, hasHints: Bool, hinted: String?,
    hasLetters: Bool, takesMouse: Bool
  ) {
    let hint: [Item] = hasHints ? [("H", "hint")] : []
    let undo = game.logged.map { _ in ["u U", "undo, redo"] }
    let canUndo = game.logged?.log.canUndo ?? false
    let choosing = Choosing(cursor)
    let undoItem: [Item] = canUndo ? [("u", "undo")] : []
    if hasLetters {
      let labels = zip(["letter", "CAPITAL"], cursor.controls.keys.map(\.label))
      items = labels.map { ($0, $1) } + [("Esc", "end")]
    } else if game.status.isOver {
      items = [("n", "new game")] + undoItem + [("?", "keys"), ("Esc", "line")]
    } else {
      let keys = cursor.legalKeys.map { (name: $0.name, label: cursor.label(of: $0)) }
      let own = hinted.map { [("Enter", $0)] + keys.filter { $0.name != "Enter" } } ?? keys
      let typing: [Item] = own.isEmpty ? [(":", "type a line")] : []
      items =
        own + choosing.items + hint + undoItem + typing
        + [("?", "keys"), ("Esc", cursor.hasChoice ? "clear" : "line")]
    }
    let common =
      [undo ?? []].filter { !$0.isEmpty } + [
        [":", "types a line, as at the prompt; a word whose first letter is no key needs no `:`"],
        ["Esc q", "back to the line; Esc first puts back what was chosen"],
      ]
    guard !game.status.isOver else {
      let moving = cursor.places.isEmpty ? [] : [["arrows hjkl", "look over the board"]]
      page = [["n", "a new game"]] + moving + common
      return
    }
    let commands = game.kind.definition.commands
    let own = cursor.controls.keys.map { key in
      let verb = key.lines.first.map { String($0.prefix { $0 != " " }) }
      let summary = commands.first { $0.verb == verb }?.summary
      let lines = key.lines.map { "`\($0)`" }.joined(separator: ", or ")
      return [key.name, lines + (summary.map { ": \($0)" } ?? "")]
    }
    let mouse = ["mouse", choosing.mouse + "; a click on the name of a key presses it"]
    page =
      own + choosing.page
      + hint.map { [$0.name, "`hint`: shows the best moves; then Enter plays the first"] }
      + [["Backspace", "takes back what was chosen"]] + common
      + (takesMouse ? [mouse] : [])
  }

  /// The items in rows: as many as the width needs. If these are too many, the last row ends with the
  /// key that shows all and the one that leaves.
  func rows(most: Int, width: Int) -> [[Item]] {
    var rows: [[Item]] = [[]]
    for item in items {
      if Self.length(rows[rows.count - 1] + [item]) > width { rows.append([]) }
      rows[rows.count - 1].append(item)
    }
    guard rows.count > most else { return rows }
    let end: [Item] = items.suffix(2).map { $0.name == "Esc" ? ("Esc", "") : $0 }
    var last = rows[most - 1].filter { item in !end.contains { $0.name == item.name } }
    while !last.isEmpty, Self.length(last + end) > width { last.removeLast() }
    return rows.prefix(most - 1) + [last + end]
  }

  /// What stands between two items.
  static let gap = "  "

  private static func length(_ row: [Item]) -> Int {
    row.reduce(-gap.count) {
      $0 + gap.count + DisplayWidth.of($1.name) + 1 + DisplayWidth.of($1.label)
    }
  }
}

extension TableKeys {
  /// The keys that choose something, which depend on what the cursor visits.
  private struct Choosing {
    var items: [Item] = []
    var page: [[String]] = []
    /// What a click chooses.
    var mouse = "a click moves"

    init(_ cursor: TableCursor) {
      let keys = cursor.controls.keys
      func name(_ index: Int) -> String { keys.indices.contains(index) ? keys[index].name : "" }
      let isEmpty = cursor.places.isEmpty
      switch cursor.controls.cursor {
      case .cells:
        if !isEmpty { items = [(";", "letters")] }
        page = [
          ["arrows hjkl", "move; a number before them repeats"],
          ["Home End", "the ends of a row"],
          ["Tab", "the next cell to choose, Shift-Tab the one before"],
          ["Space", "the same as \(name(0))"],
          [
            ";",
            "letters on the nearest cells: a letter is \(name(0))"
              + (keys.count > 1 ? ", a capital \(name(1))" : "") + "; `;` again or Esc ends them",
          ],
        ]
        mouse = "left \(name(0))"
        if keys.count > 1 { mouse += ", right \(name(1))" }
        if keys.count > 2 { mouse += ", middle \(name(2))" }
      case .dice:
        if cursor.takesNumber {
          items = [("0-9", "type")]
          page = [["0-9", "the dice of the roll one after the other, or the points"]]
        } else {
          if cursor.picksDice { items = [("1-6", "pick")] }
          page = [["1-6", "pick a die that shows this; once all are picked, put them back"]]
        }
        page += [["Space", "picks the die under the cursor"], ["arrows h l", "move"]]
        mouse = "a click picks a die"
      case .holes(_, let most):
        let last = TableCursor.letter(for: most)
        items = [
          most < 10
            ? ("1-\(most)", "peg")
            : ("1-9 a\(most > 10 ? "-\(last)" : "")", "peg (a: 10)")
        ]
        page = [
          [
            items[0].name,
            "fill the hole under the cursor" + (most < 10 ? "" : "; a is 10")
              + (most < 11 ? "" : ", \(last) is \(most)"),
          ],
          ["Up Down", "change the peg under the cursor"],
          ["Left Right", "move; so does Space"],
        ]
      case .rows:
        items = [("0-9", "number")]
        page = [["0-9", "the number N, before the key"], ["arrows j k", "move"]]
      case .moves:
        if !isEmpty { items = [("1-9", "choose")] }
        page = [["1-9", "choose a move by its number"], ["arrows j k", "move"]]
        mouse = "a click chooses a move, another one plays it"
      }
    }
  }
}
