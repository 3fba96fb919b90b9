import Foundation
import Platform
import TestKit
import Testing

/// Games in files.
@Suite(.blocking) struct SaveTests {
  @Test func `a file is the log with its digests`() throws {
    let folder = try TemporaryFolder()
    let path = folder["game.parlor"]
    let outcome = try Program.run(input: (Turn.script + "save \(path)\n").utf8)
    #expect(
      outcome == Outcome(0, Turn.output + "Saved Farkle: Ann, Bob, 3 moves, to \(path).\n"))
    #expect(try log(in: folder["game.parlor"]) == Turn.log)
    #expect(try folder.names == ["game.parlor"])
  }

  @Test func `a path with spaces is quoted, and ~ is the home folder`() throws {
    let folder = try TemporaryFolder()
    let home = Program.environment.merging(["HOME": folder.path]) { $1 }
    let outcome = try Program.run(
      ["-c", "new farkle Ann; save \"~/a \\\"game\\\"; 漢字\"; load ~/b"], environment: home)
    #expect(outcome.status == .exited(1))
    #expect(outcome.firstComplaint.hasSuffix(" cannot read ~/b: no such file or directory"))
    #expect(try folder.names == ["a \"game\"; 漢字"])
  }

  @Test func `a loaded game continues the same with any session seed`() throws {
    let folder = try TemporaryFolder()
    let path = folder["game"]
    let start = "new farkle Ann Bob seed=7; roll; hold best"
    let rest = "roll; hold best; roll; log"
    let whole = try Program.run(["--keep-going", "-c", "\(start); show; \(rest)"])
    let first = try Program.run(["-c", "\(start); save \(path)"])
    #expect(first.status == .exited(0))
    for seed in ["0", "99", "random"] {
      let last = try Program.run(
        ["--keep-going", "--seed", seed, "-c", "load \(path); show; \(rest)"])
      let shown = try #require(last.text.firstRange(of: "\n").map { last.text[$0.upperBound...] })
      #expect(last.text.hasPrefix("Loaded Farkle: Ann, Bob, "))
      // What `load` shows of the situation is what the last move had shown, and the dice.
      let situation = try #require(first.text.split(separator: "\n").dropLast().last)
      let dice = "Dice: 6 5 1 1 3 5, held: 1 1 5 5 for 300."
      #expect("\(shown)" == "\(dice)\n\(situation)\n" + whole.text.dropFirst(prefix(of: first)))
    }
  }

  /// The length of what a run printed before it saved.
  private func prefix(of outcome: Outcome) -> Int {
    outcome.text.count - (outcome.text.split(separator: "\n").last?.count ?? 0) - 1
  }

  @Test func `saving, loading and saving again gives the same file`() throws {
    let folder = try TemporaryFolder()
    let moves = "new farkle Ann Bob rules=patch seed=3;roll;hold best;undo;roll;hold best;bank"
    let outcome = try Program.run([
      "--keep-going", "-c", "set undo fresh;\(moves);save \(folder["a"])",
    ])
    #expect(outcome.text.contains("Saved "))
    let again = "load \(folder["a"]); save \(folder["b"]); undo; redo; save \(folder["c"])"
    #expect(try Program.run(["-c", again]).status == .exited(0))
    let text = try folder.text("a")
    #expect(text.contains("\n# undo-epoch "))
    #expect(try folder.text("b") == text)
    #expect(try folder.text("c").split(separator: "\n").last == text.split(separator: "\n").last)
  }

  @Test func `a file run as a script plays the same game`() throws {
    let folder = try TemporaryFolder()
    let (first, second) = (folder["first"], folder["second"])
    _ = try Program.run(input: (Turn.script + "save \(first)\n").utf8)
    #expect(try Program.run([first]) == Outcome(0, Turn.output))
    _ = try Program.run(["--seed", "5", "-c", "source \(first); save \(second)"])
    #expect(try folder.text("second") == folder.text("first"))
  }

  @Test func `an existing file is replaced atomically and keeps its mode`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.add("game", String(repeating: "old\n", count: 1_000))
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
    _ = try Program.run(input: (Turn.script + "save \(path) overwrite=yes\n").utf8)
    #expect(try log(in: folder["game"]) == Turn.log)
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o640)
    #expect(try folder.names == ["game"])
  }

  @Test(arguments: [true, false])
  func `a symbolic link stays and points to the game`(exists: Bool) throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createSymbolicLink(
      atPath: folder["link"], withDestinationPath: "game")
    if exists { try folder.add("game", "old") }
    _ = try Program.run(input: (Turn.script + "save \(folder["link"]) overwrite=yes\n").utf8)
    #expect(FileSystem.isSymbolicLink(folder["link"]))
    #expect(try log(in: folder["game"]) == Turn.log)
    #expect(try folder.names == ["game", "link"])
  }

  @Test func `two programs that save to one file leave one complete game`() throws {
    let folder = try TemporaryFolder()
    let path = folder["game"]
    let scripts = ["Ann", "Bob"].map { name in
      "new farkle \(name)\n" + String(repeating: "roll\nhold best\nundo 2\n", count: 20)
        + "save \(path)\n"
    }
    for round in 0..<50 {
      let children = try scripts.map { _ in try Program.start(["--keep-going"]) }
      for (child, script) in zip(children, scripts) { try child.write(script) }
      for child in children { _ = try child.finish() }
      let text = try folder.text("game")
      let loaded = try Program.run(["-c", "load \(path)"])
      #expect(loaded.status == .exited(0), "round \(round): \(loaded) \(text)")
      #expect(try folder.names == ["game"])
    }
  }

  /// The lines of a saved game without their digests, each of which must be there.
  private func log(in path: String) throws -> [String] {
    let text = String(decoding: try FileSystem.read(path), as: UTF8.self)
    return text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      String(line).replacing(/\ # =[0-9A-F]{8}$/, with: " # =")
        .replacing(/^# sum [0-9a-f]{16}$/, with: "# sum ")
    }
  }

  /// Each program finds no file, and writes one: only one of them may.
  @Test func `of programs that save to one new file at once, one does`() throws {
    let folder = try TemporaryFolder()
    let outcome = try Program.shell(
      """
      cd "$1"; for i in 1 2 3 4 5 6; do ("$0" --no-profile -c "new farkle P$i; save s" 2>&1) & done; wait
      """, [folder.path])
    let saved = outcome.text.split(separator: "\n").filter { $0.hasPrefix("Saved ") }
    #expect(saved.count == 1, "\(outcome.text)")
    #expect(try FileSystem.entries(of: folder.path) == ["s"])
    let name = try folder.text("s").firstMatch(of: /new farkle (P\d)/)?.1
    #expect(saved.first?.contains(name ?? "-") ?? false)
  }
}
