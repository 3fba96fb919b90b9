/// A line and its cursor: a copy of the state of libedit.
struct EditedLine: Equatable {
  /// Unicode scalars, the unit of libedit.
  var characters: [Unicode.Scalar]
  /// How many characters are before the cursor.
  var cursor: Int

  static let empty = EditedLine(characters: [], cursor: 0)

  /// A line with its cursor at the end.
  init(_ bytes: [UInt8]) {
    self.init(characters: Array(String(decoding: bytes, as: UTF8.self).unicodeScalars), cursor: nil)
  }

  /// Without `cursor`, the cursor is at the end.
  init(characters: [Unicode.Scalar], cursor: Int?) {
    self.characters = characters
    self.cursor = cursor ?? characters.count
  }

  var bytes: [UInt8] { Self.bytes(of: characters[...]) }

  /// How many bytes are before the cursor.
  var byteCursor: Int { Self.bytes(of: characters[..<cursor]).count }

  var isAtEnd: Bool { cursor == characters.count }

  /// The number of characters in the first `count` bytes; `nil` if they end within a character.
  func characterCount(inBytes count: Int) -> Int? {
    var bytes = 0
    for (index, scalar) in characters.enumerated() {
      if bytes >= count { return bytes == count ? index : nil }
      bytes += UTF8.width(scalar)
    }
    return bytes == count ? characters.count : nil
  }

  private static func bytes(of characters: ArraySlice<Unicode.Scalar>) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(characters.count)
    for character in characters { bytes.append(contentsOf: character.utf8) }
    return bytes
  }
}
