import Platform

/// What a run of the bench has to work with.
struct Bench {
  /// The program to be measured.
  let parlor: String
  /// A folder for scripts, removed after the run.
  let folder: String
  /// How much is measured.
  let scale: Scale

  /// How much is measured.
  struct Scale {
    /// Rounds; each runs every contender once.
    var rounds: Int
    /// Processes started for one figure of start-up.
    var starts: Int
    /// By how much the lengths of scripts are divided.
    var divisor: Int

    /// A measurement.
    static let full = Scale(rounds: 7, starts: 40, divisor: 1)
    /// A look.
    static let quick = Scale(rounds: 3, starts: 10, divisor: 10)
  }

  /// A bench for a program.
  init(parlor: String, folder: String, scale: Scale) throws(BenchError) {
    guard let path = parlor.contains("/") ? parlor : ProgramPath.find(parlor),
      FileSystem.kind(of: path) == .file
    else { throw .cannotStart(parlor) }
    self.parlor = path
    self.folder = folder
    self.scale = scale
  }

  /// A length of a script, cut down for a quick run.
  func scaled(_ count: Int) -> Int { max(1, count / scale.divisor) }

  /// The path of a script, which is written at its first use.
  func path(of script: Script) throws(BenchError) -> String {
    let path = "\(folder)/\(script.name)"
    guard FileSystem.kind(of: path) == .missing else { return path }
    var file = try ScriptFile(path: path)
    try script.write(&file)
    try file.flush()
    return path
  }
}
