import FarkleGame
package import ParlorKit

extension FarkleTenEvent {
  /// The data of the event.
  package var fields: Fields {
    switch self {
    case .connected(let address, let name):
      ["service": .string(address), "name": .optional(name)]
    case .loggedIn(let name, let isNew, let isKept):
      ["name": .string(name), "new": .bool(isNew), "kept": .bool(isKept)]
    case .loggedOut(let name): ["name": .string(name)]
    case .recording(let file), .recorded(let file): ["file": .string(file)]
    case .lobby(let lobby, let daily, let me): lobby.fields(daily: daily, me: me)
    case .change(let change, _, let me): change.fields(me: me)
    case .watch(let state): ["state": .string(state.rawValue)]
    case .unwatchable(let reason): ["reason": .string(reason)]
    case .achievement(let notice): notice.fields
    case .level(let notice): notice.fields
    case .joined(let update): update.fields
    case .rolled(let dice, let isFarkle, let round):
      ["dice": dice.value, "farkle": .bool(isFarkle), "round": .integer(round)]
    case .held(let dice, let points): ["dice": dice.value, "points": .integer(points)]
    case .banked(let points, let round, let total):
      ["points": .integer(points), "round": .integer(round), "total": .integer(total)]
    case .overtime(let round): ["round": .integer(round)]
    case .finished(let result): result.fields
    case .quit(let id): ["game": .integer(id)]
    case .score(let query): query.fields
    case .profile(let profile): profile.fields
    case .friends(let friends): ["friends": .array(friends.map { .object($0.fields) })]
    case .friend(let name, let isAdded): ["name": .string(name), "added": .bool(isAdded)]
    case .leaderboard(let board): board.fields
    case .tournament(let tournament, let me): tournament.fields(me: me)
    case .entered(let tournament, let isIn):
      ["tournament": .integer(tournament), "in": .bool(isIn)]
    case .achievements(let achievements): achievements.fields
    case .instructions: [:]
    }
  }
}

extension Value {
  /// A text, or null if there is none.
  static func optional(_ text: String?) -> Value { text.map { .string($0) } ?? .null }

  /// A number, or null if there is none.
  static func optional(_ number: Int?) -> Value { number.map { .integer($0) } ?? .null }
}
