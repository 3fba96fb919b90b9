#if Server
  import Crypto
  import CryptoExtras
  import Foundation

  /// Passwords as they are kept: scrypt (RFC 7914) with a salt of their own.
  ///
  /// The text is `scrypt$N$r$p$salt$key`, so the cost can be raised without losing what is kept.
  struct PasswordHash: Sendable {
    /// The cost: N, a power of two. Memory is 128 · r · N bytes: 32 MiB for 2^15.
    let rounds: Int

    /// The cost of service: about a tenth of a second.
    static let standard = PasswordHash(rounds: 1 << 15)

    private static let blockSize = 8
    private static let keySize = 32

    /// What is kept of a password.
    func text(of password: String, salt: [UInt8]) throws -> String {
      let key = try Self.key(of: password, salt: salt, rounds: rounds)
      return "scrypt$\(rounds)$\(Self.blockSize)$1$\(Hex.text(salt))$\(Hex.text(key))"
    }

    /// Whether a password is the one that a text was made of.
    static func matches(_ password: String, _ text: String) throws -> Bool {
      let parts = text.split(separator: "$", omittingEmptySubsequences: false)
      guard parts.count == 6, parts[0] == "scrypt", let rounds = Int(parts[1]),
        parts[2] == "8", parts[3] == "1", rounds > 1, rounds & (rounds - 1) == 0, rounds <= 1 << 20
      else { return false }
      let key = try key(of: password, salt: bytes(parts[4]), rounds: rounds)
      return Secrets.areEqual(key, bytes(parts[5]))
    }

    private static func key(of password: String, salt: [UInt8], rounds: Int) throws -> [UInt8] {
      try KDF.Scrypt.deriveKey(
        from: Array(password.utf8), salt: salt, outputByteCount: keySize, rounds: rounds,
        blockSize: blockSize, parallelism: 1
      ).withUnsafeBytes { Array($0) }
    }

    private static func bytes(_ text: Substring) -> [UInt8] {
      let digits = text.utf8.map { Hex.value(of: $0) ?? 0 }
      return stride(from: 0, to: digits.count - 1, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }
  }
#endif
