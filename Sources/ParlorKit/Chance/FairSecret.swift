/// The secret of a fair game, from which all its draws follow, and the words of its players.
///
/// The keeper of the secret shows ``commit`` before anybody says a word, and the secret when the
/// game is over. Then everybody can compute the draws again. A draw takes bytes in order from the
/// blocks HMAC-SHA256(secret, `WORDS:MOVE:BLOCK`): MOVE counts the draws of the game from 1, BLOCK
/// the blocks of a draw from 0. See the article "Fair chance".
@usableFromInline
package final class FairSecret: Sendable {
  /// The secret: 32 bytes.
  package let bytes: [UInt8]
  /// The words of the players, with `+` between them.
  package let words: String
  /// The shares that take the place of the bytes if the game has two sides and no keeper.
  package let sides: FairSides?
  /// What the player chose with the draw, after the number of the draw: `,4,4` for a cell.
  private let choice: String

  /// - Parameter bytes: 32 bytes.
  package init(_ bytes: [UInt8], words: String) {
    precondition(bytes.count == 32, "a secret has 32 bytes")
    (self.bytes, self.words, sides, choice) = (bytes, words, nil, "")
  }

  /// The shares of two sides.
  package init(_ sides: FairSides, words: String) {
    (bytes, self.words, self.sides, choice) = (Array(repeating: 0, count: 32), words, sides, "")
  }

  /// The same secret for the draw of a move.
  ///
  /// - Parameter line: the line of the move without its outcome; its words after the first are what
  ///   the player chose.
  package init(_ secret: FairSecret, of line: String) {
    (bytes, words, sides) = (secret.bytes, secret.words, secret.sides)
    choice = line.split(separator: " ").dropFirst().map { ",\($0)" }.joined()
  }

  /// The SHA-256 of the secret, 64 hexadecimal digits; of two sides that of each.
  package var commit: String { sides?.commits ?? Self.hexadecimal(SHA256.digest(of: bytes)) }

  /// The secret, 64 hexadecimal digits; of two sides the last share of each.
  package var text: String { sides?.shares(isWhole: false) ?? Self.hexadecimal(bytes) }

  /// The seed of what is no draw of the game, such as a bot's choices: 53 bits of a code of the
  /// secret, which tell nothing of the draws.
  package var seed: UInt64 {
    SHA256.code(Array("seed".utf8), key: bytes).prefix(8).reduce(0) { $0 << 8 | UInt64($1) } >> 11
  }

  /// A block of a draw: 32 bytes. Without the share of a side it is no block of any game, and only
  /// shows whether something is drawn.
  ///
  /// - Parameter draw: the number of draws before this one.
  package func block(_ number: UInt32, draw: UInt64) -> [UInt8] {
    let key = sides?.key(of: draw) ?? bytes
    return SHA256.code(Array("\(words):\(draw + 1)\(choice):\(number)".utf8), key: key)
  }

  /// The digits of bytes, in small letters.
  package static func hexadecimal(_ bytes: [UInt8]) -> String {
    bytes.map { UInt64($0).padded(to: 2, radix: 16) }.joined()
  }

  /// Reads 64 hexadecimal digits, in small letters.
  ///
  /// - Returns: 32 bytes; nil if it is no such text.
  package static func bytes(of text: String) -> [UInt8]? {
    let digits = text.utf8.map { byte -> UInt8? in
      switch byte {
      case 0x30...0x39: byte - 0x30
      case 0x61...0x66: byte - 0x57
      default: nil
      }
    }
    guard digits.count == 64 else { return nil }
    var bytes: [UInt8] = []
    for index in stride(from: 0, to: 64, by: 2) {
      guard let high = digits[index], let low = digits[index + 1] else { return nil }
      bytes.append(high << 4 | low)
    }
    return bytes
  }
}

// The draws of a fair game. They take whole bytes; `next` counts those that were taken.
extension Chance {
  /// The draws of a move of a fair game.
  ///
  /// - Parameter draw: the number of drawing moves before this one.
  @usableFromInline package init(_ secret: FairSecret, draw: Int) {
    self.init(seed: 0, draw: draw)
    fair = secret
  }

  /// Says what the player chose with the draw; other choices have other outcomes.
  ///
  /// - Parameter line: the line of the move without its outcome.
  @usableFromInline mutating func bind(_ line: String) {
    if let fair { self.fair = FairSecret(fair, of: line) }
  }

  /// The next byte.
  private mutating func fairByte(_ secret: FairSecret) -> UInt32 {
    if next & 15 == 0 {
      // Half a block of 32 bytes is kept.
      let bytes = secret.block(next >> 5, draw: draw).dropFirst(next & 16 == 0 ? 0 : 16)
      let words = (0..<4).map { word in
        bytes.dropFirst(4 * word).prefix(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
      }
      block = (words[0], words[1], words[2], words[3])
    }
    defer { next &+= 1 }
    let word =
      switch next >> 2 & 3 {
      case 0: block.0
      case 1: block.1
      case 2: block.2
      default: block.3
      }
    return word >> (24 - 8 * (next & 3)) & 0xFF
  }

  /// The next four bytes.
  @usableFromInline mutating func fairWord(_ secret: FairSecret) -> UInt32 {
    (0..<4).reduce(0) { word, _ in word << 8 | fairByte(secret) }
  }

  /// A uniformly random number from 0 to `bound - 1`: the remainder of the number of the fewest
  /// bytes that can say so many, the first byte highest. Numbers at and over the largest multiple of
  /// `bound` are passed over.
  @usableFromInline mutating func fairNumber(below bound: UInt32, _ secret: FairSecret) -> UInt32 {
    var (range, count) = (UInt64(256), 1)
    while range < UInt64(bound) { (range, count) = (range << 8, count + 1) }
    let limit = range - range % UInt64(bound)
    while true {
      let number = (0..<count).reduce(UInt64(0)) { sum, _ in sum << 8 | UInt64(fairByte(secret)) }
      if number < limit { return UInt32(truncatingIfNeeded: number % UInt64(bound)) }
    }
  }
}
