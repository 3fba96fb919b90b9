import ParlorKit

/// A number with what it counts: `1 mine`, `2 mines`.
struct Counted: TextWritable {
  private let count: Int
  private let noun: String

  init(_ count: Int, _ noun: String) {
    self.count = count
    self.noun = noun
  }

  func write(to text: inout TextWriter) {
    text.write(count, " ", noun)
    if count != 1 { text.write("s") }
  }
}

/// A number of thousandths as a decimal fraction: `12.345`.
struct Thousandths: TextWritable {
  private let count: Int

  init(_ count: some BinaryInteger) { self.count = Int(count) }

  func write(to text: inout TextWriter) {
    let (whole, rest) = count.quotientAndRemainder(dividingBy: 1000)
    text.write(whole, rest < 10 ? ".00" : rest < 100 ? ".0" : ".", rest)
  }
}
