#if Server
  import GRDB
  import Platform

  extension Desk {
    /// `getleaderboard2`: a board of the day, the week or all times, of friends or of everyone.
    func leaderboard() throws -> JSONValue {
      let tier = BoardTier(rawValue: form["tier"] ?? "") ?? .daily
      let scope = form["scope"] == "everyone" ? "everyone" : "friends"
      let circle = scope == "everyone" ? nil : try circle()
      let today = BoardDay(now)
      let standings = try tier.standings(on: today, in: database).filter {
        circle?.contains($0.player) ?? true
      }
      let ranked = standings.filter(\.isRanked)
      let earlier = try tier.earlier(today).map { try tier.standings(on: $0, in: database) } ?? []
      let ranksBefore = Dictionary(
        earlier.filter(\.isRanked).enumerated().map { ($1.player, $0 + 1) }, uniquingKeysWith: min)
      let stat = FeaturedStat.of(today)
      let values = try stat.values(on: today, in: database)
      let entries = ranked.prefix(25).enumerated().map { index, status in
        entry(status, rank: index + 1, ranksBefore, values)
      }
      let mine = standings.first { $0.player == me } ?? BoardStanding(player: me, name: player.name)
      let myRank = ranked.firstIndex { $0.player == me }.map { $0 + 1 }
      let board: JSONValue = [
        "entries": .array(entries), "myScore": entry(mine, rank: myRank, ranksBefore, values),
        "featuredStat": try featured(stat, values), "tier": .string(tier.rawValue),
        "scope": .string(scope),
      ]
      return tier == .weekly ? board.adding("dayScores", try dayScores(of: today)) : board
    }

    private func entry(
      _ status: BoardStanding, rank: Int?, _ before: [Int: Int], _ values: [Int: Double]
    ) -> JSONValue {
      [
        "playerId": .integer(status.player), "username": .string(status.name),
        "score": .integer(status.score), "gamesPlayed": .integer(status.games),
        "rank": .optional(rank), "prevRank": .optional(before[status.player]),
        "isMe": .bool(status.player == me),
        "statValue": values[status.player].map(FeaturedStat.wire) ?? nil,
      ]
    }

    private func featured(_ stat: FeaturedStat, _ values: [Int: Double]) throws -> JSONValue {
      let leader = values.min { one, other in
        let isBetter = stat.isLowBest ? one.value < other.value : one.value > other.value
        return one.value == other.value ? one.key < other.key : isBetter
      }
      var text = ""
      if let leader, let name = try Player.find(leader.key, in: database)?.name {
        text = "\(name) — \(String(decoding: FeaturedStat.wire(leader.value).bytes, as: UTF8.self))"
      }
      return [
        "type": .string(stat.rawValue), "title": .string(stat.title),
        "label": "Today's Featured Stat",
        "leader": .string(text),
      ]
    }

    private func dayScores(of today: BoardDay) throws -> JSONValue {
      let scores = try (0..<7).map { offset in
        let day = BoardDay(number: today.weekStart.number + offset)
        return try BoardTier.daily.standings(on: day, in: database).first { $0.player == me }?.score
      }
      return .integers(scores.map { $0 ?? 0 })
    }

    private func circle() throws -> Set<Int> {
      let friends = try Int.fetchAll(
        database, sql: "SELECT friendId FROM friends WHERE playerId = ?", arguments: [me])
      return Set(friends + [me])
    }
  }
#endif
