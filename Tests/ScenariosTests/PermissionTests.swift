import Testing

@testable import Scenarios

/// What becomes of a file with a command that needs `--allow`.
@Suite struct PermissionTests {
  @Test(arguments: [("exec", "exec"), ("network", "exec,network")])
  func `a file whose command needs a permission is skipped with the reason`(
    _ need: String, _ option: String
  ) throws {
    let folder = try Folder([
      "a.scenario": "> say a\na\n> refuse \(need)\nit works\n> say b\nc\n",
      "b.parlor": "say a\nrefuse \(need)\nsay b\n",
      "b.golden": "> say a\na\n> refuse \(need)\nit works\n> say b\nc\n",
      "rows.scenario": "(for each n = 1, 2)\n\n> say <n>\n<n>\n> refuse \(need)\nit works\n",
      "setup/setup.scenario": "> refuse \(need)\nit works\n",
      "setup/c.scenario": "> say c\nc\n",
    ])
    let report = folder.run()
    #expect(report.exitCode == 0)
    #expect(
      folder.text(of: report) == """
        skipped DIR/a.scenario: line 3 needs `--allow \(option)`
        skipped DIR/b.parlor: DIR/b.golden:3 needs `--allow \(option)`
        skipped DIR/rows.scenario: line 5 needs `--allow \(option)`
        skipped DIR/setup/c.scenario: DIR/setup/setup.scenario:1 needs `--allow \(option)`

        0 passed, 0 failed, 4 skipped

        """)
  }

  @Test func `every report says that the file was skipped`() throws {
    let folder = try Folder(["a.scenario": "> refuse exec\nit works\n"])
    let report = folder.run(["a.scenario"])
    func text(_ format: ReportFormat) -> String {
      String(decoding: format.bytes(of: report), as: UTF8.self)
    }
    #expect(text(.tap).hasSuffix("a.scenario # SKIP line 1 needs `--allow exec`\n"))
    #expect(text(.junit).contains("<skipped message=\"line 1 needs `--allow exec`\"/>"))
    #expect(text(.json).contains(#""status":"skipped","reason":"line 1 needs `--allow exec`"}"#))
    #expect(text(.html).contains("skipped</span>: line 1 needs `--allow exec`"))
    #expect(text(.github).isEmpty)
  }

  @Test func `what differs before that command fails`() throws {
    let folder = try Folder([
      "a.scenario": "> say a\nb\n> refuse exec\nit works\n> say c\nd\n",
      "b.parlor": "say a\nrefuse exec\n", "b.golden": "> say b\nb\n> refuse exec\nit works\n",
    ])
    let report = folder.run()
    #expect(report.exitCode == 1)
    #expect(folder.text(of: report).hasSuffix("0 passed, 2 failed (2 differences)\n"))
  }

  @Test func `an expected refusal passes`() throws {
    let refusal = "error[not-now]: refused\n"
    let folder = try Folder([
      "a.scenario": "> refuse exec\n\(refusal)> refuse network\nerror[not-now]\n",
      "b.parlor": "refuse exec\nsay b\n", "b.golden": "> refuse exec\n\(refusal)> say b\nb\n",
    ])
    #expect(folder.text(of: folder.run()) == "2 passed, 0 failed\n")
    // What differs beside it is blessed.
    try folder.write("> refuse exec\n\(refusal)> say b\nc\n", to: "a.scenario")
    try folder.write("> refuse exec\n\(refusal)> say b\nc\n", to: "b.golden")
    #expect(folder.run { $0.blesses = true }.exitCode == 0)
    #expect(try folder.read("a.scenario") == "> refuse exec\n\(refusal)> say b\nb\n")
    #expect(try folder.read("b.golden") == "> refuse exec\n\(refusal)> say b\nb\n")
  }

  @Test(arguments: ["exec", "network", "files"], [false, true])
  func `a refusal is never blessed`(_ need: String, _ isPending: Bool) throws {
    let files = [
      "a.scenario": "> refuse \(need)\nit works\n> say b\nb\n",
      "b.scenario": "> say a\nb\n> refuse \(need)\nit works\n",
      "c.parlor": "say c\nrefuse \(need)\n", "c.golden": "> say d\nd\n",
      "d.parlor": "refuse \(need)\n", "d.golden": "",
    ]
    let folder = try Folder(files)
    for asks in [false, true] {
      let report = folder.run {
        $0.blesses = true
        $0.isPending = isPending
        if asks { $0.approves = { _ in true } }
      }
      #expect(report.exitCode == 1)
      for (name, text) in files {
        #expect(try folder.read(name) == text)
        #expect(throws: (any Error).self) { try folder.read("\(name).new") }
      }
      let text = folder.text(of: report)
      let reason = need == "files" ? "is not allowed to read that file" : "needs `--allow exec"
      #expect(text.contains("not blessed: DIR/b.scenario: line 3 \(reason)"))
      #expect(!text.contains("\nblessed ") && !text.contains("pending DIR"))
    }
  }

  @Test func `no golden file is made of a refusal`() throws {
    let folder = try Folder(["a.parlor": "refuse exec\n"])
    let report = folder.run(["a.parlor"]) { $0.blesses = true }
    #expect(folder.text(of: report).hasPrefix("skipped DIR/a.parlor: DIR/a.golden:1 needs"))
    #expect(throws: (any Error).self) { try folder.read("a.golden") }
  }
}
