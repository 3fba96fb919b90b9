import TestKit
import Testing

/// `parlor render FILE.keys`: a real prompt, as a user sees it.
@Suite(.blocking) struct RenderKeysTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func render(_ keys: String, _ words: String...) throws -> Outcome {
    try folder.add("a.keys", keys)
    return try Program.run(["render", folder["a.keys"]] + words)
  }

  private static let turn = "type new farkle Ann Bob seed=7; roll\nkey Enter\n"

  @Test func `the last screen has the prompt, the replies and the ghost`() throws {
    let outcome = try render("size 60x12\n" + Self.turn + "type ho", "--to", "txt")
    #expect(outcome.status == .exited(0), "\(outcome)")
    let rows = outcome.text.split(separator: "\n")
    #expect(rows.contains("Ann rolls 6 5 1 1 3 5."), "\(outcome)")
    #expect(rows.last?.hasPrefix("farkle Ann> hold") == true, "\(outcome)")
  }

  @Test func `the list of Tab has points, and a word that would be refused is red`() throws {
    let list = try render(Self.turn + "type hold\nkey Space\nkey Tab", "--to", "txt")
    #expect(list.text.contains("300 points"), "\(list)")
    let red = try render(Self.turn + "type hold 2 2", "--to", "svg", "--theme", "light")
    #expect(red.text.contains(/<text class="r"[^>]*>[^<]*2/), "\(red.text.suffix(2_000))")
  }

  @Test func `the same keys give the same bytes, on a busy machine too`() throws {
    let keys =
      Self.turn + "start\ntype hold\nkey Space\nkey Tab 2\nwait 300\nkey Esc\nkey Ctrl-C\ntype bank"
    try folder.add("a.keys", keys)
    let words = ["render", folder["a.keys"], "--to", "svg", "--animate"]
    let many = try (0..<4).map { _ in try Program.start(words) }
    let outcomes = try many.map { try $0.finish() }
    let other = try Program.run(
      words,
      environment: Program.environment.merging([
        "TERM": "dumb", "NO_COLOR": "1", "TZ": "Asia/Tokyo",
      ]) { $1 })
    #expect(other.status == .exited(0) && other.text.contains("animation"), "\(other.complaint)")
    for outcome in outcomes { #expect(outcome == other) }
  }

  @Test func `all formats have what the terminal showed`() throws {
    for format in ["svg", "html", "cast", "cast-v2", "txt"] {
      let outcome = try render("type echo hello\nkey Enter", "--to", format)
      #expect(
        outcome.status == .exited(0) && outcome.text.contains("hello"), "\(format): \(outcome)")
    }
  }

  @Test(arguments: [
    ("type a\nkey Entre\n", "svg", 2, "a.keys:2: there is no key `Entre`"),
    (
      "type quit\nkey Enter\nwait 10\ntype roll\n", "svg", 1,
      "a.keys:4: the session ended in line 2"
    ),
    ("type a\n", "vega-lite", 2, "has no chart"),
  ])
  func `what cannot be typed is an error with its line`(
    _ keys: String, _ format: String, _ status: Int32, _ complaint: String
  ) throws {
    let outcome = try render(keys, "--to", format)
    #expect(outcome.status == .exited(status) && outcome.output.isEmpty, "\(outcome)")
    #expect(outcome.complaint.contains(complaint), "\(outcome)")
  }

  @Test func `the session runs as data: it starts no program and writes below no folder`() throws {
    let bot = try render(
      Self.turn
        + "type seat Bob exec \"touch \(folder["made"])\"\nkey Enter\ntype save \(folder["saved"])\nkey Enter",
      "--to", "txt")
    #expect(bot.status == .exited(0), "\(bot)")
    #expect(try Program.shell("ls \"$1\"", [folder.path]).text == "a.keys\n", "\(bot)")
  }
}
