#if Server
  import GRDB
  import Platform

  extension Desk {
    /// `getplayerinfo`: figures, finished games, titles to choose from. Nothing if no player is asked
    /// for.
    func playerInformation() throws -> JSONValue? {
      guard let number = form.integer("playerid") else { return nil }
      guard let player = try Player.find(number, in: database) else {
        throw ActionError("Player not found.")
      }
      let titles = Title.choices(at: player.level).map { title -> JSONValue in
        ["level": .integer(title.level), "title": .string(title.text)]
      }
      return [try figures(of: player), try games(of: number, areFinished: true), .array(titles)]
    }

    private func figures(of player: Player) throws -> JSONValue {
      let isMine = player.number == me
      let isFriend = try Bool.fetchOne(
        database, sql: "SELECT 1 FROM friends WHERE playerId = ? AND friendId = ?",
        arguments: [me, player.number])
      return [
        "username": .string(player.name),
        // The address is nobody else's business.
        "email": .string(isMine ? player.email : ""),
        "sendhourlyemails": .integer(player.wantsMail ? 1 : 0),
        "random_selectable": .integer(player.isSelectable ? 1 : 0),
        "playerid": .integer(player.number), "playertitle": .optional(player.title),
        "cardcolor": .string(player.card), "cardbg": nil,
        "achscore": try achievementScore(of: player.number),
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

    /// `saveoptions`: the address and what may be sent to it. The reply is a sentence.
    func saveOptions() throws -> JSONValue {
      let email = form["email"] ?? ""
      guard MailAddress.isValid(email) else { return "Invalid email address." }
      guard let mails = form.integer("sendhourlyemails"), 0...1 ~= mails else {
        return "Invalid email notification setting."
      }
      let hash = Secrets.md5(email.lowercased())
      let owner = try Int.fetchOne(
        database, sql: "SELECT id FROM players WHERE emailHash = ?", arguments: [hash])
      guard owner == nil || owner == me else { return "Invalid email address." }
      var player = player
      player.email = email
      player.emailHash = hash
      player.wantsMail = mails == 1
      player.isSelectable = form["random_selectable"].map { $0 == "1" } ?? true
      try player.update(database)
      return "Options saved."
    }

    /// `updatetitle`: nothing if the level is too low.
    func updateTitle() throws -> JSONValue? {
      guard let level = form.integer("titleid"), level <= player.level,
        let title = Title.all.first(where: { $0.level == level })
      else { return nil }
      var player = player
      player.title = title.text
      player.titleLevel = level
      try player.update(database)
      return 1
    }

    /// `iphonetoken`: accepted and forgotten, as nothing is ever pushed.
    func acceptDevice() -> JSONValue {
      [
        "Message": "Token Accepted", "Playerid": .integer(me),
        "Token": .string(form["devicetoken"] ?? ""),
      ]
    }
  }
#endif
