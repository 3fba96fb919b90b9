/// What one connection of the line protocol may do.
struct LineLimits: Sendable, Equatable {
  /// The most connections at a time.
  var connections = 2048
  /// The most connections of one address at a time; 0 for no limit.
  var connectionsPerAddress = 1100
  /// The seconds after which a silent connection is closed.
  var idleSeconds = 3600
  /// The milliseconds that one line may take before bots and scripts within it are stopped.
  var lineMilliseconds: Int64 = 2000
  /// The bytes of replies that may wait to be taken before no more lines are read.
  var waitingBytes = 1 << 18
}
