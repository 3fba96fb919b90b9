import ParlorKit

/// A name as one word of a line: in quotes unless it is made of letters, digits, `-` and `_`.
struct NameWord: TextWritable {
  private let name: String

  init(_ name: String) { self.name = name }

  func write(to text: inout TextWriter) {
    let isPlain = !name.isEmpty && name.utf8.allSatisfy(Self.isPlain)
    guard !isPlain else { return text.write(name) }
    text.write(byte: UInt8(ascii: "\""))
    for byte in name.utf8 {
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
        text.write(byte: UInt8(ascii: "\\"))
      }
      text.write(byte: byte)
    }
    text.write(byte: UInt8(ascii: "\""))
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x5F, 0x80...0xFF: true
    default: false
    }
  }
}
