package import Platform

extension ResultsFile {
  /// Appends results, all or none.
  ///
  /// The beginning of a line that a program did not finish, at the end of the file, is moved to
  /// ``tornPath`` first.
  ///
  /// - Returns: how many bytes of such a line were moved; 0 for none.
  @discardableResult
  package func append(_ results: [GameResult]) throws(FileError) -> Int {
    var file = try open(isReading: false)
    let torn = try mend(&file)
    try file.append(results.flatMap(\.line))
    if durability == .flushed { try file.flush() }
    return torn
  }

  /// Appends a result.
  ///
  /// - Returns: how many bytes of a torn line were moved to ``tornPath``; 0 for none.
  @discardableResult
  package func append(_ result: GameResult) throws(FileError) -> Int { try append([result]) }

  /// Takes an unfinished line off the end; one that lacks nothing but its end is given it.
  func mend(_ file: inout LockedFile) throws(FileError) -> Int {
    let end = try file.endOfLastLine()
    guard end < file.size else { return 0 }
    let rest = try file.read(from: end)
    if (try? GameResult(line: rest[...], schema: schema)) != nil {
      try file.append([UInt8(ascii: "\n")])
      return 0
    }
    var torn = try LockedFile(tornPath, mode: Self.mode, patience: Self.patience)
    try torn.append(rest + [UInt8(ascii: "\n")])
    try file.truncate(to: end)
    return rest.count
  }
}
