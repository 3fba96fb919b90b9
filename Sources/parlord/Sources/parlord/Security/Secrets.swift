import CLibcrypto
import ParlorKit

/// A source of random numbers: the generator of the operating system, or a fixed sequence in tests.
struct RandomSource: Sendable {
  /// Creates a generator for dice and secrets from a new seed.
  let chance: @Sendable () -> Chance
  /// Returns the given number of unpredictable bytes.
  let bytes: @Sendable (Int) -> [UInt8]

  static let system = RandomSource(
    chance: {
      var generator = SystemRandomNumberGenerator()
      return Chance(seed: generator.next(), draw: 0)
    },
    bytes: { count in
      var generator = SystemRandomNumberGenerator()
      return (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
    })

  /// A session token of 64 hexadecimal digits.
  func token() -> String { Hex.text(bytes(32)) }
}

/// Digests of names, passwords and tokens.
enum Secrets {
  /// The SHA-256 of a token. The database stores this digest instead of the token.
  static func digest(_ token: String) -> String {
    Hex.text(digest(token, EVP_sha256()))
  }

  /// The MD5 in 32 digits, which the Farkle Ten client sends instead of names and passwords. It
  /// protects nothing; the protocol requires it.
  static func md5(_ text: String) -> String {
    Hex.text(digest(text, EVP_md5()))
  }

  private static func digest(_ text: String, _ algorithm: OpaquePointer?) -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
    var count: UInt32 = 0
    let bytes = Array(text.utf8)
    let isDone = EVP_Digest(bytes, bytes.count, &digest, &count, algorithm, nil)
    precondition(isDone == 1, "libcrypto has SHA-256 and MD5")
    return Array(digest.prefix(Int(count)))
  }

  /// Compares two byte strings in a time that does not depend on where they differ.
  static func areEqual(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    guard one.count == other.count else { return false }
    return zip(one, other).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
