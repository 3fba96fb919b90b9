import ParlorEngine
import ParlorKit
import TestKit
import Testing

/// Branches that cannot happen and happen nevertheless.
struct InternalFaultTests {
  /// A game that meets one whenever `1` is said, and when it refuses `9`.
  private struct Faulty: Game {
    let name = "faulty"
    let summary = "Says numbers."
    let commands: [Command<State>] = [
      Command("say", "say a number", examples: ["say 2"], Form(.integer("N", 1...9)) { $0 })
    ]

    func start(_ game: GameConfiguration<NoOptions>) -> State { State() }

    struct State: GameState {
      var said = 0

      var status: GameStatus { .playing(turn: 0) }
      var legalMoves: LegalMoves<Int> { LegalMoves(moves: Array(1...9)) }

      func resolve(_ move: Int, chance: inout Chance) throws(GameError) -> Resolution<Int> {
        if move == 9 {
          InternalFault.note("no one says 9", file: "Faulty.swift", line: 8)
          throw .illegal("9 is too much")
        }
        return .play(move)
      }

      mutating func apply(_ move: Int, at time: GameTime, report: inout Reporter) {
        // What `unreachable` does in a release.
        if move == 1 { InternalFault.note("no one says 1", file: "Faulty.swift", line: 7) }
        said = move
        report("said", ["number": move]) { "Said." }
      }

      func write(_ move: Int, to line: inout TextWriter) { line.write("say ", move) }

      func view(for player: Int?, at time: GameTime) -> PlainView {
        PlainView(["said": said], caption: "", prompt: "", table: "\(said) was said.")
      }
    }
  }

  @Test func `a line that meets one is an internal error and the session goes on`() {
    let session = TestSession([Faulty()])
    session.run("new faulty Ann", "say 2")
    let problem = session.problem(with: "say 1")
    #expect(problem?.code == .internal)
    #expect(problem?.message == "not true: no one says 1 (Faulty.swift:7)")
    // What was done is done, as the log says.
    #expect(session.say("show").hasPrefix("1 was said."))
    #expect(session.say("log").hasSuffix("say 2\nsay 1"))
    #expect(session.code(of: "say 3") == nil)
    #expect(session.code(of: "undo 2") == nil)
    #expect(session.say("show").hasPrefix("2 was said."))
  }

  @Test func `a refusal that meets one is an internal error, and later lines are not`() {
    let session = TestSession([Faulty()])
    session.run("new faulty Ann", "say 2")
    #expect(session.problem(with: "say 9")?.message == "not true: no one says 9 (Faulty.swift:8)")
    #expect(session.say("log").hasSuffix("say 2"))
    #expect(InternalFault.take() == nil)
  }

  @Test func `a value that is there is taken`() {
    let number: Int? = 3
    #expect(number ?? unreachable("it is there", 0) == 3)
  }

  @Test func `a debug build traps`() async {
    await #expect(processExitsWith: .failure) {
      let number: Int? = Int("x")
      _ = number ?? unreachable("it is there", 0)
    }
  }
}
