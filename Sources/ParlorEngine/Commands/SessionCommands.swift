import LineSyntax
import ParlorKit
import Platform

// Commands about the session itself.

extension HostCommand {
  static let seed = HostCommand(
    in: .session,
    Command(
      "seed", "set the seed of the next game, or show it",
      details: [
        "Each game after it gets the next number.",
        "Scripts start with seed 0. At the prompt, each game draws its own seed until `seed N` sets one.",
        "With `hidden` the games do not show their seeds before they are over, as at the prompt. Recordings use it.",
      ], examples: ["seed 7", "seed"],
      Form(
        .optional(.integer("N", 0...Seed.max)), .optional(.choice("hidden", ["hidden"]))
      ) { interpreter, seed, hidden throws(CommandError) in
        let session = interpreter.session
        if let seed {
          session.openings.nextSeed = seed
          session.openings.hidesSeed = hidden != nil
          return .silent
        }
        // The next seed reveals the one before, which a game may have to hide.
        let hides = session.games.all.contains { $0.origin.hidesSeed && !$0.status.isOver }
        if hides, session.openings.nextSeed != nil { throw .hiddenSeed }
        return CommandResult(events: [HostEvent.seed(session.openings.nextSeed)])
      }))

  static let clock = HostCommand(
    in: .programs,
    Command(
      "clock", "show the time, or move the virtual clock forward",
      details: ["Scripts have a virtual clock, which starts at 2000-01-01T00:00:00Z."],
      examples: ["clock", "clock +10s"],
      Form(.optional(.duration("+TIME"))) { interpreter, duration throws(CommandError) in
        let session = interpreter.session
        if let duration {
          return CommandResult(events: try session.advanceClock(milliseconds: duration))
        }
        let clock = session.clock
        return CommandResult(events: [
          HostEvent.time(clock.now.iso8601, isReal: clock.kind == .real)
        ])
      }))

  static let echo = HostCommand(
    in: .session, traits: .takesOptionsAsWords,
    Command(
      "echo", "print a text", examples: ["echo hello"],
      Form(.text("TEXT")) { _, text throws(CommandError) in
        var text = text
        while let last = text.utf8.last, Line.isBlank(last) { text.unicodeScalars.removeLast() }
        guard let first = text.utf8.first else { return .silent }
        let mayBeReply = first == UInt8(ascii: ">") || first == UInt8(ascii: "e")
        if mayBeReply, text.utf8.starts(with: "> ".utf8) || text.utf8.starts(with: "error[".utf8) {
          throw .badEcho
        }
        return CommandResult(events: [HostEvent.said(text)])
      }))

  static let history = HostCommand(
    in: .session, traits: .takesOptionsAsWords,
    Command(
      "history", "list earlier lines, or those that contain a text",
      details: ["Up and Ctrl-R bring a line back.", "Scripts have no history."],
      examples: ["history", "history farkle"],
      Form(.text("TEXT")) { interpreter, text throws(CommandError) in
        guard let typed = interpreter.session.host.typedLines else { throw .noHistory }
        // Without the line itself.
        let lines = typed().dropLast().map { String(decoding: $0, as: UTF8.self) }.filter {
          (text.isEmpty || $0.contains(text)) && $0.unicodeScalars.allSatisfy(\.isDisplayable)
        }
        return CommandResult(events: [HostEvent.history(lines)])
      }))

  static let quit = HostCommand(
    in: .session,
    Command(
      "quit", "end the session", aliases: ["exit"], examples: ["quit"],
      Form { _ throws(CommandError) in CommandResult(endsSession: true) }))

  static let set = HostCommand(
    in: .session, traits: .suggestsAll, suggest: settings,
    Command(
      "set", "change a setting of the session, or show the settings",
      details: Setting.all.map {
        "\($0.name) \($0.choices.joined(separator: "|")): \($0.summary)."
      },
      examples: ["set", "set undo fresh", "set legal off"],
      Form(.optional(.word("NAME")), .optional(.word("VALUE"))) {
        interpreter, name, value throws(CommandError) in
        let session = interpreter.session
        guard let name else {
          return CommandResult(events: [HostEvent.settings(Setting.all.map { $0.line(session) })])
        }
        guard let setting = Setting.all.first(where: { $0.name == name }) else {
          throw .unknownSetting(name, known: Setting.all.map(\.name))
        }
        guard let value else {
          return CommandResult(events: [HostEvent.settings([setting.line(session)])])
        }
        guard setting.choices.contains(value) else {
          throw .badSetting(name, known: setting.choices)
        }
        if name == "undo", session.preferences.undoPolicy == .ask, value != setting.value(session),
          session.games.all.contains(where: { game in
            !game.status.isOver && game.logged?.hasSharedChance(from: 0) ?? false
          })
        {
          throw .undoIsDecided
        }
        setting.change(session, value)
        return .silent
      }))
}

/// A setting of the session that `set` changes.
struct Setting: Sendable {
  let name: String
  /// The values.
  let choices: [String]
  /// What it does.
  let summary: String
  /// The value now.
  let value: @Sendable (Session) -> String
  /// Sets one of the values.
  let change: @Sendable (Session, String) -> Void
  /// Whether it only changes how a terminal shows replies.
  var isForScreen = false

  /// The settings, in the order of help.
  static let all = [
    .choice("undo", \.undoPolicy, "after undo: same dice, fresh, error, or ask"),
    .choice("legal", \.legal, "list legal moves in errors, or in all JSON"),
    .flag("advice", \.advises, "allow hints"),
    .flag(
      "coach", \.coaches,
      "say at the prompt what a bad move gave away: each game counts as assisted"),
    .flag("bell", \.rings, "ring for wins, losses and the counter's die"),
    .flag("pager", \.pages, "show long replies in a pager", isForScreen: true),
    .flag("redraw", \.redraws, "draw a board over the previous one", isForScreen: true),
    .choice("board", \.board, "the pieces of a table that `play` opens", isForScreen: true),
    .flag("mouse", \.takesMouse, "let `play` take the mouse", isForScreen: true),
    .flag(
      "clipboard", \.copies, "copy the card of a daily game to the clipboard", isForScreen: true),
    .flag(
      "sync", \.syncs, "fsync each line before its reply"),
    Setting(
      name: "remember", choices: ["on", "off"],
      summary: "save the logins of remote games",
      value: { $0.environment.remembers ? "on" : "off" },
      change: { $0.environment.remembers = $1 == "on" }),
    .choice("format", \.format, "how replies are written"),
    .choice("state", \.state, "how much of the state JSON replies contain"),
    .flag("text", \.addsText, "add the text to JSON replies"),
  ]

  /// A setting with a value of some type.
  private static func choice<Choice: CaseIterable & RawRepresentable<String> & Sendable>(
    _ name: String, _ property: any WritableKeyPath<Preferences, Choice> & Sendable,
    _ summary: String, isForScreen: Bool = false
  ) -> Setting {
    Setting(
      name: name, choices: Choice.allCases.map(\.rawValue), summary: summary,
      value: { $0.preferences[keyPath: property].rawValue },
      change: {
        if let choice = Choice(rawValue: $1) { $0.preferences[keyPath: property] = choice }
      }, isForScreen: isForScreen)
  }

  /// A setting that is on or off.
  private static func flag(
    _ name: String, _ property: any WritableKeyPath<Preferences, Bool> & Sendable,
    _ summary: String,
    isForScreen: Bool = false
  ) -> Setting {
    Setting(
      name: name, choices: ["on", "off"], summary: summary,
      value: { $0.preferences[keyPath: property] ? "on" : "off" },
      change: { $0.preferences[keyPath: property] = $1 == "on" }, isForScreen: isForScreen)
  }

  fileprivate func line(_ session: Session) -> HostEvent.SettingLine {
    .init(name: name, value: value(session), choices: choices, summary: summary)
  }
}

// MARK: - Events

extension HostEvent {
  /// A setting and its value.
  struct SettingLine: Sendable {
    var name: String
    var value: String
    var choices: [String]
    var summary: String

    fileprivate var fields: Fields {
      [
        "name": .string(name), "value": .string(value), "choices": .strings(choices),
        "summary": .string(summary),
      ]
    }
  }

  static func settings(_ lines: [SettingLine]) -> Self {
    Self("settings", ["settings": .array(lines.map { .object($0.fields) })]) { text in
      let rows = lines.map {
        ["\($0.name) = \($0.value)", $0.choices.joined(separator: "|"), $0.summary]
      }
      text.write(Columns(rows, wraps: true))
    }
  }

  /// - Parameter seed: the seed of the next game; `nil` if each game draws its own.
  static func seed(_ seed: Int?) -> Self {
    Self("seed", ["seed": seed.map(Value.integer) ?? .null]) { text in
      guard let seed else { return text.write("Each game draws its own seed.") }
      text.write("The next game has seed ", seed, ".")
    }
  }

  static func time(_ time: String, isReal: Bool) -> Self {
    Self("time", ["time": .string(time), "real": .bool(isReal)]) {
      $0.write(time, isReal ? "" : ", virtual")
    }
  }

  static func history(_ lines: [String]) -> Self {
    Self("history", ["lines": .strings(lines)]) {
      guard !lines.isEmpty else { return $0.write("No earlier line matches.") }
      $0.write(lines, separator: "\n")
    }
  }
}
