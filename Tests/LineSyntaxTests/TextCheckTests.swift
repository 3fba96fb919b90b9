import TestKit
import Testing

@testable import LineSyntax

/// What is plain text, against the decoder of the standard library.
struct TextCheckTests {
  /// The index of the first fault by another way: the longest prefix that decodes, scalar by
  /// scalar, with nothing in it that must not be there.
  private static func expectedFault(in bytes: [UInt8]) -> Int? {
    var index = 0
    while index < bytes.count {
      let length = (1...4).first { length in
        guard index + length <= bytes.count,
          let text = String(validating: bytes[index..<(index + length)], as: UTF8.self)
        else { return false }
        return text.unicodeScalars.count == 1
      }
      guard let length else { return index }
      let scalar = String(decoding: bytes[index..<(index + length)], as: UTF8.self).unicodeScalars
        .first
      guard let scalar, scalar != "\u{FFFD}" else { return index }
      if scalar.properties.generalCategory == .control && scalar != "\t" { return index }
      index += length
    }
    return nil
  }

  private static func check(_ bytes: [UInt8]) -> Bool {
    // Within other bytes, so that an index of the slice is not one of its own.
    let around = [0x61, 0x62] + bytes + [0x80]
    let fault = TextCheck.firstInvalidIndex(in: around[2..<(2 + bytes.count)])
    return fault == expectedFault(in: bytes).map { $0 + 2 }
  }

  @Test func `every sequence of one byte is decoded`() {
    for byte in UInt8.min...UInt8.max { #expect(Self.check([byte]), "\(byte)") }
  }

  @Test func `every sequence of two bytes is decoded`() {
    for first in UInt8.min...UInt8.max {
      let wrong = (UInt8.min...UInt8.max).filter { !Self.check([first, $0]) }
      #expect(wrong == [], "after \(first)")
    }
  }

  /// Every edge of the table of well-formed sequences (The Unicode Standard, table 3-7).
  @Test func `the edges of three and four bytes are decoded`() {
    let leads: [UInt8] = [
      0xC2, 0xDF, 0xE0, 0xE1, 0xEC, 0xED, 0xEE, 0xEF, 0xF0, 0xF1, 0xF3, 0xF4, 0xF5,
    ]
    let edges: [UInt8] = [0x00, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBD, 0xBE, 0xBF, 0xC0, 0xFF]
    for lead in leads {
      for second in edges {
        for third in edges {
          #expect(Self.check([lead, second, third]), "\([lead, second, third])")
          let wrong = edges.filter { !Self.check([lead, second, third, $0]) }
          #expect(wrong == [], "after \([lead, second, third])")
        }
      }
    }
  }

  /// Mostly well-formed text with a few bytes changed, from a generator of the test's own.
  @Test(arguments: 0..<10)
  func `faults in texts are found where a plain search finds them`(seed: UInt64) {
    var numbers = Numbers(seed: seed)
    for _ in 0..<200 {
      var text = String.UnicodeScalarView()
      for _ in 0..<(numbers.next() % 12) {
        let most: UInt64 = [0x80, 0x800, 0xFFFF, 0x10FFFF][Int(numbers.next() % 4)]
        text.append(Unicode.Scalar(UInt32(numbers.next() % (most + 1))) ?? "x")
      }
      var bytes = Array(String(text).utf8)
      if !bytes.isEmpty, numbers.next() % 2 == 0 {
        bytes[Int(numbers.next() % UInt64(bytes.count))] = UInt8(numbers.next() % 256)
      }
      if numbers.next() % 4 == 0 { bytes = bytes.dropLast() }
      #expect(Self.check(bytes), "\(bytes)")
    }
  }

  @Test func `empty text has no fault`() { #expect(TextCheck.firstInvalidIndex(in: []) == nil) }
}
