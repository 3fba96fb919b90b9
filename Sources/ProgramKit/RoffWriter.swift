import ParlorKit

/// Writes a manual page: roff with the macros of man(7).
public struct RoffWriter {
  private var text = TextWriter()

  /// The page as UTF-8.
  public var bytes: [UInt8] { text.bytes }

  /// Starts a page with its title line and the section NAME.
  ///
  /// - Parameters:
  ///   - name: such as `parlor-scenario`, with the section of the manual, 1 to 8.
  ///   - summary: what it is, without a full stop.
  public init(name: String, section: Int, summary: String) {
    text.write(".TH ", Self.escaped(name.uppercased()), " ", section, " ", Release.date)
    text.write(" \"parlor ", Release.version, "\"\n")
    heading("NAME")
    line("\(name) - \(summary)")
  }

  /// Starts a section.
  public mutating func heading(_ title: String) {
    text.write(".SH ", Self.escaped(title.uppercased()), "\n")
  }

  /// Starts a section within a section.
  package mutating func subheading(_ title: String) {
    text.write(".SS ", Self.escaped(title), "\n")
  }

  /// Writes a line of running text.
  package mutating func line(_ line: String) { text.write(Self.escaped(line), "\n") }

  /// Writes roff as it is, such as what ``ManualPage`` wrote.
  package mutating func roff(_ roff: String) { text.write(roff) }

  /// Starts a paragraph.
  package mutating func paragraph() {
    // After a heading, the macro has no effect, which mandoc reports.
    if !endsWithHeading { text.write(".PP\n") }
  }

  private var endsWithHeading: Bool {
    let last = text.bytes.dropLast().split(separator: UInt8(ascii: "\n")).last ?? []
    return [".SH ", ".SS ", ".PP"].contains { last.starts(with: $0.utf8) }
  }

  /// Writes text that is not filled, indented by four unless it needs the width.
  public mutating func literal(
    _ lines: some Collection<some StringProtocol>, isIndented: Bool = true
  ) {
    paragraph()
    text.write(isIndented ? ".RS 4\n" : "", ".nf\n")
    for line in lines { text.write(Self.escaped(String(line)), "\n") }
    text.write(".fi\n", isIndented ? ".RE\n" : "")
  }

  /// Writes a term, and its meaning in one or more paragraphs.
  public mutating func term(_ term: String, _ meaning: String...) {
    text.write(".TP\n.B ", Self.escaped(term), "\n")
    write(paragraphs: meaning)
  }

  private mutating func write(paragraphs: [String]) {
    for (number, paragraph) in paragraphs.enumerated() {
      if number > 0 { text.write(".sp\n") }
      text.write(Self.escaped(paragraph), "\n")
    }
  }

  /// Writes text in which blank lines separate paragraphs and indented lines are literal.
  public mutating func prose(_ prose: String) {
    var lines = prose.split(separator: "\n", omittingEmptySubsequences: false)[...]
    while let first = lines.first {
      if first.isEmpty {
        lines.removeFirst()
      } else if first.hasPrefix(" ") {
        let block = lines.prefix { $0.hasPrefix(" ") }
        let indent = block.map { $0.prefix { $0 == " " }.count }.min() ?? 0
        literal(block.map { $0.dropFirst(indent) })
        lines = lines.dropFirst(block.count)
      } else {
        let block = lines.prefix { !$0.isEmpty && !$0.hasPrefix(" ") }
        paragraph()
        for words in block { line(String(words)) }
        lines = lines.dropFirst(block.count)
      }
    }
  }

  /// Writes the section of a subcommand: what its `--help` says.
  public mutating func command(_ help: HelpText) {
    let usage = help.usage.split(separator: "\n")
    let words = (usage.first ?? "").split(separator: " ")
    // `parlor plugin check` of `parlor plugin check PATH`.
    let isName = { (word: Substring) in word.allSatisfy { $0.isLowercase || $0 == "-" } }
    subheading(words.prefix(while: isName).joined(separator: " "))
    literal(usage)
    prose(help.overview)
    options(of: help)
  }

  /// Writes the arguments and options of a command.
  package mutating func options(of help: HelpText, isRoot: Bool = false) {
    for option in help.options where isRoot || !HelpText.areEverywhere.contains(option.label) {
      text.write(".TP\n.B ", Self.escaped(option.label), "\n")
      write(paragraphs: option.paragraphs)
    }
  }

  /// Writes the section SEE ALSO, of the pages that are not this one.
  public mutating func seeAlso(except name: String) {
    let others = Self.pages.filter { $0.name != name }
    heading("SEE ALSO")
    text.write(
      others.map { ".BR \(Self.escaped($0.name)) (\($0.section))" }, separator: " ,\n")
    text.write("\n")
  }

  /// All pages of the manual.
  private static let pages = [
    ("parlor", 1), ("parlor-scenario", 5), ("parlor-language", 7), ("parlor-plugin", 7),
    ("parlor-remote", 7), ("parlord", 8),
  ].map { (name: $0.0, section: $0.1) }

  /// A line of text, escaped so that roff prints it as it is.
  package static func escaped(_ text: String) -> String { protected(substituted(text)) }

  /// Text within a line, escaped so that roff prints it as it is.
  static func substituted(_ text: String) -> String {
    var result = ""
    for character in text {
      switch character {
      case "\\": result += "\\e"
      case "-": result += "\\-"
      case "…": result += "..."
      default: result.append(character)
      }
    }
    return result
  }

  /// Roff that is not read as a request although it may start with a dot or an apostrophe.
  static func protected(_ roff: String) -> String {
    roff.hasPrefix(".") || roff.hasPrefix("'") ? "\\&" + roff : roff
  }
}

/// The parts of a `--help` text: overview, usage, and the options of all groups.
///
/// The text must be made for many columns, so that no paragraph is wrapped.
public struct HelpText {
  /// An option or an argument.
  package struct Option {
    /// For example `--seed <n>`.
    package var label: String
    /// What it does.
    package var paragraphs: [String]
  }

  /// The width to make the text for.
  public static let columns = 100_000
  /// The options that every command has.
  static let areEverywhere: Set = ["--version", "-h, --help"]

  /// The summary and the discussion.
  package private(set) var overview = ""
  /// How to type the command, on one line or more.
  public private(set) var usage = ""
  /// The arguments, then the options.
  package private(set) var options: [Option] = []

  /// Reads what `helpMessage(for:columns:)` makes.
  public init(_ help: String) {
    var section = ""
    for line in help.split(separator: "\n", omittingEmptySubsequences: false) {
      var line = line
      if let title = Self.title(of: line) {
        section = title
        line = line.dropFirst(title.count + 1).drop { $0 == " " }
      }
      switch section {
      case "OVERVIEW": overview += line + "\n"
      case "USAGE": if !line.isEmpty { usage += (usage.isEmpty ? "" : "\n") + line }
      case "SUBCOMMANDS": break
      default: read(option: line)
      }
    }
    // The usage of a command with its own is indented like its heading.
    usage = usage.split(separator: "\n").map { String($0.drop { $0 == " " }) }
      .joined(separator: "\n")
  }

  /// Reads a line of the options. Labels are indented by two columns and end with two blanks or a
  /// line break; further lines are indented more.
  private mutating func read(option line: Substring) {
    let indent = line.prefix { $0 == " " }.count
    let words = line.dropFirst(indent)
    guard !words.isEmpty else { return }
    if indent > 2 {
      guard !options.isEmpty else { return }
      options[options.count - 1].paragraphs.append(String(words))
    } else {
      // A label that fills its column ends with one blank.
      let ends = [
        words.firstRange(of: "  ")?.lowerBound, words.firstRange(of: "> ")?.upperBound,
      ].compactMap { $0 }
      let end = ends.min() ?? words.endIndex
      let meaning = words[end...].drop { $0 == " " }
      let label = words[..<end].split(separator: " ").joined(separator: " ")
      options.append(Option(label: label, paragraphs: meaning.isEmpty ? [] : [String(meaning)]))
    }
  }

  /// `OPTIONS` of a line that starts with `OPTIONS:`.
  private static func title(of line: Substring) -> String? {
    guard let colon = line.firstIndex(of: ":") else { return nil }
    let title = line[..<colon]
    let isTitle = title.utf8.allSatisfy {
      UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 || $0 == 0x20
    }
    return isTitle && !title.isEmpty && !title.hasPrefix(" ") ? String(title) : nil
  }
}
