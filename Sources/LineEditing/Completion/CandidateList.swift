import Platform

/// Candidates as rows below the line: with their details one a row, else in columns.
struct CandidateList {
  private let candidates: [Suggestion]
  private let columns: Int
  private let maximumRows: Int
  private let faint: String
  private let reverse: String

  /// - Parameters:
  ///   - columns: the width of the terminal.
  ///   - rows: how many rows there is room for.
  init(_ candidates: [Suggestion], columns: Int, rows: Int, hasColor: Bool) {
    self.candidates = candidates
    self.columns = columns
    maximumRows = rows
    faint = hasColor ? TextStyle.faint : ""
    reverse = hasColor ? TextStyle.reverse : ""
  }

  private static let gap = 2

  /// The rows; of more candidates than there is room for, the page with the selected one.
  func rows(selected: Int? = nil) -> [[Cell]] {
    guard maximumRows > 0 else { return [] }
    let perRow = perRow
    let all = (candidates.count + perRow - 1) / perRow
    let count = all <= maximumRows ? all : maximumRows - 1
    let capacity = count * perRow
    let start = capacity == 0 ? 0 : (selected ?? 0) / capacity * capacity
    let page = start..<min(start + capacity, candidates.count)
    let used = (page.count + perRow - 1) / perRow
    var rows = (0..<used).map { row in
      self.row(stride(from: page.lowerBound + row, to: page.upperBound, by: used), selected)
    }
    let rest = candidates.count - page.count
    if rest > 0 {
      rows.append([Cell]("… and \(rest) more", style: faint).cut(to: columns - 1))
    }
    return rows
  }

  private var hasDetails: Bool { candidates.contains { !$0.detail.isEmpty } }

  private var width: Int { candidates.map { [Cell]($0.text).count }.max() ?? 0 }

  private var perRow: Int {
    hasDetails ? 1 : max((columns - 1 + Self.gap) / (width + Self.gap), 1)
  }

  private func row(_ indices: some Sequence<Int>, _ selected: Int?) -> [Cell] {
    var row: [Cell] = []
    // A detail has a third of the row at least.
    let textWidth = hasDetails ? min(width, columns * 2 / 3) : width
    for index in indices {
      if !row.isEmpty {
        row += Array(repeating: .blank, count: Self.gap)
      }
      let candidate = candidates[index]
      let style = index == selected ? reverse : ""
      row += [Cell](candidate.text, style: style).cut(to: textWidth).padded(to: textWidth)
      if !candidate.detail.isEmpty {
        row += Array(repeating: .blank, count: Self.gap)
        row += [Cell](Self.visible(candidate.detail), style: faint)
      }
    }
    while row.last == .blank {
      row.removeLast()
    }
    return row.cut(to: columns - 1)
  }

  /// A detail comes from anywhere.
  private static func visible(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.map { $0.isControl ? "\u{FFFD}" : $0 }))
  }
}
