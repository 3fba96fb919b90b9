/// Something to do again and again while a line is waited for: a timer in the prompt, say.
package struct LineTick {
  /// The time from one call to the next. Calls that were missed are not made up for.
  package var interval: Duration
  /// What to do; it may use the reader's notices, and must not read a line.
  package var action: () -> Void

  package init(every interval: Duration, _ action: @escaping () -> Void) {
    self.interval = interval
    self.action = action
  }

  /// The interval, at least one.
  var milliseconds: Int64 {
    let (seconds, attoseconds) = interval.components
    return max(seconds * 1_000 + attoseconds / 1_000_000_000_000_000, 1)
  }
}
