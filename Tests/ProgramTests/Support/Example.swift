/// Files under `examples`.
enum Example {
  /// The path of a file.
  static func path(_ name: String) -> String {
    let root = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(4)
    return root.joined(separator: "/") + "/examples/" + name
  }
}
