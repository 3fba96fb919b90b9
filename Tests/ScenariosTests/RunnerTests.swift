import ParlorEngine
import Platform
import Testing

@testable import Scenarios

@Suite struct RunnerTests {
  @Test func `folders are searched in byte order`() throws {
    let folder = try Folder([
      "b.scenario": "> say b\n-\n", "B.scenario": "> say B\n-\n", "c/a.scenario": "> say c\n-\n",
      ".hidden.scenario": "> say h\n-\n", ".git/x.scenario": "> say h\n-\n", "notes.txt": "> x\n",
      "d.parlor": "say d\n", "e.md": "no block\n",
    ])
    let report = folder.run()
    #expect(
      report.results.map(\.path) == ["B", "b", "c/a"].map { "\(folder.path)/\($0).scenario" })
    #expect(report.failedCount == 3)
  }

  @Test func `the report does not depend on jobs`() throws {
    var files: [String: String] = [:]
    for number in 0..<40 { files["f\(number).scenario"] = "> count\ncount is \(number % 3)\n" }
    let folder = try Folder(files)
    let one = folder.text(of: folder.run())
    for jobs in [2, 7, 64] { #expect(folder.text(of: folder.run { $0.jobs = jobs }) == one) }
    #expect(one.hasSuffix("\n\n13 passed, 27 failed (27 differences)\n"))
  }

  @Test func `setup runs before each file of its folder`() throws {
    let folder = try Folder([
      "setup.scenario": "> count\ncount is 1\n", "a.scenario": "> count\ncount is 2\n",
      "b.md": "```parlor\n> count\ncount is 2\n```\n", "sub/c.scenario": "> count\ncount is 1\n",
    ])
    #expect(folder.text(of: folder.run()) == "3 passed, 0 failed\n")
    try folder.write("> count\ncount is 5\n", to: "setup.scenario")
    let report = folder.run(["a.scenario"])
    #expect(folder.text(of: report).hasPrefix("DIR/setup.scenario:1: the reply is not as"))
    #expect(report.exitCode == 1)
    let blessed = folder.run { $0.blesses = true }
    #expect(blessed.exitCode == 0)
    #expect(try folder.read("setup.scenario") == "> count\ncount is 1\n")
    #expect(folder.run(["setup.scenario"]).exitCode == 0)
  }

  @Test func `failures of a setup are shown once`() throws {
    let folder = try Folder([
      "setup.scenario": "> count\nno\n", "a.scenario": "> say a\na\n", "b.scenario": "> say a\na\n",
    ])
    #expect(
      folder.text(of: folder.run()).hasSuffix(
        """
        DIR/b.scenario: DIR/setup.scenario:1 fails as shown above

        0 passed, 2 failed (2 differences)

        """))
    try folder.write("", to: "setup.scenario")
    #expect(
      folder.text(of: folder.run())
        == "DIR/setup.scenario: no command in this file; a command is a line that starts with `> `\n\n"
        + "0 passed, 2 failed\n")
  }

  @Test(arguments: [1000, 1001])
  func `a pattern has up to 1000 placeholders`(_ count: Int) throws {
    let words = Array(repeating: "7", count: count).joined(separator: " ")
    let pattern = words.replacing("7", with: "<word>")
    let folder = try Folder(["a.scenario": "> say \(words)\n\(pattern) (re)\n"])
    let report = folder.run()
    #expect(report.exitCode == (count > 1000 ? 2 : 0), "\(folder.text(of: report))")
  }

  @Test func `a file with a missing plugin is skipped`() throws {
    let folder = try Folder([
      "a.scenario": "> say a\na\n> requires plugin go\n> say b\nwrong\n",
      "b.scenario": "> requires plugin toys\n> say b\nb\n",
      "go/setup.scenario": "> requires plugin go\n", "go/c.scenario": "> say c\nwrong\n",
    ])
    for rounds in [1, 2] {
      let report = folder.run { $0.rounds = rounds }
      #expect(report.exitCode == 0)
      #expect(
        folder.text(of: report)
          == """
          skipped DIR/a.scenario: the plugin `go` is missing
          skipped DIR/go/c.scenario: the plugin `go` is missing

          1 passed, 0 failed, 2 skipped

          """)
    }
  }

  @Test func `only selected lines are compared`() throws {
    let text = "> count\ncount is 0\n\n> count\ncount is 2\n> count\ncount is 0\n"
    let folder = try Folder(["a.scenario": text])
    #expect(folder.run(["a.scenario:4"]).exitCode == 0)
    #expect(folder.run(["a.scenario:5-5"]).exitCode == 0)
    #expect(folder.run(["a.scenario:5-6"]).results[0].outcome.steps?.failures.map(\.line) == [6])
    #expect(
      folder.run(["a.scenario:1-9"]).results[0].outcome.steps?.failures.map(\.line) == [1, 6])
    #expect(
      folder.text(of: folder.run(["a.scenario:3"]))
        == "DIR/a.scenario:3: no command at the selected lines\n\n0 passed, 1 failed\n")
    #expect(folder.run(["a.scenario:4"]) { $0.blesses = true }.exitCode == 0)
    #expect(try folder.read("a.scenario") == text)
    #expect(folder.run(["a.scenario:6"]) { $0.blesses = true }.exitCode == 0)
    #expect(try folder.read("a.scenario").hasSuffix("> count\ncount is 3\n"))
  }

  @Test func `invalid paths are errors`() throws {
    let folder = try Folder(["notes.txt": "", "sub/b.txt": "", "c.parlor": "say a\n"])
    let report = folder.run(["gone.scenario", "notes.txt", "sub", "c.parlor"])
    #expect(
      folder.text(of: report) == """
        DIR/gone.scenario: cannot read DIR/gone.scenario: no such file or directory
        DIR/notes.txt: not a scenario; expected *.scenario, *.md, or *.parlor with its *.golden
        DIR/sub: no scenarios in this folder
        DIR/c.parlor: its golden file DIR/c.golden is missing; `--bless` creates it

        0 passed, 4 failed

        """)
    #expect(report.exitCode == 2)
    #expect(ScenarioRunner(makeSession: ToySession.make).run([]).exitCode == 2)
  }

  @Test func `an invalid file outweighs a failure`() throws {
    let folder = try Folder(["a.scenario": "> say a\nb\n", "b.scenario": ""])
    #expect(folder.run().exitCode == 2)
    #expect(folder.run(["a.scenario"]).exitCode == 1)
  }

  @Test func `scripts are compared with their golden files`() throws {
    let folder = try Folder([
      "a.parlor": "say a\n# comment\ncount\n",
      "a.golden": "> say a\r\na\r\n> count\ncount is 1\n",
      "b.parlor": "say (re)|x (re)\n", "b.golden": "> say (re)|x (re)\n(re)\n",
    ])
    #expect(
      folder.text(of: folder.run()) == """
        DIR/b.golden:3: the reply is not as expected
            > say (re)|x (re)
              > say (re)|x (re)
              (re)
            + x (re) (literal)
            rerun: parlor test DIR/b.parlor
            debug: parlor --resume-at DIR/b.golden:3

        1 passed, 1 failed (1 difference)

        """)
    #expect(folder.run { $0.blesses = true }.exitCode == 0)
    #expect(try folder.read("a.golden").contains("\r\n"))
    #expect(folder.text(of: folder.run()) == "2 passed, 0 failed\n")
    FileSystem.remove("\(folder.path)/b.parlor")
    let orphan = folder.run()
    #expect(orphan.exitCode == 2)
    #expect(
      folder.text(of: orphan).hasPrefix("DIR/b.golden: a golden file without its script b.parlor\n")
    )
  }

  @Test func `interpreters run scenarios and goldens`() throws {
    let folder = try Folder([
      "a.scenario": "> seed 7\n\n> fly\nerror[unknown-command]\n", "b.parlor": "fly\n# comment\n",
    ])
    var options = ScenarioOptions()
    options.blesses = true
    let blessing = ScenarioRunner(options) { _ in Interpreter(Settings(games: [])) }
    #expect(blessing.run(["\(folder.path)/b.parlor"]).exitCode == 0)
    #expect(try folder.read("b.golden").hasPrefix("> fly\nerror[unknown-command]: "))
    let runner = ScenarioRunner { _ in Interpreter(Settings(games: [])) }
    #expect(folder.text(of: runner.run([folder.path])) == "2 passed, 0 failed\n")
  }
}
