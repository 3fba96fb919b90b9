/// What one HTTP client may ask for.
struct WebLimits: Sendable, Equatable {
  /// The most bytes of a body.
  var bodySize = 16_384
  /// The most connections at a time.
  var connections = 1024
  /// The most requests of an address in ten seconds; 0 for no limit.
  var requests = 1000
  /// The seconds after which a request is given up.
  var requestSeconds = 15
  /// The seconds after which an idle connection is closed.
  var idleSeconds = 75
}
