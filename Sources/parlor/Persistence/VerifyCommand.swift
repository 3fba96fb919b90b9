import ArgumentParser
import ParlorEngine
import ParlorKit
import Platform
import Scenarios

/// `parlor verify`: checks the saved games of fair games, without a network and without a profile.
struct VerifyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify", abstract: "Check the draws of fair games.",
    usage: "parlor verify [--format text|json] FILE…",
    discussion: """
      Example:

        parlor verify ann-bob.parlor

      FILE is a saved fair game that is over or was given up. The command computes every draw again, \
      from the secret in the file and the words of the players. It checks that the secret has the \
      commit, that every draw is the one that follows, that every move is legal, and that no byte \
      of the file differs from its checksum. Compare the commit with the one that you saw when the \
      game began.

      Exit codes: 0 all games are as they say, 1 one is not, 2 invalid arguments, 3 a file cannot be \
      read.
      """)

  @Option(help: "Format of the report.")
  var format = SimulateCommand.Format.text

  @ArgumentParser.Argument(
    help: ArgumentHelp("Saved games.", valueName: "file"), completion: .file())
  var files: [String]

  func run() throws {
    var settings = Settings.program()
    settings.runAsData(below: ".", allowing: [])
    settings.clock = .virtual
    let session = Interpreter(settings).session
    let reports = files.map { path in (path: path, report: Self.report(on: path, session)) }
    let fields: Fields = [
      "files": .array(reports.map { path, report in .object(report.fields(path)) })
    ]
    format.write(fields) { text in
      for (path, report) in reports { report.write(path, to: &text) }
    }
    let statuses = reports.map(\.report.status)
    (statuses.contains(.io) ? ExitStatus.io : statuses.contains(.failed) ? .failed : .fine).exit()
  }

  private enum FairVerdict {
    case verified(VerifiedGame)
    /// The line at fault, if it is known, and what is wrong.
    case refused(line: Int?, String)
    case unreadable(String)

    var status: ExitStatus {
      switch self {
      case .verified: .fine
      case .refused: .failed
      case .unreadable: .io
      }
    }

    func fields(_ path: String) -> Fields {
      switch self {
      case .verified(let game):
        [
          "path": .string(path), "verified": .bool(true), "game": .string(game.name),
          "commit": .string(game.commit), "words": .string(game.words),
          "moves": .integer(game.moves), "draws": .integer(game.draws),
          "isOver": .bool(game.isOver), "debtor": .optional(game.debtor), "sum": .string(game.sum),
        ]
      case .refused(let line, let reason):
        [
          "path": .string(path), "verified": .bool(false), "line": .optional(line),
          "message": .string(reason),
        ]
      case .unreadable(let reason):
        ["path": .string(path), "verified": .bool(false), "message": .string(reason)]
      }
    }

    func write(_ path: String, to text: inout TextWriter) {
      switch self {
      case .verified(let game):
        text.write(path.visible, ": fair\n")
        text.write("  ", game.name, ", ", Plural(game.moves, "move"), ", ")
        text.write(game.isOver ? "over" : "given up", "\n")
        let key = game.hasSides ? "shares" : "secret"
        text.write("  commit ", game.commit, "\n    ")
        text.write(
          game.hasSides ? "begins the chains of the shares\n" : "is the SHA-256 of the secret\n")
        text.write("  ", Plural(game.draws, "draw"))
        text.write(" with the words ", game.words, "\n    follow from the ", key, "\n")
        if let debtor = game.debtor {
          text.write("  ", debtor, " owes a share or the next move, and loses\n")
        }
        text.write("  sum ", game.sum, "\n    is that of all lines\n")
        text.write(
          "Compare the commit, the words, the first line and the sum with what you wrote down.\n")
      case .refused(let line, let reason):
        text.write(path.visible, ": NOT fair\n  ")
        text.write(line.map { "line \($0.grouped): " } ?? "", reason, "\n")
      case .unreadable(let reason): text.write(path.visible, ": ", reason, "\n")
      }
    }
  }

  private static func report(on path: String, _ session: Session) -> FairVerdict {
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try FileSystem.read(path)
    } catch {
      return .unreadable(error.cause)
    }
    do throws(CommandError) {
      return .verified(try session.verify(bytes, path: path))
    } catch {
      guard case .damagedSave(let line)? = error.detail else {
        return .refused(line: nil, error.message)
      }
      return .refused(line: line, error.reason(without: "\(path):\(line): "))
    }
  }
}

extension CommandError {
  /// The message without the place before it.
  func reason(without place: String) -> String {
    message.hasPrefix(place) ? String(message.dropFirst(place.count)) : message
  }
}
