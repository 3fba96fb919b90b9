/// What the program gives to advisers and bots that compute for long: a way to stop them, to show how
/// far they are, and to keep their tables. It never changes a result.
///
/// It is found in ``current`` rather than handed down, since bots choose their moves deep inside of
/// simulations that know nothing of tables.
public struct AdviceContext: Sendable {
  /// Whether the user no longer wants to wait. Asked often. What a bot chooses then is not played.
  public var isStopped: @Sendable () -> Bool = { false }
  /// Takes the share of a long computation that is done, 0 to 1, from any thread.
  public var showProgress: @Sendable (_ share: Double) -> Void = { _ in }
  /// Where tables are kept; nothing where they cannot be.
  public var tables: TableStore?
  /// Runs a long computation beside the command that needs it, once for all commands, so that it goes on
  /// when the command is stopped; nothing where a command computes what it needs itself.
  public var runBeside: Beside?

  /// The type of ``runBeside``.
  ///
  /// - Parameters:
  ///   - name: tells computations apart.
  ///   - isInterrupted: whether the user no longer wants to wait.
  ///   - work: computes and keeps the result.
  /// - Returns: whether the work is done.
  public typealias Beside =
    @Sendable (
      _ name: String, _ isInterrupted: () -> Bool, _ work: @escaping @Sendable () -> Void
    ) -> Bool

  /// A context in which nothing stops and nothing is kept.
  public init() {}

  /// The context of the running command.
  @TaskLocal public static var current = AdviceContext()

  /// Runs something in this context, and shows at its end that it is over.
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

/// Keeps tables that take long to compute. A table is found again by its name, which has to change
/// whenever its contents would.
public struct TableStore: Sendable {
  /// The bytes that were saved under a name, unchanged; nothing if there are none.
  public var load: @Sendable (_ name: String) -> [UInt8]?
  /// Saves bytes under a name of lower-case letters, digits and `-`. May fail without a word.
  public var save: @Sendable (_ name: String, _ bytes: [UInt8]) -> Void

  public init(
    load: @escaping @Sendable (_ name: String) -> [UInt8]?,
    save: @escaping @Sendable (_ name: String, _ bytes: [UInt8]) -> Void
  ) {
    self.load = load
    self.save = save
  }

  /// The numbers that were saved under a name.
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
