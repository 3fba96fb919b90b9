// Numbers and lists in sentences.

/// A count and its noun: `1 die`, `6 dice`, `1,000 games`.
public struct Plural: TextWritable, Sendable, CustomStringConvertible {
  private let count: Int
  private let noun: String

  /// - Parameters:
  ///   - one: the noun for a count of 1.
  ///   - many: the noun for other counts; by default `one` with an `s`.
  public init(_ count: Int, _ one: String, _ many: String? = nil) {
    self.count = count
    noun = count == 1 ? one : many ?? one + "s"
  }

  /// Writes the count, with commas between thousands, and the noun.
  public func write(to text: inout TextWriter) {
    text.write(grouped: count)
    text.write(byte: UInt8(ascii: " "))
    text.write(noun)
  }

  /// The count and the noun, for use within strings.
  public var description: String { text }
}

/// An integer with a comma before every three digits: `10,000`.
public struct Grouped: TextWritable {
  private let number: Int

  /// Groups the digits of an integer.
  public init(_ number: Int) { self.number = number }

  /// Writes the digits.
  public func write(to text: inout TextWriter) { text.write(grouped: number) }
}

/// A number rounded to a number of decimals, with commas between thousands.
package struct Rounded: TextWritable {
  private let number: Double
  private let places: Int

  /// - Parameters:
  ///   - number: at most 10^9 in magnitude.
  ///   - places: the number of decimals, 0 to 6.
  package init(_ number: Double, places: Int) {
    self.number = number
    self.places = places
  }

  /// Writes the digits.
  package func write(to text: inout TextWriter) {
    let scale = (0..<places).reduce(1) { scale, _ in scale * 10 }
    let scaled = Int((number * Double(scale)).rounded())
    let (whole, rest) = scaled.magnitude.quotientAndRemainder(dividingBy: scale.magnitude)
    if scaled < 0 { text.write("-") }
    text.write(grouped: Int(whole))
    guard places > 0 else { return }
    text.write(".", rest.padded(to: places))
  }
}

extension Double {
  /// The number rounded to a number of decimals, for data.
  package func rounded(toPlaces places: Int) -> Double {
    let scale = Double((0..<places).reduce(1) { scale, _ in scale * 10 })
    return (self * scale).rounded() / scale
  }
}

extension Int {
  /// The number with a comma before every three digits: `10,000`.
  public var grouped: String { Grouped(self).text }
}

extension BinaryInteger {
  /// The digits of a number of 0 or more, padded with zeros: `7.padded(to: 2)` is `07`, and
  /// `10.padded(to: 4, radix: 16)` is `000a`.
  public func padded(to width: Int, radix: Int = 10, uppercase: Bool = false) -> String {
    let digits = String(self, radix: radix, uppercase: uppercase)
    let missing = width - digits.utf8.count
    return missing > 0 ? String(repeating: "0", count: missing) + digits : digits
  }
}

extension Array<String> {
  /// The words as alternatives: `a`, `a or b`, `a, b or c`; `nothing` if there are none.
  public var alternatives: String {
    guard let last else { return "nothing" }
    return count == 1 ? last : dropLast().joined(separator: ", ") + " or " + last
  }
}
