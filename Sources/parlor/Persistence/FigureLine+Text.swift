import ParlorKit
import Records
import Simulation

extension FigureLine {
  /// The figure in words; `-` where there is nothing to tell.
  ///
  /// - Parameter isDrawn: whether shares and choices are drawn as well, for people who look.
  func text(isDrawn: Bool) -> String {
    switch value {
    case .none: return "-"
    case .moment(let moment): return String(moment.prefix(10))
    case .integer(let number) where unit == .milliseconds: return PlayTime(number).text
    case .number(let number) where unit == .milliseconds: return PlayTime(number).text
    case .integer(let number) where isDrawn && !parts.isEmpty:
      return "\(number) \(Drawing.sparkline(parts))"
    case .integer(let number): return unit == .label ? String(number) : number.grouped
    case .number(let number) where unit == .share:
      let percent = "\(Self.rounded(number * 100, places: 1)) %"
      return isDrawn ? "\(percent) \(Drawing.bar(number))" : percent
    case .number(let number): return Self.rounded(number, places: 2)
    }
  }

  /// A number with so many decimal places. A file can hold numbers so large that these mean
  /// nothing: they are whole, and the largest integer at most.
  private static func rounded(_ number: Double, places: Int) -> String {
    guard number.magnitude >= 1e9 else { return Rounded(number, places: places).string }
    return (Int(exactly: number.rounded()) ?? (number < 0 ? .min : .max)).grouped
  }
}
