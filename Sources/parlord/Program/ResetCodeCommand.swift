#if Server
  import ArgumentParser
  import Platform

  /// `parlord reset-code NAME`: lets the owner of an account choose another password.
  struct ResetCodeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "reset-code",
      abstract: "Print a code with which the owner of an account can choose another password.",
      discussion: "It is good for a day and for one use, with the action `resetpass`.")

    @OptionGroup var database: DatabaseOption

    @Argument(help: "The name of the account.")
    var name: String

    func run() async throws {
      let (store, name) = (try database.open(), name)
      let code = RandomSource.system.token()
      let isKnown = try await store.write { database in
        try Accounts.setResetCode(code, for: name, at: SystemClock.now, in: database)
      }
      try store.close()
      guard isKnown else { throw ProgramError(status: 1, message: "there is no account `\(name)`") }
      Parlord.say(code, to: 1)
    }
  }
#endif
