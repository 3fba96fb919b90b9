import ParlorKit
import Platform

extension HostCommand {
  static let record = HostCommand(
    CommandDeclaration(
      "record",
      forms: [
        .init([], "whether the session is recorded"),
        .init([.literal("off")], "end the recording"),
        .init([Parameter("FILE", .file)], "record into a file, which must not exist"),
      ],
      summary: "record the session as a scenario",
      details: [
        "The file holds the commands that follow and their replies; `parlor test` runs it.",
        "It is written line by line, so that nothing is lost if the session ends.",
      ],
      examples: ["record first-game.scenario", "record off"]), .files, needs: .files, suggest: files
  ) { interpreter, call throws(CommandError) in
    switch call.form {
    case 1:
      guard let recorder = interpreter.recorder else { throw .notRecording }
      interpreter.recorder = nil
      return CommandResult(events: [recorder.end()])
    case 2:
      if let recorder = interpreter.recorder { throw .recordingAlready(recorder.path) }
      let path = call.word(0) ?? ""
      do throws(FileError) {
        interpreter.recorder = try Recorder(
          path: path, file: try interpreter.files.create(path),
          preamble: Transcript.preamble(of: interpreter))
      } catch {
        throw .io(error)
      }
      return CommandResult(events: [HostEvent.recording(path)])
    default:
      return CommandResult(events: [HostEvent.recording(interpreter.recorder?.path)])
    }
  }
}
