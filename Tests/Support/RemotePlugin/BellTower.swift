import ParlorKit
import PluginRunner

/// A game that is played elsewhere, for tests: a bell that rings by itself as time goes on.
final class BellTower: RemoteGame {
  static let definition = GameDefinition(
    name: "bell", title: "Bell", summary: "A bell that rings.",
    options: [
      OptionDeclaration(
        "key", .text(limit: 64), "the key of the tower", default: .text(""), isSecret: true)
    ],
    commands: [
      CommandDeclaration(
        "every", [Parameter("TIME", .duration)], summary: "let it ring again and again",
        examples: ["every 10s"]),
      CommandDeclaration("hush", summary: "let it be still", examples: ["hush"]),
      CommandDeclaration(
        "login", [Parameter("NAME", .name), Parameter("PASSWORD", .secret)],
        summary: "tell who you are", examples: ["login ann @password"]),
      CommandDeclaration("folder", summary: "tell what is kept", examples: ["folder"]),
      CommandDeclaration("refuse", summary: "be refused", examples: ["refuse"]),
      CommandDeclaration("fall", summary: "lose all rings and be refused", examples: ["fall"]),
    ])

  private let session: RemoteSession
  private var span: Int64 = 0
  private var rings = 0
  private(set) var nextWake: Int64?

  init(session: RemoteSession) { self.session = session }

  func open(_ setup: GameConfiguration<OptionValues>) throws(GameError) -> [any Event] {
    [BellEvent(text: "The bell hangs at \(session.now).")]
  }

  func run(_ call: Call) throws(GameError) -> [any Event] {
    switch call.verb {
    case "every":
      span = Int64(call.integer(0) ?? 1000)
      nextWake = session.now + span
      return []
    case "hush":
      nextWake = nil
      return [BellEvent(text: "It is still after \(rings).")]
    case "login":
      let password = call.word(1) ?? ""
      return [BellEvent(text: "\(call.word(0) ?? "") has \(password.count) letters.")]
    case "folder":
      return [BellEvent(text: session.stateFolder == nil ? "Nothing is kept." : "It is kept.")]
    case "fall":
      rings = -1
      throw GameError(.notNow, "the bell has fallen")
    default:
      throw GameError(.remote, "the tower is closed", help: ["come again"])
    }
  }

  var view: any GameView { BellView(rings: rings) }
  var legal: LegalMoves<String> {
    LegalMoves(moves: rings < 0 ? [] : ["hush"], forms: ["every TIME"])
  }

  func wake() -> [any Event] {
    rings += 1
    nextWake = session.now + span
    return [BellEvent(text: "It rings at \(session.now).")]
  }
}

/// Something that the bell did.
struct BellEvent: Event {
  let type = "bell"
  let text: String
  var fields: Fields { ["text": .string(text)] }
  func write(to text: inout TextWriter) { text.write(self.text) }
}

/// What is seen of the bell.
struct BellView: GameView {
  let rings: Int
  var fields: Fields { ["rings": .integer(rings)] }
  var caption: String { "a tower" }
  var prompt: String { "\(rings)" }
  func writeTable(to text: inout TextWriter) { text.write("Rings: ", rings) }
  func writeSituation(to text: inout TextWriter) {}
}
