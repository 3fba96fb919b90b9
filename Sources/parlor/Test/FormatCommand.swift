import ArgumentParser
import Platform
import Scenarios

/// `parlor fmt`: formats scenario files.
struct FormatCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fmt", abstract: "Format scenario files.",
    usage: "parlor fmt [--check] PATH…",
    discussion: """
      Example:

        parlor fmt --check examples

      The format has LF line breaks, no trailing blanks, single blank lines, none at the start or \
      the end, and no ` (literal)` that changes nothing. Commands, replies and prose stay as they \
      are. An invalid file is left unchanged. `-` formats standard input to standard output.

      Exit codes: 0 all files are formatted, 1 with --check if some are not, 2 an invalid file or \
      invalid arguments, 3 a file cannot be written.
      """)

  @Flag(help: "Change nothing; list the files that would change.")
  var check = false

  @ArgumentParser.Argument(
    help: ArgumentHelp("*.scenario files and folders of them.", valueName: "path"),
    completion: .file())
  var paths: [String]

  func run() throws {
    let files = FormatSearch(paths.filter { $0 != "-" })
    var status = ExitStatus.fine
    func fail(_ error: ScenarioError) {
      StandardOutput.complain(error.message)
      status = .usage
    }
    files.errors.forEach(fail)
    do throws(FileError) {
      if paths.contains("-") {
        let bytes = try FileSystem.read(0, named: "stdin")
        do throws(ScenarioError) {
          let formatted = try ScenarioFormat.formatted(bytes, path: "stdin")
          if !check { StandardOutput.write(formatted) }
          if check && formatted != bytes { status = report("stdin", status) }
        } catch { fail(error) }
      }
      for path in files.paths {
        let bytes = try FileSystem.read(path)
        do throws(ScenarioError) {
          let formatted = try ScenarioFormat.formatted(bytes, path: path)
          guard formatted != bytes else { continue }
          status = check ? report(path, status) : write(formatted, to: path, bytes, status)
        } catch { fail(error) }
      }
    } catch {
      StandardOutput.end(with: error)
    }
    status.exit()
  }

  /// Prints the name of a file that would change.
  private func report(_ path: String, _ status: ExitStatus) -> ExitStatus {
    StandardOutput.write(Array("\(path)\n".utf8))
    return status.combined(with: .failed)
  }

  /// Replaces a file, which held `original` when it was read.
  private func write(
    _ bytes: [UInt8], to path: String, _ original: [UInt8], _ status: ExitStatus
  ) -> ExitStatus {
    do throws(ScenarioError.Reason) {
      try Scenario.save(bytes, to: path, replacing: original)
    } catch {
      StandardOutput.complain("\(path): \(error.message)".visible)
      return status.combined(with: .io)
    }
    StandardOutput.write(Array("formatted \(path)\n".utf8))
    return status
  }
}
