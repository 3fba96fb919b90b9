/// Writes text as UTF-8 bytes, styled for terminals and plain elsewhere.
///
/// `text.write("Ann banks ", 200, ".")` takes strings, integers and other ``TextWritable`` values
/// without building a string.
public struct TextWriter: Sendable {
  /// The bytes written so far.
  public var bytes: [UInt8] = []
  /// Whether styles become escape codes.
  public let isStyled: Bool
  /// The width of a line. ``Wrapped`` text and the last cells of wrapping ``Columns`` fit it; other
  /// text is not broken.
  public var width: Int

  /// An empty writer.
  ///
  /// - Parameter width: the width of a line; 80 without a terminal, so that output can be compared.
  public init(styled: Bool = false, width: Int = 80) {
    isStyled = styled
    self.width = width
  }

  /// The text written so far.
  public var string: String { String(decoding: bytes, as: UTF8.self) }

  /// Whether nothing was written.
  public var isEmpty: Bool { bytes.isEmpty }

  /// Writes one byte of ASCII.
  @inlinable
  public mutating func write(byte: UInt8) { bytes.append(byte) }

  /// Writes a string.
  @inlinable
  public mutating func write(_ string: String) {
    var string = string
    string.withUTF8 { bytes.append(contentsOf: $0) }
  }

  /// Writes an integer in decimal digits.
  public mutating func write(_ number: Int) {
    if number < 0 { bytes.append(UInt8(ascii: "-")) }
    write(digits: number.magnitude)
  }

  private mutating func write(digits number: UInt) {
    if number >= 10 { write(digits: number / 10) }
    bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number % 10))
  }

  /// Writes an integer with a comma before every three digits: `10,000`.
  public mutating func write(grouped number: Int) {
    guard number.magnitude >= 1000 else { return write(number) }
    let (high, low) = number.quotientAndRemainder(dividingBy: 1000)
    write(grouped: high)
    bytes.append(UInt8(ascii: ","))
    let digits = Int(low.magnitude)
    if digits < 100 { bytes.append(UInt8(ascii: "0")) }
    if digits < 10 { bytes.append(UInt8(ascii: "0")) }
    write(digits)
  }

  /// Writes parts one after another.
  @inlinable
  public mutating func write<each Part: TextWritable>(_ part: repeat each Part) {
    repeat (each part).write(to: &self)
  }

  /// Writes parts with a separator between each two.
  public mutating func write(
    _ parts: some Sequence<some TextWritable>, separator: String
  ) {
    var isFirst = true
    for part in parts {
      if !isFirst { write(separator) }
      isFirst = false
      part.write(to: &self)
    }
  }

  /// Ends the line, unless it is empty.
  public mutating func breakLine() {
    if let last = bytes.last, last != UInt8(ascii: "\n") { bytes.append(UInt8(ascii: "\n")) }
  }
}

/// Something that can be written as text.
public protocol TextWritable {
  /// Writes the text of this value.
  func write(to text: inout TextWriter)
}

extension TextWritable {
  /// The text without styles.
  public var text: String {
    var text = TextWriter()
    write(to: &text)
    return text.string
  }
}

extension String: TextWritable {
  /// Writes the string.
  @inlinable
  public func write(to text: inout TextWriter) { text.write(self) }
}

extension Int: TextWritable {
  /// Writes the decimal digits.
  @inlinable
  public func write(to text: inout TextWriter) { text.write(self) }
}
