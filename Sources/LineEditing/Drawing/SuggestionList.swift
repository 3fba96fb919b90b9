import LineSyntax
import ParlorKit

/// Suggestions as rows: one in each row if they have details, otherwise in columns.
struct SuggestionList {
  private let suggestions: [Suggestion]
  private let columns: Int
  private let maxRows: Int
  private let faint: String
  private let reverse: String
  private let mark: [Unicode.Scalar]
  private let marking: String

  /// A list on a terminal of `columns` columns that has room for `rows` rows.
  ///
  /// - Parameter mark: a text that is marked wherever it stands in a suggestion.
  init(
    _ suggestions: [Suggestion], columns: Int, rows: Int, hasColor: Bool,
    mark: [Unicode.Scalar] = []
  ) {
    self.suggestions = suggestions
    self.columns = columns
    maxRows = rows
    faint = hasColor ? TextStyle.faint : ""
    reverse = hasColor ? TextStyle.reverse : ""
    self.mark = mark
    marking = hasColor ? TextStyle.marked : ""
  }

  private static let gap = 2

  /// The rows. If there is no room for all suggestions, the page with the selected one.
  func rows(selected: Int? = nil) -> [[ScreenCell]] {
    guard maxRows > 0 else { return [] }
    let perRow = perRow
    let all = (suggestions.count + perRow - 1) / perRow
    let count = all <= maxRows ? all : maxRows - 1
    let capacity = count * perRow
    let start = capacity == 0 ? 0 : (selected ?? 0) / capacity * capacity
    let page = start..<min(start + capacity, suggestions.count)
    let used = (page.count + perRow - 1) / perRow
    var rows = (0..<used).map { row in
      self.row(stride(from: page.lowerBound + row, to: page.upperBound, by: used), selected)
    }
    let rest = suggestions.count - page.count
    if rest > 0 {
      rows.append([ScreenCell]("… and \(rest) more", style: faint).cut(to: columns - 1))
    }
    return rows
  }

  /// The number of rows of a page with columns; 0 if there is one suggestion in each row.
  func columnHeight(selected: Int?) -> Int {
    let rows = rows(selected: selected).count
    let all = (suggestions.count + perRow - 1) / perRow
    return perRow == 1 ? 0 : all <= maxRows ? rows : rows - 1
  }

  private var hasDetails: Bool { suggestions.contains { !$0.detail.isEmpty } }

  private var width: Int { suggestions.map { [ScreenCell]($0.text).count }.max() ?? 0 }

  private var perRow: Int {
    hasDetails || !mark.isEmpty ? 1 : max((columns - 1 + Self.gap) / (width + Self.gap), 1)
  }

  private func row(_ indices: some Sequence<Int>, _ selected: Int?) -> [ScreenCell] {
    var row: [ScreenCell] = []
    // Leave at least a third of the row to the details.
    let textWidth = hasDetails ? min(width, columns * 2 / 3) : width
    for index in indices {
      if !row.isEmpty {
        row += Array(repeating: .blank, count: Self.gap)
      }
      let suggestion = suggestions[index]
      let style = index == selected ? reverse : ""
      row += cells(of: suggestion.text, style).cut(to: textWidth).padded(to: textWidth)
      if !suggestion.detail.isEmpty {
        row += Array(repeating: .blank, count: Self.gap)
        row += [ScreenCell](Self.visible(suggestion.detail), style: faint)
      }
    }
    while row.last == .blank {
      row.removeLast()
    }
    return row.cut(to: columns - 1)
  }

  /// The cells of a suggestion, with the mark in a style of its own.
  private func cells(of text: String, _ style: String) -> [ScreenCell] {
    guard !mark.isEmpty else { return [ScreenCell](text, style: style) }
    let scalars = Array(text.unicodeScalars)
    var cells: [ScreenCell] = []
    var index = 0
    while index < scalars.count {
      let isMarked = scalars[index...].starts(with: mark)
      for scalar in isMarked ? mark : [scalars[index]] {
        cells.append(scalar, style: isMarked ? style + marking : style)
      }
      index += isMarked ? mark.count : 1
    }
    return cells
  }

  /// Details may contain any text, so control characters are replaced.
  private static func visible(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.map { $0.isDisplayable ? $0 : "\u{FFFD}" }))
  }
}
