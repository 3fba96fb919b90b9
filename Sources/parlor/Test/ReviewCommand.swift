import ArgumentParser
import ParlorKit
import Platform
import Scenarios

/// `parlor review`: walks through the replies that `parlor test --pending` has written.
struct ReviewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "review", abstract: "Accept or reject pending replies.",
    usage: "parlor review [--accept | --reject] [PATH…]",
    discussion: """
      Example:

        parlor test --pending examples
        parlor review examples

      `parlor test --pending` writes new replies to NAME.new beside a file and leaves the file \
      alone. This command shows each difference and asks what to do: accept it, reject it, skip it \
      (it stays pending), edit it with $VISUAL or $EDITOR, or accept all of this kind (those that \
      differ only in numbers). A file is written after your last answer for it; Ctrl-C leaves it \
      unchanged.

      Exit codes: 0 nothing is pending, 1 something is, 2 a pending file does not fit its file, 3 \
      a file cannot be written.
      """)

  @Flag(help: "Accept everything without asking.")
  var accept = false

  @Flag(help: "Reject everything without asking.")
  var reject = false

  @ArgumentParser.Argument(
    help: ArgumentHelp("Files and folders. Default: this folder.", valueName: "path"),
    completion: .file())
  var paths: [String] = []

  func validate() throws {
    if accept && reject { throw ValidationError("`--accept` and `--reject` cannot be combined.") }
  }

  func run() throws {
    var status = ExitStatus.fine
    for path in paths where FileSystem.kind(of: path) == .missing {
      StandardOutput.complain("cannot read `\(path)`: no such file or directory")
      status = .io
    }
    let (files, errors) = PendingFile.find(paths.isEmpty ? ["."] : paths)
    for error in errors {
      StandardOutput.complain(error.message)
      status = .io
    }
    if files.isEmpty && status == .fine { StandardOutput.complain("nothing is pending") }
    var question = ReplyQuestion(
      rest: accept ? .accept : reject ? .reject : nil, mayReject: true)
    for path in files {
      do throws(ScenarioError) {
        var file = try PendingFile(path)
        for change in file.changes {
          let decision = decision(on: change, of: file, &question)
          if decision == .skip { status = status.combined(with: .failed) }
          file.decide(decision, on: change)
        }
        try file.save()
      } catch {
        StandardOutput.complain(error.message)
        switch error.reason {
        case .readOnly: status = .io
        case .io(let error) where error.number != 0: status = .io
        default: status = status.combined(with: .usage)
        }
      }
    }
    status.exit()
  }

  private func decision(
    on change: PendingFile.Change, of file: PendingFile, _ question: inout ReplyQuestion
  ) -> PendingFile.Decision {
    while true {
      switch question.answer(ofKind: change.kind, showing: { change.write(of: file.path, to: &$0) })
      {
      case .accept: return .accept
      case .reject: return .reject
      case .skip: return .skip
      case .edit:
        if let text = ReplyEditor.edited(file.text(of: change)) { return .edit(text) }
      }
    }
  }
}

/// The editor of the user, for replies.
enum ReplyEditor {
  /// A text after editing by the user; `nil` if the editor fails.
  static func edited(_ text: [UInt8]) -> [UInt8]? {
    let editor =
      ["VISUAL", "EDITOR"].lazy.compactMap { FileSystem.environment($0) }
      .first { !$0.isEmpty } ?? "vi"
    let folder = ScratchFolder()
    do throws(FileError) {
      let path = try folder.path() + "/reply.scenario"
      try FileSystem.write(text, to: path)
      guard
        ShellCommand.run("\(editor) '\(path)' < /dev/tty", input: [])
          || ShellCommand.run("\(editor) '\(path)'", input: [])
      else { return nil }
      return try FileSystem.read(path)
    } catch {
      StandardOutput.complain(error.message)
      return nil
    }
  }
}
