/// SHA-256, and HMAC with it.
///
/// Source: FIPS 180-4, sections 4 to 6; RFC 2104.
package enum SHA256 {
  /// The digest in base 64, the form of content policies.
  package static func base64(of bytes: [UInt8]) -> String { Base64.text(of: digest(of: bytes)) }

  /// The code of a message with a key of at most 64 bytes: 32 bytes.
  package static func code(_ message: [UInt8], key: [UInt8]) -> [UInt8] {
    precondition(key.count <= 64, "a longer key has to be hashed first")
    let key = key + repeatElement(0, count: 64 - key.count)
    return digest(of: key.map { $0 ^ 0x5C } + digest(of: key.map { $0 ^ 0x36 } + message))
  }

  /// The hash of bytes: 32 bytes.
  package static func digest(of bytes: [UInt8]) -> [UInt8] {
    var state: [UInt32] = [
      0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab,
      0x5be0_cd19,
    ]
    var padded = bytes + [0x80]
    padded += repeatElement(0, count: (120 - padded.count % 64) % 64)
    let length = UInt64(bytes.count) * 8
    padded += (0..<8).map { UInt8(truncatingIfNeeded: length >> (56 - 8 * UInt64($0))) }
    for start in stride(from: 0, to: padded.count, by: 64) {
      add(padded[start..<start + 64], to: &state)
    }
    return state.flatMap { word in
      (0..<4).map { UInt8(truncatingIfNeeded: word >> (24 - 8 * UInt32($0))) }
    }
  }

  private static func add(_ block: ArraySlice<UInt8>, to state: inout [UInt32]) {
    var words: [UInt32] = (0..<16).map { index in
      block[(block.startIndex + 4 * index)...].prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
    }
    func turned(_ word: UInt32, _ count: UInt32) -> UInt32 {
      word >> count | word << (32 - count)
    }
    for index in 16..<64 {
      let (early, late) = (words[index - 15], words[index - 2])
      let one = turned(early, 7) ^ turned(early, 18) ^ early >> 3
      let two = turned(late, 17) ^ turned(late, 19) ^ late >> 10
      words.append(words[index - 16] &+ one &+ words[index - 7] &+ two)
    }
    var row = state
    for index in 0..<64 {
      let (a, e) = (row[0], row[4])
      let one = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)
      let choice = (e & row[5]) ^ (~e & row[6])
      let first = row[7] &+ one &+ choice &+ constants[index] &+ words[index]
      let two = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)
      let majority = (a & row[1]) ^ (a & row[2]) ^ (row[1] & row[2])
      row = [
        first &+ two &+ majority, a, row[1], row[2], row[3] &+ first, e, row[5], row[6],
      ]
    }
    for index in 0..<8 { state[index] &+= row[index] }
  }

  /// The fractions of the cube roots of the first primes.
  private static let constants: [UInt32] = [
    0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4,
    0xab1c_5ed5, 0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe,
    0x9bdc_06a7, 0xc19b_f174, 0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f,
    0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da, 0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7,
    0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967, 0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc,
    0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85, 0xa2bf_e8a1, 0xa81a_664b,
    0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070, 0x19a4_c116,
    0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
    0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7,
    0xc671_78f2,
  ]
}

/// Bytes as text (RFC 4648, section 4).
package enum Base64 {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// The bytes as text.
  package static func text(of bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    append(bytes, to: &text)
    return String(decoding: text, as: UTF8.self)
  }

  /// Appends the bytes as text.
  package static func append(_ bytes: [UInt8], to text: inout [UInt8]) {
    text.reserveCapacity(text.count + (bytes.count + 2) / 3 * 4)
    var place = 0
    while place < bytes.count {
      let count = min(3, bytes.count - place)
      var bits = UInt32(bytes[place]) << 16
      if count > 1 { bits |= UInt32(bytes[place + 1]) << 8 }
      if count > 2 { bits |= UInt32(bytes[place + 2]) }
      text.append(alphabet[Int(bits >> 18)])
      text.append(alphabet[Int(bits >> 12 & 63)])
      text.append(count > 1 ? alphabet[Int(bits >> 6 & 63)] : UInt8(ascii: "="))
      text.append(count > 2 ? alphabet[Int(bits & 63)] : UInt8(ascii: "="))
      place += 3
    }
  }
}
