#if Server
  import ArgumentParser
  import Foundation
  import Platform

  /// `parlord init`: makes the database.
  struct InitCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "init", abstract: "Make the database, or renew the tables of one that is there.")

    @OptionGroup var database: DatabaseOption

    @Flag(help: "Make the account `testuser` with the password `test123`, which everybody knows.")
    var demo = false

    func run() async throws {
      // Nobody else of this machine is to read the accounts.
      umask(0o077)
      let store = try database.open(isNew: true)
      if demo { try await makeDemo(in: store) }
      try store.close()
      Parlord.say("\(database.database) is ready", to: 1)
    }

    private func makeDemo(in store: Store) async throws {
      let password = try PasswordHash.standard.text(
        of: Secrets.md5("test123"), salt: RandomSource.system.bytes(16))
      try await store.write { database in
        guard try Player.find(name: "testuser", in: database) == nil else { return }
        _ = try Accounts.create(
          name: "testuser", email: "test@example.com", password: password, at: SystemClock.now,
          in: database)
      }
    }
  }
#endif
