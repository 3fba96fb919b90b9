import FarkleGame
package import ParlorKit

extension FarkleTenEvent {
  /// Writes the event.
  package func write(to text: inout TextWriter) {
    switch self {
    case .connected(let address, let name):
      text.write("Connected to ", address)
      if let name { text.write(" as ", Styled(.strong, name)) }
      text.write(".")
    case .loggedIn(let name, let isNew, let isKept):
      text.write(isNew ? "Registered and logged in as " : "Logged in as ", Styled(.strong, name))
      text.write(isKept ? "; the session is kept." : ".")
    case .loggedOut(let name): text.write(name, " is logged out.")
    case .recording(let file): text.write("Recording in ", file, ".")
    case .recorded(let file): text.write("Recorded in ", file, ".")
    case .lobby(let lobby, let daily, let me): lobby.write(daily: daily, me: me, to: &text)
    case .change(let change, let name, let me): change.write(name: name, me: me, to: &text)
    case .watch(let state): write(state, to: &text)
    case .unwatchable(let reason): text.write(Styled(.bad, "No lobby"), ": ", reason, ".")
    case .achievement(let notice): notice.write(to: &text)
    case .level(let notice): notice.write(to: &text)
    case .joined(let update): update.writeHeading(to: &text)
    case .rolled(let dice, let isFarkle, let round):
      text.write("You roll ", Styled(.strong, dice))
      if isFarkle {
        text.write(": ", Styled(.bad, "farkle"), ". Round ", round, " brings nothing.")
      } else {
        text.write(".")
      }
    case .held(let dice, let points):
      text.write("You hold ", Styled(.strong, dice), "; ", Grouped(points), " at stake.")
    case .banked(let points, let round, let total):
      text.write(
        "You bank ", Styled(.good, Grouped(points)), " in round ", round, " and have ",
        Grouped(total), ".")
    case .overtime(let round):
      text.write(Styled(.notice, "A tie"), ": overtime, round ", round, ".")
    case .finished(let result): result.write(to: &text)
    case .quit(let id): text.write("You have left game ", id, ".")
    case .score(let query): query.write(to: &text)
    case .profile(let profile): profile.write(to: &text)
    case .friends(let friends): write(friends, to: &text)
    case .friend(let name, let isAdded):
      text.write(name, isAdded ? " is your friend now." : " is no longer your friend.")
    case .leaderboard(let board): board.write(to: &text)
    case .tournament(let tournament, let me): tournament.write(me: me, to: &text)
    case .entered(let tournament, let isIn):
      text.write("You ", isIn ? "play" : "no longer play", " in tournament ", tournament, ".")
    case .achievements(let achievements): achievements.write(to: &text)
    case .instructions: text.write(Instructions.text)
    }
  }

  private func write(_ state: LobbyWatch.State, to text: inout TextWriter) {
    switch state {
    case .watching: text.write("The lobby is watched: changes are shown as they come.")
    case .idle:
      text.write(
        Styled(.notice, "The lobby is idle"), ": nothing asks for news any more. `lobby` goes on.")
    case .off: text.write("The lobby is no longer watched.")
    }
  }

  private func write(_ friends: [Friend], to text: inout TextWriter) {
    guard !friends.isEmpty else { return text.write("You have no friends here yet.") }
    text.write("Friends:")
    for friend in friends {
      text.write("\n  ", friend.name)
      if let title = friend.title { text.write(" ", Styled(.faint, title)) }
    }
  }
}
