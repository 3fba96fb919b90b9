import ParlorEngine
import Platform
import Render

/// A file of keys, typed at a prompt of its own. It runs as data, as a scenario does: with seed 0,
/// a virtual clock and a temporary profile, and it reads only files below its folder.
struct FilmedSession {
  /// The end of the names of such files.
  static let suffix = ".keys"

  private let path: String
  private let script: KeyScript
  private let allowed: AllowArgument?

  /// The maximum size of a file in bytes.
  private static let mostBytes = 1 << 20

  /// Reads the file. A file that cannot be used ends the program.
  init(_ path: String, columns: Int, rows: Int, allowing allowed: AllowArgument?) {
    self.path = path
    self.allowed = allowed
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try FileSystem.read(path, limit: Self.mostBytes)
    } catch {
      StandardOutput.end(with: error)
    }
    do throws(KeyScriptError) {
      script = try KeyScript(bytes, columns: columns, rows: rows)
    } catch {
      Self.end(.usage, path, error)
    }
  }

  /// Types the keys. A session that does not take all of them ends the program.
  func film(title: String?) -> Film {
    var environment = [
      // Not the terminal, the language or the keys of the user.
      "TERM": "xterm-256color", "LC_ALL": "C.UTF-8", "EDITRC": "/dev/null", "PAGER": "cat",
    ]
    // Programs that the file may start, and stored tables, which change no reply.
    for name in ["PATH", "HOME", "XDG_CACHE_HOME"] {
      environment[name] = FileSystem.environment(name)
    }
    let permissions = allowed.map { ["--allow", $0.text] } ?? []
    do throws(KeyScriptError) {
      return try Film(
        script, title: title ?? FileSystem.name(of: path),
        program: SystemInformation.programPath ?? "parlor",
        arguments: ["render", "--as-prompt"] + permissions + ["--", path],
        environment: environment)
    } catch {
      Self.end(.failed, path, error)
    }
  }

  /// Runs the prompt that is filmed, on the terminal of this process.
  static func prompt(at path: String, allowing allowed: AllowArgument?) -> Never {
    let options = ReplOptions(
      seed: 0, format: .text, clock: .virtual, isColored: true, profile: .ofOneSession,
      savesNothing: false, filmFolder: FileSystem.parent(of: path))
    Repl(options, allowing: allowed?.capabilities ?? []).run().exit()
  }

  private static func end(_ status: ExitStatus, _ path: String, _ error: KeyScriptError) -> Never {
    StandardOutput.complain("\(path):\(error.line): \(error.message)")
    status.exit()
  }
}
