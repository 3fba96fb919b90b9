import ParlorKit

/// Numbers to show as a chart.
package struct Plot: Sendable, Equatable {
  package var title: String
  package var xTitle: String
  package var yTitle: String
  /// Whether the values are shares of 1, shown in percent.
  package var isShare: Bool
  package var shape: Shape
  package var series: [Series] = []

  /// The way to draw the points of a series.
  package enum Shape: String, Sendable {
    /// A line from point to point.
    case line
    /// Bars from zero, with whiskers for intervals.
    case bars
  }

  /// Points that belong together.
  package struct Series: Sendable, Equatable {
    package var name: String
    package var points: [Point] = []

    package init(_ name: String, _ points: [Point] = []) {
      self.name = name.drawable
      self.points = points
    }
  }

  package struct Point: Sendable, Equatable {
    /// The position, such as the number of a move; for bars, the number of the bar, from 0.
    package var x: Double
    package var y: Double
    /// The label of the position, if it is not a number.
    package var label: String?
    /// The interval in which the true value probably lies.
    package var interval: ClosedRange<Double>?

    package init(
      x: Double, y: Double, label: String? = nil, interval: ClosedRange<Double>? = nil
    ) {
      self.x = x
      self.y = y
      self.label = label?.drawable
      self.interval = interval
    }
  }

  package init(
    _ title: String, x: String, y: String, isShare: Bool = false, shape: Shape,
    _ series: [Series] = []
  ) {
    self.title = title.drawable
    xTitle = x
    yTitle = y
    self.isShare = isShare
    self.shape = shape
    self.series = series
  }
}
