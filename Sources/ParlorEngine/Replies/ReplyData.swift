import ParlorKit

/// The format of a reply, and what it says besides its events if it is a message.
struct ReplyData {
  /// The format that was in force after the line.
  var format: ReplyFormat
  /// The game that the reply is about, and what a player may know of it.
  var fields = Fields()
  /// Whether the reply also contains its text in the format `text`.
  var hasText = false
}

/// How much of a game's state replies in JSON have.
enum StateDetail: String, Sendable, CaseIterable {
  /// Nothing.
  case off
  /// What differs from the last reply about the same game.
  case changes
  /// All of it.
  case full
}

/// Where legal moves are listed.
enum LegalListing: String, Sendable, CaseIterable {
  /// In errors.
  case on
  /// Nowhere but in replies to `legal`.
  case off
  /// In errors and in accepted replies in JSON.
  case always
}

/// Makes the data of replies, and remembers the state that the last one told.
struct ReplyDataMaker {
  private var told: (game: Int, state: Value)?

  /// The data of a reply.
  ///
  /// - Parameters:
  ///   - game: the game that the reply is about.
  ///   - isRefusal: whether a line was refused, so that nothing of the game has changed.
  mutating func data(
    about game: (any SessionGame)?, isRefusal: Bool, _ preferences: Preferences
  ) -> ReplyData {
    guard preferences.format.isMessage else { return ReplyData(format: preferences.format) }
    var fields = Fields()
    fields["game"] =
      game.map {
        ["number": .integer($0.number), "name": .string($0.kind.definition.name)]
      }
      ?? .null
    if !isRefusal {
      if let state = state(of: game, preferences.state) { fields[state.name] = state.value }
      if preferences.legal == .always, let game { fields["legal"] = .object(game.legalFields) }
    }
    return ReplyData(format: preferences.format, fields: fields, hasText: preferences.addsText)
  }

  /// The state of a game, or what has changed.
  private mutating func state(of game: (any SessionGame)?, _ detail: StateDetail) -> Fields.Field? {
    if detail == .off { return nil }
    guard let game else { return Fields.Field("state", .null) }
    let state = Value.object(game.view.fields)
    defer { told = detail == .changes ? (game.number, state) : nil }
    guard detail == .changes, let told, told.game == game.number,
      let changes = state.changes(since: told.state)
    else { return Fields.Field("state", state) }
    return Fields.Field("changes", .object(changes))
  }
}

extension SessionGame {
  /// The legal moves as replies list them: lines, and forms of commands for moves that cannot be
  /// listed. Then whose turn it is, from 0, or who has won.
  fileprivate var legalFields: Fields {
    let legal = legalMoves()
    var fields: Fields = [
      "moves": .strings(legal.moves.map(\.line)), "forms": .strings(legal.forms),
    ]
    switch status {
    case .playing(let turn): fields["turn"] = .integer(turn)
    case .over(let winners):
      fields["turn"] = .null
      fields["winners"] = .array(winners.map { .integer($0) })
    }
    return fields
  }
}

extension Value {
  /// The parts that differ from an earlier value, by their paths, as ``part(at:)`` takes them.
  ///
  /// - Returns: `nil` if no path leads to the difference: the two are not objects with the same
  ///   names.
  fileprivate func changes(since old: Value) -> Fields? {
    var changes: [Fields.Field] = []
    return difference(from: old, at: "", into: &changes) ? Fields(changes) : nil
  }

  /// Adds what differs below a path.
  ///
  /// - Returns: whether the parts could be compared one by one.
  private func difference(
    from old: Value, at path: String, into changes: inout [Fields.Field]
  ) -> Bool {
    func add(_ new: Value, _ old: Value, _ step: String) {
      guard new != old else { return }
      let place = path.isEmpty ? step : "\(path).\(step)"
      if !new.difference(from: old, at: place, into: &changes) {
        changes.append(Fields.Field(place, new))
      }
    }
    switch (self, old) {
    case (.object(let new), .object(let old)):
      // A name with a dot would look like two steps of a path.
      guard new.map(\.name) == old.map(\.name),
        new.allSatisfy({ !$0.name.isEmpty && !$0.name.contains(".") })
      else { return false }
      for (new, old) in zip(new, old) { add(new.value, old.value, new.name) }
    case (.array(let new), .array(let old)):
      guard new.count == old.count else { return false }
      for index in new.indices { add(new[index], old[index], String(index)) }
    default: return false
    }
    return true
  }
}
