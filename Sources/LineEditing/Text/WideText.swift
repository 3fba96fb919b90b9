import CEditline

/// Text as libedit holds it: one `wchar_t` a character, whatever the locale.
enum WideText {
  /// The characters, with the 0 at the end that C needs.
  static func terminated(_ scalars: some Sequence<Unicode.Scalar>) -> [wchar_t] {
    scalars.map { wchar_t(truncatingIfNeeded: $0.value) } + [0]
  }

  /// The UTF-8 of libedit's characters.
  static func utf8(_ characters: UnsafeBufferPointer<wchar_t>) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(characters.count)
    for character in characters {
      let scalar = Unicode.Scalar(UInt32(truncatingIfNeeded: character)) ?? "\u{FFFD}"
      bytes.append(contentsOf: UTF8.encode(scalar).map(Array.init) ?? [])
    }
    return bytes
  }
}
