import ParlorKit
import Platform

/// A report as one HTML page: it loads nothing, needs no network, and a click on a command copies
/// it.
struct HTMLReport {
  private(set) var bytes: [UInt8]

  init(_ report: ScenarioReport) {
    var text = TextWriter()
    let summary = Self.escaped(report.summary)
    text.write(Self.head(title: summary))
    text.write("<h1 class=\"\(report.exitCode == 0 ? "passed" : "failed")\">\(summary)</h1>\n")
    for error in report.errors {
      Self.section(error.path, "wrong", [ReportEntry(error)], to: &text)
    }
    var quiet: [ScenarioResult] = []
    for result in report.results {
      let outcome = result.outcome
      guard !outcome.entries.isEmpty || outcome.marked.contains(where: \.passed) else {
        quiet.append(result)
        continue
      }
      Self.section(result.path, outcome.status.rawValue, outcome.entries, outcome.marked, to: &text)
    }
    if !quiet.isEmpty { Self.list(quiet, to: &text) }
    text.write("<script>", Self.script, "</script>\n</html>\n")
    bytes = text.bytes
  }

  /// Writes the failures of a file.
  private static func section(
    _ path: String, _ status: String, _ entries: [ReportEntry], _ marked: [MarkedStep] = [],
    to text: inout TextWriter
  ) {
    let name = escaped(path.isEmpty ? "arguments" : path.visible)
    text.write("<section>\n<h2>\(name) <span class=\"\(status)\">\(status)</span></h2>\n")
    for entry in entries {
      text.write("<article>\n<h3>\(escaped(entry.place)): \(escaped(entry.message))</h3>\n")
      if let failure = entry.failure { write(failure, entry.difference, to: &text) }
      text.write("</article>\n")
    }
    for step in marked where step.passed {
      text.write(
        "<p>\(escaped("\(step.path.visible):\(step.line): \(step.message.visible)"))</p>\n")
    }
    text.write("</section>\n")
  }

  private static func write(
    _ failure: ScenarioFailure, _ difference: [Difference.Line], to text: inout TextWriter
  ) {
    text.write("<pre>")
    for command in failure.before {
      text.write("<span class=\"before\">&gt; \(escaped(command.visible))</span>\n")
    }
    text.write("<b>&gt; \(escaped(failure.command.visible))</b>\n")
    for line in difference {
      switch line.side {
      case .both: text.write("  \(escaped(line.text))\n")
      case .expected: text.write("<del>- \(marked(line))</del>\n")
      case .got: text.write("<ins>+ \(marked(line))</ins>\n")
      case .remark: text.write("<i>  (\(escaped(line.text)))</i>\n")
      }
    }
    text.write("</pre>\n<p>")
    for command in [failure.rerun, failure.debug] {
      text.write("<button type=\"button\" title=\"Copy\">\(escaped(command))</button>\n")
    }
    text.write("</p>\n")
  }

  /// A line with the differing part marked.
  private static func marked(_ line: Difference.Line) -> String {
    guard let changed = line.changed, !changed.isEmpty else { return escaped(line.text) }
    let (head, rest) = (
      line.text.prefix(changed.lowerBound), line.text.dropFirst(changed.lowerBound)
    )
    return escaped(String(head)) + "<mark>\(escaped(String(rest.prefix(changed.count))))</mark>"
      + escaped(String(rest.dropFirst(changed.count)))
  }

  /// Writes the files without failures.
  private static func list(_ results: [ScenarioResult], to text: inout TextWriter) {
    text.write("<details>\n<summary>\(Plural(results.count, "other file"))</summary>\n<ul>\n")
    for result in results {
      let status = result.outcome.status.rawValue
      text.write("<li>\(escaped(result.path.visible)) <span class=\"\(status)\">\(status)</span>")
      if let reason = result.outcome.skipReason { text.write(": \(escaped(reason.visible))") }
      for step in result.outcome.marked {
        text.write("<br>line \(step.line): \(escaped(step.message.visible))")
      }
      text.write("</li>\n")
    }
    text.write("</ul>\n</details>\n")
  }

  private static func escaped(_ string: String) -> String {
    var result = ""
    for character in string {
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      default: result.append(character)
      }
    }
    return result
  }

  private static func head(title: String) -> String {
    """
    <!DOCTYPE html>
    <html lang="en">
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="\(policy)">
    <meta name="viewport" content="width=device-width">
    <title>parlor test: \(title)</title>
    <style>\(style)</style>

    """
  }

  /// The page may run only its own script, even if something were not escaped.
  private static let policy =
    "default-src 'none'; style-src 'sha256-\(SHA256.base64(of: Array(style.utf8)))'; "
    + "script-src 'sha256-\(SHA256.base64(of: Array(script.utf8)))'; base-uri 'none'; "
    + "form-action 'none'"

  private static let style = """

    :root { color-scheme: light dark; font-family: system-ui, sans-serif }
    body { max-width: 60em; margin: 2em auto; padding: 0 1em }
    h2 { font-size: 1.1em; border-top: 1px solid #8888; padding-top: 1em }
    h3 { font-size: 1em }
    pre { overflow-x: auto; border-left: 3px solid #8888; padding-left: 1em }
    .before { opacity: .6 }
    .passed { color: #17803a } .failed, .wrong { color: #c22e2e }
    .skipped, .not-run { opacity: .6 }
    del, ins { text-decoration: none }
    del { color: #c22e2e } ins { color: #17803a }
    mark { color: inherit; background: none; font-weight: bold; text-decoration: underline }
    button { font: inherit; font-family: monospace; cursor: pointer }
    button.copied::after { content: " copied" }

    """

  /// Copies the text of a button. `execCommand` serves pages that are opened as files.
  private static let script = """

    document.addEventListener("click", async (event) => {
      const button = event.target.closest("button");
      if (!button) return;
      try {
        await navigator.clipboard.writeText(button.textContent);
      } catch {
        const range = document.createRange();
        range.selectNodeContents(button);
        getSelection().removeAllRanges();
        getSelection().addRange(range);
        document.execCommand("copy");
        getSelection().removeAllRanges();
      }
      button.classList.add("copied");
    });

    """
}
