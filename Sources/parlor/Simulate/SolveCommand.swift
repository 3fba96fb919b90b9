import ArgumentParser
import GameCatalog
import LineEditing
import ParlorEngine
import ParlorKit
import Platform

/// `parlor solve`: computes the exact figures of a rule set.
struct SolveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "solve", abstract: "Compute exact values of a rule set.",
    usage: "parlor solve GAME [--proof FILE] [against=BOT|against=NAME] [OPTION=VALUE…]",
    discussion: """
      Example:

        parlor solve farkle rules=farkle-ten

      Farkle: the most expected points of a turn, how often such a turn ends in a farkle, from how \
      many points it banks with one to six dice left, the fewest expected turns for one player, \
      and the first of two players' chance to win. Mastermind: the guesses for all codes together, \
      on average and at most, and whether these are proved to be the fewest. OPTION=VALUE sets an \
      option of the game, as in `new`. Slow results are cached.

      `against=bank=300` computes the best answer to a bot of Farkle: its chance to win, and from how \
      many points it banks in its first turn. `against=Ann` computes the answer to the bot that decides \
      most like Ann in her finished games.

      `--proof` writes what a program without Parlor's code can check: the chances of two players of \
      Farkle for all pairs of scores, or the strategy of Mastermind as a tree of guesses. The checkers \
      are `examples/farkle/proof.py` and `examples/mastermind/proof.py`.

      Exit codes: 0 success, 1 the game or these rules cannot be solved, 2 invalid arguments, \
      130 interrupted.
      """)

  @Option(help: "Format of the figures.")
  var format = SimulateCommand.Format.text

  @Option(
    help: ArgumentHelp(
      "Also write a proof, for a checker, to FILE, which is replaced.", valueName: "file"),
    completion: .file())
  var proof: String?

  @Option(
    help: ArgumentHelp(
      "Folder of the profile with the games of `against=NAME`. Default: ~/.local/state/parlor.",
      valueName: "dir"),
    completion: .directory)
  var profile: String?

  @ArgumentParser.Argument(help: "Name of the game, such as farkle.")
  var game: String

  @ArgumentParser.Argument(
    help: ArgumentHelp("Options of the game.", valueName: "option=value"))
  var words: [String] = []

  func run() throws {
    guard let game = GameCatalog.game(named: self.game) else {
      let names = GameCatalog.names
      throw ValidationError(SimulateError.unknownGame(self.game, known: names).message)
    }
    try solve(game)
  }

  private func solve(_ game: some Game) throws {
    let definition = game.definition
    guard let solve = game.adviser?.solve else {
      let names = GameCatalog.games.filter { isSolved($0) }.map(\.definition.name)
      StandardOutput.complain(
        "there are no figures to compute for \(definition.title); `solve` takes "
          + names.alternatives)
      ExitStatus.failed.exit()
    }
    let prove = game.adviser?.proof
    if proof != nil, prove == nil {
      throw ValidationError("`--proof` is not for \(definition.title).")
    }
    let (against, words) = Self.split(self.words)
    let answer = game.adviser?.answer
    if against != nil, answer == nil {
      throw ValidationError("`against=` is not for \(definition.title).")
    }
    if against != nil, proof != nil {
      throw ValidationError("`--proof` is not for `against=`.")
    }
    if profile != nil, against.map({ isBot($0, in: game) }) ?? true {
      throw ValidationError("`--profile` is for `against=NAME`.")
    }
    var options = SimulateOptions(definition)
    do throws(SimulateError) {
      for word in words where try !options.take(word) {
        let name = String(word.prefix { $0 != "=" })
        throw .noOption(name, known: SimulateOptions.names(of: definition))
      }
    } catch {
      throw ValidationError(error.message)
    }
    let signals = SignalPipe(catching: .interrupt)
    let interrupt = InterruptFlag()
    let context = AdviceContext.program(isStopped: { interrupt.isRaised })
    let rules = game.options(from: options.values)
    let (opponent, likeness) = try against.map { try self.opponent($0, game, rules) } ?? ("", [])
    let (figures, tree): ([SolvedFigure], String?)
    do throws(GameError) {
      (figures, tree) = try withExtendedLifetime(signals) { () throws(GameError) in
        try context.during { () throws(GameError) in
          if against != nil, let answer {
            return (likeness + (try answer(rules, opponent) { interrupt.isRaised }), nil)
          }
          let figures = try solve(rules) { interrupt.isRaised }
          guard proof != nil, let prove else { return (figures, nil) }
          return (figures, try prove(rules) { interrupt.isRaised })
        }
      }
    } catch {
      if interrupt.isRaised { ExitStatus.interrupted.exit() }
      StandardOutput.complain(error.message)
      ExitStatus.failed.exit()
    }
    if let proof, let tree {
      do throws(FileError) {
        try FileSystem.write(Array(tree.utf8), to: proof)
      } catch {
        StandardOutput.end(with: error)
      }
    }
    write(figures, definition, options.words + (against.map { ["against=\($0)"] } ?? []))
  }

  /// The bot of `against=BOT`, or the one that decides most like the player of `against=NAME`, with figures that
  /// say how much.
  private func opponent<Rules: Game>(
    _ name: String, _ game: Rules, _ rules: Rules.Options
  ) throws -> (bot: String, figures: [SolvedFigure]) {
    guard !isBot(name, in: game), let likeness = game.adviser?.likeness else { return (name, []) }
    do throws(CommandError) {
      let session = Interpreter(.program()).session
      let (decisions, unread) = try RecordsCommands(.named(profile))
        .decisions(of: name, in: game, session)
      if unread > 0 {
        StandardOutput.complain(
          "\(Plural(unread, "game")) cannot be read; `parlor check` tells why")
      }
      do throws(GameError) {
        return try likeness(rules, decisions)
      } catch {
        throw .refused(error)
      }
    } catch {
      StandardOutput.complain("\(name): \(error.message)")
      ExitStatus.failed.exit()
    }
  }

  private func isBot(_ name: String, in game: some Game) -> Bool {
    game.bots.contains { $0.name == name.prefix { $0 != "=" } }
  }

  /// The value of `against=`, and the other words.
  private static func split(_ words: [String]) -> (against: String?, words: [String]) {
    let prefix = "against="
    return (
      words.last { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) },
      words.filter { !$0.hasPrefix(prefix) }
    )
  }

  private func isSolved(_ game: some Game) -> Bool { game.adviser?.solve != nil }

  private func write(_ figures: [SolvedFigure], _ game: GameDefinition, _ words: [String]) {
    guard format == .text else {
      var json = JSONWriter()
      json.writeObject { json in
        json.write(key: "game")
        json.write(game.name)
        json.write(key: "options")
        json.write(.strings(words))
        for figure in figures {
          json.write(key: figure.name)
          json.write(figure.value)
        }
      }
      StandardOutput.write(json.bytes + [0x0A])
      return
    }
    var text = TextWriter()
    text.write(game.title, words.isEmpty ? "" : ": ", words.joined(separator: ", "), "\n")
    text.write(
      Columns(figures.map { [$0.name, $0.text, $0.meaning] }, [.left, .right, .left]), "\n")
    StandardOutput.write(text.bytes)
  }
}
