import Fuzzing
public import ParlorKit

/// Holds a game to the contract: plays it at random, with moves and with lines, and checks what
/// must hold for every game.
///
/// The seeds are fixed, so that two calls find the same. In a debug build it takes seconds to a
/// minute.
///
/// - Parameters:
///   - game: the game.
///   - checks: what is checked; everything unless given.
/// - Returns: what the game does wrong, a line for each fault, with the check that found it; at
///   most ten for a check, and none for a game that keeps the contract.
public func checkContract(
  of game: any Game, _ checks: [ContractCheck] = ContractCheck.allCases
) -> [String] {
  checks.flatMap { check in
    var faults = Faults()
    do {
      try check.run(game, &faults)
    } catch {
      faults.add((error as? GameError)?.message ?? "\(error)")
    }
    return faults.found.map { "\(check.rawValue): \($0)" }
  }
}

/// A part of the contract, worded as what must hold.
public enum ContractCheck: String, CaseIterable, Sendable {
  /// Verbs, options, presets and shortcuts are well formed, and no verb is one of Parlor's.
  case declarations = "declarations are well formed"
  /// Each command says what it does and has examples.
  case help = "every command is documented"
  /// Random games by legal moves end, but for those of games without an end.
  case endings = "random games end"
  /// The canonical line of a move is read as that move, and a resolved move resolves to itself.
  case lines = "every legal move is what its line says"
  /// The same moves lead to the same states; making a move changes no copy.
  case purity = "applying is pure"
  /// States that look different have different digests.
  case digests = "equal digests are equal states"
  /// After the end there are neither moves nor a resignation.
  case ends = "a game that is over takes no move"
  /// The record of a game fits its status, and counts what the statistics add up.
  case records = "records fit the games"
  /// A player who resigns has resigned and not lost.
  case resigning = "who leaves has not lost"
  /// No reply tells the seed or an outcome before the end; only of games that hide draws.
  case secrets = "no secret leaks"
  /// Each of some thousand lines, right, almost right or mere bytes, gets a well-formed reply; a
  /// refused one changes nothing; the log replays to the state, and undo followed by redo is no
  /// change.
  case sessions = "random lines are answered"
}

extension ContractCheck {
  fileprivate func run(_ game: any Game, _ faults: inout Faults) throws {
    switch self {
    case .declarations: DeclarationChecks.declarations(of: game.definition, &faults)
    case .help: DeclarationChecks.help(of: game.definition, &faults)
    case .endings: try MoveChecks.endings(of: game, &faults)
    case .lines: try MoveChecks.lines(of: game, &faults)
    case .purity: try MoveChecks.purity(of: game, &faults)
    case .digests: try MoveChecks.digests(of: game, &faults)
    case .ends: try MoveChecks.ends(of: game, &faults)
    case .records: try RecordChecks.records(of: game, &faults)
    case .resigning: try RecordChecks.resigning(of: game, &faults)
    case .secrets: Secrets.check(game, &faults)
    case .sessions: Self.sessions(of: game, &faults)
    }
  }

  private static func sessions(of game: any Game, _ faults: inout Faults) {
    let run = FuzzRun(games: [game], seed: 1, gameInterval: 100)
    for number in 0..<3 {
      do throws(FuzzFinding) {
        _ = try run.batch(number, lines: 1500)
      } catch {
        let lines = error.lines.suffix(3).map { "`\(String(decoding: $0, as: UTF8.self))`" }
        faults.add("\(error.violation.message), after \(lines.joined(separator: ", "))")
      }
    }
  }
}

/// What a check has found.
struct Faults {
  private(set) var found: [String] = []

  private static let limit = 10

  mutating func add(_ fault: String) {
    if found.count < Self.limit, !found.contains(fault) { found.append(fault) }
  }

  /// Adds a fault unless something holds.
  mutating func expect(_ holds: Bool, _ fault: @autoclosure () -> String) {
    if !holds { add(fault()) }
  }
}
