import LineEditing
import Testing

/// Text processing, without a terminal.
@Suite struct TextTests {
  /// Decodes `bytes` one by one.
  private func decode(_ bytes: [UInt8]) -> String {
    var decoder = UTF8Decoder()
    var text = String.UnicodeScalarView()
    for byte in bytes {
      var step = decoder.next(byte)
      if step == .malformed {
        text.append("\u{FFFD}")
        step = decoder.next(byte)
      }
      if case .character(let scalar) = step {
        text.append(scalar)
      }
    }
    return String(text)
  }

  @Test func `every character is decoded`() {
    for value in stride(from: UInt32(0), through: 0x10FFFF, by: 7) {
      guard let scalar = Unicode.Scalar(value) else { continue }
      #expect(decode(Array(String(scalar).utf8)).unicodeScalars.elementsEqual([scalar]))
    }
  }

  @Test(
    arguments: [
      [0x61, 0xE2, 0x82, 0x62], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80],
      [0xF0, 0x9F, 0xC3, 0xA9], [0xE0, 0x80, 0x61], [0x80], [0xFF, 0xFE], [0xE2, 0xE2, 0x82, 0xAC],
    ] as [[UInt8]])
  func `invalid sequences are replaced as the standard says`(_ bytes: [UInt8]) {
    // The decoder of the standard library follows the same rule.
    #expect(decode(bytes) == String(decoding: bytes, as: UTF8.self))
  }

  @Test(arguments: [
    ("> ", "> "), ("", ""),
    ("\u{1B}[1mx\u{1B}[0m ", "\u{1}\u{1B}[1m\u{1}x\u{1}\u{1B}[0m\u{1} "),
    ("\u{1B}[1mx\u{1B}[0m", "\u{1}\u{1B}[1m\u{1}x\u{1}\u{1B}[0m\u{1} "),
    ("x \u{1B}[0m", "x\u{1}\u{1B}[0m\u{1} "),
    ("\u{1B}[1m \u{1B}[0m", "\u{1}\u{1B}[1m\u{1B}[0m\u{1} "),
    ("\u{1B}]0;t\u{7}x", "\u{1}\u{1B}]0;t\u{7}\u{1}x"),
    ("a\n\u{1}b", "ab"), ("\u{1B}[1", "\u{1}\u{1B}[1\u{1} "), ("\u{1B}", "\u{1}\u{1B}\u{1} "),
  ])
  func `escape sequences are marked`(_ prompt: String, _ marked: String) {
    #expect(Prompt(prompt).marked.elementsEqual(marked.unicodeScalars))
  }

  @Test(arguments: [
    ("a\nb", "a\nb"), ("a\r\nb", "a\nb"), ("a\n\rb", "a\nb"), ("a\n\nb", "a\n\nb"),
    ("a\r\n\r\nb", "a\n\nb"), ("a\tb\u{1B}[A\u{7F}\u{85}", "a b[A"),
  ])
  func `pasted text acts as no keys`(_ pasted: String, _ typed: String) {
    var queue = PasteQueue()
    queue.add(pasted.unicodeScalars)
    var text = String.UnicodeScalarView()
    while let scalar = queue.next() {
      text.append(scalar)
    }
    #expect(text.elementsEqual(typed.unicodeScalars))
  }
}
