import ParlorKit

/// Writes SVG and HTML. All text and all values of attributes are escaped.
struct Markup {
  private(set) var text = TextWriter()

  /// The bytes so far.
  var bytes: [UInt8] { text.bytes }

  /// Writes markup unescaped.
  mutating func write(raw markup: String) { text.write(markup) }

  /// Writes text between tags.
  mutating func write(_ string: String) { escape(string) }

  /// Writes an element around what `body` writes.
  mutating func element(
    _ name: String, _ attributes: KeyValuePairs<String, String> = [:],
    _ body: (inout Markup) -> Void
  ) {
    open(name, attributes)
    text.write(">")
    body(&self)
    text.write("</", name, ">")
  }

  /// Writes an empty element of XML.
  mutating func element(_ name: String, _ attributes: KeyValuePairs<String, String> = [:]) {
    open(name, attributes)
    text.write("/>")
  }

  private mutating func open(_ name: String, _ attributes: KeyValuePairs<String, String>) {
    text.write("<", name)
    for (key, value) in attributes {
      text.write(" ", key, "=\"")
      escape(value)
      text.write("\"")
    }
  }

  /// Ends a line of the file.
  mutating func breakLine() { text.write("\n") }

  private mutating func escape(_ string: String) {
    for byte in string.utf8 {
      switch byte {
      case UInt8(ascii: "&"): text.write("&amp;")
      case UInt8(ascii: "<"): text.write("&lt;")
      case UInt8(ascii: ">"): text.write("&gt;")
      case UInt8(ascii: "\""): text.write("&quot;")
      default: text.write(byte: byte)
      }
    }
  }
}

/// A length in tenths of a pixel, written in decimals: identical on every machine.
struct Tenths: Sendable, CustomStringConvertible {
  var count: Int

  init(_ count: Int) { self.count = count }

  var description: String {
    let (whole, tenth) = count.magnitude.quotientAndRemainder(dividingBy: 10)
    let sign = count < 0 ? "-" : ""
    return tenth == 0 ? "\(sign)\(whole)" : "\(sign)\(whole).\(tenth)"
  }
}
