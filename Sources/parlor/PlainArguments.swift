import ParlorEngine
import ParlorKit
import Platform

/// The most frequent arguments of scripts, read without the argument parser, which takes twice the
/// time of a short script.
///
/// It reads nothing differently from the parser: unknown and invalid arguments are left to the
/// parser, with its errors and its help.
struct PlainArguments {
  private var options = BatchOptions()
  private var commands: [String] = []
  private var files: [String] = []

  /// - Parameter arguments: those after the name of the program.
  /// - Returns: `nil` if the parser has to read them.
  init?(_ arguments: some Collection<String>) {
    // A first word of letters may be a subcommand.
    if let first = arguments.first, first.utf8.allSatisfy(Identifier.isLetter) { return nil }
    var rest = arguments.makeIterator()
    var given: Set<String> = []
    while let argument = rest.next() {
      guard argument.utf8.first == UInt8(ascii: "-"), argument != "-" else {
        files.append(argument)
        continue
      }
      guard argument == "-c" || given.insert(argument).inserted else { return nil }
      switch argument {
      case "--echo": options.echoes = true
      case "--keep-going": options.keepsGoing = true
      case "--no-profile": options.profile = .none
      default:
        guard let value = rest.next(), value.utf8.first != UInt8(ascii: "-"),
          take(value, of: argument)
        else { return nil }
      }
    }
    guard commands.isEmpty || files.isEmpty else { return nil }
    if let file = files.first(where: { $0 != "-" }), FileSystem.kind(of: file) != .file {
      return nil
    }
    if commands.isEmpty, files.isEmpty, Terminal.isInteractive { return nil }
  }

  private mutating func take(_ value: String, of option: String) -> Bool {
    switch option {
    case "-c": commands.append(value)
    case "--seed":
      guard let seed = Int(value), 0...Seed.max ~= seed else { return false }
      options.seed = seed
    case "--format":
      guard let format = ReplyFormat(rawValue: value) else { return false }
      options.format = format
    default: return false
    }
    return true
  }

  /// Runs the scripts, or the lines of `-c`, or standard input.
  func run() -> ExitStatus {
    let batch = Batch(options)
    if !commands.isEmpty { return batch.run(commands: commands) }
    return files.isEmpty ? batch.runStandardInput() : batch.run(files: files)
  }
}
