public import ParlorKit

/// Minesweeper: reveal every cell without a mine.
///
/// A number says how many of the eight neighbours are mines, and a zero reveals its neighbours. The
/// mines are laid at the first reveal, which never hits one, unless the board was given.
public struct Minesweeper: Game {
  public let name = "minesweeper"
  public let summary =
    "Reveal every cell without a mine; numbers tell how many mines are next to them."
  public let seats = [Parameter("MODE", .choice(Mode.ladder.map(\.rawValue)), count: 0...1)]
  public let traits: GameTraits = [.readsClock, .hidesDraws]
  public let shortcuts = ["left": "mode easier", "right": "mode harder"]

  /// The game.
  public init() {}

  public let rules = [
    "Some cells of the board hide a mine. You win when every cell without a mine is revealed. You"
      + " lose when you reveal a mine.",
    "Type `new minesweeper easy` to begin and `reveal 5 5` to reveal the cell in row 5, column 5."
      + " The first reveal never finds a mine: the mines are laid after it. With `first=open` its"
      + " neighbours have none either. Only a board that you give with `layout=` may have one there.",
    "On the board `#` is a hidden cell. A digit is a revealed cell and counts the mines among its"
      + " eight neighbours. `.` is a revealed cell without a mine around it; its neighbours are"
      + " revealed as well, and so on. `F` is your flag, `?` your question mark. At the end `*` is"
      + " a mine, `!` the mine that exploded, and `X` a flag without a mine.",
    "Then reason. If a number has exactly that many hidden neighbours, they are all mines: `flag"
      + " 3 4` puts a flag on a cell, which protects it, and takes it off again. If a number has"
      + " all its mines flagged, its other neighbours are safe: `chord 2 4` reveals them at once.",
    "The time runs from the first reveal. At the end you see the 3BV, the fewest reveals that clear"
      + " the board, and your efficiency, the 3BV divided by your moves.",
    "The modes are easy (9×9, 10 mines), medium (16×16, 40), hard (16×30, 99) and custom (`rows=`,"
      + " `cols=`, `mines=`, which need no mode). Other programs call the first three beginner,"
      + " intermediate and expert. `new minesweeper` alone is medium. `guess=no` makes"
      + " boards that you can solve without guessing.",
  ]

  public func lines(
    ofRecording recording: [UInt8], named name: String
  ) throws(GameError) -> [String]? { try MouseRecording(recording, named: name)?.lines() }

  public var options: [Option<MinesweeperOptions>] { MinesweeperOptions.all }

  public var commands: [Command<MinesweeperState>] { Self.commands }

  public var bots: [Bot<Minesweeper>] { [SureBot.bot, MinesweeperAdviser.best] }

  /// Values cells by the chance that they are safe.
  public var adviser: Adviser<Minesweeper>? { MinesweeperAdviser.adviser }

  /// A size without a mode means the mode custom. A custom board without a number of mines gets the
  /// allowed number nearest to the usual one.
  public func drawSetup(
    _ configuration: GameConfiguration<MinesweeperOptions>, chance: inout Chance
  ) throws(GameError) -> GameConfiguration<MinesweeperOptions> {
    var configuration = configuration
    let hasLayout =
      !configuration.options.layout.isEmpty || configuration.given.contains(Layout.option)
    if configuration.arguments.isEmpty, !hasLayout,
      MinesweeperOptions.size.contains(where: {
        $0.value(in: configuration.options) != $0.declaration.fallback
      })
    {
      configuration.arguments = [.word(Mode.custom.rawValue)]
    }
    guard configuration.names.first.flatMap(Mode.init) == .custom,
      !configuration.given.contains(MinesweeperOptions.mineCount.name),
      configuration.options.mines == MinesweeperOptions().mines
    else { return configuration }
    let size = Shape(rows: configuration.options.rows, columns: configuration.options.columns)
    let range = Mode.mines(for: size)
    configuration.options.mines = min(
      max(configuration.options.mines, range.lowerBound), range.upperBound)
    return configuration
  }

  /// A board of hidden cells.
  public func start(
    _ configuration: GameConfiguration<MinesweeperOptions>
  ) throws(GameError) -> MinesweeperState {
    MinesweeperState(try BoardPlan(configuration))
  }

  /// The result of the board, and its time.
  public func record(of history: GameHistory<Minesweeper>) -> GameRecord {
    let end = history.replay()
    var metrics: Metrics = [:]
    if let score = end.score {
      metrics = [
        "bbbv": score.difficulty.bbbv, "openings": score.difficulty.openings,
        "bbbvSolved": score.solved, "clicks": score.clicks,
      ]
      if end.phase == .won {
        metrics["bbbvPerSecond"] = score.speed
        metrics["efficiency"] = score.efficiency
      }
    }
    let result: PlayerResult =
      switch end.phase {
      case .playing: .abandoned
      case .won: .won
      case .lost: .lost
      case .resigned: .resigned
      }
    return GameRecord(
      mode: end.plan.mode.rawValue,
      players: [PlayerRecord(history.players(in: end)[0], result, metrics)],
      milliseconds: end.elapsed(at: history.steps.last?.time.milliseconds ?? 0))
  }

  /// The modes, and how fast and with how few moves boards were cleared; the host counts the rest.
  public var statistics: StatisticsDefinition {
    StatisticsDefinition(modes: Mode.ladder.map(\.rawValue), statistics: Self.figures)
  }

  private static let figures = [
    Statistic(
      "bestBBBVPerSecond", "Best 3BV/s", .highest("bbbvPerSecond"), unit: .thousandths,
      "The most 3BV cleared per second in a won game."),
    Statistic(
      "bestEfficiency", "Best efficiency", .highest("efficiency"), unit: .share,
      "The highest ratio of 3BV to moves in a won game."),
  ]

  // MARK: Commands

  // The state checks the upper limits, which depend on the board.
  private static let row = FormParameter.integer("ROW", 1...Int.max)
  private static let column = FormParameter.integer("COLUMN", 1...Int.max)

  private static let commands: [Command<MinesweeperState>] = [
    Command(
      "reveal", "reveal the cell in row ROW and column COLUMN", aliases: ["r"],
      synonyms: ["open", "click", "dig"],
      details: [
        "A mine loses. A number says how many of the eight neighbours are mines; if none is, the"
          + " neighbours are revealed as well, and so on.",
        "Mines are laid at the first reveal, never under that cell. The time runs from then.",
        "A flagged cell stays hidden: revealing it is ignored.",
        "`layout=` says where the mines are, as the log does: rows separated by `/`, `*` is a"
          + " mine, `.` is none.",
      ],
      examples: ["reveal 3 4"],
      Form(
        row, column,
        .option(
          Layout.option, limit: Layout.longestText, isSecret: true,
          "where the mines are, at the first reveal"),
        intent: { row, column, layout in
          let cell = Cell(row, column)
          guard let layout else { return .move(.reveal(cell, nil)) }
          return .inState { _, _ throws(GameError) in .move(.reveal(cell, try Layout(layout))) }
        })),
    Command(
      "flag", "put a flag on a hidden cell, or take it off", aliases: ["f"],
      details: ["A flagged cell cannot be revealed. A flag need not be right."],
      examples: ["flag 3 4", "flag"],
      Form(
        help: "put a flag on the cell of the last move, or take it off",
        intent: { .inState { state, _ throws(GameError) in .move(try state.flagAtLastCell()) } }),
      Form(row, column, help: "put a flag on a hidden cell, or take it off") { row, column in
        .flag(Cell(row, column))
      }),
    Command(
      "chord", "reveal the hidden cells around a number with that many flags", aliases: ["c"],
      details: [
        "The number must have exactly as many flags around it. If one of them is wrong, a mine is"
          + " revealed and the game is lost."
      ],
      examples: ["chord 3 4"],
      Form(row, column) { .chord(Cell($0, $1)) }),
    Command(
      "mark", "put a question mark on a hidden cell, or take it off", aliases: ["m"],
      details: ["A question mark protects nothing. It replaces a flag."],
      examples: ["mark 3 4"],
      Form(row, column) { .mark(Cell($0, $1)) }),
    Command(
      "mode", "show the mode, or open a board of another mode", isQuestion: true,
      details: [
        "The modes are easy, medium, hard and custom. `left` is `mode easier`, `right` is `mode"
          + " harder`.",
        "`first=` and `guess=` stay as they are. Custom boards keep their last size, at first"
          + " 16×16 with 40 mines.",
      ],
      examples: ["mode", "mode hard", "mode easier"],
      Form(
        help: "show the mode",
        intent: { .answer { state, _, report in state.plan.reportMode(to: &report) } }),
      Form(
        .choice("NAME", Mode.ladder.map(\.rawValue) + ["easier", "harder"]),
        help: "open a board of another mode",
        intent: { word in
          .inState { state, _ throws(GameError) in
            let mode =
              switch word {
              case "easier": try state.plan.mode.easier.rawValue
              case "harder": try state.plan.mode.harder.rawValue
              default: word
              }
            return .newGame([.word(mode)], keeping: MinesweeperOptions.play.map(\.name))
          }
        })),
    Command(
      "difficulty", "show the 3BV, the openings, the islands and the ZiNi of the board",
      isQuestion: true,
      details: [
        "The 3BV is the fewest reveals that clear the board. An opening is a region of cells"
          + " without mines around them, an island one of numbers that border no opening. The ZiNi is"
          + " about the fewest clicks with flags and chords, as a greedy player finds them.",
        "Only when the game is over, or if you gave the layout.",
      ],
      examples: ["difficulty"],
      Form(
        intent: {
          .inState { state, _ throws(GameError) in
            _ = try state.shownLayout
            return .answer { state, _, report throws(GameError) in
              try state.reportDifficulty(to: &report)
            }
          }
        })),
    Command(
      "proof", "show how the board is cleared without a guess", isQuestion: true,
      details: [
        "Each step follows from the numbers it names and the steps before it. A board with"
          + " `guess=no` has such a proof from the first reveal; another one may stop at a guess.",
        "Only when the game is over; before, `hint why` explains the next safe cell.",
      ],
      examples: ["proof"],
      Form(
        intent: {
          .inState { state, _ throws(GameError) in
            try state.checkProof()
            return .answer { state, _, report throws(GameError) in
              try state.reportProof(to: &report)
            }
          }
        })),
  ]
}
