import Platform
import TestKit
import Testing

/// `parlor render`, as a user would run it.
@Suite(.blocking) struct RenderCommandTests {
  private static let script = """
    new farkle Ann Bob seed=7
    roll
    hold best
    bank
    """

  private let folder: TemporaryFolder
  private let game: String

  init() throws {
    folder = try TemporaryFolder()
    game = folder["game.parlor"]
    try folder.add("game.parlor", Self.script)
  }

  private func render(_ words: String...) throws -> Outcome {
    try Program.run(["render"] + words)
  }

  @Test func `a script has any name, and may begin with a byte order mark`() throws {
    try folder.add("game.txt", "\u{FEFF}" + Self.script)
    #expect(try render(folder["game.txt"], "--to", "txt") == render(game, "--to", "txt"))
  }

  @Test func `a transcript is what was typed and replied`() throws {
    let outcome = try render(game, "--to", "txt")
    #expect(
      outcome
        == Outcome(
          0,
          """
          > new farkle Ann Bob seed=7
          Farkle: Ann, Bob. First to 10,000. Seed 7.
          Ann to roll.
          > roll
          Ann rolls 6 5 1 1 3 5.
          Hold 1 1 5 5 for 300, 1 1 5 for 250, 1 1 for 200, 1 5 5 for 200, 1 5 for 150 or 3 other ways.
          > hold best
          Ann holds 1 1 5 5 for 300.
          Roll 2 dice or bank 300.
          > bank
          Ann banks 300 and has 300.
          Bob to roll.

          """))
  }

  @Test func `a long line is cut after 4,000 characters`() throws {
    for count in [3995, 3996] {
      let line = "echo " + String(repeating: "a", count: count)
      try folder.add("long", line)
      let shown = try render(folder["long"], "--to", "txt").text.prefix { $0 != "\n" }
      #expect(shown == "> " + (count == 3995 ? line : line.prefix(4000) + "…"))
    }
  }

  @Test func `a saved game is shown move by move, as its players saw it`() throws {
    let saved = folder["saved"]
    _ = try Program.run(["-c", "source \(game); save \(saved)"])
    let outcome = try render(saved, "--to", "txt")
    #expect(outcome.status == .exited(0), "\(outcome)")
    let commands = outcome.text.split(separator: "\n").filter { $0.hasPrefix("> ") }
    #expect(
      commands == [
        "> new farkle Ann Bob rules=standard seed=7", "> roll 6 5 1 1 3 5", "> hold 1 1 5 5",
        "> bank",
      ])
    #expect(outcome.text.hasSuffix("Ann banks 300 and has 300.\nBob to roll.\n"))
  }

  @Test(arguments: ["svg", "cast", "cast-v2", "txt"])
  func `the same file gives the same bytes, whatever the environment`(_ format: String) throws {
    let one = try render(game, "--to", format)
    let other = try Program.run(
      ["render", game, "--to", format],
      environment: Program.environment.merging(["LC_ALL": "tr_TR.UTF-8", "TZ": "Asia/Tokyo"]) { $1 }
    )
    #expect(one == other && one.status == .exited(0) && !one.output.isEmpty)
    let file = folder["picture"]
    let written = try render(game, "--to", format, "-o", file)
    #expect(written.output.isEmpty && written.status == .exited(0))
    #expect(try FileSystem.read(file) == one.output)
  }

  @Test func `no text becomes markup or a sequence of a terminal`() throws {
    let odd = folder["odd.parlor"]
    try folder.add(
      "odd.parlor", "echo '</text><script>alert(1)</script>&' \"\u{202E}\"\necho \u{1B}]0;x\u{7}\n")
    for words in [["--to", "svg"], ["--to", "svg", "--animate"]] {
      let picture = try Program.run(["render", odd, "--title", "<&>\u{1B}"] + words)
      #expect(picture.status == .exited(0), "\(picture)")
      #expect(!picture.text.contains("<script") && !picture.text.contains("\u{202E}"))
      #expect(picture.text.contains("&lt;script&gt;alert(1)&lt;/script&gt;&amp;"))
      #expect(!picture.output.contains(0x1B) && !picture.output.contains(7))
    }
    let cast = try render(odd, "--to", "cast")
    #expect(!cast.output.contains(0x1B) && !cast.text.contains("]0;x\\u0007"))
  }

  @Test func `files that cannot be shown are errors`() throws {
    try folder.add("empty.parlor", "")
    try folder.add("bad.parlor", "# parlor-log 1\nnew farkle # =00000000\n")
    let cases: [(words: [String], status: Int32, complaint: String)] = [
      ([folder["empty.parlor"], "--to", "svg"], 2, "has no command to show"),
      ([folder["none.parlor"], "--to", "svg"], 3, "no such file or directory"),
      ([folder["bad.parlor"], "--to", "svg"], 1, "cannot load"),
      ([folder.path, "--to", "svg"], 3, "it is a directory"),
      (["/dev/null", "--to", "svg"], 3, "it is not a regular file"),
      ([game], 2, "`--to` is missing"),
      ([game, "-o", folder["x.png"]], 2, "`--to` is missing"),
      ([game, "--to", "png"], 2, "png"),
      (["--to", "svg"], 2, "Name one FILE"),
      ([game, "--to", "txt", "--animate"], 2, "`--animate` requires"),
      ([game, "--to", "svg", "--columns", "5"], 2, "from 20 to 400"),
      ([game, "--to", "svg", "-o", folder["no/x.svg"]], 3, "cannot write"),
      ([game, "--to", "svg", "-o", game], 2, "names the file to show"),
      (
        ["--finished", "1", "--profile", folder["p"], "--to", "svg"], 1,
        "there is no log of a finished game number 1"
      ),
    ]
    for (words, status, complaint) in cases {
      let outcome = try Program.run(["render"] + words)
      #expect(outcome.status == .exited(status), "\(words): \(outcome)")
      #expect(outcome.complaint.contains(complaint), "\(words): \(outcome.complaint)")
      #expect(outcome.output.isEmpty)
    }
  }

  @Test func `a finished game of a profile`() throws {
    let profile = folder["profile"]
    try folder.add("lost.parlor", "new mastermind seed=5\nresign\n")
    _ = try Program.run(["--profile", profile, folder["lost.parlor"]])
    let outcome = try render("--finished", "1", "--profile", profile, "--to", "txt")
    #expect(outcome.status == .exited(0), "\(outcome)")
    #expect(outcome.text.hasPrefix("> new mastermind"))
  }

  @Test func `a file runs as data: it writes nowhere and starts nothing`() throws {
    try folder.add("odd.parlor", "new farkle Ann\nsave \(folder["taken"])\nnew pig\n")
    let outcome = try render(folder["odd.parlor"], "--to", "txt")
    #expect(outcome.status == .exited(0), "\(outcome)")
    #expect(FileSystem.kind(of: folder["taken"]) == .missing)
  }
}
