/// Progress, cancellation and cached tables for advisers and bots that compute for long. It never
/// changes a value.
///
/// Computations read ``current`` instead of taking a parameter, since bots choose moves deep inside
/// simulations that know nothing about tables.
public struct AdviceContext: Sendable {
  /// Whether the user no longer wants to wait. Asked often. A move that a bot then chooses is not
  /// played.
  public var isStopped: @Sendable () -> Bool = { false }
  /// Reports the share of a long computation that is done, 0 to 1; callable from any thread.
  public var showProgress: @Sendable (_ share: Double) -> Void = { _ in }
  /// The number of moves that are asked for, at least. A game with too many moves to value all of them
  /// values so many.
  public var wantedMoves = AdviceContext.usualMoves
  /// The number of moves that are valued if nobody asks for more.
  public static let usualMoves = 20
  /// Whether reasons are wanted. If not, as in a review, an adviser leaves out those that take time.
  public var wantsReasons = true
  /// The most games that `rollout` plays for a move, whatever it is asked for.
  public var mostGames = Int.max
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
  public func numbers(_ name: String) -> [Double]? { load(name).flatMap(Self.numbers) }

  /// Saves numbers under a name.
  public func save(_ name: String, numbers: [Double]) { save(name, Self.bytes(numbers)) }

  /// The numbers that some bytes are; `nil` if they are none.
  package static func numbers(_ bytes: [UInt8]) -> [Double]? {
    guard bytes.count.isMultiple(of: 8) else { return nil }
    return bytes.withUnsafeBytes { bytes in
      (0..<(bytes.count / 8)).map { place in
        let bits = bytes.loadUnaligned(fromByteOffset: place * 8, as: UInt64.self)
        return Double(bitPattern: UInt64(littleEndian: bits))
      }
    }
  }

  /// Numbers as bytes: eight each, the least significant first.
  package static func bytes(_ numbers: [Double]) -> [UInt8] {
    numbers.map(\.bitPattern.littleEndian).withUnsafeBytes { Array($0) }
  }
}

/// The file of a table: a line with the format, the name and a digest, then the bytes.
package enum TableFile {
  private static let format = "parlor-table 1"

  /// The file of a table.
  package static func bytes(_ table: [UInt8], _ name: String) -> [UInt8] {
    Array((heading(name, table) + "\n").utf8) + table
  }

  /// The table in a file.
  ///
  /// - Returns: `nil` if it has another name or is damaged.
  package static func table(
    _ file: some RandomAccessCollection<UInt8>, _ name: String
  ) -> [UInt8]? {
    // Most files that are not the right one differ in their names.
    guard isNamed(file, name), let end = file.firstIndex(of: 0x0A) else { return nil }
    let table = Array(file[file.index(after: end)...])
    return file[..<end].elementsEqual(heading(name, table).utf8) ? table : nil
  }

  /// Whether a file has a name; it may be damaged.
  package static func isNamed(_ file: some Sequence<UInt8>, _ name: String) -> Bool {
    file.starts(with: "\(format) \(name) ".utf8)
  }

  private static func heading(_ name: String, _ table: [UInt8]) -> String {
    var digest = Digest()
    digest.combine(table.count)
    for start in stride(from: 0, to: table.count, by: 8) {
      var word: UInt64 = 0
      for byte in table[start..<min(start + 8, table.count)] { word = word << 8 | UInt64(byte) }
      digest.combine(Int(truncatingIfNeeded: word))
    }
    return "\(format) \(name) \(String(digest.full, radix: 16))"
  }
}
