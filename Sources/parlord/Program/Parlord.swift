#if Server
  import ArgumentParser
  import Foundation
  import Platform

  /// The daemon and its arguments.
  struct Parlord: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "parlord",
      abstract: "Serve Farkle Ten, Mastermind over HTTP, and the line protocol over TCP.",
      discussion: """
        `parlord init` makes the database, `parlord serve` serves until SIGTERM or SIGINT. \
        It listens on the loopback address only, unless it is told otherwise.

        Exit codes: 0 fine, 1 failed, 2 wrong arguments, 3 the database or a certificate cannot be \
        used.
        """,
      version: "0.1.0", subcommands: [InitCommand.self, ServeCommand.self, ResetCodeCommand.self])

    /// Reads the arguments, runs what they ask for and ends the process.
    static func start() async -> Never {
      do {
        var command = try parseAsRoot()
        if var command = command as? any AsyncParsableCommand {
          try await command.run()
        } else {
          try command.run()
        }
        Foundation.exit(0)
      } catch let problem as ProgramError {
        say("parlord: \(problem.message)", to: 2)
        Foundation.exit(problem.status)
      } catch {
        let isFine = exitCode(for: error).isSuccess
        say(fullMessage(for: error), to: isFine ? 1 : 2)
        Foundation.exit(isFine ? 0 : 2)
      }
    }

    /// Writes a line to standard output (1) or standard error (2).
    static func say(_ text: String, to descriptor: Int32) {
      try? FileSystem.write(Array((text + "\n").utf8), to: descriptor, named: "standard output")
    }
  }

  /// Why the program ends.
  struct ProgramError: Error {
    /// The exit code.
    var status: Int32
    /// What is said on standard error.
    var message: String
  }
#endif
