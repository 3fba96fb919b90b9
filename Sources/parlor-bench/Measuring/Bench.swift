import Platform

/// The settings of a run.
struct Bench {
  /// The path of the program to measure.
  let parlor: String
  /// A temporary folder for scripts.
  let folder: String
  let scale: Scale

  /// The amount of work.
  struct Scale {
    /// The number of rounds; each runs every competitor once.
    var rounds: Int
    /// The number of processes started for one figure of start-up time.
    var starts: Int
    /// The divisor of the lengths of scripts.
    var divisor: Int

    static let full = Scale(rounds: 7, starts: 40, divisor: 1)
    static let quick = Scale(rounds: 3, starts: 10, divisor: 10)
  }

  init(parlor: String, folder: String, scale: Scale) throws(BenchError) {
    guard let path = parlor.contains("/") ? parlor : ProgramPath.find(parlor),
      FileSystem.kind(of: path) == .file
    else { throw .cannotStart(parlor) }
    self.parlor = path
    self.folder = folder
    self.scale = scale
  }

  /// A number of lines or games, reduced for a quick run.
  func scaled(_ count: Int) -> Int { max(1, count / scale.divisor) }

  /// The path of a script, which is written on first use.
  func path(of script: InputScript) throws(BenchError) -> String {
    let path = "\(folder)/\(script.name)"
    guard FileSystem.kind(of: path) == .missing else { return path }
    var file = try ScriptFile(path: path)
    try script.write(&file)
    try file.flush()
    return path
  }
}

/// Finds programs.
enum ProgramPath {
  /// The path of a program in `PATH` or in the folder of games on Debian.
  static func find(_ name: String) -> String? {
    let folders = (FileSystem.environment("PATH") ?? "/usr/bin:/bin").split(separator: ":")
    return (folders.map(String.init) + ["/usr/games"])
      .map { "\($0)/\(name)" }
      .first { FileSystem.kind(of: $0) == .file }
  }

  /// The path of a program in the same folder as this one.
  static func sibling(_ name: String) -> String {
    let own = CommandLine.arguments.first ?? ""
    guard let slash = own.lastIndex(of: "/") else { return name }
    return own[...slash] + name
  }
}

/// The reason why a measurement failed.
enum BenchError: Error, Sendable {
  case cannotStart(String)
  /// The program did not exit with 0.
  case failed(String, status: Int32)
  case file(FileError)
  /// A game rejected a move.
  case refused(String)
  /// The difference of two measurements is too small.
  case tooSmall

  var message: String {
    switch self {
    case .cannotStart(let program): "\(program) cannot be started"
    case .failed(_, let status) where status & 0x7F != 0: "ended by signal \(status & 0x7F)"
    case .failed(_, let status): "ended with exit code \(status >> 8 & 0xFF)"
    case .file(let failure): failure.message
    case .refused(let message): "a move was rejected: \(message)"
    case .tooSmall: "too small to measure"
    }
  }
}
