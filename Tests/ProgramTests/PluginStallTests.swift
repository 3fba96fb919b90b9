import LibC
import Platform
import TestKit
import Testing

/// Plugins that never answer a move.
@Suite(.blocking) struct PluginStallTests {
  /// A folder with Sticks, which says its number when it is asked for a move, and then nothing.
  private static func folder(saying command: String) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    let text = String(
      decoding: try FileSystem.read(Example.path("plugins/parlor-sticks")), as: UTF8.self)
    let stalling = text.replacing("play) play ;;", with: "play) \(command); exec sleep 1000 ;;")
    try #require(stalling != text)
    try FileSystem.write(Array(stalling.utf8), to: folder["parlor-sticks"], mode: 0o755)
    return folder
  }

  /// Waits until no process of the number runs: the system takes a moment to fetch an orphan.
  private func expectNone(_ number: some StringProtocol) throws {
    #expect(try Program.shell("while kill -0 \(number) 2>&-; do :; done") == Outcome(0))
  }

  @Test func `Ctrl-C at the prompt interrupts it, and the game continues`() throws {
    let folder = try Self.folder(saying: "echo \"<$$>\" >/dev/tty")
    let terminal = try Pseudoterminal.parlor(environment: ["PATH": "\(folder.path):/usr/bin:/bin"])
    try terminal.expect(Prompt.outside)
    try terminal.send("new sticks Ann Bob\r")
    try terminal.expect("sticks Ann 21> ")
    try terminal.send("take 2\r")
    try terminal.expect("<")
    let number = try terminal.expect(">").dropLast()
    try terminal.send("\u{3}")
    try terminal.expect("error[plugin]: the plugin sticks was interrupted during `play`")
    try expectNone(number)
    try terminal.expect("sticks Ann 21> ")
    try terminal.send("state sticks\r")
    try terminal.expect("21\r\n")
    #expect(try terminal.leave() == .exited(0))
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func `a signal that ends a script ends its plugin`(signal: Int32) throws {
    let folder = try Self.folder(saying: "echo \"<$$>\" >/dev/tty")
    let script = try folder.add("a.parlor", "new sticks Ann Bob\ntake 2\n")
    let terminal = try Pseudoterminal.parlor(
      [script], environment: ["PATH": "\(folder.path):/usr/bin:/bin"])
    try terminal.expect("<")
    let number = try terminal.expect(">").dropLast()
    terminal.signal(signal)
    #expect(try terminal.waitForExit() == .killed(signal))
    try expectNone(number)
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func `a signal that ends a test removes its folder`(signal: Int32) throws {
    let folder = try Self.folder(saying: "echo \"<$$>\" >/dev/tty")
    let temporary = try TemporaryFolder()
    let script = try folder.add(
      "a.scenario", "> new farkle Ann\n...\n> save x\n...\n> new sticks A B\n...\n> take 2\n")
    let terminal = try Pseudoterminal.parlor(
      ["test", "--allow", "exec", "--no-profile", script],
      environment: ["PATH": "\(folder.path):/usr/bin:/bin", "TMPDIR": temporary.path])
    try terminal.expect("<")
    let number = try terminal.expect(">").dropLast()
    #expect(try temporary.names.count == 1)
    terminal.signal(signal)
    #expect(try terminal.waitForExit() == .killed(signal))
    #expect(try temporary.names == [])
    try expectNone(number)
  }

  @Test func `a test that times out removes its folder`() throws {
    let folder = try Self.folder(saying: ":")
    let temporary = try TemporaryFolder()
    try folder.add(
      "a.scenario", "> new farkle Ann\n...\n> save x\n...\n> new sticks A B\n...\n> take 2\n")
    let outcome = try Program.run(
      ["test", "--allow", "exec", "--no-profile", "--timeout", "1s", folder["a.scenario"]],
      environment: ["PATH": "\(folder.path):/usr/bin:/bin", "TMPDIR": temporary.path])
    #expect(outcome.status == .exited(1))
    #expect(try temporary.names == [])
  }

  @Test func `a test that times out ends the plugin and runs the other files`() throws {
    let folder = try Self.folder(saying: "echo $$ >\"$0.number\"")
    try folder.add("a.scenario", "> requires plugin sticks\n> new sticks A B\n...\n> take 2\n")
    try folder.add("b.scenario", "> requires plugin stones\n> new stones A B\n")
    try folder.add("c.scenario", "> echo c\nc\n")
    let outcome = try Program.run(
      ["test", "--allow", "exec", "--no-profile", "--jobs", "1", "--timeout", "1s", folder.path],
      environment: ["PATH": "\(folder.path):/usr/bin:/bin"])
    #expect(outcome.status == .exited(1))
    #expect(outcome.text.contains("a.scenario:4: no reply within 1s\n"), "\(outcome)")
    #expect(outcome.text.contains("b.scenario: the plugin `stones` is missing\n"))
    #expect(outcome.text.hasSuffix("1 passed, 1 failed (1 difference), 1 skipped\n"))
    try expectNone(try folder.text("parlor-sticks.number").split(separator: "\n")[0])
  }
}
