import TestKit
import Testing

/// `parlor --resume-at FILE:LINE`.
@Suite(.blocking) struct ResumeTests {
  private func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.add("setup.scenario", "> seed 7\n")
    try folder.add(
      "a.scenario", "> new farkle Ann Bob\nwrong\n> roll 1 5 5 2 3 6\n> hold 1\n> bank\n> quit\n")
    return folder
  }

  @Test func `lines start in the scenario's state`() throws {
    let folder = try folder()
    let place = "\(folder["a.scenario"]):4"
    let outcome = try Program.run(["--resume-at", place, "-c", "log"])
    #expect(outcome == Outcome(0, "new farkle Ann Bob rules=standard seed=7\nroll 1 5 5 2 3 6\n"))
    let piped = try Program.run(["--resume-at", place], input: "log\n".utf8)
    #expect(piped == outcome)
    let echoed = try Program.run(["--resume-at", place, "--echo", "-c", "hold 1"])
    #expect(echoed.text.hasPrefix("> seed 8\n> new farkle Ann Bob rules=standard seed=7\n...\n"))
  }

  @Test func `a prompt starts in the scenario's state`() throws {
    let folder = try folder()
    let terminal = try Pseudoterminal.parlor(
      ["--resume-at", "\(folder["a.scenario"]):4", "--color", "never"])
    try terminal.expect("3 commands have run. Next: > hold 1")
    try terminal.expect(Prompt.turn("Ann"))
    try terminal.send("bank\r")
    try terminal.expect("error[not-now]")
    #expect(try terminal.leave() == .exited(0))
  }

  @Test(arguments: [
    ["a.scenario"], ["gone.scenario:1"], ["a.scenario:x"], ["a.scenario:1", "b.parlor"],
  ])
  func `invalid places are exit code 2`(_ arguments: [String]) throws {
    let folder = try folder()
    let outcome = try Program.run(["--resume-at"] + arguments.map { folder[$0] })
    #expect(outcome.status == .exited(2))
    #expect(outcome.output.isEmpty)
  }
}
