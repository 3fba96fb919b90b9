package import ParlorKit

/// A number rounded to so many decimal places, with a comma before every three digits.
package struct Rounded: TextWritable {
  private let number: Double
  private let places: Int

  /// A number of at most 10^9 in magnitude and its places, 0 to 6.
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
    let digits = String(rest)
    text.write(".", String(repeating: "0", count: places - digits.count), digits)
  }

  /// The digits.
  package var string: String {
    var text = TextWriter()
    write(to: &text)
    return text.string
  }
}
