import CLibcrypto
import LibC
import NIOPosix

/// Hashes passwords with scrypt (RFC 7914) and a salt for each password.
///
/// A hash is stored as `scrypt$N$r$p$salt$key`, so that the cost can be raised for new passwords.
struct PasswordHash: Sendable {
  /// The cost N, a power of two. Hashing uses 128 · r · N bytes of memory: 32 MiB for 2^15.
  let cost: Int

  /// The cost used in production: about a tenth of a second.
  static let standard = PasswordHash(cost: 1 << 15)

  private static let blockSize = 8
  private static let keySize = 32

  /// The hash of a password, to be stored.
  func hash(_ password: String, salt: [UInt8]) throws -> String {
    let key = try Self.key(of: password, salt: salt, cost: cost)
    return "scrypt$\(cost)$\(Self.blockSize)$1$\(Hex.text(salt))$\(Hex.text(key))"
  }

  /// Whether a password has the given hash.
  static func matches(_ password: String, _ hash: String) throws -> Bool {
    let parts = hash.split(separator: "$", omittingEmptySubsequences: false)
    guard parts.count == 6, parts[0] == "scrypt", let cost = Int(parts[1]),
      parts[2] == "\(blockSize)", parts[3] == "1", cost > 1, cost & (cost - 1) == 0, cost <= 1 << 20
    else { return false }
    let key = try key(of: password, salt: bytes(parts[4]), cost: cost)
    return Secrets.areEqual(key, bytes(parts[5]))
  }

  private static func key(of password: String, salt: [UInt8], cost: Int) throws -> [UInt8] {
    var key = [UInt8](repeating: 0, count: keySize)
    let bytes = Array(password.utf8CString)
    let memory = 128 * UInt64(blockSize) * (UInt64(cost) + 4)
    let isDone = EVP_PBE_scrypt(
      bytes, bytes.count - 1, salt, salt.count, UInt64(cost), UInt64(blockSize), 1, memory,
      &key, keySize)
    guard isDone == 1 else {
      throw ProgramError(status: 1, message: "cannot hash a password; is there too little memory?")
    }
    return key
  }

  private static func bytes(_ text: Substring) -> [UInt8] {
    let digits = text.utf8.map { Hex.value(of: $0) ?? 0 }
    return stride(from: 0, to: digits.count - 1, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }
}

/// Computes password hashes one at a time on a separate thread. Each takes a tenth of a second by
/// design and must not block other work.
///
/// Few hashes wait, so that a login never waits long behind those of others, and those of clients
/// that have left are dropped.
final class PasswordHasher: Sendable {
  /// The maximum number of hashes that wait or are computed for an address.
  private static let maxPerAddress = 4
  /// The maximum number of hashes that wait or are computed.
  private static let maxWaiting = 64

  private let scrypt: PasswordHash
  private let random: RandomSource
  private let threads = NIOThreadPool(numberOfThreads: 1)
  private let queue = ConnectionCounter(limit: maxWaiting, perAddress: maxPerAddress)
  /// The hash to compare with if there is no account, so that the response takes as long.
  private let decoy: String

  init(_ hash: PasswordHash, random: RandomSource) throws {
    scrypt = hash
    self.random = random
    decoy = try hash.hash(random.token(), salt: random.bytes(16))
    threads.start()
  }

  /// The hash of a password, to be stored.
  func hash(_ password: String, for client: ClientInfo) async throws -> String {
    let salt = random.bytes(16)
    return try await run(for: client) { [scrypt] in try scrypt.hash(password, salt: salt) }
  }

  /// Whether a password has the given hash; always `false` without a hash.
  func matches(_ password: String, _ hash: String?, for client: ClientInfo) async throws -> Bool {
    let hashOrDecoy = hash ?? decoy
    let isEqual = try await run(for: client) { try PasswordHash.matches(password, hashOrDecoy) }
    return isEqual && hash != nil
  }

  /// - Throws: ``ActionError`` if too many hashes wait, or if the client has left.
  private func run<Result: Sendable>(
    for client: ClientInfo, _ work: @escaping @Sendable () throws -> Result
  ) async throws -> Result {
    guard queue.add(ClientNetwork.of(client.address)) else {
      throw ActionError.tooMany(wait: 1)
    }
    defer { queue.remove(ClientNetwork.of(client.address)) }
    return try await threads.runIfActive {
      guard client.isWaiting() else { throw ActionError("The client has left.") }
      return try work()
    }
  }

  /// Stops the thread.
  func close() async throws { try await threads.shutdownGracefully() }
}
