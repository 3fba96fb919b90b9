/// Progress, cancellation and cached tables for advisers and bots that compute for long. It never
/// changes a result.
///
/// Computations read ``current`` instead of taking a parameter, since bots choose moves deep inside
/// simulations that know nothing about tables.
public struct AdviceContext: Sendable {
  /// Whether the user no longer wants to wait. Asked often. A move that a bot then chooses is not
  /// played.
  public var isStopped: @Sendable () -> Bool = { false }
  /// Reports the share of a long computation that is done, 0 to 1; callable from any thread.
  public var showProgress: @Sendable (_ share: Double) -> Void = { _ in }
  /// Where tables are kept; `nil` if they cannot be.
  public var tables: TableStore?
  /// Runs a long computation in the background, once for all commands that need it, so that it
  /// continues when a command is stopped; `nil` if commands compute for themselves.
  public var runBeside: Beside?

  /// The type of ``runBeside``.
  ///
  /// - Parameters:
  ///   - name: identifies the computation.
  ///   - isInterrupted: whether the user no longer wants to wait.
  ///   - work: computes and stores the result.
  /// - Returns: whether the work is done.
  public typealias Beside =
    @Sendable (
      _ name: String, _ isInterrupted: () -> Bool, _ work: @escaping @Sendable () -> Void
    ) -> Bool

  /// A context without cancellation and without tables.
  public init() {}

  /// The context of the running command.
  @TaskLocal public static var current = AdviceContext()

  /// Runs a closure in this context, and reports its end.
  public func during<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    defer { showProgress(1) }
    let result = Self.$current.withValue(self) {
      Swift.Result { () throws(Failure) in try body() }
    }
    return try result.get()
  }
}

/// Stores tables that take long to compute. A table is found by its name, which must change
/// whenever its contents would.
public struct TableStore: Sendable {
  /// The bytes saved under a name, unchanged; `nil` if there are none.
  public var load: @Sendable (_ name: String) -> [UInt8]?
  /// Saves bytes under a name of lower-case letters, digits and `-`. May fail silently.
  public var save: @Sendable (_ name: String, _ bytes: [UInt8]) -> Void

  public init(
    load: @escaping @Sendable (_ name: String) -> [UInt8]?,
    save: @escaping @Sendable (_ name: String, _ bytes: [UInt8]) -> Void
  ) {
    self.load = load
    self.save = save
  }

  /// The numbers saved under a name.
  public func numbers(_ name: String) -> [Double]? {
    guard let bytes = load(name), bytes.count.isMultiple(of: 8) else { return nil }
    return stride(from: 0, to: bytes.count, by: 8).map { start in
      var bits: UInt64 = 0
      for place in (start..<(start + 8)).reversed() { bits = bits << 8 | UInt64(bytes[place]) }
      return Double(bitPattern: bits)
    }
  }

  /// Saves numbers under a name.
  public func save(_ name: String, numbers: [Double]) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(numbers.count * 8)
    for number in numbers {
      var bits = number.bitPattern
      for _ in 0..<8 {
        bytes.append(UInt8(truncatingIfNeeded: bits))
        bits >>= 8
      }
    }
    save(name, bytes)
  }
}
