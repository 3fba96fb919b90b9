import Platform

/// The files of the package, as they lie on the disk.
enum SourceTree {
  /// A text file of the tree.
  struct File: Sendable, CustomStringConvertible {
    /// The path from the root of the package.
    let path: String
    /// The lines, without their line breaks.
    let lines: [String]

    var description: String { path }
  }

  /// The folder that holds Package.swift.
  static let root: String = {
    var parts = #filePath.split(separator: "/", omittingEmptySubsequences: false)
    parts.removeLast("Tests/ArchitectureTests/Support/SourceTree.swift".split(separator: "/").count)
    return parts.joined(separator: "/")
  }()

  /// Names that the tree may hold on somebody's disk, without being part of the package.
  private static let foreign: Set<String> = [
    ".git", ".swiftpm", ".vscode", ".idea", ".DS_Store", "Package.resolved",
  ]

  /// The names in a folder that belong to the package, sorted.
  static func entries(_ folder: String) throws -> [String] {
    try FileSystem.entries(of: folder.isEmpty ? root : "\(root)/\(folder)").filter { name in
      !foreign.contains(name) && !name.hasPrefix(".build") && !name.hasSuffix(".profraw")
    }
  }

  /// The names of the folders in a folder.
  static func folders(in folder: String) throws -> [String] {
    try entries(folder).filter { FileSystem.kind(of: "\(root)/\(folder)/\($0)") == .folder }
  }

  /// Every file of a folder and of the folders in it whose name ends in one of some suffixes.
  static func files(in folder: String, endingIn suffixes: [String]) throws -> [File] {
    try entries(folder).flatMap { name in
      let path = folder.isEmpty ? name : "\(folder)/\(name)"
      if FileSystem.kind(of: "\(root)/\(path)") == .folder {
        return try files(in: path, endingIn: suffixes)
      }
      return suffixes.contains(where: name.hasSuffix) ? [try file(path)] : []
    }
  }

  /// A file by its path from the root.
  static func file(_ path: String) throws -> File {
    let text = String(decoding: try FileSystem.read("\(root)/\(path)"), as: UTF8.self)
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    return File(path: path, lines: lines.map(String.init))
  }

  /// The Swift files of some folders.
  static func swiftFiles(in folders: String...) throws -> [File] {
    try folders.flatMap { try files(in: $0, endingIn: [".swift"]) }
  }
}

extension SourceTree.File {
  /// The lines with their numbers from 1, as `path:number`.
  var numbered: [(place: String, line: String)] {
    lines.enumerated().map { ("\(path):\($0.offset + 1)", $0.element) }
  }
}

extension SourceTree.File {
  /// The modules that the file imports, with the places.
  var imports: [(place: String, module: String)] {
    numbered.compactMap { place, line in
      let words = line.split(separator: " ").map(String.init)
      guard let index = words.firstIndex(of: "import"), words.count > index + 1,
        words[..<index].allSatisfy(Self.mayPrecedeImport)
      else { return nil }
      let kinds: Set<String> = ["struct", "class", "enum", "protocol", "func", "var", "let"]
      let path = words[(index + 1)...].first { !kinds.contains($0) } ?? ""
      return (place, path.split(separator: ".").first.map(String.init) ?? path)
    }
  }

  private static func mayPrecedeImport(_ word: String) -> Bool {
    word.hasPrefix("@")
      || ["public", "package", "internal", "fileprivate", "private"].contains(word)
  }
}
