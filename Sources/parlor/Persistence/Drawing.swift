import ParlorKit
import Records

/// Figures drawn with characters, where people would rather look than read.
enum Drawing {
  /// The eighths of a cell, from low to high.
  private static let levels = Array("▁▂▃▄▅▆▇█")
  private static let barWidth = 10

  /// A bar for a share of 0 to 1.
  static func bar(_ share: Double) -> String {
    let cells = Int((min(max(share, 0), 1) * Double(barWidth)).rounded())
    return String(repeating: "█", count: cells) + String(repeating: "░", count: barWidth - cells)
  }

  /// A column for each number, as high as its part of the largest one; negative ones are lowest.
  static func sparkline(_ numbers: [Int]) -> String {
    let most = Double(max(numbers.max() ?? 0, 1))
    return String(
      numbers.map { number in
        let level = (Double(max(number, 0)) / most * Double(levels.count - 1)).rounded()
        return levels[min(max(Int(level), 0), levels.count - 1)]
      })
  }

  /// The results of games in order: wins up, losses down, games that cannot be lost between.
  static func form(_ results: [PlayerResult]) -> String {
    String(
      results.map { result in
        switch result {
        case .won: "▲"
        case .lost: "▼"
        default: "■"
        }
      })
  }
}
