#if Server
  import NIOPosix

  /// Works out password hashes on a thread of its own, one after the other: they take a tenth of a
  /// second each, on purpose, and must not keep anything else waiting.
  final class PasswordHasher: Sendable {
    private let hash: PasswordHash
    private let random: RandomSource
    private let threads = NIOThreadPool(numberOfThreads: 1)
    /// What a password is compared with where there is no account, so that both take the same time.
    private let decoy: String

    init(_ hash: PasswordHash, random: RandomSource) throws {
      self.hash = hash
      self.random = random
      decoy = try hash.text(of: random.token(), salt: random.bytes(16))
      threads.start()
    }

    /// What is kept of a password.
    func text(of password: String) async throws -> String {
      let salt = random.bytes(16)
      return try await threads.runIfActive { [hash] in try hash.text(of: password, salt: salt) }
    }

    /// Whether a password is the one of a text; without a text it never is.
    func matches(_ password: String, _ text: String?) async throws -> Bool {
      let kept = text ?? decoy
      let isEqual = try await threads.runIfActive { try PasswordHash.matches(password, kept) }
      return isEqual && text != nil
    }

    /// Ends the thread.
    func close() async throws { try await threads.shutdownGracefully() }
  }
#endif
