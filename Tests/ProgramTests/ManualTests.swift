import Foundation
import TestKit
import Testing

/// The manual page, made of the declarations that help is made of.
@Suite(.blocking) struct ManualTests {
  /// Verbs that `help` shows: the first words of the rows that are indented by exactly two.
  private static func verbs(of help: String) -> [String] {
    help.split(separator: "\n").filter { $0.hasPrefix("  ") && !$0.hasPrefix("   ") }
      .compactMap { $0.split(separator: " ").first.map(String.init) }
  }

  @Test func `it has every command that help shows`() throws {
    let page = try Program.run(["manual"])
    #expect(page.status == .exited(0))
    #expect(page.errors.isEmpty)
    let help = try Program.run(["-c", "help; new farkle Ann; help"])
    let verbs = Self.verbs(of: help.text)
    for verb in ["roll", "hold", "bank", "undo", "record", "quit"] {
      #expect(verbs.contains(verb))
    }
    for verb in verbs {
      let heading = page.text.contains(try Regex(#"(?m)^\.B \#(verb)( |,|$)"#))
      #expect(heading, "\(verb)")
    }
  }

  @Test func `it explains arguments, files and exit codes`() throws {
    let page = try Program.run(["manual"]).text.replacing("\\-", with: "-")
    for word in [
      "--echo", "--seed", "--format", "--bless", "130", "parlor test PATH",
      "--report", "--resume-at", "(unordered) ... (end)", "--check", "parlor fuzz GAME",
    ] {
      #expect(page.contains(word), "\(word)")
    }
  }

  @Test(
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/groff"), "needs groff"))
  func `groff formats it without warnings`() throws {
    let formatted = try Program.shell(
      #""$0" manual | /usr/bin/groff -man -ww -T utf8 -Kutf8 >/dev/null"#)
    #expect(formatted == Outcome(0))
  }
}
