/// The statistics of a kind of game, besides how often and how fast players won.
public struct StatisticsDefinition: Sendable {
  /// The modes that are listed, in order, even without games.
  public var modes: [String]
  /// Further modes that games can have; `nil` if there are none.
  public var otherModes: ModePattern?
  /// The statistics, in the order in which they are shown.
  public var statistics: [Statistic]
  /// The ranking of finished games; `nil` if there is none.
  public var ranking: Ranking?
  /// A metric that only winners have. Results of earlier versions that have it, and do not say that
  /// the game was won, count as won.
  public var winMetric: String?

  /// A definition.
  public init(
    modes: [String] = [], otherModes: ModePattern? = nil, statistics: [Statistic] = [],
    ranking: Ranking? = nil, winMetric: String? = nil
  ) {
    self.winMetric = winMetric
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

/// The ranking of finished games of a kind.
public struct Ranking: Sendable {
  /// The order, in one sentence.
  public var definition: String
  /// The metrics that games are compared by, the most important first. Games without one of them
  /// are not ranked.
  public var columns: [Column]

  /// A ranking.
  public init(_ definition: String, _ columns: [Column]) {
    self.definition = definition
    self.columns = columns
  }

  /// A metric that games are compared by.
  public struct Column: Sendable {
    /// The name of the metric.
    public var key: String
    /// The name in words.
    public var title: String
    /// The unit.
    public var unit: Statistic.Unit
    /// Whether more is better.
    public var prefersMore: Bool

    /// A column.
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
