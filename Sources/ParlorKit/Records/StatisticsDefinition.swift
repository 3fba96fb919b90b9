/// What statistics tell of a kind of game, besides who won how often and how fast.
public struct StatisticsDefinition: Sendable {
  /// The modes that are listed even if no game was played in them, in order.
  public var modes: [String]
  /// The modes that games can have besides these, if there are any.
  public var otherModes: ModePattern?
  /// The figures, in the order in which they are shown.
  public var statistics: [Statistic]
  /// How finished games are ranked, if they are.
  public var ranking: Ranking?
  /// A measure that only players who won have. Results of earlier versions that have it, and do not
  /// say that the game was won, count as won.
  public var winMeasure: String?

  /// A definition.
  public init(
    modes: [String] = [], otherModes: ModePattern? = nil, statistics: [Statistic] = [],
    ranking: Ranking? = nil, winMeasure: String? = nil
  ) {
    self.winMeasure = winMeasure
    self.modes = modes
    self.otherModes = otherModes
    self.statistics = statistics
    self.ranking = ranking
  }

  /// Whether games can have a mode.
  public func hasMode(_ mode: String) -> Bool {
    modes.contains(mode) || (otherModes?.matches(mode) ?? false)
  }
}

/// Modes that are too many to be listed.
public struct ModePattern: Sendable {
  /// What they look like, such as `SLOTSxCOLORS`.
  public var form: String
  /// Whether a word is one of them.
  public var matches: @Sendable (_ word: String) -> Bool

  /// Modes of a form.
  public init(_ form: String, matches: @escaping @Sendable (_ word: String) -> Bool) {
    self.form = form
    self.matches = matches
  }
}

/// How finished games of a kind are ranked.
public struct Ranking: Sendable {
  /// What the order is, in one sentence.
  public var definition: String
  /// What games are compared by, the first column first. Games without one of the measures are
  /// not ranked.
  public var columns: [Column]

  /// A ranking.
  public init(_ definition: String, _ columns: [Column]) {
    self.definition = definition
    self.columns = columns
  }

  /// A measure that games are compared by.
  public struct Column: Sendable {
    /// The measure of a player.
    public var key: String
    /// The name in words.
    public var title: String
    /// What it counts.
    public var unit: Statistic.Unit
    /// Whether more is better.
    public var prefersMore: Bool

    /// A measure.
    public init(
      _ key: String, _ title: String, unit: Statistic.Unit = .count, prefersMore: Bool = false
    ) {
      self.key = key
      self.title = title
      self.unit = unit
      self.prefersMore = prefersMore
    }
  }
}
