import ParlorKit
import Platform

/// A session as one page of HTML: the table step by step, the transcript, and charts. It loads
/// nothing; its content policy allows only its own script and style. Without scripts it shows the
/// last table and the transcript.
package struct Page {
  private let recording: Recording
  private let theme: Theme
  private var board = BoardDrawing()
  /// The distinct tables, and the index of the table at each step.
  private var tables: [Value] = []
  private var tableOfStep: [Int?] = []
  /// For each game the width of labels, and the width and height of its pictures.
  private var sizes: [Int: (labels: Int, width: Int, height: Int)] = [:]

  package init(_ recording: Recording, theme: Theme) {
    self.recording = recording
    self.theme = theme
    for frame in recording.frames { measure(frame.game) }
    var known: [String: Int] = [:]
    for frame in recording.frames {
      guard let game = frame.game else {
        tableOfStep.append(nil)
        continue
      }
      let value = self.value(of: game.table)
      let written = value.json
      let number = known[written] ?? tables.count
      if number == tables.count {
        known[written] = number
        tables.append(value)
      }
      tableOfStep.append(number)
    }
  }

  private mutating func measure(_ game: Recording.Position?) {
    guard let game, case .picture(let picture) = game.table else { return }
    let old = sizes[game.number] ?? (0, 0, 0)
    let labels = max(old.labels, BoardDrawing.labelWidth(of: picture))
    let size = BoardDrawing.size(of: picture, labels: labels)
    sizes[game.number] = (labels, max(old.width, size.width), max(old.height, size.height))
  }

  /// A table in the form of the page's script: text, or rows of a label, pieces, a note and a mark.
  /// Each piece is a character.
  private mutating func value(of table: Recording.Table) -> Value {
    switch table {
    case .text(let lines): return .string(lines.map(\.text).joined(separator: "\n"))
    case .picture(let picture):
      return .array(
        picture.rows.map { row in
          let pieces = row.pieces.map { Self.key(board.number(of: $0)) }
          return .array([
            .string(row.label.drawable), .string(String(String.UnicodeScalarView(pieces))),
            .string(row.note.drawable), .integer(row.isMarked ? 1 : 0),
          ])
        })
    }
  }

  /// The character for a number of a piece; `key` in the script is its inverse.
  private static func key(_ number: Int) -> Unicode.Scalar {
    Unicode.Scalar(UInt16(min(0x5D + number, 0xD000))) ?? "?"
  }

  // MARK: - Writing

  package var bytes: [UInt8] {
    var html = Markup()
    let style = Self.style(theme)
    let policy =
      "default-src 'none'; style-src 'sha256-\(SHA256.base64(of: Array(style.utf8)))'; "
      + "script-src 'sha256-\(SHA256.base64(of: Array(Self.script.utf8)))'; base-uri 'none'; "
      + "form-action 'none'"
    html.write(raw: "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
    html.write(raw: "<meta http-equiv=\"Content-Security-Policy\" content=\"\(policy)\">\n")
    html.write(
      raw: "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n")
    html.element("title") { $0.write(recording.title) }
    html.write(raw: "\n<style>\(style)</style>\n</head>\n<body>\n")
    board.writeSymbols(to: &html)
    html.write(raw: "<main>\n<section id=\"stage\">\n")
    html.element("h1") { $0.write(recording.title) }
    let last = recording.frames.last
    html.element("p", ["id": "caption"]) { $0.write(last?.game?.caption ?? "No game is open.") }
    html.write(raw: "\n<div id=\"board\">")
    writeTable(of: last?.game, to: &html)
    html.write(raw: "</div>\n")
    html.write(raw: Self.controls)
    for (number, chart) in recording.charts.sorted(by: { $0.key < $1.key }) {
      writeChart(chart, of: number, to: &html)
    }
    html.write(raw: "</section>\n<ol id=\"log\">\n")
    for frame in recording.frames { write(frame, to: &html) }
    html.write(raw: "</ol>\n</main>\n<script type=\"application/json\" id=\"data\">")
    html.write(raw: data.json.replacing("<", with: "\\u003c"))
    html.write(raw: "</script>\n<script>\(Self.script)</script>\n</body>\n</html>\n")
    return html.bytes
  }

  private func writeTable(of game: Recording.Position?, to html: inout Markup) {
    switch game?.table {
    case nil: break
    case .text(let lines)?:
      html.element("pre") { $0.write(lines.map(\.text).joined(separator: "\n")) }
    case .picture(let picture)?:
      let size = sizes[game?.number ?? 0] ?? (0, 1, 1)
      // Its pieces already have numbers.
      var board = board
      html.element(
        "svg",
        [
          "viewBox": "0 0 \(size.width) \(size.height)", "width": "\(size.width)", "role": "img",
          "aria-label": game?.caption ?? "",
        ]
      ) { board.draw(picture, labels: size.labels, to: &$0) }
    }
  }

  private func writeChart(_ chart: Plot, of game: Int, to html: inout Markup) {
    html.element("figure", ["id": "chart\(game)"]) { html in
      html.element(
        "svg",
        [
          "viewBox": "0 0 \(PlotPicture.width) \(PlotPicture.height)", "role": "img",
          "aria-label": chart.title,
        ]
      ) { svg in
        svg.breakLine()
        PlotPicture(chart).write(to: &svg)
      }
    }
    html.breakLine()
  }

  private func write(_ frame: Recording.Frame, to html: inout Markup) {
    var classes: [String] = []
    if case .picture? = frame.game?.table { classes.append("pic") }
    if frame.isError { classes.append("err") }
    html.element("li", ["class": classes.joined(separator: " ")]) { html in
      html.element("code") { Self.write(frame.command, to: &$0) }
      if frame.eventCount > 0 {
        html.element("pre") { Self.write(frame.reply[..<frame.eventCount], to: &$0) }
      }
      if frame.eventCount < frame.reply.count {
        html.element("pre", ["class": "now"]) {
          Self.write(frame.reply[frame.eventCount...], to: &$0)
        }
      }
    }
    html.breakLine()
  }

  private static func write(_ lines: ArraySlice<StyledLine>, to html: inout Markup) {
    for (index, line) in lines.enumerated() {
      if index > 0 { html.breakLine() }
      write(line, to: &html)
    }
  }

  private static func write(_ line: StyledLine, to html: inout Markup) {
    for run in line.runs {
      let classes = Theme.classes(run.styles)
      if classes.isEmpty {
        html.write(run.text)
      } else {
        html.element("span", ["class": classes]) { $0.write(run.text) }
      }
    }
  }

  /// The data for the script of the page.
  private var data: Value {
    var captions: [String] = []
    var numbers: [String: Int] = [:]
    let steps = zip(recording.frames, tableOfStep).map { frame, table -> Value in
      guard let game = frame.game, let table else { return .array([]) }
      let number = numbers[game.caption] ?? captions.count
      if number == captions.count {
        numbers[game.caption] = number
        captions.append(game.caption)
      }
      return .integers([number, table, game.number, game.moveCount])
    }
    let games = sizes.sorted { $0.key < $1.key }.map { number, size in
      ("\(number)", Value.integers([size.labels, size.width, size.height]))
    }
    let charts = recording.charts.sorted { $0.key < $1.key }.map { number, chart in
      ("\(number)", Value.integers(PlotPicture(chart).frame))
    }
    return [
      "unit": .integer(BoardDrawing.unit), "line": .integer(BoardDrawing.textHeight),
      "gap": .integer(BoardDrawing.gap), "captions": .strings(captions), "tables": .array(tables),
      "steps": .array(steps), "games": .object(Fields(games)), "charts": .object(Fields(charts)),
    ]
  }
}
