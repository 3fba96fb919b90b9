import TestKit
import Testing

/// The same bytes in give the same bytes out.
@Suite(.blocking) struct ReproducibilityTests {
  /// A bit of everything: chance, time, errors, tables, help, state.
  static let script = """
    new farkle Ann Bob Jiří rules=patch target=2000
    roll
    hold best
    roll
    hold best
    bank
    show
    legal
    state
    log
    rol
    clock +90s
    clock
    new farkle Čeněk 漢字
    roll
    undo
    roll
    games
    rules
    help
    help farkle
    set
    save /nonexistent/folder/game
    new farkle x target=0

    """

  @Test func `a script gives the same output twice`() throws {
    let first = try run([])
    #expect(first.status == .exited(1))
    #expect(first.output.count > 5_000)
    #expect(try run([]) == first)
  }

  @Test(arguments: [
    ["LANG": "C", "LC_ALL": "C"],
    ["LANG": "cs_CZ.UTF-8", "LC_ALL": "cs_CZ.UTF-8", "LANGUAGE": "cs"],
    ["LC_ALL": "tr_TR.ISO-8859-9"],
    ["TZ": "Pacific/Kiritimati"], ["TZ": ":/nonsense"],
    ["SWIFT_DETERMINISTIC_HASHING": "1"],
    ["HOME": "/nonexistent"], ["HOME": ""],
    ["TERM": "xterm-256color", "COLORTERM": "truecolor", "CLICOLOR_FORCE": "1"],
    ["TERM": "dumb", "NO_COLOR": "1"],
    ["COLUMNS": "20", "LINES": "5"],
    ["PATH": ""],
    ["POSIXLY_CORRECT": "1"],
    ["XDG_STATE_HOME": "/dev/null", "XDG_CONFIG_HOME": "/dev/null"],
    ["TMPDIR": "/nonexistent", "USER": "", "CI": "true"],
  ])
  func `the environment changes nothing`(environment: [String: String]) throws {
    #expect(try run([], environment: environment) == run([]))
  }

  @Test(arguments: [["--color", "always"], ["--seed", "0"], ["--clock", "virtual"]])
  func `options that repeat a default change nothing`(arguments: [String]) throws {
    #expect(try run(arguments) == run([]))
  }

  @Test func `a seed gives its own dice, and always the same`() throws {
    let rolls = try ["0", "1", "2", "4294967295", "9007199254740991"].map { seed in
      let outcome = try Program.run(["--seed", seed, "-c", "new farkle Ann; roll"])
      #expect(outcome.status == .exited(0))
      #expect(outcome == (try Program.run(["-c", "seed \(seed); new farkle Ann; roll"])))
      #expect(outcome == (try Program.run(["-c", "new farkle Ann seed=\(seed); roll"])))
      #expect(outcome.text.contains("Seed \(seed)."))
      return outcome.text
    }
    #expect(Set(rolls).count == rolls.count)
  }

  @Test func `a random seed differs between runs and can be reused`() throws {
    let script = "seed; new farkle Ann; roll"
    let outcomes = try (0..<3).map { _ in try Program.run(["--seed", "random", "-c", script]) }
    #expect(outcomes.allSatisfy { $0.status == .exited(0) && $0.errors.isEmpty })
    // Three of 2^32 seeds are alike once in 10^19 runs.
    #expect(Set(outcomes.map(\.text)).count > 1)
    let seed = try #require(outcomes[0].text.firstMatch(of: /Seed (\d+)\./)?.1)
    #expect(try Program.run(["--seed", String(seed), "-c", script]) == outcomes[0])
  }

  private func run(
    _ arguments: [String], environment: [String: String] = [:]
  ) throws -> Outcome {
    try Program.run(
      ["--keep-going"] + arguments, input: Self.script.utf8,
      environment: Program.environment.merging(environment) { $1 })
  }
}
