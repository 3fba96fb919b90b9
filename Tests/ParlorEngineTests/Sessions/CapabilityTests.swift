import ParlorKit
import TestKit
import Testing

@testable import ParlorEngine

/// What a session is not granted is not there.
struct CapabilityTests {
  private let bare = Session()

  @Test(arguments: ["save a", "load a", "source a", "record a", "record", "record off", "save"])
  func `commands that need files are refused`(line: String) {
    #expect(bare.code(of: line) == .notNow)
    bare.run("new pile Ann", "add 1")
    let before = bare.snapshot()
    #expect(bare.code(of: line) == .notNow)
    #expect(bare.snapshot() == before)
  }

  @Test(arguments: ["save", "load", "source", "record"])
  func `help does not know them either`(verb: String) throws {
    #expect(!bare.say("help").contains("\n  \(verb) "))
    #expect(bare.code(of: "help \(verb)") == .notNow)
    #expect(bare.code(of: verb.dropLast() + "x") == .unknownCommand)
    #expect(!bare.say(verb.dropLast() + "x").contains("`\(verb)`"))
    #expect(!bare.interpreter.router.declarations.contains { $0.verb == verb })
    let granted = Session(folder: try TemporaryFolder())
    #expect(granted.say("help").contains("\n  \(verb) "))
    #expect(granted.say("help \(verb)").hasPrefix("\(verb): "))
  }

  @Test func `help names no heading without commands`() throws {
    #expect(!bare.say("help").contains("Files"))
    #expect(Session(folder: try TemporaryFolder()).say("help").contains("\nFiles\n"))
  }

  @Test func `commands of the program are like the others`() {
    var settings = Settings(games: [Tally()])
    settings.commands = [
      .init("ping") {
        HostCommand(
          in: .session, Command("ping", "answer", examples: ["ping"], Form { _ in .silent }))
      },
      .init("fetch") {
        HostCommand(in: .files, needs: .network, Command("fetch", "fetch", Form { _ in .silent }))
      },
    ]
    let interpreter = Interpreter(settings)
    #expect(interpreter.transcribe(Array("ping".utf8)[...]).code == nil)
    #expect(interpreter.transcribe(Array("fetch".utf8)[...]).code == .notNow)
    settings.capabilities = .network
    let granted = Interpreter(settings)
    #expect(granted.transcribe(Array("fetch".utf8)[...]).code == nil)
    #expect(granted.transcribe(Array("save a".utf8)[...]).code == .notNow)
    #expect(granted.router.declarations.map(\.verb).suffix(2) == ["ping", "fetch"])
  }
}
