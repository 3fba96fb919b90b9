#if Server
  import GRDB
  import Platform

  /// Where one action of one player is carried out: the player, what was sent, and what it may use.
  struct Desk {
    let database: Database
    let form: Form
    let now: Timestamp
    let policy: Policy
    let random: RandomSource
    /// The player who is logged in, as the database has them.
    var player: Player

    /// The number of the player.
    var me: Int { player.number }

    /// The number in a field that must hold one.
    func number(_ field: String, or fault: ActionError) throws -> Int {
      guard let number = form.integer(field), number > 0 else { throw fault }
      return number
    }

    /// Gives points of experience.
    func give(_ points: Int, to player: Int) throws {
      let points = policy.doublesExperience ? points * 2 : points
      try Player.give(points, to: player, at: now, in: database)
    }

    /// Gives achievements.
    func award(_ achievements: [Int], to player: Int) throws {
      try Player.award(achievements, to: player, at: now, in: database)
    }
  }
#endif
