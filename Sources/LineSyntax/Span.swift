/// Spans of time as lines write them: `10s`, `1.5s`, `500ms`, `2m`, `1h`, with an optional `+`.
package enum Span {
  /// The longest span: 100 years of 365 days.
  package static let limit = 100 * 365 * 86_400_000

  /// The milliseconds of a span.
  ///
  /// - Returns: `nil` if the text is not a span, is negative or exceeds the limit. Digits beyond
  ///   the millisecond are refused rather than rounded.
  package static func milliseconds(of text: String) -> Int? {
    let text = text.first == "+" ? text.dropFirst() : text[...]
    let units: [(String, Int)] = [("ms", 1), ("s", 1000), ("m", 60_000), ("h", 3_600_000)]
    guard let (unit, size) = units.first(where: { text.hasSuffix($0.0) }) else { return nil }
    let parts = text.dropLast(unit.count).split(
      separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard let first = parts.first, let whole = digits(first) else { return nil }
    let product = whole.multipliedReportingOverflow(by: size)
    guard !product.overflow, product.partialValue <= limit else { return nil }
    var total = product.partialValue
    if parts.count == 2 {
      guard let fraction = digits(parts[1]), parts[1].count <= 3 else { return nil }
      let scale = [10, 100, 1000][parts[1].count - 1]
      guard fraction * size % scale == 0 else { return nil }
      total += fraction * size / scale
    }
    return total <= limit ? total : nil
  }

  /// A span in seconds with three decimals, as logs write it: `+12.300s`.
  package static func written(milliseconds: Int64) -> String {
    let (seconds, rest) = milliseconds.quotientAndRemainder(dividingBy: 1000)
    let decimals = String(rest)
    return "+\(seconds).\(String(repeating: "0", count: 3 - decimals.count))\(decimals)s"
  }

  private static func digits(_ text: Substring) -> Int? {
    guard !text.isEmpty, text.utf8.count <= 15, text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else {
      return nil
    }
    return Int(text)
  }
}
