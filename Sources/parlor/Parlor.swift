public import ArgumentParser
import LineSyntax
public import ParlorEngine
import ParlorKit
import Platform
import ProgramKit
import Scenarios

/// `parlor`: plays at a prompt, runs scripts and connects to a server. The other commands are
/// subcommands.
struct Parlor: ParsableCommand {
  /// The version for `--version`, the manual page and the Go Text Protocol.
  static let version = Release.version

  static let configuration = CommandConfiguration(
    commandName: "parlor",
    abstract: "Play Farkle, Minesweeper and Mastermind, or keep a score.",
    usage: """
      parlor [OPTIONS]                  play at a prompt
      parlor [OPTIONS] FILE…            run scripts (`-`: standard input)
      parlor [OPTIONS] -c 'LINE; LINE'  run lines
      parlor test PATH…                 run scenarios
      parlor fmt PATH…                  format scenario files
      parlor fuzz GAME                  test a game with random lines
      parlor simulate GAME BOT…         play bots against each other
      parlor solve GAME                 compute exact values of a rule set
      parlor render FILE --to FORMAT    show a session as a picture
      parlor check [PATH…]              check the files that Parlor keeps
      parlor verify FILE…               check the draws of fair games
      parlor plugin check PATH          check a plugin
      parlor lsp                        language server for editors
      parlor grammar FORMAT             colour files in an editor
      parlor mcp                        let agents play
      parlor manual                     show the manual page
      parlor --connect HOST:PORT        play on a server
      parlor --version [--verbose]      show the version, or its components
      """,
    discussion: """
      Start it without arguments for a prompt, and type:

        new farkle Ann Bob
        roll
        hold best
        bank
        help

      The same lines run as a script, from a file, standard input or an argument:

        parlor -c 'new farkle Ann Bob; roll; hold best; bank'

      Replies go to standard output, errors to standard error. A script stops at its first error. \
      It starts with seed 0 and a virtual clock, so the same script always prints the same output.

      Exit codes:
        0    success
        1    a command failed, or a scenario differed
        2    invalid arguments
        3    unreadable input or unwritable output
        4    a remote service or a plugin failed
        130  interrupted
      """,
    version: version,
    subcommands: [
      TestCommand.self, ReviewCommand.self, FormatCommand.self, FuzzCommand.self,
      SimulateCommand.self, SolveCommand.self, RenderCommand.self, CheckCommand.self,
      VerifyCommand.self, PluginCommand.self, LanguageServerCommand.self, GrammarCommand.self,
      MCPCommand.self,
      ManualCommand.self,
    ])

  @OptionGroup var options: ProgramOptions

  @ArgumentParser.Argument(
    help: ArgumentHelp("Scripts to run; `-` is standard input.", valueName: "file"),
    completion: .file())
  var files: [String] = []

  func validate() throws {
    if options.verbose {
      throw ValidationError("`--verbose` is only for `--version`.")
    }
    if !options.commands.isEmpty, let file = files.first {
      throw ValidationError("`-c` cannot be combined with the script file `\(file)`.")
    }
    if let first = files.first, !first.hasPrefix("-"), FileSystem.kind(of: first) == .missing,
      let hint = Self.hint(for: files)
    {
      throw MissingFile(description: "There is no file `\(first)`. \(hint)")
    }
    if options.echo && options.format.isFramed {
      throw ValidationError("`--echo` writes a scenario, which `--format gtp` cannot.")
    }
    if let connect = options.connect {
      if !options.commands.isEmpty || !files.isEmpty {
        throw ValidationError(
          "`--connect` reads the terminal or standard input, not `-c` or files.")
      }
      if RemoteAddress(connect) == nil {
        throw ValidationError(
          "`--connect` takes HOST:PORT, such as 127.0.0.1:7777; `--via` adds TLS.")
      }
      let local: [(String, Bool)] = [
        ("--echo", options.echo), ("--format gtp", options.format.isFramed),
        ("--clock virtual", options.clock == .virtual), ("--resume-at", options.resumeAt != nil),
      ]
      if let name = local.first(where: \.1)?.0 {
        throw ValidationError("`\(name)` is for games of this program, not for `--connect`.")
      }
    }
    if let via = options.via {
      guard let address = options.connect.flatMap(RemoteAddress.init) else {
        throw ValidationError("`--via` needs `--connect`.")
      }
      if ConnectionCommand(via) == nil {
        throw ValidationError(
          "`--via` takes a shell command in which %h is the host, %p the port and %% a percent sign."
        )
      }
      if !ConnectionCommand.canName(address) {
        throw ValidationError(
          "`--via` takes a host of letters, digits, dots, colons, underscores and hyphens.")
      }
    }
    if options.resumeAt != nil && !files.isEmpty {
      throw ValidationError("`--resume-at` cannot be combined with script files.")
    }
    if options.allow != nil && options.resumeAt == nil {
      throw ValidationError("`--allow` requires `--resume-at`; scripts may do everything.")
    }
    if options.profile?.isEmpty ?? false {
      throw ValidationError("`--profile` takes the path of a folder.")
    }
    if options.profile != nil && options.noProfile {
      throw ValidationError("`--profile` cannot be combined with `--no-profile`.")
    }
  }

  /// The probable meaning of words that are not files: a game, or a subcommand.
  private static func hint(for words: [String]) -> String? {
    let library = Interpreter(.program()).session.library
    if let game = library.near(words[0]).first {
      let opening = library.openingUsages.first { $0.split(separator: " ")[1] == game }
      return "To play, start `parlor` and type `\(opening ?? "new \(game)")`."
    }
    let tools = configuration.subcommands.map { $0._commandName } + ["help"]
    return SpellingSuggestion.nearest(to: words[0], among: tools).first.map { tool in
      // A subcommand comes first; its options were not read.
      var arguments = Array(CommandLine.arguments.dropFirst())
      if let place = arguments.firstIndex(of: words[0]) { arguments.remove(at: place) }
      return "Did you mean `\((["parlor", tool] + arguments).joined(separator: " "))`?"
    }
  }

  func run() throws {
    if let place = options.resumeAt { try resume(at: place) }
    if let address = options.connect.flatMap(RemoteAddress.init) {
      ServerSession(
        address, via: options.via.flatMap(ConnectionCommand.init), replOptions,
        keepsGoing: options.keepGoing
      ).run().exit()
    } else if !options.commands.isEmpty {
      Batch(batchOptions).run(commands: options.commands).exit()
    } else if !files.isEmpty {
      Batch(batchOptions).run(files: files).exit()
    } else if Terminal.isInteractive && !options.format.isFramed {
      Repl(replOptions).run().exit()
    } else {
      Batch(batchOptions).runStandardInput().exit()
    }
  }

  /// Runs a scenario or script up to `place` without output, then continues at the prompt or with
  /// the lines of `-c` or of standard input.
  private func resume(at place: String) throws -> Never {
    let allowed = options.allow?.capabilities ?? []
    let point: ResumePoint
    do throws(ScenarioError) {
      point = try ResumePoint(place)
    } catch {
      throw ValidationError(error.message)
    }
    if !options.commands.isEmpty {
      Batch(batchOptions, at: point, allowing: allowed).run(commands: options.commands).exit()
    } else if Terminal.isInteractive {
      var repl = replOptions
      repl.seed = batchOptions.seed
      repl.clock = options.clock ?? .virtual
      repl.profile = .ofOneSession
      Repl(repl, at: point, allowing: allowed).run().exit()
    } else {
      Batch(batchOptions, at: point, allowing: allowed).runStandardInput().exit()
    }
  }

  private var batchOptions: BatchOptions {
    let clock = options.clock ?? (options.profile == nil ? .virtual : .real)
    let first: Int? =
      switch options.seed {
      case nil: 0
      case .number(let number): number
      // The output of `--echo` begins with the seed that it ran with.
      case .random: clock == .real && !options.echo ? nil : Seed.random
      }
    return BatchOptions(
      echoes: options.echo, keepsGoing: options.keepGoing, seed: first,
      isFramed: options.format.isFramed,
      format: options.format.replies, clock: clock,
      profile: options.noProfile ? .none : options.profile.map(Profile.init(in:)) ?? .ofOneSession)
  }

  private var replOptions: ReplOptions {
    let first: Int? = if case .number(let number)? = options.seed { number } else { nil }
    return ReplOptions(
      seed: first, format: options.format.replies, clock: options.clock ?? .real,
      isColored: options.color.isOn, profile: options.noProfile ? .none : .named(options.profile),
      savesNothing: options.noProfile)
  }
}

/// The options of `parlor` without a subcommand.
struct ProgramOptions: ParsableArguments {
  @Option(
    name: .short,
    help: ArgumentHelp("Run these lines, separated by `;`. Can be repeated.", valueName: "lines"))
  var commands: [String] = []

  @Flag(
    help: """
      Print `> line` before each reply: the output is a scenario that replays the session. It \
      begins with the seed unless that is 0.
      """
  )
  var echo = false

  @Flag(help: "Continue after errors; the exit code still reports them.")
  var keepGoing = false

  @Option(
    help: ArgumentHelp(
      "Seed of the first game: a number, from which the seeds of later games count up, or `random`: with a real clock each game draws its own. Default: 0 in scripts, random at the prompt.",
      valueName: "n"))
  var seed: SeedArgument?

  @Option(
    help:
      "Format of replies. `csv` is their data as tables; `gtp` is text, framed by the Go Text Protocol."
  )
  var format = OutputFormat()

  @Option(
    help:
      "Clock of the session; a virtual one moves only on command. Default: real at the prompt and with --profile, else virtual."
  )
  var clock: SessionClock.Kind?

  @Option(
    help: ArgumentHelp(
      "Start in the state just before FILE:LINE of a scenario or script.",
      valueName: "file:line"))
  var resumeAt: String?

  @Option(
    help: ArgumentHelp(
      "Permissions for --resume-at besides reading files below the folder of FILE: `exec` to"
        + " start programs, `network` to call services.",
      valueName: "exec,network"))
  var allow: AllowArgument?

  @Option(help: "When to use colour at the prompt.")
  var color = ColorChoice.auto

  @Option(
    help: ArgumentHelp(
      "Folder for history, unfinished games, results and house rules. Default: ~/.local/state/parlor at the prompt, none in scripts.",
      valueName: "dir"))
  var profile: String?

  @Flag(help: "Use no profile: load and save nothing.")
  var noProfile = false

  @Option(
    help: ArgumentHelp(
      "Play on a `parlord` server over plain TCP. Standard input is sent if it is not a terminal.",
      valueName: "host:port"))
  var connect: String?

  @Option(
    help: ArgumentHelp(
      "Connect through this shell command, such as 'openssl s_client -quiet -verify_return_error -connect %h:%p'. %h is the host, %p the port.",
      valueName: "command"))
  var via: String?

  @Flag(help: "With --version: also show the program's components.")
  var verbose = false
}

/// The root command when the first argument names a subcommand. ``Parlor`` itself cannot parse
/// those, since it takes any word for a script.
struct ParlorTools: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "parlor", subcommands: Parlor.configuration.subcommands)
}

/// The root command of completion scripts. Those of ``Parlor`` would offer only scripts, and no
/// subcommands after them.
private struct ParlorCompletions: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "parlor", version: Parlor.version, subcommands: Parlor.configuration.subcommands)

  @OptionGroup var options: ProgramOptions

  /// The script for a shell. A script can stand wherever a subcommand can.
  static func script(for shell: CompletionShell) -> String {
    var script = completionScript(for: shell)
    switch shell {
    case .bash:
      script = script.replacing(
        "complete -o filenames -F", with: "complete -o filenames -o default -F")
    case .fish:
      let place = #"__parlor_should_offer_completions_for_positional "parlor" -eq 1"#
      script += "\ncomplete -c 'parlor' -n '\(place)' -F"
    case .zsh:
      let subcommands = "_describe -V subcommand subcommands"
      script = script.replacing(
        subcommands, with: "\(subcommands) && ret=0; _files", maxReplacements: 1)
      // zsh refuses to complete both words and `merge` after `simulate`.
      if let start = script.firstRange(of: "_parlor_simulate() {") {
        var rest = String(script[start.lowerBound...])
        for spec in ["        '(-): :->command'\n", "        '(-)*:: :->arg'\n"] {
          rest = rest.replacing(spec, with: "", maxReplacements: 1)
        }
        script = script[..<start.lowerBound] + rest
      }
    default: break
    }
    return script + "\n"
  }
}

/// The root command of `parlor simulate merge`, for the same reason.
private struct SimulateTools: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "parlor simulate", subcommands: SimulateCommand.configuration.subcommands)
}

extension Parlor {
  /// Parses the arguments and runs the command. Invalid arguments end with exit code 2.
  static func start() -> Never {
    var arguments = Array(CommandLine.arguments.dropFirst())
    let tools = configuration.subcommands.map { $0._commandName }
    // `parlor help test` is `parlor test --help`, and `parlor help` is `parlor --help`. Other
    // topics are those of the prompt.
    if arguments.first == "help" {
      let topics = arguments.dropFirst()
      if let topic = topics.first, !topic.hasPrefix("-"), !tools.contains(topic) {
        arguments = ["-c", "help \(topics.map(Word.written).joined(separator: " "))"]
      } else {
        arguments = topics + ["--help"]
      }
    }
    if arguments.first == "--generate-completion-script", arguments.count <= 2,
      let shell = arguments.count < 2
        ? CompletionShell.autodetected() : CompletionShell(rawValue: arguments[1])
    {
      StandardOutput.write(Array(ParlorCompletions.script(for: shell).utf8))
      ExitStatus.fine.exit()
    }
    if Set(arguments) == ["--version", "--verbose"] {
      StandardOutput.write(BillOfMaterials.report)
      ExitStatus.fine.exit()
    }
    // `--shuffle` takes its seed only as `--shuffle=SEED`: the next word is a path.
    if arguments.first == "test" {
      arguments = arguments.map { $0 == "--shuffle" ? "--shuffle=random" : $0 }
    }
    if arguments.starts(with: ["simulate", "merge"]) {
      run(SimulateTools.self, Array(arguments.dropFirst()))
    }
    guard let place = tools.firstIndex(where: { $0 == arguments.first }) else {
      run(Parlor.self, arguments)
    }
    // Read alone, without the root above it, it takes less time. Help and errors name the whole command.
    let tool = configuration.subcommands[place]
    let rest = Array(arguments.dropFirst())
    let command = tool.configuration.subcommands.isEmpty ? try? tool.parseAsRoot(rest) : nil
    run(ParlorTools.self, arguments, command)
  }

  /// Runs a command, and parses it first if that has not been done.
  private static func run(
    _ root: any ParsableCommand.Type, _ arguments: [String],
    _ parsed: (any ParsableCommand)? = nil
  ) -> Never {
    do {
      var command = try parsed ?? root.parseAsRoot(arguments)
      try command.run()
      ExitStatus.fine.exit()
    } catch {
      let text = root.fullMessage(for: error)
      let isFine = root.exitCode(for: error).isSuccess
      let bytes = text.isEmpty ? [] : Array((text + "\n").utf8)
      if isFine {
        StandardOutput.write(bytes)
      } else {
        StandardError.write(bytes)
      }
      (isFine ? ExitStatus.fine : .usage).exit()
    }
  }
}

/// A word in place of a file, and what was probably meant. Other than after a `ValidationError`, the usage does
/// not follow.
private struct MissingFile: Error, CustomStringConvertible {
  let description: String
}

extension SessionClock.Kind: ExpressibleByArgument {}
