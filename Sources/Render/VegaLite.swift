import ParlorKit

/// A chart as a specification of Vega-Lite 5, including its data.
package struct VegaLite {
  private let plot: Plot

  package init(_ plot: Plot) { self.plot = plot }

  package var bytes: [UInt8] { Array((Value.object(fields).json + "\n").utf8) }

  private var fields: Fields {
    let hasIntervals = plot.series.contains { $0.points.contains { $0.interval != nil } }
    let mark: Value = plot.shape == .bars ? "bar" : "line"
    var layers: [Value] = [["mark": mark, "encoding": .object(encoding("value"))]]
    if hasIntervals {
      var encoding = encoding("low")
      encoding["y2"] = ["field": "high"]
      layers.append(["mark": "rule", "encoding": .object(encoding)])
    }
    return [
      "$schema": "https://vega.github.io/schema/vega-lite/v5.json",
      "title": .string(plot.title), "width": 560, "height": 280,
      "data": ["values": .array(rows)], "layer": .array(layers),
    ]
  }

  private func encoding(_ field: String) -> Fields {
    var y: Fields = [
      "field": .string(field), "type": "quantitative", "title": .string(plot.yTitle),
    ]
    if plot.isShare { y["axis"] = ["format": ".0%"] }
    let isBars = plot.shape == .bars
    var x: Fields = [
      "field": "place", "type": isBars ? "nominal" : "quantitative",
      "title": .string(plot.xTitle),
    ]
    if isBars { x["sort"] = .null }
    var encoding: Fields = ["x": .object(x), "y": .object(y)]
    if plot.series.count > 1 {
      encoding["color"] = ["field": "series", "type": "nominal", "title": .null]
      if isBars { encoding["xOffset"] = ["field": "series"] }
    }
    return encoding
  }

  private var rows: [Value] {
    plot.series.flatMap { series in
      series.points.map { point in
        var row: Fields = [
          "series": .string(series.name),
          "place": point.label.map { .string($0) } ?? Self.number(point.x),
          "value": Self.number(point.y),
        ]
        if let interval = point.interval {
          row["low"] = Self.number(interval.lowerBound)
          row["high"] = Self.number(interval.upperBound)
        }
        return .object(row)
      }
    }
  }

  /// A number with at most six decimals.
  private static func number(_ number: Double) -> Value {
    let rounded = number.rounded(toPlaces: 6)
    return rounded == rounded.rounded() && abs(rounded) < 1e15
      ? .integer(Int(rounded)) : .number(rounded)
  }
}
