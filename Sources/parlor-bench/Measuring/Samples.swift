/// The figures of several rounds.
struct Samples {
  private var sorted: [Double]

  /// Figures in any order.
  init(_ figures: [Double]) { sorted = figures.sorted() }

  /// The figure in the middle, which a few disturbed rounds do not move; nothing without any.
  var median: Double? {
    guard !sorted.isEmpty else { return nil }
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }

  /// The least figure.
  var least: Double? { sorted.first }

  /// The greatest figure.
  var greatest: Double? { sorted.last }
}
