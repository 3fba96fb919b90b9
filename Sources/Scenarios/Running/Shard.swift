import Platform

/// One of several parts of a work, of about equal size.
package struct Shard: Sendable, Equatable, CustomStringConvertible {
  /// From 1.
  package let number: Int
  package let count: Int

  /// A part; `nil` unless `number` is 1 to `count`.
  package init?(_ number: Int, of count: Int) {
    guard 1 <= number, number <= count else { return nil }
    self.number = number
    self.count = count
  }

  /// Parses `I/N`, or the task number of a batch system: `auto`, or `auto/N`.
  ///
  /// - `auto`: the index of `SLURM_ARRAY_TASK_ID` among the tasks of a Slurm array.
  /// - `auto/N`: of N parts the number `SLURM_ARRAY_TASK_ID`, which counts from 1 here, or
  ///   `JOB_COMPLETION_INDEX` of a Kubernetes job, which counts from 0.
  ///
  /// - Returns: `nil` for another text, or if the environment lacks the number.
  package init?(
    _ text: String, environment: (String) -> String? = { FileSystem.environment($0) }
  ) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    let count = parts.count == 2 ? Int(parts[1]) : nil
    func variable(_ name: String) -> Int? { environment(name).flatMap { Int($0) } }
    guard parts[0] == "auto" else {
      guard let number = Int(parts[0]), let count else { return nil }
      self.init(number, of: count)
      return
    }
    if let count {
      let index = variable("JOB_COMPLETION_INDEX")
      guard let number = variable("SLURM_ARRAY_TASK_ID") ?? index.map({ $0 &+ 1 }) else {
        return nil
      }
      self.init(number, of: count)
    } else {
      guard parts.count == 1, let task = variable("SLURM_ARRAY_TASK_ID"),
        let first = variable("SLURM_ARRAY_TASK_MIN"), let all = variable("SLURM_ARRAY_TASK_COUNT")
      else { return nil }
      let step = max(1, variable("SLURM_ARRAY_TASK_STEP") ?? 1)
      self.init((task &- first) / step &+ 1, of: all)
    }
  }

  /// `3/8`.
  package var description: String { "\(number)/\(count)" }

  /// The part of `total` consecutive numbers from 0; all parts together have each number once.
  ///
  /// - Parameter total: 0 to 2^31.
  package func range(of total: Int) -> Range<Int> {
    let (start, end) = (
      (number - 1).multipliedFullWidth(by: total), number.multipliedFullWidth(by: total)
    )
    return count.dividingFullWidth(start).quotient..<count.dividingFullWidth(end).quotient
  }
}
