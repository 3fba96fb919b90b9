import Testing

@testable import Scenarios

@Suite struct ResumePointTests {
  private func point(_ folder: Folder, _ place: String) throws -> ResumePoint {
    try ResumePoint("\(folder.path)/\(place)")
  }

  private func commands(_ point: ResumePoint) -> [String] {
    point.commands.map { String(decoding: $0, as: UTF8.self) }
  }

  @Test func `a scenario resumes before the line`() throws {
    let folder = try Folder(["a.scenario": "prose\n> one\nx (re)\n> two\n\nprose\n> three\ny\n"])
    for (line, count, next) in [
      (1, 0, "one"), (2, 0, "one"), (3, 0, "one"), (4, 1, "two"), (5, 2, "three"), (7, 2, "three"),
      (8, 2, "three"), (9, 3, nil),
    ] as [(Int, Int, String?)] {
      let point = try point(folder, "a.scenario:\(line)")
      #expect(commands(point) == Array(["one", "two", "three"].prefix(count)), "line \(line)")
      #expect(point.next == next, "line \(line)")
    }
    #expect(try point(folder, "a.scenario:7").folder == folder.path)
    #expect(throws: ScenarioError.self) { try point(folder, "a.scenario:10") }
  }

  @Test func `the commands have the values of the row`() throws {
    let folder = try Folder(["a.scenario": "(for each n = 7, 8, 9)\n> one <n>\n> two <n>\n"])
    #expect(try commands(point(folder, "a.scenario:3[2]")) == ["one 8"])
    #expect(try point(folder, "a.scenario:3[3]").next == "two 9")
    #expect(try point(folder, "a.scenario:3").next == "two 7")
  }

  @Test func `setups, scripts, goldens and Markdown can be resumed`() throws {
    let folder = try Folder([
      "setup.scenario": "> zero\n", "a.md": "> no\n```parlor\n> one\n> two\n```\n",
      "b.parlor": "# comment\none\n\ntwo\n", "b.golden": "> one\nreply\n> two\n",
    ])
    #expect(commands(try point(folder, "a.md:4")) == ["zero", "one"])
    #expect(commands(try point(folder, "setup.scenario:1")) == [])
    #expect(commands(try point(folder, "b.parlor:4")) == ["one"])
    #expect(commands(try point(folder, "b.golden:3")) == ["one"])
    #expect(try point(folder, "b.golden:3").description == "1 command has run. Next: > two")
    #expect(
      try point(folder, "b.parlor:5").description
        == "2 commands have run. This is the end of the file.")
  }

  @Test(arguments: [
    ("a.scenario", "DIR/a.scenario: expected `FILE:LINE` or `FILE:LINE[ROW]`"),
    ("a.scenario:1-2", "DIR/a.scenario:1-2: expected `FILE:LINE` or `FILE:LINE[ROW]`"),
    ("a.scenario:0", "DIR/a.scenario:0: expected `FILE:LINE` or `FILE:LINE[ROW]`"),
    ("a.scenario:1[0]", "DIR/a.scenario:1[0]: expected `FILE:LINE` or `FILE:LINE[ROW]`"),
    ("a.scenario:1[1]", "DIR/a.scenario: the file has no parameters, so it has no rows"),
    ("e.scenario:2[4]", "DIR/e.scenario: the file has only 3 rows of parameters"),
    ("b.scenario:1", "DIR/b.scenario: cannot read DIR/b.scenario: no such file or directory"),
    (
      "c.txt:1",
      "DIR/c.txt: not a scenario; expected *.scenario, *.md, or *.parlor with its *.golden"
    ),
    (
      "d.scenario:1",
      "DIR/d.scenario: no command in this file; a command is a line that starts with `> `"
    ),
  ])
  func `an invalid place is an error`(_ place: String, _ message: String) throws {
    let folder = try Folder([
      "a.scenario": "> a\n", "c.txt": "> a\n", "d.scenario": "",
      "e.scenario": "(for each n = 1, 2, 3)\n> <n>\n",
    ])
    let error = #expect(throws: ScenarioError.self) { try point(folder, place) }
    #expect(error?.message.replacing(folder.path, with: "DIR") == message)
  }
}
