import ParlorKit
import Testing

@testable import Render

@Suite struct PlotTests {
  private static let bars = Plot(
    "<wins>", x: "bot", y: "share", isShare: true, shape: .bars,
    [
      Plot.Series(
        "wins",
        [
          Plot.Point(x: 0, y: 0.25, label: "a", interval: 0.2...0.3),
          Plot.Point(x: 1, y: 0.75, label: "b & c", interval: 0.7...0.8),
        ])
    ])

  private static func svg(_ plot: Plot) -> String {
    String(decoding: PlotPicture(plot).svg(.auto), as: UTF8.self)
  }

  @Test func `bars have whiskers, names and shares in percent`() {
    let svg = Self.svg(Self.bars)
    #expect(svg.ranges(of: "class=\"ln wh\"").count == 2)
    #expect(svg.ranges(of: "<rect class=\"u\"").count == 2)
    for text in [">0 %<", ">80 %<", ">b &amp; c<", ">&lt;wins&gt;<"] {
      #expect(svg.contains(text), "\(text)")
    }
  }

  @Test func `a line has its points from the first to the last, 2,000 at most`() throws {
    let points = (1...10_000).map { Plot.Point(x: Double($0), y: Double($0 % 2)) }
    let svg = Self.svg(
      Plot("p", x: "move", y: "chance", isShare: true, shape: .line, [Plot.Series("Ann", points)]))
    let line = try #require(svg.firstMatch(of: #/points="([^"]*)"/#)?.1)
    let places = line.split(separator: " ")
    #expect(places.count == 2000)
    #expect(places.first?.hasPrefix("64,") == true && places.last?.hasPrefix("620,") == true)
  }

  @Test func `names of series take the whole width and no more, above the chart`() {
    func svg(_ widths: [Int]) -> String {
      let series = widths.map { width in
        Plot.Series(
          String(repeating: "a", count: width), [Plot.Point(x: 1, y: 0), Plot.Point(x: 2, y: 1)])
      }
      return Self.svg(Plot("p", x: "move", y: "chance", isShare: true, shape: .line, series))
    }
    // From 64 to 640 there is room for 4 · 26 + 8 · 59 pixels.
    for (widths, shown) in [
      ([15, 15, 15, 14], 4), ([15, 15, 15, 15], 3), ([15, 15, 15, 14, 1], 4),
    ] {
      #expect(svg(widths).ranges(of: " y=\"38\"").count == shown, "\(widths)")
    }
    // The line of 100 %, below the names if there are any.
    #expect(svg([15, 15]).contains(" y1=\"62\""))
    #expect(svg([15]).contains(" y1=\"44\""))
  }

  @Test func `each line has a colour, and then they begin again`() {
    let points = [Plot.Point(x: 1, y: 0), Plot.Point(x: 2, y: 1)]
    let series = (0...Theme.series.count).map { Plot.Series("\($0)", points) }
    let svg = Self.svg(Plot("p", x: "move", y: "chance", isShare: true, shape: .line, series))
    for (index, color) in Theme.series.enumerated() {
      #expect(svg.ranges(of: "class=\"ln s\(color)\"").count == (index == 0 ? 2 : 1), "\(color)")
    }
  }

  @Test(arguments: [[], [Double.infinity, .nan, 1], [0], [-5, 5], [1e12, -1e12], [1e-9, 0]])
  func `any numbers have a chart`(_ numbers: [Double]) {
    for shape in [Plot.Shape.line, .bars] {
      let points = numbers.enumerated().map { Plot.Point(x: Double($0.offset), y: $0.element) }
      let svg = Self.svg(Plot("p", x: "x", y: "y", shape: shape, [Plot.Series("a", points)]))
      #expect(svg.hasSuffix("</svg>\n"))
    }
  }

  @Test func `Vega-Lite has the data and a rule for the intervals`() throws {
    let value = try JSONReader.read(VegaLite(Self.bars).bytes)
    #expect(value["data"]?["values"]?.array?.count == 2)
    #expect(value["layer"]?.array?.count == 2)
    #expect(value["data"]?["values"]?.array?.last?["place"] == "b & c")
    #expect(value["data"]?["values"]?.array?.last?["high"] == .number(0.8))
  }
}
