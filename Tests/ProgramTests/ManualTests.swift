import Foundation
import Platform
import ProgramKit
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

  @Test func `it has every subcommand that --help shows`() throws {
    let page = try Program.run(["manual"]).text.replacing("\\-", with: "-")
    let help = try Program.run(["--help"]).text
    let list = try #require(help.split(separator: "SUBCOMMANDS:").dropFirst().first)
    let names = Self.verbs(of: String(list)).filter {
      $0 != "See" && $0 != "help" && $0 != "plugin"
    }
    #expect(names.contains("simulate"))
    for name in names + ["plugin check", "simulate merge"] {
      #expect(page.contains("\n.SS parlor \(name)\n"), "\(name)")
    }
  }

  @Test func `an article becomes a page`() throws {
    let folder = try TemporaryFolder()
    let article = """
      # Dice

      How to roll them
      twice.

      Text, **bold** and [a
      link](Play.md), Play. Code `a
      -b` and \\n.
      'Quoted.

      ## Rolls

      - one
        more
      - .two

      | a | b |
      |---|---|
      | `x\\|y` | z |

      ````
      ```sh
      .roll
      ```
      ````

      ### Last

          indented

      """
    _ = try folder.add("Dice.md", article)
    let page = try Program.run(
      ["manual", "--article", folder["Dice.md"], "--page", "parlor-dice(6)"])
    #expect(page.status == .exited(0))
    let lines = page.text.split(separator: "\n").map(String.init)
    #expect(lines.first?.hasPrefix(".TH PARLOR\\-DICE 6 20") ?? false)
    #expect(
      Array(lines.dropFirst()) == [
        ".SH NAME", "parlor\\-dice \\- how to roll them twice", ".SH DESCRIPTION",
        "Text, \\fBbold\\fR and a", "link, Play. Code \\fBa \\-b\\fR and \\en.", "\\&'Quoted.",
        ".SH ROLLS", ".IP \\(bu 2", "one", "more", ".IP \\(bu 2", "\\&.two", ".TP", "\\fBx|y\\fR",
        "z",
        ".PP", ".RS 4", ".nf", "```sh", "\\&.roll", "```", ".fi", ".RE", ".SS Last", ".RS 4", ".nf",
        "indented", ".fi", ".RE", ".SH SEE ALSO", ".BR parlor (1) ,", ".BR parlor\\-scenario (5) ,",
        ".BR parlor\\-language (7) ,", ".BR parlor\\-plugin (7) ,",
        ".BR parlor\\-remote (7) ,", ".BR parlord (8)",
      ])
  }

  @Test(arguments: [
    "", "\n", "text", "# Title", "# Title\n\n", "# Title\n\n## Next\n", "\u{FEFF}# T\n\na",
  ])
  func `what is no article becomes no page`(_ text: String) throws {
    let folder = try TemporaryFolder()
    _ = try folder.add("a.md", text)
    let page = try Program.run(["manual", "--article", folder["a.md"], "--page", "a(1)"])
    #expect(page.status == .exited(2))
    #expect(page.complaint.contains("does not start like an article"))
  }

  @Test(arguments: [
    ["--article", "missing.md"], ["--page", "a(1)"], ["--article", "a", "--page", "a"],
    ["--article", "a", "--page", "a(9)"], ["--article", "a", "--page", "../a(1)"],
  ])
  func `arguments that make no page`(_ arguments: [String]) throws {
    #expect(try Program.run(["manual"] + arguments).status == .exited(2))
  }

  @Test func `an article that is not there is no page`() throws {
    let page = try Program.run(["manual", "--article", "missing.md", "--page", "a(1)"])
    #expect(page.status == .exited(3))
  }
}

/// `parlor --version`, and what it is made of.
@Suite(.blocking) struct VersionTests {
  @Test func `the version is that of the release`() throws {
    #expect(try Program.run(["--version"]) == Outcome(0, Release.version + "\n"))
    let long = try Program.run(["--version", "--verbose"])
    #expect(long.status == .exited(0))
    let lines = long.text.split(separator: "\n")
    #expect(lines.first == "parlor \(Release.version) of \(Release.date)")
    #expect(lines.last?.hasPrefix("bill of materials: none at ") ?? false)
    #expect(try Program.run(["--verbose", "--version"]) == long)
  }

  @Test func `--verbose goes with --version`() throws {
    for arguments in [["--verbose"], ["--verbose", "-c", "echo a"]] {
      #expect(try Program.run(arguments).status == .exited(2))
    }
  }

  @Test func `the bill of materials is shown`() throws {
    let folder = try TemporaryFolder()
    let program = folder["bin/parlor"]
    try FileSystem.makeFolders(folder["bin"], mode: 0o755)
    // In a process of its own: a copy that this one writes is busy as long as a program that another test
    // starts meanwhile has inherited the open file.
    let copy = try Child("/bin/cp", [Program.path(), program], environment: Program.environment)
    #expect(try copy.finish().status == .exited(0))
    let cases = [
      (
        #"{"bomFormat":"CycloneDX","components":[{"name":"a\u001b[1m","version":"1\n2"},7]}"#,
        "  a\u{FFFD}[1m 1 2\n  ? ?\n"
      ),
      (#"{"bomFormat":"CycloneDX"}"#, "is not a file of CycloneDX\n"),
      ("", "is not a file of CycloneDX\n"), ("[]", "is not a file of CycloneDX\n"),
      ("\u{0}", "is not a file of CycloneDX\n"),
    ]
    for (text, end) in cases {
      _ = try folder.add("share/parlor/sbom.cdx.json", text)
      let child = try Child(
        program, ["--version", "--verbose"], environment: Program.environment)
      let outcome = try child.finish()
      #expect(outcome.status == .exited(0))
      #expect(outcome.text.hasSuffix(end), "\(outcome.text)")
    }
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func `completions offer subcommands and scripts`(shell: String) throws {
    let script = try Program.run(["--generate-completion-script", shell])
    #expect(script.status == .exited(0))
    let parts = [
      "bash": ["complete -o filenames -o default -F", "_parlor_test"],
      "zsh": ["#compdef parlor", "&& ret=0; _files", "_parlor_test"],
      "fish": ["-eq 1' -F", "'strict'"],
    ]
    for part in parts[shell] ?? [] { #expect(script.text.contains(part), "\(part)") }
    #expect(try Program.run(["--generate-completion-script", "tcsh"]).status == .exited(2))
  }
}
