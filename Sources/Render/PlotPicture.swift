import ParlorKit

/// A chart as SVG: lines over numbers, or bars with whiskers for intervals.
package struct PlotPicture {
  private let plot: Plot
  private let x: Axis
  private let y: Axis

  // Lengths are in pixels.
  static let width = 640
  static let height = 340
  private static let left = 64
  private static let right = 20
  private static let bottom = 60

  /// The maximum number of points that are drawn, at equal distances.
  private static let mostPoints = 2000
  /// The total room for names below bars, in characters.
  private static let nameRoom = 72

  package init(_ plot: Plot) {
    self.plot = plot
    let points = plot.series.flatMap(\.points)
    let ends = points.flatMap {
      [$0.y] + ($0.interval.map { [$0.lowerBound, $0.upperBound] } ?? [])
    }
    switch plot.shape {
    case .line:
      x = Axis(points.map(\.x), isShare: false, isWhole: true)
      y = Axis(plot.isShare ? [0, 1] : ends, isShare: plot.isShare, isWhole: false)
    case .bars:
      x = Axis(bars: points.map(\.x))
      y = Axis(ends + [0], isShare: plot.isShare, isWhole: false)
    }
  }

  /// The y of the top of the area with the data: below the title and, for several series, the
  /// legend.
  private var top: Int { plot.series.count > 1 ? 62 : 44 }

  /// A position on the x axis, in tenths of a pixel.
  private func across(_ value: Double) -> Tenths {
    let width = Double(Self.width - Self.left - Self.right) * 10
    return Tenths(Self.left * 10 + Int((x.share(of: value) * width).rounded()))
  }

  private func down(_ value: Double) -> Tenths {
    let height = Double(Self.height - top - Self.bottom) * 10
    return Tenths(top * 10 + Int(((1 - y.share(of: value)) * height).rounded()))
  }

  /// The picture as a file.
  package func svg(_ theme: Theme) -> [UInt8] {
    var svg = Markup()
    svg.element(
      "svg",
      [
        "xmlns": "http://www.w3.org/2000/svg", "viewBox": "0 0 \(Self.width) \(Self.height)",
        "width": "\(Self.width)", "height": "\(Self.height)", "role": "img",
      ]
    ) { svg in
      svg.element("title") { $0.write(plot.title) }
      svg.write(raw: "\n<style>\(Self.rules(theme))</style>\n")
      svg.element(
        "rect",
        ["class": "bg", "width": "\(Self.width)", "height": "\(Self.height)", "rx": "6"])
      svg.breakLine()
      write(to: &svg)
    }
    svg.breakLine()
    return svg.bytes
  }

  /// The rules of CSS for the parts of charts.
  static func rules(_ theme: Theme) -> String {
    let strokes = Theme.series.map { (".s\($0)", "stroke", $0) }
    return "text{font:13px system-ui,sans-serif}.b{font-weight:bold}"
      + ".ln{fill:none;stroke-width:2;stroke-linejoin:round}.ax{stroke-width:1}"
      + theme.rules(
        "fill",
        [("text", "fill", "fg"), (".ax", "stroke", "edge"), (".wh", "stroke", "fg")] + strokes)
  }

  /// The area of the data: left and right, the ends of the x axis, top and bottom.
  var frame: [Int] {
    [
      Self.left, Self.width - Self.right, Int(x.low), Int(x.high), top, Self.height - Self.bottom,
    ]
  }

  /// Writes the chart without its frame.
  func write(to svg: inout Markup) {
    svg.element("text", ["class": "b", "x": "\(Self.left)", "y": "26"]) { $0.write(plot.title) }
    svg.breakLine()
    writeLegend(to: &svg)
    writeAxes(to: &svg)
    for (index, series) in plot.series.enumerated() {
      let color = Theme.series[index % Theme.series.count]
      switch plot.shape {
      case .line: writeLine(series, color, to: &svg)
      case .bars: writeBars(series, color, index, to: &svg)
      }
    }
  }

  private func writeLegend(to svg: inout Markup) {
    guard plot.series.count > 1 else { return }
    var place = Self.left
    for (index, series) in plot.series.enumerated() {
      let name = Self.shortened(series.name, to: 24)
      let color = Theme.series[index % Theme.series.count]
      let width = 26 + 8 * DisplayWidth.of(name)
      if place + width > Self.width { break }
      svg.element(
        "rect",
        ["class": color, "x": "\(place)", "y": "38", "width": "12", "height": "12", "rx": "2"])
      svg.element("text", ["x": "\(place + 18)", "y": "49"]) { $0.write(name) }
      place += width
    }
    svg.breakLine()
  }

  private func writeAxes(to svg: inout Markup) {
    for tick in y.ticks {
      let place = down(tick)
      svg.element(
        "line",
        [
          "class": "ax", "x1": "\(Self.left)", "x2": "\(Self.width - Self.right)",
          "y1": "\(place)", "y2": "\(place)",
        ])
      svg.element(
        "text",
        [
          "class": "faint", "x": "\(Self.left - 8)", "y": "\(Tenths(place.count + 45))",
          "text-anchor": "end",
        ]
      ) { $0.write(y.text(of: tick)) }
    }
    svg.breakLine()
    let base = Self.height - Self.bottom
    let names = plot.series.first?.points ?? []
    if plot.shape == .bars {
      let step = max(1, (names.count + 11) / 12)
      let room = max(3, Self.nameRoom / max(1, min(names.count, 12)))
      for (index, point) in names.enumerated() where index % step == 0 {
        writeTick(across(point.x), base, Self.shortened(point.label ?? "", to: room), to: &svg)
      }
    } else {
      for tick in x.ticks { writeTick(across(tick), base, x.text(of: tick), to: &svg) }
    }
    svg.element(
      "text",
      [
        "class": "faint", "x": "\((Self.left + Self.width - Self.right) / 2)",
        "y": "\(Self.height - 14)", "text-anchor": "middle",
      ]
    ) { $0.write("\(plot.xTitle) · \(plot.yTitle)") }
    svg.breakLine()
  }

  private func writeTick(_ place: Tenths, _ base: Int, _ name: String, to svg: inout Markup) {
    svg.element(
      "text",
      ["class": "faint", "x": "\(place)", "y": "\(base + 20)", "text-anchor": "middle"]
    ) { $0.write(name) }
  }

  private func writeLine(_ series: Plot.Series, _ color: String, to svg: inout Markup) {
    guard let first = series.points.first else { return }
    if series.points.count == 1 {
      svg.element(
        "circle",
        ["class": color, "cx": "\(across(first.x))", "cy": "\(down(first.y))", "r": "4"])
      return svg.breakLine()
    }
    let count = min(series.points.count, Self.mostPoints)
    var places = ""
    for index in 0..<count {
      // The first and the last point are included.
      let point = series.points[index * (series.points.count - 1) / max(1, count - 1)]
      places += "\(places.isEmpty ? "" : " ")\(across(point.x)),\(down(point.y))"
    }
    svg.element("polyline", ["class": "ln s\(color)", "points": places])
    svg.breakLine()
  }

  private func writeBars(
    _ series: Plot.Series, _ color: String, _ index: Int, to svg: inout Markup
  ) {
    let slot = (across(1).count - across(0).count) * 3 / 4
    let width = max(10, min(slot / max(1, plot.series.count), 800))
    let offset = width * (2 * index - plot.series.count) / 2
    for point in series.points {
      let left = across(point.x).count + offset
      let (zero, end) = (down(0).count, down(point.y).count)
      svg.element(
        "rect",
        [
          "class": color, "x": "\(Tenths(left))", "y": "\(Tenths(min(zero, end)))",
          "width": "\(Tenths(width))", "height": "\(Tenths(abs(zero - end)))",
          "fill-opacity": "0.7",
        ])
      if let interval = point.interval {
        let middle = Tenths(left + width / 2)
        let (low, high) = (down(interval.lowerBound), down(interval.upperBound))
        let reach = min(60, width / 3)
        let (one, other) = (Tenths(middle.count - reach), Tenths(middle.count + reach))
        svg.element(
          "path",
          [
            "class": "ln wh",
            "d": "M\(one),\(high)H\(other)M\(middle),\(high)V\(low)M\(one),\(low)H\(other)",
          ])
      }
      svg.breakLine()
    }
  }

  /// A text of at most `count` characters.
  private static func shortened(_ text: String, to count: Int) -> String {
    text.count <= count ? text : text.prefix(count - 1) + "…"
  }
}

/// The numbers on an axis, and their positions.
private struct Axis {
  let low: Double
  let high: Double
  private let step: Double
  private let isShare: Bool

  /// The largest number on an axis: above it not every step could be shown.
  private static let farthest = 1e15

  /// An axis for numbers.
  ///
  /// - Parameter isWhole: whether to show whole numbers only.
  init(_ numbers: [Double], isShare: Bool, isWhole: Bool) {
    self.isShare = isShare
    let finite = numbers.filter(\.isFinite).map { min(max($0, -Self.farthest), Self.farthest) }
    let (least, most) = (finite.min() ?? 0, finite.max() ?? 1)
    let step = Self.step(for: most - least)
    self.step = isWhole ? max(1, step) : step
    low = isWhole ? least : (least / self.step).rounded(.down) * self.step
    let end = isWhole ? most : (most / self.step).rounded(.up) * self.step
    high = end > low ? end : low + self.step
  }

  /// An axis for bars at whole numbers.
  init(bars: [Double]) {
    isShare = false
    step = 1
    low = -0.5
    high = max(0.5, (bars.max() ?? 0) + 0.5)
  }

  /// 1, 2 or 5 times a power of ten, so that a range has two to six steps.
  private static func step(for range: Double) -> Double {
    guard range > 0 else { return 1 }
    var power = 1.0
    while power * 10 <= range { power *= 10 }
    while power > range { power /= 10 }
    for factor in [0.2, 0.5, 1] where range / (power * factor) <= 6 { return power * factor }
    return power * 2
  }

  func share(of value: Double) -> Double { min(1, max(0, (value - low) / (high - low))) }

  var ticks: [Double] {
    let first = (low / step).rounded(.up)
    return (0...12).map { (first + Double($0)) * step }.filter { $0 <= high + step / 1000 }
  }

  func text(of tick: Double) -> String {
    if isShare { return Rounded(tick * 100, places: step < 0.01 ? 1 : 0).text + " %" }
    let places = step >= 1 ? 0 : step >= 0.1 ? 1 : step >= 0.01 ? 2 : 4
    return Rounded(tick, places: places).text
  }
}
