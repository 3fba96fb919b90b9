import ParlorKit

extension HostCommand {
  static let set = HostCommand(
    CommandDeclaration(
      "set", [Parameter("NAME", .word, count: 0...1), Parameter("VALUE", .word, count: 0...1)],
      summary: "change a setting of the session, or show the settings",
      details: Setting.all.map {
        "\($0.name) \($0.choices.joined(separator: "|")): \($0.summary)."
      },
      examples: ["set", "set undo fresh", "set legal off"]), .session, suggest: settings
  ) { interpreter, call throws(CommandError) in
    guard let name = call.word(0) else {
      return CommandResult(events: [HostEvent.settings(Setting.all.map { $0.line(interpreter) })])
    }
    guard let setting = Setting.all.first(where: { $0.name == name }) else {
      throw .unknownSetting(name, known: Setting.all.map(\.name))
    }
    guard let value = call.word(1) else {
      return CommandResult(events: [HostEvent.settings([setting.line(interpreter)])])
    }
    guard setting.choices.contains(value) else {
      throw .badSetting(name, value: value, known: setting.choices)
    }
    setting.change(interpreter, value)
    return .silent
  }
}

/// Something of a session that `set` changes.
struct Setting: Sendable {
  /// The name.
  let name: String
  /// The values.
  let choices: [String]
  /// What it does.
  let summary: String
  /// The value now.
  let value: @Sendable (Interpreter) -> String
  /// Sets one of the values.
  let change: @Sendable (Interpreter, String) -> Void

  /// The settings, in the order of help.
  static let all = [
    Setting(
      name: "undo", choices: UndoPolicy.allCases.map(\.rawValue),
      summary: "after an undo the same dice come again, or fresh ones, or draws stay",
      value: { $0.undoPolicy.rawValue },
      change: { $0.undoPolicy = UndoPolicy(rawValue: $1) ?? $0.undoPolicy }),
    Setting(
      name: "legal", choices: ["on", "off"], summary: "whether refusals say what would be legal",
      value: { $0.listsLegal ? "on" : "off" }, change: { $0.listsLegal = $1 == "on" }),
    Setting(
      name: "bell", choices: ["on", "off"],
      summary: "whether the terminal rings for wins and losses",
      value: { $0.rings ? "on" : "off" }, change: { $0.rings = $1 == "on" }),
    Setting(
      name: "pager", choices: ["on", "off"],
      summary: "whether the prompt shows long replies in a pager",
      value: { $0.pages ? "on" : "off" }, change: { $0.pages = $1 == "on" }),
    Setting(
      name: "sync", choices: ["on", "off"],
      summary: "whether each line waits until the disk has it, safe from a loss of power",
      value: { $0.syncs ? "on" : "off" }, change: { $0.syncs = $1 == "on" }),
    Setting(
      name: "remember", choices: ["on", "off"],
      summary: "whether games that are played elsewhere keep who is logged in",
      value: { $0.place.remembers ? "on" : "off" }, change: { $0.place.remembers = $1 == "on" }),
    Setting(
      name: "format", choices: ReplyFormat.allCases.map(\.rawValue),
      summary: "replies as text, or as JSON, one object a line", value: { $0.format.rawValue },
      change: { $0.format = ReplyFormat(rawValue: $1) ?? $0.format }),
  ]

  func line(_ interpreter: Interpreter) -> HostEvent.SettingLine {
    .init(name: name, value: value(interpreter), choices: choices, summary: summary)
  }
}
