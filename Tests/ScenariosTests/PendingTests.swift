import LibC
import ParlorEngine
import ParlorKit
import Platform
import Testing

@testable import Scenarios

/// Pending replies, placeholders for what varies, and what a change of a file concerns.
@Suite struct PendingTests {
  private func pend(_ folder: Folder) -> ScenarioReport {
    folder.run {
      $0.blesses = true
      $0.isPending = true
      $0.isInCI = true
    }
  }

  @Test func `files stay as they are`() throws {
    let text = "> say a\nb\n\nprose\n> say c\nc\n> say 2\n3\n"
    let folder = try Folder(["a.scenario": text, "g.parlor": "say a\n", "g.golden": "> say a\nb\n"])
    let report = pend(folder)
    #expect(report.exitCode == 1)
    #expect(
      folder.text(of: report).contains("pending DIR/a.scenario.new (2 replies)\n"))
    #expect(folder.text(of: report).hasSuffix("0 passed, 2 failed (3 differences)\n"))
    #expect(try folder.read("a.scenario") == text)
    #expect(try folder.read("a.scenario.new") == "> say a\na\n\nprose\n> say c\nc\n> say 2\n2\n")
    #expect(try folder.read("g.golden.new") == "> say a\na\n")
    #expect(
      PendingFile.find([folder.path]).files == [
        "\(folder.path)/a.scenario", "\(folder.path)/g.golden",
      ])
    // What passes again is pending no more.
    try folder.write("> say a\na\n", to: "a.scenario")
    try folder.write("> say a\na\n", to: "g.golden")
    #expect(pend(folder).exitCode == 0)
    #expect(PendingFile.find([folder.path]).files.isEmpty)
  }

  /// The name of a pending file may lead elsewhere, or be a folder of the user.
  @Test func `links and folders in place of pending files are left`() throws {
    let folder = try Folder([
      "a.scenario": "> say a\nb\n", "b.scenario": "> say a\na\n", "precious": "x",
      "b.scenario.new/precious": "x",
    ])
    let link = "\(folder.path)/a.scenario.new"
    try #require(symlink("\(folder.path)/precious", link) == 0)
    #expect(folder.text(of: pend(folder)).contains("it is a symbolic link"))
    #expect(try folder.read("precious") == "x")
    #expect(try folder.read("b.scenario.new/precious") == "x")
  }

  @Test func `a file without commands is no pending file, and stays`() throws {
    let folder = try Folder([
      "a.scenario": "> say a\nb\n", "a.scenario.new": "my notes\n",
      "b.scenario": "> say a\na\n", "b.scenario.new": "my notes\n",
    ])
    #expect(folder.text(of: pend(folder)).contains("it exists, and is not a pending file"))
    for name in ["a", "b"] { #expect(try folder.read("\(name).scenario.new") == "my notes\n") }
  }

  /// A stranger's folder has a golden file that leads to a file of the user.
  @Test(arguments: [true, false])
  func `a golden file that leads out of its folder is left`(isPending: Bool) throws {
    let folder = try Folder([
      "g/a.parlor": "say a\n", "precious": "x\n", "g/b.scenario": "> say a\na\n",
    ])
    try #require(symlink("../precious", "\(folder.path)/g/a.golden") == 0)
    try #require(symlink("../missing", "\(folder.path)/g/c.golden") == 0)
    try folder.write("say a\n", to: "g/c.parlor")
    let report = folder.run {
      $0.blesses = true
      $0.isPending = isPending
    }
    #expect(folder.text(of: report).contains("it leads out of its folder"))
    #expect(try folder.read("precious") == "x\n")
    #expect(FileSystem.isMissing("\(folder.path)/missing"))
  }

  @Test func `a file that changes while it is blessed stays as it is`() throws {
    let folder = try Folder(["a.scenario": "> say a\nb\n"])
    let changed = "> say a\nb\n\nA new line.\n"
    let report = folder.run {
      $0.blesses = true
      $0.approves = { [path = folder.path] _ in
        try? FileSystem.write(Array(changed.utf8), to: "\(path)/a.scenario")
        return true
      }
    }
    #expect(folder.text(of: report).contains("it has changed meanwhile; run the command again"))
    #expect(try folder.read("a.scenario") == changed)
    _ = pend(folder)
    var file = try PendingFile("\(folder.path)/a.scenario")
    for change in file.changes { file.decide(.accept, on: change) }
    try folder.write(changed + "More.\n", to: "a.scenario")
    #expect(throws: ScenarioError.self) { try file.save() }
    #expect(try folder.read("a.scenario") == changed + "More.\n")
  }

  @Test func `each decision is applied to the file`() throws {
    let folder = try Folder([
      "a.scenario": "# T\n> say 1\nx\n> say 2\nx\n\np\n> say c\nx\n> say d\nx\n"
    ])
    _ = pend(folder)
    let path = "\(folder.path)/a.scenario"
    var file = try PendingFile(path)
    #expect(file.changes.map(\.line) == [2, 4, 8, 10])
    #expect(file.changes.map(\.command) == ["say 1", "say 2", "say c", "say d"])
    #expect(
      file.changes[0].kind == file.changes[1].kind && file.changes[0].kind != file.changes[2].kind)
    file.decide(.accept, on: file.changes[0])
    file.decide(.reject, on: file.changes[1])
    file.decide(.edit(Array("> say c\n<word>\n".utf8)), on: file.changes[2])
    try file.save()
    #expect(
      try folder.read("a.scenario")
        == "# T\n> say 1\n1\n> say 2\nx\n\np\n> say c\n<word>\n> say d\nx\n")
    #expect(
      try folder.read("a.scenario.new")
        == "# T\n> say 1\n1\n> say 2\nx\n\np\n> say c\n<word>\n> say d\nd\n")
    file = try PendingFile(path)
    #expect(file.changes.map(\.line) == [10])
    file.decide(.accept, on: file.changes[0])
    try file.save()
    #expect(FileSystem.kind(of: path + ".new") == .missing)
    #expect(try folder.read("a.scenario").hasSuffix("> say d\nd\n"))
  }

  @Test func `a change marks the part of a line that differs`() throws {
    let folder = try Folder(["a.scenario": "> say abc\nabd\n"])
    _ = pend(folder)
    let file = try PendingFile("\(folder.path)/a.scenario")
    var text = TextWriter(styled: false)
    for change in file.changes { change.write(of: "a", to: &text) }
    #expect(text.string == "a:1\n      > say abc\n    - abd\n    + abc\n        ^\n")
  }

  @Test func `changed files are refused`() throws {
    let folder = try Folder(["a.scenario": "> say 1\nx\n"])
    _ = pend(folder)
    try folder.write("> say 3\nx\n", to: "a.scenario")
    #expect(throws: ScenarioError.self) { _ = try PendingFile("\(folder.path)/a.scenario") }
  }

  @Test(arguments: [
    ("seed=17 of Ann", "seed=235 of Ann", "seed=<int> of Ann"), ("a 1.5", "a 2", "a <float>"),
    ("at 2026-07-28.", "at 2026-11-02.", "at <date>."), ("took 10s", "took 1m 5s", nil),
    ("took 10s now", "took 250ms now", "took <duration> now"), ("is Bob", "is Ann", "is <word>"),
    ("a (re) 1", "a (re) 2", "a (re) <int>"), ("<int> 1", "<int> 2", nil), ("a b", "a", nil),
    // Longer than `<int>` takes: a part of the number would not match the next one.
    ("a 17446744073709551615", "a 12345678901234567895", "a <word>"),
    ("a 1744674407370955165", "a 1234567890123456785", "a <word>"),
  ])
  func `words that differ become placeholders`(_ one: String, _ two: String, _ expected: String?) {
    func transcription(_ line: String) -> Transcription {
      var result = Transcription()
      result.text = Array("same\n\(line)\n".utf8)
      return result
    }
    var redactions = Redactions()
    let isFine = redactions.add(transcription(one), transcription(two), step: 0)
    #expect(isFine == (expected != nil))
    let line = redactions.line(Array(one.utf8)[...], step: 0)
    #expect(line.map { String(decoding: $0, as: UTF8.self) } == expected)
  }

  @Test func `blessing keeps placeholders`() throws {
    let folder = try Folder(["a.scenario": "> random\n> say a\n"])
    let report = folder.run {
      $0.blesses = true
      $0.redacts = true
    }
    #expect(report.exitCode == 0, "\(folder.text(of: report))")
    #expect(try folder.read("a.scenario").hasSuffix(">\n> say a\na\n"))
    #expect(folder.run().exitCode == 0)
  }

  @Test func `a change concerns the files that depend on it`() throws {
    let folder = try Folder([
      "a.scenario": "> say a\na\n", "b.scenario": "> source x.parlor\n", "x.parlor": "say a\n",
      "g.parlor": "say a\n", "g.golden": "> say a\na\n", "sub/setup.scenario": "> say a\na\n",
      "sub/c.scenario": "> say a\na\n",
    ])
    let root = try #require(FileSystem.realPath(of: folder.path))
    #expect(WatchedFiles.folders(of: [folder.path]) == [root, "\(root)/sub"])
    func touched(_ name: String) -> [String] {
      WatchedFiles.touched(by: ["\(root)/\(name)"], among: [folder.path]).sorted()
        .map { String($0.dropFirst(root.count + 1)) }
    }
    #expect(touched("a.scenario") == ["a.scenario"])
    #expect(touched("x.parlor") == ["b.scenario"])
    #expect(touched("g.golden") == ["g.parlor"])
    #expect(touched("sub/setup.scenario") == ["sub/c.scenario"])
    #expect(touched("other.txt") == [])
  }

  @Test func `a golden file is one part from its first line on, a scenario has one for each step`()
  {
    let text = Array("prose\n\n> a\nb\n> c\nd\n".utf8)
    let golden = PendingFile.parts(of: text, "a.golden")
    #expect(golden.lines == [1] && golden.parts.map(Array.init) == [text])
    let scenario = PendingFile.parts(of: text, "a.scenario")
    #expect(scenario.lines == [1, 3, 5])
    #expect(
      scenario.parts.map { String(decoding: $0, as: UTF8.self) }
        == ["prose\n\n", "> a\nb\n", "> c\nd\n"])
  }
}
