import ArgumentParser
import ParlorKit
import Platform

/// `parlor check`: checks whether the files that Parlor keeps are intact.
struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Check files that Parlor keeps.",
    usage: "parlor check [--profile DIR] [--format text|json] [PATH…]",
    discussion: """
      Example:

        parlor check

      Without PATH it checks your profile and the cached tables: the journals of unfinished games, \
      the logs of finished games, the results, the positions of drills and the house rules. PATH is a saved game, a part of \
      a simulation, a file of results, a table, or a folder of such files, such as a profile. It \
      compares checksums, replays games and checks totals, and changes nothing. Files of versions \
      without checksums count as whole if nothing else is wrong with them.

      Exit codes: 0 nothing is damaged, 1 a file is damaged, 2 invalid arguments, 3 a file cannot be read.
      """)

  @Option(help: "Format of the report.")
  var format = SimulateCommand.Format.text

  @Option(
    help: ArgumentHelp(
      "Folder of the profile to check. Default: ~/.local/state/parlor.", valueName: "dir"),
    completion: .directory)
  var profile: String?

  @ArgumentParser.Argument(
    help: ArgumentHelp("Files and folders. Default: your profile.", valueName: "path"),
    completion: .file())
  var paths: [String] = []

  func validate() throws {
    if profile != nil, !paths.isEmpty {
      throw ValidationError("`--profile` and PATH cannot be combined.")
    }
  }

  func run() throws {
    var checker = FileChecker()
    if let profile {
      checker.check(profile)
    } else if paths.isEmpty {
      for path in Profile.ofUser.checkedPaths + [TableCache.folder].compactMap({ $0 })
      where FileSystem.kind(of: path) != .missing {
        checker.check(path)
      }
    }
    for path in paths { checker.check(path) }
    let report = CheckReport(files: checker.files)
    format.write(report.fields) { report.write(to: &$0) }
    report.status.exit()
  }
}
