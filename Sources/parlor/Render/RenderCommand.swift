import ArgumentParser
import ParlorEngine
import ParlorKit
import Platform
import Render
import Scenarios

/// `parlor render`: shows a session as a picture, a page or a recording.
struct RenderCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "render", abstract: "Show a session as a picture, a page or a recording.",
    usage: "parlor render FILE --to FORMAT [-o FILE]",
    discussion: """
      Examples:

        parlor render game.scenario --to svg > game.svg
        parlor render game.scenario --animate -o game.svg
        parlor render evening.parlor -o evening.html
        parlor render evening.parlor -o evening.cast && asciinema play evening.cast
        parlor render game.keys --animate -o game.svg

      FILE is a script, a scenario, a document with `parlor` blocks, or a saved game; --finished N \
      takes a finished game of the profile. The file runs as in `parlor test`: it reads only files \
      below its folder, and writes to a temporary folder.

      A FILE whose name ends in `.keys` has keys to type at a real prompt, a step on each line: the \
      picture shows what a user sees.

        size 80x22           columns and rows of the terminal
        type hold 1 1        types a text, key by key
        key Tab              presses a key: Enter, Right, Ctrl-R, Alt-b, q, …
        key Down 3           presses it several times
        wait 800             waits for some milliseconds
        start                the picture begins here
        # a comment

      Formats:
        svg        the last screen of a terminal; with --animate, the session
        html       a page: the table move by move, and a chart if there is advice
        cast       a recording for asciinema, version 3; cast-v2 is version 2
        vega-lite  the chart of the last game that has one, for Vega-Lite
        txt        the transcript; of keys, the last screen

      The same file always gives the same bytes. A file has at most 100,000 lines, an animation \
      1,000; keys are at most 5,000, in 10 minutes.

      Exit codes: 0 success, 1 a saved game cannot be loaded, 2 invalid arguments or an invalid \
      file, 3 unreadable input or unwritable output.
      """)

  enum Format: String, ExpressibleByArgument, CaseIterable {
    case svg, html, cast
    case castV2 = "cast-v2"
    case vegaLite = "vega-lite"
    case txt
  }

  @Option(help: "The format. Default: the extension of -o.")
  var to: Format?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "Write to this file, replacing it. Default: standard output.",
      valueName: "file"), completion: .file())
  var output: String?

  @Flag(help: "With svg: show all lines as they are typed.")
  var animate = false

  @Option(help: "Colours: light, dark, or those of the reader's system.")
  var theme = Theme.auto

  @Option(help: ArgumentHelp("Columns of the terminal, 20 to 400.", valueName: "n"))
  var columns = 80

  @Option(help: ArgumentHelp("Rows of the terminal, 5 to 200.", valueName: "n"))
  var rows = 24

  @Option(help: ArgumentHelp("Title. Default: the name of the file.", valueName: "text"))
  var title: String?

  @Option(
    help: ArgumentHelp(
      "Permissions besides reading files below the folder of FILE: `exec` to start programs,"
        + " `network` to call services.",
      valueName: "exec,network"))
  var allow: AllowArgument?

  @Option(
    help: ArgumentHelp(
      "Show the finished game with this number in the list of `finished`.", valueName: "n"))
  var finished: Int?

  @Option(
    help: ArgumentHelp(
      "Folder of the profile with the finished games. Default: ~/.local/state/parlor.",
      valueName: "dir"))
  var profile: String?

  @Flag(help: .hidden)
  var asPrompt = false

  @ArgumentParser.Argument(
    help: ArgumentHelp(
      "A script, a scenario, a saved game or a file of keys.", valueName: "file"),
    completion: .file())
  var file: String?

  /// The format of `--to`, or that of the output file.
  private var format: Format? {
    if let to { return to }
    guard let output, let dot = output.lastIndex(of: ".") else { return nil }
    return Format(rawValue: String(output[output.index(after: dot)...]))
  }

  func validate() throws {
    if (file == nil) == (finished == nil) {
      throw ValidationError("Name one FILE, or a finished game with `--finished N`.")
    }
    if let finished, finished < 1 {
      throw ValidationError("`--finished` takes a number from 1; 1 is the last game.")
    }
    if profile != nil, finished == nil {
      throw ValidationError("`--profile` requires `--finished`.")
    }
    if let file, let output, let source = FileSystem.realPath(of: file),
      source == FileSystem.realPath(of: output)
    {
      throw ValidationError("`--output` names the file to show; choose another.")
    }
    if asPrompt { return }
    guard let format else {
      let names = Format.allCases.map(\.rawValue).joined(separator: ", ")
      throw ValidationError("`--to` is missing: one of \(names).")
    }
    if animate, format != .svg { throw ValidationError("`--animate` requires `--to svg`.") }
    if !(KeyScript.widths ~= columns) {
      throw ValidationError("`--columns` takes a number from 20 to 400.")
    }
    if !(KeyScript.heights ~= rows) {
      throw ValidationError("`--rows` takes a number from 5 to 200.")
    }
  }

  func run() throws {
    if asPrompt, let file { FilmedSession.prompt(at: file, allowing: allow) }
    guard let format else { return }
    let keys = file.flatMap { $0.hasSuffix(FilmedSession.suffix) ? $0 : nil }
    let bytes = keys.map { film($0, as: format) } ?? show(as: format)
    guard let output else { return StandardOutput.write(bytes) }
    do throws(FileError) {
      try FileSystem.write(bytes, to: output)
    } catch {
      StandardOutput.end(with: error)
    }
  }

  /// A file of keys, typed at a prompt.
  private func film(_ file: String, as format: Format) -> [UInt8] {
    if format == .vegaLite { Self.end(.usage, "a file of keys has no chart") }
    let session = FilmedSession(file, columns: columns, rows: rows, allowing: allow)
    let film = session.film(title: title)
    let picture = FilmPicture(film, theme: theme)
    return switch format {
    case .svg: animate ? picture.animation : picture.still
    case .html: picture.page
    case .cast: Asciicast(film, version: .three).bytes
    case .castV2: Asciicast(film, version: .two).bytes
    case .txt, .vegaLite: film.text
    }
  }

  /// A file that runs line by line.
  private func show(as format: Format) -> [UInt8] {
    let recording = recording(for: format)
    return switch format {
    case .svg:
      picture(TerminalPicture(recording, rows: rows, theme: theme), of: recording)
    case .html: Page(recording, theme: theme).bytes
    case .cast: Asciicast(recording, rows: rows, version: .three).bytes
    case .castV2: Asciicast(recording, rows: rows, version: .two).bytes
    case .vegaLite: chart(of: recording)
    case .txt: recording.text
    }
  }

  private func picture(_ picture: TerminalPicture, of recording: Recording) -> [UInt8] {
    guard animate else { return picture.still }
    guard recording.frames.count <= TerminalPicture.mostAnimatedLines else {
      Self.end(
        .usage,
        "the file has \(recording.frames.count.grouped) lines, and an animation at most "
          + "\(TerminalPicture.mostAnimatedLines.grouped); `--to cast` shows more")
    }
    return picture.animation
  }

  private func chart(of recording: Recording) -> [UInt8] {
    guard let chart = recording.charts.max(by: { $0.key < $1.key })?.value else {
      Self.end(.failed, "no game in the file has a chart")
    }
    return VegaLite(chart).bytes
  }

  /// Whether lines are broken where a terminal would break them.
  private var wraps: Bool { format == .svg || format == .cast || format == .castV2 }

  private func recording(for format: Format) -> Recording {
    let path = file ?? finishedGame
    do throws(SessionRecorder.Failure) {
      var recorder = try SessionRecorder(
        path, title: title, columns: columns, wraps: wraps, allowing: allow?.capabilities ?? [])
      if format == .html || format == .vegaLite { recorder.addCharts() }
      return recorder.recording
    } catch {
      switch error {
      case .invalid(let error): Self.end(.usage, error.message)
      case .unreadable(let error): StandardOutput.end(with: error)
      case .unloadable(let text): Self.end(.failed, "cannot load `\(path)`:\n\(text)")
      case .empty: Self.end(.usage, "`\(path)` has no command to show")
      case .tooLong:
        Self.end(
          .usage, "`\(path)` has more than \(SessionRecorder.mostLines.grouped) lines to show")
      }
    }
  }

  /// The file of the log that `--finished` names.
  private var finishedGame: String {
    let number = finished ?? 1
    do throws(FileError) {
      if let entry = try GameArchive(.named(profile)).find(number) { return entry.path }
    } catch {
      StandardOutput.end(with: error)
    }
    Self.end(.failed, "there is no log of a finished game number \(number)")
  }

  private static func end(_ status: ExitStatus, _ text: String) -> Never {
    StandardOutput.complain(text)
    status.exit()
  }
}

extension Theme: ExpressibleByArgument {}
