#if Server
  import Crypto

  /// Digests of what must not be kept as it is.
  enum Secrets {
    /// The SHA-256 of a token, by which it is found without being kept.
    static func digest(_ token: String) -> String {
      Hex.text(SHA256.hash(data: Array(token.utf8)))
    }

    /// The MD5 that the Farkle Ten client sends instead of names and passwords, in 32 digits. It
    /// protects nothing; it is what a password looks like on this wire.
    static func md5(_ text: String) -> String {
      Hex.text(Insecure.MD5.hash(data: Array(text.utf8)))
    }

    /// Whether two byte strings are equal, in a time that does not depend on where they differ.
    static func areEqual(_ one: [UInt8], _ other: [UInt8]) -> Bool {
      guard one.count == other.count else { return false }
      return zip(one, other).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
  }
#endif
