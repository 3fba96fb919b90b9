import ParlorKit

/// The profile page of a player, and the settings on it.
struct Profile {
  private let context: ActionContext

  init(_ context: ActionContext) { self.context = context }

  /// `getplayerinfo`: statistics, finished games and the titles to choose from. The response is
  /// empty if the form names no player.
  func information() throws -> Value? {
    guard let number = context.form.integer("playerid") else { return nil }
    guard let player = try Player.find(number, in: context.database) else {
      throw ActionError("Player not found.")
    }
    let titles = Title.choices(at: player.level).map { title -> Value in
      ["level": .integer(title.level), "title": .string(title.text)]
    }
    return [
      try statistics(of: player), try Lobby(context).games(of: number, areFinished: true),
      .array(titles),
    ]
  }

  private func statistics(of player: Player) throws -> Value {
    let isMine = player.number == context.me
    let isFriend = try Bool.fetchOne(
      context.database, prepared: "SELECT 1 FROM friends WHERE playerId = ? AND friendId = ?",
      arguments: [context.me, player.number])
    return [
      "username": .string(player.name),
      // Mail addresses are private.
      "email": .string(isMine ? player.email : ""),
      "sendhourlyemails": .integer(player.wantsMail ? 1 : 0),
      "random_selectable": .integer(player.isSelectable ? 1 : 0),
      "playerid": .integer(player.number), "playertitle": .optional(player.title),
      "cardcolor": .string(player.card), "cardbg": nil,
      "achscore": try Achievements(context).score(of: player.number),
      "totalpoints": .integer(player.totalPoints),
      "highestround": .integer(player.highestRound),
      "lastplayed": .string(WireDate.day(Timestamp(milliseconds: player.lastPlayed))),
      "avground": .string(String(player.rounds > 0 ? player.totalPoints / player.rounds : 0)),
      "wins": .integer(player.wins), "losses": .integer(player.losses),
      "isfriend": .integer(isFriend == nil ? 0 : 1), "xp": .integer(player.xp),
      "xp_to_level": .integer(player.xpNeeded), "stylepoints": 0,
      "playerlevel": .integer(player.level), "highest10round": .integer(player.highestTotal),
      "farkles": .integer(player.farkles), "roundsplayed": .integer(player.rounds),
      "farkle_pct": .string(
        String(player.rounds > 0 ? (player.farkles * 200 / player.rounds + 1) / 2 : 0)),
      "emoji_reactions": .string(player.reactions),
    ]
  }

  /// `saveoptions`: the mail address and the mail settings. The response is a sentence.
  func saveOptions() throws -> Value {
    let form = context.form
    let email = form["email"] ?? ""
    guard AccountRules.isMailAddress(email) else { return "Invalid email address." }
    guard let mails = form.integer("sendhourlyemails"), 0...1 ~= mails else {
      return "Invalid email notification setting."
    }
    let hash = Secrets.md5(email.lowercased())
    let owner = try Int.fetchOne(
      context.database, prepared: "SELECT id FROM players WHERE emailHash = ?", arguments: [hash])
    guard owner == nil || owner == context.me else { return "Invalid email address." }
    var player = context.player
    player.email = email
    player.emailHash = hash
    player.wantsMail = mails == 1
    player.isSelectable = form["random_selectable"].map { $0 == "1" } ?? true
    try player.update(context.database)
    return "Options saved."
  }

  /// `updatetitle`: chooses a title. The response is empty if the player's level is too low.
  func updateTitle() throws -> Value? {
    var player = context.player
    guard let level = context.form.integer("titleid"), level <= player.level,
      let title = Title.all.first(where: { $0.level == level })
    else { return nil }
    player.title = title.text
    player.titleLevel = level
    try player.update(context.database)
    return 1
  }

  /// `iphonetoken`: accepts a device token and ignores it, because the server sends no push
  /// messages.
  func acceptDevice() -> Value {
    [
      "Message": "Token Accepted", "Playerid": .integer(context.me),
      "Token": .string(context.form["devicetoken"] ?? ""),
    ]
  }
}
