package import ParlorKit

/// Why a command of a remote game failed: the words for the player, and what it means for the
/// request.
package struct ServiceError: Error, Sendable, Equatable {
  /// The error as the player sees it.
  package let error: GameError
  /// Whether the service may have acted on the request all the same.
  package let mayHaveArrived: Bool
  /// Whether the same request may succeed a moment later.
  package let isTransient: Bool

  package init(_ error: GameError, mayHaveArrived: Bool = false, isTransient: Bool = false) {
    self.error = error
    self.mayHaveArrived = mayHaveArrived
    self.isTransient = isTransient
  }

  /// An error of the service itself, or of the way to it.
  package init(
    remote message: String, help: [String] = [], mayHaveArrived: Bool = false,
    isTransient: Bool = false
  ) {
    self.init(
      GameError(.remote, message, help: help), mayHaveArrived: mayHaveArrived,
      isTransient: isTransient)
  }

  /// No response came.
  ///
  /// - Parameter help: what the player can do if the service may have acted on the request.
  package static func noResponse(_ error: TransportError, help: [String] = []) -> ServiceError {
    let isTransient =
      switch error.reason {
      case .broken, .late: true
      default: false
      }
    return ServiceError(
      remote: error.message, help: error.mayHaveArrived ? help : [],
      mayHaveArrived: error.mayHaveArrived, isTransient: isTransient)
  }

  /// The response to an action has an unexpected shape.
  package static func unreadable(_ action: String) -> ServiceError {
    ServiceError(
      remote: "the response to \(action) has an unexpected format", mayHaveArrived: true,
      isTransient: false)
  }

  /// `connect` has not been used yet.
  package static func notConnected(_ service: ServiceDescription) -> ServiceError {
    let ways = service.addresses.map { "`connect \($0.name)`" } + ["`connect URL`"]
    return ServiceError(
      .notNow("no service is connected", help: ["connect first: \(ways.alternatives)"]))
  }

  /// Runs code that throws errors of the game, such as those of its rules.
  package static func wrap<Result>(
    _ body: () throws(GameError) -> Result
  ) throws(ServiceError) -> Result {
    do throws(GameError) { return try body() } catch { throw ServiceError(error) }
  }
}
