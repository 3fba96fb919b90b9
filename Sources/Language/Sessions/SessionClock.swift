import Platform

/// The time of a session: the real one, or one that only moves when it is told to.
package final class SessionClock {
  /// Which time it is.
  package enum Kind: String, Sendable, CaseIterable {
    case real, virtual
  }

  /// Which time it is.
  package let kind: Kind
  private var virtual: Int64 = 0

  package init(_ kind: Kind) { self.kind = kind }

  /// Milliseconds since some moment; they never run backwards.
  package var milliseconds: Int64 {
    kind == .virtual ? virtual : SystemClock.monotonic
  }

  /// The date and the time of day. Virtual time begins at 2000-01-01T00:00:00Z.
  var now: Timestamp {
    switch kind {
    case .real: SystemClock.now
    case .virtual: Timestamp(milliseconds: Timestamp.year2000.milliseconds + virtual)
    }
  }

  /// Moves the virtual time forward, up to the limit of 100 years in all.
  func advance(milliseconds: Int) throws(CommandError) {
    guard kind == .virtual else { throw .realClock }
    virtual = min(virtual + Int64(milliseconds), Int64(Span.limit))
  }
}
