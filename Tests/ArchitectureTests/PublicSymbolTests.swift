import Testing

/// The public API of the engine, as its sources declare it.
@Suite struct PublicSymbolTests {
  @Test func `the engine has 40 to 80 public symbols`() throws {
    let symbols = try PublicSymbol.all(in: "Sources/ParlorEngine")
    #expect(40...80 ~= symbols.count, "\(symbols.map(\.declaration).joined(separator: "\n"))")
  }

  @Test(arguments: ["Sources/ParlorEngine", "Sources/GameCatalog", "Sources/GameTesting"])
  func `every public symbol is documented`(_ folder: String) throws {
    for symbol in try PublicSymbol.all(in: folder) {
      #expect(symbol.isDocumented, "\(symbol.place): \(symbol.declaration)")
    }
  }

  @Test func `the page of the engine lists every public type, and no other`() throws {
    let page = try SourceTree.file("Sources/ParlorEngine/ParlorEngine.docc/ParlorEngine.md").lines
    let topics = try #require(page.firstIndex(of: "## Topics"))
    let listed = page[topics...].filter { $0.hasPrefix("- ``") }.map { $0.dropFirst(4).dropLast(2) }
    let types = try PublicSymbol.all(in: "Sources/ParlorEngine").compactMap(\.topLevelType)
    #expect(listed.map(String.init).sorted() == types.sorted())
  }

  @Test func `the article on embedding shows the program of its example`() throws {
    let program = try SourceTree.file("examples/embed/main.swift").lines.dropLast()
    #expect(program.count <= 40)
    let shown = program.map { $0.isEmpty ? "" : "    " + $0 }
    let article = try SourceTree.file("Sources/ParlorKit/ParlorKit.docc/EmbedParlor.md").lines
    #expect(article.contains(shown))
  }

  @Test func `symbols are found in all their forms`() {
    let lines = [
      "public import A", "/// One.", "public struct S {", "  /// Two.", "  public var a = 1",
      "  var b = 2", "  public init() {}", "}", "/// Three.", "public enum E {", "  /// Four.",
      "  case one", "  case two, three", "}", "public protocol P {", "  /// Five.", "  @a func f()",
      "}", "extension S {", "  /// Six.", "  @discardableResult", "  public func g() {",
      "    switch self {", "    case .one: 1", "    }", "  }", "  package enum F {", "    case no",
      "  }", "}",
    ]
    let symbols = PublicSymbol.all(in: SourceTree.File(path: "f", lines: lines))
    #expect(
      symbols.map(\.declaration) == [
        "public struct S {", "public var a = 1", "public init() {}", "public enum E {", "case one",
        "case two, three", "public protocol P {", "@a func f()", "public func g() {",
      ])
    #expect(
      symbols.map(\.isDocumented) == [true, true, false, true, true, false, false, true, true])
    #expect(symbols.compactMap(\.topLevelType) == ["S", "E", "P"])
  }
}

/// A declaration that other packages can use.
private struct PublicSymbol {
  /// Its file and line.
  let place: String
  /// Its first line.
  let declaration: String
  /// Whether a comment stands above it.
  let isDocumented: Bool
  /// Whether it is in another declaration.
  let isNested: Bool

  /// The name, if it is a type that is in no other.
  var topLevelType: String? {
    let words = declaration.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init)
    let kinds: Set = ["struct", "enum", "class", "protocol", "typealias", "actor"]
    guard !isNested, let kind = words.firstIndex(where: kinds.contains) else { return nil }
    return words.dropFirst(kind + 1).first
  }

  /// All of the Swift files of a folder.
  static func all(in folder: String) throws -> [PublicSymbol] {
    try SourceTree.swiftFiles(in: folder).flatMap { all(in: $0) }
  }

  /// All of a file, whose lines `scripts/format` has indented: what is said to be public, the cases of
  /// a public `enum` and the requirements of a public `protocol`.
  static func all(in file: SourceTree.File) -> [PublicSymbol] {
    var symbols: [PublicSymbol] = []
    var isDocumented = false
    // Where members are public without a word, and how far such members are indented.
    var members: (word: String, indent: Int)?
    for (place, whole) in file.numbered {
      let line = whole.drop { $0 == " " }
      let indent = whole.count - line.count
      if line.hasPrefix("///") {
        isDocumented = true
        continue
      }
      if line.isEmpty || line.hasPrefix("@") && !line.contains(" ") { continue }
      if let limit = members?.indent, indent < limit { members = nil }
      let words = line.split(separator: " ")
      let isSaid = words.first == "public" && words.dropFirst().first != "import"
      let isMember =
        members.map { indent == $0.indent && words.contains(Substring($0.word)) } ?? false
      let isRequirement =
        members?.word == "" && indent == members?.indent && isMemberOfProtocol(words)
      if isSaid || isMember || isRequirement {
        symbols.append(
          PublicSymbol(
            place: "\(place)", declaration: String(line), isDocumented: isDocumented,
            isNested: indent > 0))
      }
      if isSaid, line.hasSuffix("{") {
        if words.contains("enum") { members = ("case", indent + 2) }
        if words.contains("protocol") { members = ("", indent + 2) }
      }
      isDocumented = false
    }
    return symbols
  }

  private static func isMemberOfProtocol(_ words: [Substring]) -> Bool {
    words.contains { ["var", "func", "init", "static", "associatedtype"].contains($0) }
  }
}
