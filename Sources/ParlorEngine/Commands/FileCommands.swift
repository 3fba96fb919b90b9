import LineSyntax
import ParlorKit
import Platform

// Commands that read and write files.

extension HostCommand {
  static let save = HostCommand(
    in: .files, needs: .files, requires: .log,
    Command(
      "save", "save the current game to a file",
      details: [
        "The file is a script of every move with its outcome. Each line has a checksum of the"
          + " state after it. `load` opens the game again; run as a script, the file plays the"
          + " same game. It says nothing of bots: after `load`, `seat` gives them their seats.",
        "`save` replaces an earlier state of the same game if it loses no move. It replaces any"
          + " other file, including one with moves that were undone since, only with"
          + " `overwrite=yes`.",
      ],
      examples: ["save ann-bob.parlor", "save ann-bob.parlor overwrite=yes"],
      Form(.file("FILE"), .overwrite) { interpreter, path, overwrites throws(CommandError) in
        let game = try interpreter.session.requireLoggedGame()
        if game.keepsSecret { throw .fairSecret("save") }
        let files = interpreter.session.files
        // Each side knows only of its own hints, and both save the same file.
        let bytes = SavedGame.bytes(of: game, tellsHints: !game.origin.hasSides)
        var replaces = true
        if !overwrites {
          replaces = try files.hasFile(path)
          if let reason = try files.obstacle(at: path, to: bytes) {
            throw .wouldOverwrite(path, because: reason)
          }
        }
        try files.write(bytes, to: path, replaces: replaces)
        game.noteSaved(to: path)
        return CommandResult(events: [HostEvent.saved(path: path, GameLine(game))])
      }))

  static let load = HostCommand(
    in: .files, needs: .files, suggest: savedGames,
    Command(
      "load", "open a saved game by replaying it exactly",
      details: [
        "An error names the first line whose state differs from the saved one. A recording of"
          + " another Minesweeper (`.avf`, `.evf`, `.rmv`) opens as a game as well. Instead of a file,"
          + " `finished=N` opens a finished game and `closed=N` an unfinished game that was"
          + " closed.",
        "A game that was opened from a file does not count. Neither does the open game that it"
          + " was saved from, once the loaded one shows its secrets or draws. You can correct a"
          + " finished game with `undo` or `amend`; its result is then recorded anew.",
      ],
      examples: ["load ann-bob.parlor", "load finished=1", "load closed=1"],
      Form(
        .optional(.file("FILE")), .finished,
        .integer(
          of: .integer(
            "closed", 1...20, default: 1, "a game closed in this session; 1 is the latest"))
      ) { interpreter, path, finished, closed throws(CommandError) in
        let session = interpreter.session
        if let closed {
          guard path == nil, finished == nil else { throw .noSingleFile(isMissing: false) }
          let game = try session.reopen(closed: closed)
          return .position(after: [HostEvent.resumed([GameLine(game, turn: game.turnToSay)])])
        }
        let (game, source, result) = try session.savedGame(path, finished: finished)
        if let result,
          let open = session.games.all.first(where: {
            $0.logged?.journal?.recordedID == result.id
          })
        {
          return .position(after: [HostEvent.using(GameLine(try session.games.use(open.number)))])
        }
        if let result { try session.refuseIfOpenElsewhere(result.id, finished: finished) }
        game.noteSaved(to: path)
        let kept = try session.games.open(game)
        session.beginJournal(ofLoaded: game, result)
        var events: [any Event] = []
        if let kept { events.append(HostEvent.keptOpen(GameLine(kept))) }
        events.append(
          HostEvent.loaded(path: source, finished: finished, GameLine(game, turn: game.turnToSay)))
        return .position(after: events)
      }))

  static let source = HostCommand(
    in: .files, needs: .files, suggest: scripts,
    Command(
      "source", "run the lines of a script",
      details: [
        "The first error ends the script. A scenario (`*.scenario`) runs too; its expected"
          + " replies are not checked."
      ],
      examples: ["source opening.parlor"],
      Form(
        .file("FILE"),
        streaming: { interpreter, sink, path throws(CommandError) in
          try interpreter.source(path, into: sink)
        })))

  static let record = HostCommand(
    in: .files, needs: .files,
    Command(
      "record", "record the session as a scenario",
      details: [
        "The file contains the commands that follow and their replies, and `clock` lines for the"
          + " time that passes in a game with a clock. `parlor test` runs it, without your"
          + " profile. Commands that write a file, or review one, are left out.",
        "Each line is written at once, so nothing is lost if the session ends unexpectedly.",
        "The file contains seeds, so that it replays the same draws. So it reveals the secrets of"
          + " an unfinished game.",
        "It begins with the moves of open games and the bots at their seats, but without moves that"
          + " were undone, closed games and batches. It cannot begin in a game with other draws than"
          + " those of its seed, after `copy` or `undo` with `set undo fresh`, or beside a loaded game"
          + " that is older than another one, or while a remote game is open. If you load a game with a"
          + " clock beside another one while you record, the times in the recording differ.",
      ],
      examples: ["record first-game.scenario", "record off"],
      Form(help: "show whether the session is being recorded") { interpreter throws(CommandError) in
        CommandResult(events: [HostEvent.recording(interpreter.recorder?.path)])
      },
      Form("off", help: "stop recording") { interpreter throws(CommandError) in
        guard let recorder = interpreter.recorder else { throw .notRecording }
        interpreter.recorder = nil
        return CommandResult(events: [recorder.end()])
      },
      Form(.file("FILE"), .overwrite, help: "record into a new file") {
        interpreter, path, overwrites throws(CommandError) in
        if let recorder = interpreter.recorder { throw .recordingAlready(recorder.path) }
        if interpreter.session.games.all.contains(where: { $0.logged?.keepsSecret ?? false }) {
          throw .fairSecret("record")
        }
        if let game = interpreter.session.games.all.first(where: { $0.logged?.epoch ?? 0 > 0 }) {
          throw .hasDrawnAfresh(game.number)
        }
        if let game = interpreter.session.games.all.first(where: { $0.logged == nil }) {
          throw .isElsewhere(game.number)
        }
        if !overwrites {
          try interpreter.session.files.refuseReplacing(path, at: .argument(0))
        }
        interpreter.recorder = try Recorder(path, replaces: overwrites, of: interpreter)
        return CommandResult(events: [HostEvent.recording(path)])
      }))

  static let requires = HostCommand(
    in: .programs, needs: .files,
    Command(
      "requires", "fail unless something is available",
      details: ["If something is missing, `parlor test` skips the scenario."],
      examples: ["requires plugin go", "requires platform linux"],
      Form("plugin", .word("NAME"), help: "a plugin is installed") {
        interpreter, name throws(CommandError) in
        try interpreter.session.require(.plugin(name))
      },
      Form("program", .word("NAME"), help: "a program is on PATH") {
        interpreter, name throws(CommandError) in
        try interpreter.session.require(.program(name))
      },
      Form(
        "platform", .choice("NAME", ["linux", "macos"]), help: "this is the operating system"
      ) { interpreter, name throws(CommandError) in
        try interpreter.session.require(.platform(name))
      },
      Form("terminal", help: "standard input and output are a terminal") {
        interpreter throws(CommandError) in
        try interpreter.session.require(.terminal)
      }))
}

/// What `requires` asks for.
package enum SessionRequirement: Sendable, Equatable {
  case plugin(String)
  case program(String)
  case platform(String)
  case terminal

  /// The requirement of a line such as `requires plugin go`, if it is one.
  package init?(line: ArraySlice<UInt8>) {
    guard line.starts(with: "requires ".utf8) else { return nil }
    let words = line.split { $0 == 0x20 || $0 == 0x09 }.map { String(decoding: $0, as: UTF8.self) }
    switch (words.count, words[1]) {
    case (3, "plugin"): self = .plugin(words[2])
    case (3, "program"): self = .program(words[2])
    case (3, "platform"): self = .platform(words[2])
    case (2, "terminal"): self = .terminal
    default: return nil
    }
  }

  /// Whether it asks for something that only a session that may start programs can use.
  package var needsPrograms: Bool {
    switch self {
    case .plugin, .program: true
    case .platform, .terminal: false
    }
  }

  /// What is missing, as a clause.
  package var failure: String {
    switch self {
    case .plugin(let name): "the plugin `\(name)` is missing"
    case .program(let name): "the program `\(name)` is missing"
    case .platform(let name): "this is not \(name)"
    case .terminal: "standard input and output are not a terminal"
    }
  }

  /// Why the session, which may not start programs, does not look for it.
  package var refusal: String {
    switch self {
    case .plugin(let name): "the plugin `\(name)` needs `--allow exec`"
    case .program(let name): "the program `\(name)` needs `--allow exec`"
    case .platform, .terminal: failure
    }
  }
}

extension Session {
  /// Whether the session has what a line requires, and may use it.
  package func meets(_ requirement: SessionRequirement) -> Bool {
    if requirement.needsPrograms && !capabilities.contains(.processes) { return false }
    return switch requirement {
    case .plugin(let name): host.hasPlugin(name)
    case .program(let name): SystemInformation.hasProgram(name)
    case .platform(let name): SystemInformation.platform == name
    case .terminal: Terminal.isInteractive
    }
  }

  fileprivate func require(
    _ requirement: SessionRequirement
  ) throws(CommandError) -> CommandResult {
    if meets(requirement) { return .silent }
    if requirement.needsPrograms && !capabilities.contains(.processes) {
      throw .notGranted("requires", in: capabilities)
    }
    if case .plugin(let name) = requirement { throw .noPlugin(name) }
    throw .missing(requirement)
  }
}

extension Session {
  /// Whether a file of the user still holds a game as it is.
  func isKept(_ game: any LoggedGame) -> Bool {
    // A fair game that was given up takes no more moves.
    guard game.isSaved, !game.origin.isRevealed else { return false }
    guard let path = game.saved?.path else { return true }
    guard (try? files.hasFile(path)) == true else { return false }
    // What went into a pipe or a device is not read again.
    guard files.isFile(path) else { return true }
    guard let bytes = try? files.read(path) else { return false }
    return SavedGame.isOne(bytes)
      ? SavedGame.loss(of: SavedGame.bytes(of: game), to: bytes) == nil : game.kind.mayRead(path)
  }

  /// The game of a file, or the finished game of a number. No bot moves.
  package func savedGame(
    _ path: String?, finished number: Int?
  ) throws(CommandError) -> (any LoggedGame, path: String, result: RecordedGame?) {
    switch (path, number) {
    case (let path?, nil):
      let (replayer, bytes) = (LogReplayer(self), try files.read(path))
      if !SavedGame.isOne(bytes), let log = try replayer.replay(recording: bytes, path: path) {
        return (log.game, path, nil)
      }
      return (try replayer.replay(bytes, path: path).game, path, nil)
    case (nil, let number?): return try finishedGame(number)
    default: throw .noSingleFile(isMissing: path == nil)
    }
  }
}

/// A saved game that runs as a script.
struct SourcedGame {
  /// The number of the first game that it can open.
  var number: Int
  /// Whether the seed in it is hidden from the players until the game is over.
  var hidesSeed: Bool
}

extension Session {
  /// Notes that games do not count of which the saved game that has run tells more than they do.
  fileprivate func excludeLikeSourced() {
    for game in games.all.compactMap(\.logged) where game.number >= firstSourced ?? .max {
      exclude(likeFileOf: game)
    }
  }
}

extension Interpreter {
  /// How many files may run one another.
  private static let sourceLimit = 16

  fileprivate func source(
    _ path: String, into sink: ReplySink
  ) throws(CommandError) -> CommandResult {
    guard session.sources.count < Self.sourceLimit else { throw .tooDeep(limit: Self.sourceLimit) }
    let bytes = try session.files.read(path)
    // A saved game is a script, whatever it is called.
    let isSaved = SavedGame.isOne(bytes)
    // An error in a changed line would show it, and a secret with it.
    let hidesSeed = SavedGame.hidesSeed(bytes)
    if isSaved || hidesSeed || LogSum.isSealed(bytes), let line = LogSum.firstWrong(in: bytes) {
      throw LogReplayer.wrongSum(path, line)
    }
    if LogSum.isUnsealed(bytes), let error = LogReplayer.earlyEnd(of: bytes, path) { throw error }
    let isScenario = path.hasSuffix(".scenario") && !isSaved
    let script = Script(bytes, isScenario: isScenario)
    if isScenario && script.lines.isEmpty { throw .noCommands(path) }
    session.sources.append(
      isSaved || hidesSeed
        ? SourcedGame(number: session.games.nextNumber, hidesSeed: hidesSeed) : nil)
    // A saved game says itself how much time passes.
    if isSaved { session.clock.hold() }
    defer {
      if isSaved { session.excludeLikeSourced() }
      session.sources.removeLast()
    }
    for line in script.lines {
      if session.host.isInterrupted() { throw .interrupted }
      do throws(CommandError) {
        if try executeWithin(line.bytes, into: sink) { return CommandResult(endsSession: true) }
      } catch {
        if hidesSeed, !LogSum.isSealed(bytes) {
          throw LogReplayer.secretLine(path, line.number)
        }
        throw error.inSource(path: path, line: line.number)
      }
    }
    return CommandResult(events: [HostEvent.sourced(path: path, lines: script.lines.count)])
  }
}

// MARK: - Events

extension HostEvent {
  static func saved(path: String, _ game: GameLine) -> Self {
    Self("saved", ["path": .string(path), "game": .object(game.fields)]) {
      $0.write("Saved ", game.name, ", ", game.count, ", to ", path, ".")
    }
  }

  static func loaded(path: String, finished: Int?, _ game: GameLine) -> Self {
    Self("loaded", ["path": .string(path), "game": .object(game.fields)]) {
      $0.write("Loaded ", game.name, ", ", game.count, ", from ")
      $0.write(finished.map { "the finished game \($0)" } ?? path, ".", game.turn.sentence)
    }
  }

  static func sourced(path: String, lines: Int) -> Self {
    Self("sourced", ["path": .string(path), "lines": .integer(lines)]) { _ in }
  }

  static func recording(_ path: String?) -> Self {
    Self("recording", ["path": path.map(Value.string) ?? .null]) { text in
      guard let path else { return text.write("The session is not being recorded.") }
      text.write("Recording to ", path, ".")
    }
  }

  static func recordingStopped(path: String, reason: String) -> Self {
    Self("recording-stopped", ["path": .string(path), "reason": .string(reason)], isNotice: true) {
      $0.write("The recording to ", path, " has stopped: ", reason, ".")
    }
  }

  static func recorded(path: String, commands: Int) -> Self {
    Self("recorded", ["path": .string(path), "commands": .integer(commands)]) {
      $0.write("Recorded ", Plural(commands, "command"), " to ")
      $0.write(path, ".")
    }
  }
}
