import GameCatalog
import ParlorKit
import TestKit
import Testing

@testable import ParlorEngine

/// `source`: files that run lines.
struct SourceTests {
  private let folder: TemporaryFolder
  private let session: Session

  init() throws {
    folder = try TemporaryFolder()
    session = Session(folder: folder)
  }

  @Test func `replies come one by one`() throws {
    try folder.add("a.parlor", "# a script\r\nnew pile Ann\r\n\r\n  add 2 # two\r\n7 show")
    #expect(
      session.say("source a.parlor")
        == "Pile of 20: Ann.\nAnn to move.\nAnn adds 2.\nAnn to move.\n2 of 20, time 0.\n"
        + "Ann to move.")
  }

  @Test func `of a scenario the commands run`() throws {
    try folder.add(
      "a.scenario",
      "# Prose\n> new pile Ann\nwrong\n> # nothing\n>add 3\n\n > add 2\n> \n> add 1\nerror[x]\n")
    #expect(
      session.say("source a.scenario")
        == "Pile of 20: Ann.\nAnn to move.\nAnn adds 1.\nAnn to move.")
  }

  @Test func `a saved game runs whatever it is called`() throws {
    session.run("new pile Ann", "add 2", "save a.scenario")
    #expect(session.say("source a.scenario").hasSuffix("Ann adds 2.\nAnn to move."))
  }

  @Test func `the hidden seed of a saved game stays hidden`() throws {
    let replies = try (1...2).map { seed in
      let first = TestSession(GameCatalog.games, seed: seed, folder: folder) {
        $0.hidesSeeds = true
      }
      for line in ["new farkle Ann Bob", "new mastermind"] {
        first.say(line)
        first.say("save \(line.count).parlor overwrite=yes")
        let saved = try folder.text("\(line.count).parlor")
        #expect(saved.contains("\n# seed-hidden\n"))
      }
      let second = TestSession(GameCatalog.games, folder: folder)
      return ["source 18.parlor", "log", "rules", "source 14.parlor", "log", "rules", "games"].map {
        second.say($0)
      }
    }
    #expect(replies[0] == replies[1])
    #expect(!replies[0][0].contains("Seed"))
  }

  @Test func `a scenario without commands is refused`() throws {
    try folder.add("a.scenario", "new pile Ann\n>add 2\n")
    #expect(
      session.code(of: "source a.scenario") == .io)
  }

  @Test func `requires fails unless everything is available`() {
    #expect(
      session.code(of: "requires plugin go") == .plugin)
    #expect(session.code(of: "requires go") == .badArgument)
    var settings = Settings(games: [])
    settings.capabilities = .local
    settings.hasPlugin = { $0 == "go" }
    let other = Session(interpreter: Interpreter(settings))
    #expect(other.say("requires plugin go") == "")
    #expect(other.code(of: "requires plugin gnu") == .plugin)
  }

  @Test func `the first refusal ends it`() throws {
    try folder.add("a", "new pile Ann\n\nadd 1\nadd 9\nadd 2\n")
    #expect(
      session.say("source a").hasPrefix(
        "Pile of 20: Ann.\nAnn to move.\nAnn adds 1.\nAnn to move.\n"
          + "error[bad-argument]: a:4: "))
    #expect(session.say("total") == "1 of 20.")
    try folder.add("b", "echo in b\nsource a\necho never")
    let problem = try #require(session.problem(with: "source b"))
    #expect(problem.code == .badArgument && problem.range == nil)
    #expect(problem.message.hasPrefix("a:4: ") && problem.help.last?.hasSuffix(" b:2") == true)
  }

  @Test func `what is legal is known after a refusal`() throws {
    try folder.add("a", "new pile Ann limit=5\nadd 3\nadd 3\n")
    let problem = session.problem(with: "source a")
    #expect(problem?.message == "a:3: 3 is too much")
    #expect(problem?.legal == ["draw", "add 1", "add 2", "note WORD"])
  }

  @Test func `files run files sixteen deep`() throws {
    for depth in 1...17 {
      try folder.add("\(depth)", depth == 17 ? "echo deep" : "source \(depth + 1)")
    }
    #expect(session.say("source 2") == "deep")
    let chain = (1...15).reversed().map { "\($0):1" }.joined(separator: ", by ")
    let reply = session.say("source 1")
    #expect(
      reply.hasPrefix("error[limit]: 16:1: ") && reply.hasSuffix(" \(chain)"))
    try folder.add("self", "echo x\nsource self")
    #expect(
      session.say("source self").hasPrefix(
        String(repeating: "x\n", count: 16) + "error[limit]: self:2: "))
    #expect(session.say("source 2") == "deep")
  }

  @Test func `quit ends the file and the session`() throws {
    try folder.add("a", "echo before\nquit\necho after")
    try folder.add("b", "source a\necho after")
    let result = session.interpreter.transcribe(Array("source b".utf8)[...])
    #expect(result.isOver)
    #expect(String(decoding: result.text, as: UTF8.self) == "before\n")
  }

  @Test func `an interrupt ends it`() throws {
    try folder.add("a", "echo one\necho two\necho three\n")
    var calls = 0
    let session = Session(
      folder: folder,
      isInterrupted: {
        calls += 1
        return calls > 2
      })
    #expect(session.say("source a").hasPrefix("one\ntwo\nerror[not-now]: "))
  }

  @Test func `lines over the limit and bytes that are no text are refused at their line`() throws {
    try folder.add("a", "echo a\n" + String(repeating: "x", count: 4097) + "\necho b")
    #expect(session.say("source a").hasPrefix("a\nerror[limit]: a:2: "))
    try folder.add("a", "echo a\n\u{0}\n")
    #expect(session.say("source a").hasPrefix("a\nerror[syntax]: a:2: "))
  }

  /// As for scripts on standard input, a byte order mark is no part of the first line.
  @Test func `a byte order mark is passed over`() throws {
    try folder.add("a", "\u{FEFF}echo a\n")
    #expect(session.say("source a") == "a")
  }

  @Test func `empty and missing files have no lines`() throws {
    try folder.add("a", "")
    #expect(session.say("source a") == "")
    #expect(session.code(of: "source b") == .io)
    #expect(session.code(of: "source .") == .io)
    #expect(session.code(of: "source") == .badArgument)
  }
}
