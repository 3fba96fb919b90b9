import ArgumentParser
import Platform
import Scenarios

/// `parlor fmt`: lays out scenario files.
struct FormatCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fmt", abstract: "Lay out scenario files.",
    usage: "parlor fmt [--check] PATH…",
    discussion: """
      Lines end in LF and not in blanks, no two blank lines follow each other, none stands at the \
      beginning or the end, and ` (literal)` goes where it changes nothing. Commands, replies and \
      prose stay as they are. Files are replaced as a whole; a file with something wrong in it is \
      left alone. `-` formats standard input to standard output.

      Exit codes: 0 all files are laid out, 1 with --check if some are not, 2 a wrong file or wrong \
      arguments, 3 a file that cannot be written.
      """)

  @Flag(help: "Change nothing; name the files that would change.")
  var check = false

  @ArgumentParser.Argument(
    help: ArgumentHelp("Files *.scenario, and folders of them.", valueName: "path"),
    completion: .file())
  var paths: [String]

  func run() throws {
    let files = ScenarioFiles(paths.filter { $0 != "-" })
    var status = ExitStatus.fine
    func fail(_ fault: ScenarioError) {
      StandardOutput.complain(fault.message)
      status = .usage
    }
    files.faults.forEach(fail)
    do throws(FileError) {
      if paths.contains("-") {
        let bytes = try FileSystem.read("/dev/stdin")
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
          if check { status = report(path, status) } else { write(formatted, to: path) }
        } catch { fail(error) }
      }
    } catch {
      StandardOutput.end(with: error)
    }
    status.exit()
  }

  /// Names a file that would change.
  private func report(_ path: String, _ status: ExitStatus) -> ExitStatus {
    StandardOutput.write(Array("\(path)\n".utf8))
    return status.combined(with: .failed)
  }

  private func write(_ bytes: [UInt8], to path: String) {
    do throws(FileError) {
      try FileSystem.write(bytes, to: path)
    } catch {
      StandardOutput.end(with: error)
    }
    StandardOutput.write(Array("formatted \(path)\n".utf8))
  }
}
