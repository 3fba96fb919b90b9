/// The tables, as a sequence of migrations. A released migration must never change.
enum Schema {
  /// The migrations by name, in SQLite's words. ``PostgresStore`` translates the types of columns.
  static let migrations: [(name: String, sql: String)] = [
    ("1 accounts", accounts), ("2 games", games), ("3 tournaments", tournaments),
    ("4 logik", logik), ("5 bots", bots), ("6 indices", indices), ("7 best codes", bestCodes),
  ]

  /// All tables with the columns of their keys, each after those that it refers to.
  static let tables: [(name: String, key: [String])] = [
    ("players", ["id"]), ("devices", ["playerId", "device"]),
    ("friends", ["playerId", "friendId"]), ("achievements", ["id"]),
    ("earned", ["playerId", "achievementId"]), ("games", ["id"]),
    ("seats", ["gameId", "playerId"]), ("sets", ["gameId", "playerId", "round", "number"]),
    ("rounds", ["gameId", "playerId", "round"]),
    ("boardGames", ["playerId", "day", "number"]), ("tournaments", ["id"]),
    ("entrants", ["tournamentId", "playerId"]),
    ("pairings", ["tournamentId", "round", "number"]), ("logikTokens", ["token"]),
    ("logikGames", ["id"]), ("logikGuesses", ["gameId", "number"]),
    ("botTurns", ["gameId", "playerId"]),
  ]

  /// The tables whose numbers the database assigns.
  static let numberedTables = ["players", "games", "tournaments"]

  /// Inserts or updates the achievements of ``Achievement``.
  static func updateCatalog(_ database: any Database) throws {
    let known = try Row.fetchAll(database, prepared: "SELECT * FROM achievements WHERE id < 1000")
    for achievement in Achievement.allCases {
      let facts = achievement.facts
      // A change would disturb servers that run already.
      let isUpToDate = known.contains { row in
        row["id"] == achievement.rawValue && row["title"] == facts.title
          && row["description"] == facts.description && row["worth"] == facts.worth
          && row["image"] == Achievement.image(of: achievement.rawValue)
      }
      guard !isUpToDate else { continue }
      try database.execute(
        prepared: """
          INSERT INTO achievements (id, title, description, worth, image) VALUES (?, ?, ?, ?, ?)
          ON CONFLICT (id) DO UPDATE SET title = excluded.title,
            description = excluded.description, worth = excluded.worth, image = excluded.image
          """,
        arguments: [
          achievement.rawValue, facts.title, facts.description, facts.worth,
          Achievement.image(of: achievement.rawValue),
        ])
    }
  }

  private static let bots = """
    ALTER TABLE players ADD COLUMN bot TEXT;
    CREATE TABLE botTurns (
      gameId INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
      playerId INTEGER NOT NULL REFERENCES players (id) ON DELETE CASCADE,
      step TEXT NOT NULL,
      roll TEXT NOT NULL,
      saved TEXT NOT NULL,
      points INTEGER NOT NULL,
      diceLeft INTEGER NOT NULL,
      rollsAgain INTEGER NOT NULL,
      PRIMARY KEY (gameId, playerId)
    ) STRICT, WITHOUT ROWID;
    """

  /// For the lobby and for what is kept of a player's codes, however much a player has played.
  private static let indices = """
    CREATE INDEX seatsUnseen ON seats (playerId) WHERE isAcknowledged = 0;
    CREATE INDEX logikGamesByPlayer ON logikGames (playerId, slots);
    """

  /// Marks each player's best code of each length, which the ranking is read from.
  private static let bestCodes = """
    ALTER TABLE logikGames ADD COLUMN isBest INTEGER NOT NULL DEFAULT 0;
    UPDATE logikGames SET isBest = 1 WHERE id IN (
      SELECT id FROM (
        SELECT id, ROW_NUMBER() OVER (
          PARTITION BY playerId, slots ORDER BY guesses, solved, id) AS place
        FROM logikGames WHERE solved IS NOT NULL) AS ranked
      WHERE place = 1);
    DROP INDEX logikRanking;
    CREATE INDEX logikBest ON logikGames (slots, guesses, solved, id) WHERE isBest = 1;
    """

  private static let accounts = """
    CREATE TABLE players (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      name TEXT NOT NULL UNIQUE COLLATE NOCASE,
      nameHash TEXT NOT NULL UNIQUE,
      email TEXT NOT NULL,
      emailHash TEXT UNIQUE,
      password TEXT NOT NULL,
      resetCode TEXT,
      resetExpires INTEGER,
      title TEXT,
      titleLevel INTEGER NOT NULL DEFAULT 0,
      card TEXT NOT NULL DEFAULT 'green',
      level INTEGER NOT NULL DEFAULT 1,
      xp INTEGER NOT NULL DEFAULT 0,
      xpNeeded INTEGER NOT NULL DEFAULT 40,
      levelSeen INTEGER NOT NULL DEFAULT 1,
      wins INTEGER NOT NULL DEFAULT 0,
      losses INTEGER NOT NULL DEFAULT 0,
      streak INTEGER NOT NULL DEFAULT 0,
      totalPoints INTEGER NOT NULL DEFAULT 0,
      highestRound INTEGER NOT NULL DEFAULT 0,
      highestTotal INTEGER NOT NULL DEFAULT 0,
      farkles INTEGER NOT NULL DEFAULT 0,
      rolls INTEGER NOT NULL DEFAULT 0,
      rounds INTEGER NOT NULL DEFAULT 0,
      reactions TEXT NOT NULL DEFAULT '',
      wantsMail INTEGER NOT NULL DEFAULT 1,
      isSelectable INTEGER NOT NULL DEFAULT 1,
      lastPlayed INTEGER NOT NULL,
      created INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE devices (
      playerId INTEGER NOT NULL REFERENCES players (id) ON DELETE CASCADE,
      device TEXT NOT NULL,
      token TEXT NOT NULL UNIQUE,
      created INTEGER NOT NULL,
      PRIMARY KEY (playerId, device)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE friends (
      playerId INTEGER NOT NULL REFERENCES players (id) ON DELETE CASCADE,
      friendId INTEGER NOT NULL REFERENCES players (id) ON DELETE CASCADE,
      PRIMARY KEY (playerId, friendId)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE achievements (
      id INTEGER PRIMARY KEY,
      title TEXT NOT NULL,
      description TEXT NOT NULL,
      worth INTEGER NOT NULL,
      image TEXT NOT NULL
    ) STRICT;
    CREATE TABLE earned (
      playerId INTEGER NOT NULL REFERENCES players (id) ON DELETE CASCADE,
      achievementId INTEGER NOT NULL REFERENCES achievements (id),
      moment INTEGER NOT NULL,
      isSeen INTEGER NOT NULL DEFAULT 0,
      PRIMARY KEY (playerId, achievementId)
    ) STRICT, WITHOUT ROWID;
    """

  private static let games = """
    CREATE TABLE games (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      starter INTEGER NOT NULL,
      playedWith INTEGER NOT NULL,
      mode INTEGER NOT NULL DEFAULT 2,
      places INTEGER NOT NULL,
      turn INTEGER NOT NULL,
      name TEXT NOT NULL,
      lastRound INTEGER NOT NULL DEFAULT 10,
      isOvertime INTEGER NOT NULL DEFAULT 0,
      winner INTEGER NOT NULL DEFAULT 0,
      reason TEXT,
      started INTEGER NOT NULL,
      expires INTEGER NOT NULL,
      finished INTEGER,
      day INTEGER
    ) STRICT;
    CREATE INDEX gamesByDay ON games (day) WHERE day IS NOT NULL;
    CREATE INDEX gamesByExpiry ON games (expires) WHERE winner = 0;
    CREATE INDEX gamesByStarter ON games (starter) WHERE winner = 0;
    CREATE TABLE seats (
      gameId INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
      playerId INTEGER NOT NULL REFERENCES players (id) ON DELETE CASCADE,
      turn INTEGER NOT NULL,
      round INTEGER NOT NULL DEFAULT 1,
      score INTEGER NOT NULL DEFAULT 0,
      lastScore INTEGER NOT NULL DEFAULT 0,
      lastXP INTEGER NOT NULL DEFAULT 0,
      hasLeft INTEGER NOT NULL DEFAULT 0,
      isAcknowledged INTEGER NOT NULL DEFAULT 0,
      hasReacted INTEGER NOT NULL DEFAULT 0,
      reaction TEXT NOT NULL DEFAULT '',
      lastPlayed INTEGER NOT NULL,
      PRIMARY KEY (gameId, playerId)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX seatsByPlayer ON seats (playerId, gameId);
    CREATE TABLE sets (
      gameId INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
      playerId INTEGER NOT NULL,
      round INTEGER NOT NULL,
      number INTEGER NOT NULL,
      hand INTEGER NOT NULL,
      rolled TEXT NOT NULL,
      saved TEXT NOT NULL,
      score INTEGER NOT NULL DEFAULT 0,
      PRIMARY KEY (gameId, playerId, round, number)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE rounds (
      gameId INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
      playerId INTEGER NOT NULL,
      round INTEGER NOT NULL,
      score INTEGER NOT NULL,
      moment INTEGER NOT NULL,
      day INTEGER NOT NULL,
      PRIMARY KEY (gameId, playerId, round)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX roundsByDay ON rounds (day, playerId, score);
    CREATE TABLE boardGames (
      playerId INTEGER NOT NULL REFERENCES players (id) ON DELETE CASCADE,
      day INTEGER NOT NULL,
      number INTEGER NOT NULL,
      gameId INTEGER NOT NULL,
      score INTEGER NOT NULL,
      PRIMARY KEY (playerId, day, number)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX boardGamesByDay ON boardGames (day, playerId);
    """

  private static let tournaments = """
    CREATE TABLE tournaments (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      name TEXT NOT NULL,
      cap INTEGER NOT NULL,
      losses INTEGER NOT NULL DEFAULT 1,
      condition INTEGER NOT NULL DEFAULT 1,
      hours INTEGER NOT NULL DEFAULT 24,
      round INTEGER NOT NULL DEFAULT 0,
      winner INTEGER NOT NULL DEFAULT 0,
      achievementId INTEGER NOT NULL REFERENCES achievements (id),
      launch INTEGER NOT NULL,
      roundStarted INTEGER,
      finished INTEGER
    ) STRICT;
    CREATE TABLE entrants (
      tournamentId INTEGER NOT NULL REFERENCES tournaments (id) ON DELETE CASCADE,
      playerId INTEGER NOT NULL REFERENCES players (id) ON DELETE CASCADE,
      seed INTEGER NOT NULL,
      losses INTEGER NOT NULL DEFAULT 0,
      PRIMARY KEY (tournamentId, playerId)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE pairings (
      tournamentId INTEGER NOT NULL REFERENCES tournaments (id) ON DELETE CASCADE,
      round INTEGER NOT NULL,
      number INTEGER NOT NULL,
      gameId INTEGER,
      bye INTEGER,
      PRIMARY KEY (tournamentId, round, number)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX pairingsByGame ON pairings (gameId);
    """

  private static let logik = """
    CREATE TABLE logikTokens (
      token TEXT PRIMARY KEY,
      playerId INTEGER NOT NULL REFERENCES players (id) ON DELETE CASCADE,
      expires INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX logikTokensByExpiry ON logikTokens (expires);
    CREATE TABLE logikGames (
      id TEXT PRIMARY KEY,
      playerId INTEGER NOT NULL REFERENCES players (id) ON DELETE CASCADE,
      slots INTEGER NOT NULL,
      colors INTEGER NOT NULL,
      secret TEXT NOT NULL,
      started INTEGER NOT NULL,
      guesses INTEGER NOT NULL DEFAULT 0,
      solved INTEGER
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX logikRanking ON logikGames (slots, guesses, solved) WHERE solved IS NOT NULL;
    CREATE TABLE logikGuesses (
      gameId TEXT NOT NULL REFERENCES logikGames (id) ON DELETE CASCADE,
      number INTEGER NOT NULL,
      pegs TEXT NOT NULL,
      black INTEGER NOT NULL,
      white INTEGER NOT NULL,
      PRIMARY KEY (gameId, number)
    ) STRICT, WITHOUT ROWID;
    """
}
