import ArgumentParser
import Language
import Platform
import Scenarios

/// The program and its arguments.
struct Parlor: ParsableCommand {
  /// The version of the program.
  static let version = "0.1.0"

  static let configuration = CommandConfiguration(
    commandName: "parlor",
    abstract:
      "Play Farkle, Minesweeper, Mastermind or keep a score: at a prompt, by scripts, as tests.",
    usage: """
      parlor [OPTIONS]                 play at a prompt
      parlor [OPTIONS] FILE…           run scripts (`-`: standard input)
      parlor [OPTIONS] -c 'LINE; LINE' run lines
      parlor test PATH…                run scenarios
      parlor fmt PATH…                 lay out scenario files
      parlor fuzz GAME                 feed a game random lines
      parlor simulate GAME BOT…        let bots play each other
      parlor plugin check PATH         check a game that is a program of its own
      parlor --connect HOST:PORT       play at a daemon
      """,
    discussion: """
      At the prompt, `help` explains the commands and `new farkle Ann Bob` opens a game. \
      Scripts hold the same lines:

        printf 'new farkle Ann Bob\\nroll\\nhold best\\nbank\\n' | parlor

      Replies go to standard output, errors to standard error; the first error ends a script. \
      A script has seed 0 and a clock of its own, so that the same script always gives the same \
      output.

      Exit codes: 0 fine, 1 a command failed or a scenario differed, 2 wrong arguments, \
      3 unreadable input or unwritable output, 4 a remote service or a plugin failed, \
      130 interrupted.
      """,
    version: version,
    subcommands: [
      TestCommand.self, FormatCommand.self, FuzzCommand.self, SimulateCommand.self,
      PluginCommand.self, ManualCommand.self,
    ])

  @Option(
    name: .short, help: ArgumentHelp("Run these lines, parted by `;`.", valueName: "lines"))
  var commands: String?

  @Flag(help: "Print each line as `> line` before its reply: the output is a scenario.")
  var echo = false

  @Flag(help: "Go on after errors; the exit code still tells of them.")
  var keepGoing = false

  @Option(
    help: ArgumentHelp(
      "The seed of the first game: a number or `random`. Default: 0 in scripts, random at the prompt.",
      valueName: "n"))
  var seed: SeedArgument?

  @Option(help: "The format of replies: text, json or gtp.")
  var format = OutputFormat.text

  @Option(
    help:
      "The clock: real or virtual. Default: real at the prompt and with --profile, else virtual.")
  var clock: SessionClock.Kind?

  @Option(
    help: ArgumentHelp(
      "Begin after the commands of a scenario or script that stand before FILE:LINE.",
      valueName: "file:line"))
  var resumeAt: String?

  @Option(help: "When to use colour at the prompt: auto, always or never.")
  var color = ColorChoice.auto

  @Option(
    help: ArgumentHelp(
      "The folder where history, results and house rules are kept. Default: ~/.local/state/parlor at the prompt, none in scripts.",
      valueName: "dir"))
  var profile: String?

  @Flag(help: "Keep nothing.")
  var noProfile = false

  @Option(
    help: ArgumentHelp(
      "Play at a `parlord` elsewhere, over plain TCP; standard input is sent if it is no terminal.",
      valueName: "host:port"))
  var connect: String?

  @Argument(help: "Scripts to run.", completion: .file())
  var files: [String] = []

  func validate() throws {
    if commands != nil && !files.isEmpty {
      throw ValidationError("`-c` and files cannot be given together.")
    }
    if echo && format == .gtp {
      throw ValidationError("`--echo` writes a scenario, and `--format gtp` does not.")
    }
    if let connect {
      if commands != nil || !files.isEmpty {
        throw ValidationError("`--connect` sends what is typed or standard input, and no files.")
      }
      if RemoteAddress(connect) == nil {
        throw ValidationError(
          "`--connect` takes HOST:PORT, such as 127.0.0.1:7777; TLS is not spoken.")
      }
    }
    if resumeAt != nil && !files.isEmpty {
      throw ValidationError("`--resume-at` and files cannot be given together.")
    }
    if profile?.isEmpty ?? false {
      throw ValidationError("`--profile` takes the path of a folder.")
    }
    if profile != nil && noProfile {
      throw ValidationError("`--profile` and `--no-profile` cannot be given together.")
    }
  }

  func run() throws {
    if let resumeAt { try resume(at: resumeAt) }
    if let address = connect.flatMap(RemoteAddress.init) {
      RemoteSession(address, replOptions).run().exit()
    } else if let commands {
      Batch(batchOptions).run(commands: commands).exit()
    } else if !files.isEmpty {
      Batch(batchOptions).run(files: files).exit()
    } else if Terminal.isInteractive && format != .gtp {
      Repl(replOptions).run().exit()
    } else {
      Batch(batchOptions).runStandardInput().exit()
    }
  }

  /// Goes on where a scenario or a script is at a place: at the prompt, or with the lines of `-c`
  /// or of standard input.
  private func resume(at place: String) throws -> Never {
    let point: ResumePoint
    do throws(ScenarioError) {
      point = try ResumePoint(place)
    } catch {
      throw ValidationError(error.message)
    }
    if let commands {
      Batch(batchOptions, at: point).run(commands: commands).exit()
    } else if Terminal.isInteractive {
      var options = replOptions
      options.seed = seed?.value ?? 0
      options.clock = clock ?? .virtual
      options.profile = .ofOneSession
      Repl(options, at: point).run().exit()
    } else {
      Batch(batchOptions, at: point).runStandardInput().exit()
    }
  }

  private var batchOptions: BatchOptions {
    BatchOptions(
      echoes: echo, keepsGoing: keepGoing, seed: seed?.value ?? 0, isFramed: format == .gtp,
      format: format.replies,
      clock: clock ?? (profile == nil ? .virtual : .real),
      profile: noProfile
        ? .none : profile.map { Profile(folder: $0, isOff: false) } ?? .ofOneSession)
  }

  private var replOptions: ReplOptions {
    ReplOptions(
      seed: (seed ?? .random).value, format: format.replies, clock: clock ?? .real,
      isColored: color.isOn, profile: Profile(folder: profile, isOff: noProfile))
  }
}

/// The subcommands. As `parlor FILE…` takes any word for a file, they are read without it.
struct ParlorTools: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "parlor", subcommands: Parlor.configuration.subcommands)
}

extension Parlor {
  /// Reads the arguments and runs what they ask for; wrong ones are exit code 2.
  static func start() -> Never {
    var arguments = Array(CommandLine.arguments.dropFirst())
    // `parlor help test` is `parlor test --help`, and `parlor help` is `parlor --help`.
    if arguments.first == "help" { arguments = arguments.dropFirst() + ["--help"] }
    // The seed of `--shuffle[=SEED]` is never the word after it.
    if arguments.first == "test" {
      arguments = arguments.map { $0 == "--shuffle" ? "--shuffle=random" : $0 }
    }
    let isTool = configuration.subcommands.contains { $0._commandName == arguments.first }
    run(isTool ? ParlorTools.self : Parlor.self, arguments)
  }

  private static func run(_ root: any ParsableCommand.Type, _ arguments: [String]) -> Never {
    do {
      var command = try root.parseAsRoot(arguments)
      try command.run()
      ExitStatus.fine.exit()
    } catch {
      let text = root.fullMessage(for: error)
      let isFine = root.exitCode(for: error).isSuccess
      let bytes = text.isEmpty ? [] : Array((text + "\n").utf8)
      if isFine {
        StandardOutput.write(bytes)
      } else {
        try? FileSystem.write(bytes, to: 2, named: "standard error")
      }
      (isFine ? ExitStatus.fine : .usage).exit()
    }
  }
}

extension SessionClock.Kind: ExpressibleByArgument {}
