import ArgumentParser
import LibC
import ProgramKit

/// The command `parlord` with its subcommands.
struct Parlord: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "parlord",
    abstract: "Serve Farkle Ten, Mastermind over HTTP, and the line protocol over TCP.",
    discussion: """
      Create a database with `parlord init`, then run `parlord serve`, which serves until \
      SIGTERM or SIGINT. It listens on the loopback address unless you set other addresses.

      Exit codes: 0 success, 1 failure, 2 invalid arguments, 3 the database or a certificate \
      cannot be used.
      """,
    version: Release.version,
    subcommands: [
      InitCommand.self, ServeCommand.self, UserCommand.self, ResetCodeCommand.self,
      TournamentCommand.self, MigrateCommand.self, ManualCommand.self,
    ])

  /// Runs the command that the arguments name and exits.
  static func start() async -> Never {
    do {
      var command = try parseAsRoot()
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
      LibC.exit(0)
    } catch let error as ProgramError {
      write("parlord: \(error.message)", to: 2)
      LibC.exit(error.status)
    } catch  where error.isOfDatabase {
      write("parlord: the database cannot be used: \(error)", to: 2)
      LibC.exit(3)
    } catch {
      let isSuccess = exitCode(for: error).isSuccess
      write(fullMessage(for: error), to: isSuccess ? 1 : 2)
      LibC.exit(isSuccess ? 0 : 2)
    }
  }

  /// Writes a line to standard output (1) or standard error (2).
  static func write(_ text: String, to descriptor: Int32) {
    _ = write(Array((text + "\n").utf8), to: descriptor)
  }

  /// Writes bytes.
  ///
  /// - Returns: whether all of them were written; otherwise `errno` says why not.
  static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { LibC.write(descriptor, $0.baseAddress, $0.count) }
      guard count >= 0 || errno == EINTR else { return false }
      rest = rest.dropFirst(max(count, 0))
    }
    return true
  }
}

/// An error that ends the program.
struct ProgramError: Error {
  /// The exit code.
  var status: Int32
  /// The text for standard error.
  var message: String
  /// Whether a database could not be reached, as it may be later.
  var isUnreachable = false
}

/// What errors of the system are called.
enum SystemError {
  /// A clause for an error number: our own words for the usual ones, so that no locale changes
  /// them.
  static func words(for number: Int32) -> String {
    switch number {
    case EACCES, EPERM: return "permission denied"
    case EADDRINUSE: return "the address is in use"
    case ENOTDIR: return "a part of the path is not a directory"
    default:
      let words = String(cString: strerror(number))
      return words.prefix(1).lowercased() + words.dropFirst()
    }
  }
}

/// The option `--database`.
struct DatabaseOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The database: a SQLite file, or postgres://[USER@]HOST[:PORT]/NAME.",
      discussion: """
        PostgreSQL takes the password from ~/.pgpass, PGPASSFILE or PGPASSWORD, and what else the \
        address lacks from libpq's environment variables.
        """, valueName: "database"), completion: .file())
  var database = "parlord.sqlite"

  /// Opens the database.
  ///
  /// - Parameter isNew: whether the file or the tables may be created.
  func open(isNew: Bool = false) throws -> any Store {
    try Self.open(database, isNew: isNew, connections: 1)
  }

  /// Opens a database with `open`, again and again while it cannot be reached.
  ///
  /// - Parameter onWait: called when the first attempt has failed.
  static func waiting(
    seconds: Int, onWait: (ProgramError) -> Void = { _ in }, open: () throws -> any Store
  ) async throws -> any Store {
    let end = SystemClock.monotonic + Int64(seconds) * 1000
    var isWaiting = false
    while true {
      do {
        return try open()
      } catch let error as ProgramError {
        guard error.isUnreachable, SystemClock.monotonic < end else { throw error }
        if !isWaiting { onWait(error) }
        isWaiting = true
        try await Task.sleep(for: .milliseconds(500))
      }
    }
  }

  /// Opens a database.
  ///
  /// - Parameters:
  ///   - isNew: whether the file or the tables may be created.
  ///   - connections: the number of connections to PostgreSQL.
  static func open(_ database: String, isNew: Bool, connections: Int) throws -> any Store {
    do {
      if PostgresStore.isAddress(database) {
        return try PostgresStore(address: database, isNew: isNew, connections: connections)
      }
      // Neither may be taken for the name of a file, which errors show.
      guard !database.contains("://"), !database.contains("password=") else {
        throw StoreError.unknownAddress
      }
      if !isNew, access(database, F_OK) != 0 {
        // It may be there, in a folder that this user cannot look into.
        guard errno == ENOENT else {
          throw ProgramError(
            status: 3, message: "cannot read \(database): \(SystemError.words(for: errno))")
        }
        throw StoreError.empty(database)
      }
      return try SQLiteStore(path: database, isNew: isNew)
    } catch let error as StoreError {
      throw ProgramError(status: 3, message: "\(error)")
    } catch let error as ProgramError {
      throw error
    } catch {
      throw ProgramError(
        status: 3, message: "cannot open \(database): \(error)",
        isUnreachable: PostgresStore.isAddress(database))
    }
  }
}

/// `parlord init`: creates or migrates the database.
struct InitCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init", abstract: "Create the database, or update the tables of an old one.")

  @OptionGroup var database: DatabaseOption

  @Flag(help: "Create the account `testuser` with the public password `test123`.")
  var demo = false

  @Option(
    help: ArgumentHelp("The seconds to wait for PostgreSQL.", valueName: "seconds"))
  var databaseWait = 0

  func run() async throws {
    // Only the owner of the file may read the accounts.
    umask(0o077)
    let store = try await DatabaseOption.waiting(seconds: databaseWait) {
      try database.open(isNew: true)
    }
    if demo { try await createDemoAccount(in: store) }
    try await store.close()
    Parlord.write("\(database.database) is ready", to: 1)
  }

  private func createDemoAccount(in store: any Store) async throws {
    let password = try PasswordHash.standard.hash(
      Secrets.md5("test123"), salt: RandomSource.system.bytes(16))
    try await store.write { database in
      guard try Player.find(name: "testuser", in: database) == nil else { return }
      _ = try Player.create(
        name: "testuser", email: "test@example.com", password: password, at: SystemClock.now,
        in: database)
    }
  }
}

/// `parlord user`: accounts.
struct UserCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "user", abstract: "Add and list accounts.",
    discussion: "An account can be used for Farkle Ten and for Mastermind.",
    subcommands: [Add.self, List.self])

  /// `parlord user add NAME`.
  struct Add: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "add",
      abstract: "Add an account; its password is the first line of the input.",
      discussion: "Example: `pass show parlor/ann | parlord user add ann`")

    @OptionGroup var database: DatabaseOption

    @Argument(help: "The name: 3 to 32 letters, digits, `-` and `_`.")
    var name: String

    @Option(help: "The mail address, if any.")
    var email = ""

    func run() async throws {
      let (store, name, email) = (try database.open(), name, email)
      do throws(ActionError) {
        try AccountRules.check(name: name)
      } catch {
        throw ProgramError(status: 2, message: error.message)
      }
      guard email.isEmpty || AccountRules.isMailAddress(email) else {
        throw ProgramError(status: 2, message: "`\(email)` is not a mail address")
      }
      // A password among the arguments would be in the list of processes.
      let isTyped = isatty(0) == 1
      guard
        let password = isTyped ? String(cString: getpass("Password: ")) : readLine(),
        !password.isEmpty
      else {
        throw ProgramError(status: 2, message: "the first line of the input must be the password")
      }
      guard password.count >= AccountRules.shortestPassword else {
        throw ProgramError(
          status: 2,
          message: "the password needs \(AccountRules.shortestPassword) characters or more")
      }
      let hash = try PasswordHash.standard.hash(
        Secrets.md5(password), salt: RandomSource.system.bytes(16))
      do {
        try await store.write { database in
          _ = try Player.create(
            name: name, email: email, password: hash, at: SystemClock.now, in: database)
        }
      } catch is ActionError {
        throw ProgramError(status: 1, message: "the name or the mail address is taken")
      }
      try await store.close()
      Parlord.write("added \(name)", to: 1)
    }
  }

  /// `parlord user list`.
  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "Print the names of all accounts, sorted.")

    @OptionGroup var database: DatabaseOption

    func run() async throws {
      let store = try database.open()
      let names = try await store.read { database in
        try String.fetchAll(database, prepared: "SELECT name FROM players")
      }
      try await store.close()
      // Not in the order of the database, since each kind has its own.
      for name in names.sorted(by: { $0.lowercased() < $1.lowercased() }) {
        Parlord.write(name, to: 1)
      }
    }
  }
}

/// `parlord reset-code NAME`: creates a code for choosing a new password.
struct ResetCodeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reset-code",
    abstract: "Print a code with which the owner of an account can choose a new password.",
    discussion: "The code can be used once within 24 hours, with the action `resetpass`.")

  @OptionGroup var database: DatabaseOption

  @Argument(help: "The name of the account.")
  var name: String

  func run() async throws {
    let (store, name) = (try database.open(), name)
    let code = RandomSource.system.token()
    let isKnown = try await store.write { database in
      try Player.setResetCode(code, for: name, at: SystemClock.now, in: database)
    }
    try await store.close()
    guard isKnown else { throw ProgramError(status: 1, message: "there is no account `\(name)`") }
    Parlord.write(code, to: 1)
  }
}
