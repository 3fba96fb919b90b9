import Platform
import Testing

/// Links of the documents, as a browser of the repository follows them.
@Suite struct LinkTests {
  @Test func `every link of a document leads to a file and a heading`() throws {
    let documents = try SourceTree.files(in: "", endingIn: [".md"])
    var count = 0
    for document in documents {
      for (number, target) in Self.links(of: document.lines) {
        guard !target.contains("://"), !target.hasPrefix("mailto:") else { continue }
        count += 1
        let parts = target.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let path = Self.resolved(String(parts[0]), in: document.path)
        let place = "\(document.path):\(number): \(target)"
        guard FileSystem.kind(of: "\(SourceTree.root)/\(path)") != .missing else {
          Issue.record("\(place): no such file")
          continue
        }
        guard parts.count > 1, path.hasSuffix(".md") else { continue }
        let headings = try SourceTree.file(path).lines.filter { $0.hasPrefix("#") }.map(Self.anchor)
        #expect(headings.contains(String(parts[1])), "\(place): no such heading")
      }
    }
    #expect(count > 50)
  }

  @Test func `articles read well as plain Markdown`() throws {
    for article in try SourceTree.files(in: "Sources", endingIn: [".md"]) {
      #expect(!article.lines.contains { $0.contains("<doc:") }, "\(article)")
      // A browser shows the path of a symbol as it is.
      #expect(!article.lines.contains { $0.contains(/``\w+\//) }, "\(article)")
    }
  }

  /// The targets of the links outside blocks of code, with the numbers of their lines.
  private static func links(of lines: [String]) -> [(line: Int, target: String)] {
    var isInBlock = false
    var found: [(line: Int, target: String)] = []
    for (index, line) in lines.enumerated() {
      if line.drop(while: { $0 == " " }).hasPrefix("```") { isInBlock.toggle() }
      if isInBlock || line.hasPrefix("    ") { continue }
      let prose = line.replacing(/`[^`]*`/, with: "code")
      found += prose.matches(of: /\]\(([^)\s]+)\)/).map { (index + 1, String($0.1)) }
    }
    return found
  }

  /// A path from the root, of a target in a document.
  private static func resolved(_ target: String, in document: String) -> String {
    if target.isEmpty { return document }
    var parts = document.split(separator: "/").dropLast().map(String.init)
    for part in target.split(separator: "/") {
      switch part {
      case ".": continue
      case "..": _ = parts.popLast()
      default: parts.append(String(part))
      }
    }
    return parts.joined(separator: "/")
  }

  /// The anchor of a heading: lower-case, words with `-` between them, nothing else.
  private static func anchor(_ heading: String) -> String {
    heading.drop { $0 == "#" || $0 == " " }.lowercased().filter {
      $0.isLetter || $0.isNumber || $0 == " " || $0 == "-" || $0 == "_"
    }.replacing(" ", with: "-")
  }
}
