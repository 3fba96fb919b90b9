import Scenarios

/// What `parlor test` is asked for.
struct TestOptions {
  /// Files and folders.
  var paths: [String]
  /// Texts of which a path must contain one.
  var filters: [String] = []
  /// Whether only files that failed when they were run last are run.
  var onlyFailed = false
  /// The part that is run.
  var shard: ScenarioSelection.Shard?
  /// The seed of the order in which files are begun.
  var shuffleSeed: UInt64?
  /// How many files are run at once; nothing for one a core.
  var jobs: Int?
  /// How often each file is run.
  var rounds = 1
  /// After how many milliseconds a command is given up; 0 never.
  var timeout = 60_000
  /// After how many failures no more files are begun.
  var maxFailures: Int?
  /// Whether a known failure that passes is a failure.
  var isStrict = false
  /// Whether expectations that fail are rewritten.
  var blesses = false
  /// Whether each of them is asked for.
  var asks = false
  /// Whether what no scenario touches is listed.
  var showsCoverage = false
  /// Reports for programs.
  var reports: [TestReportArgument] = []
  /// Where the list of files that failed is kept.
  var profile = Profile(folder: nil, isOff: false)

  /// Everything as usual.
  init(paths: [String]) { self.paths = paths }
}
