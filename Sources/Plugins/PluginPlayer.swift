import ParlorEngine
import ParlorKit
import Synchronization

/// A program that decides for players. Each question is complete in itself, so a program that has
/// stopped is simply restarted.
final class PluginPlayer: SeatedProgram {
  private let program: PluginProgram
  private let limits: PluginLimits
  private let notices: PluginNotices
  private let strays: UnexpectedOutput
  private let process = Mutex<PluginProcess?>(nil)

  /// - Throws: an error if the program does not start, or does not decide for players.
  init(
    _ program: PluginProgram, limits: PluginLimits, notices: PluginNotices
  ) throws(GameError) {
    self.program = program
    self.limits = limits
    self.notices = notices
    strays = UnexpectedOutput(program.name)
    do throws(PluginError) {
      let process = try start()
      self.process.withLock { $0 = process }
    } catch {
      throw error.gameError(of: program.name)
    }
  }

  deinit { process.withLock { $0?.end() } }

  func choose(
    game: String, player: String, view: Fields, legal: LegalLines, chance: Chance
  ) throws(GameError) -> String {
    let question = Self.question(game: game, player: player, view: view, legal: legal)
    let settings = PluginGame.settings(chance, words: PluginGame.words)
    do throws(PluginError) {
      var process = try running()
      var answer: Value
      do throws(PluginError) {
        answer = try process.ask("choose", settings, rest: question.json)
      } catch {
        guard case .stopped = error else { throw error }
        process = try start()
        self.process.withLock { $0 = process }
        answer = try process.ask("choose", settings, rest: question.json)
        notices.post(
          PluginNotice(plugin: program.name, text: "\(error.clause) and was started again"))
      }
      guard let line = answer["line"]?.string, PluginMove.isLine(line) else {
        process.end()
        throw PluginError.garbled("`line` is not a line", during: "choose")
      }
      return line
    } catch {
      throw error.gameError(of: program.name)
    }
  }

  /// The description of a game in the request `choose`.
  static func question(
    game: String, player: String, view: Fields, legal: LegalLines
  ) -> Value {
    .object([
      "game": .string(game), "player": .string(player), "state": .object(view),
      "legal": .strings(legal.moves.map(\.line)), "forms": .strings(legal.forms),
    ])
  }

  /// The process; a new one if it has ended.
  private func running() throws(PluginError) -> PluginProcess {
    if let process = process.withLock({ $0 }), !process.hasEnded { return process }
    let process = try start()
    self.process.withLock { $0 = process }
    return process
  }

  private func start() throws(PluginError) -> PluginProcess {
    let (strays, notices) = (strays, notices)
    let process = try PluginProcess(program, limits: limits) { unasked in
      if case .stray(let line) = unasked { strays.note(line, notices) }
    }
    let answer = try process.ask("hello", rest: "\(PluginProcess.protocolNumber)")
    guard PluginProcess.protocols.contains(answer["protocol"]?.integer ?? 0) else {
      process.end()
      throw .otherProtocol(answer["protocol"]?.integer ?? 0)
    }
    let capabilities = (answer["capabilities"]?.array ?? []).compactMap(\.string)
    guard capabilities.contains("player") else {
      process.end()
      throw .refused(
        GameError(.badArgument, "the program \(program.name) does not decide for players"))
    }
    return process
  }
}
