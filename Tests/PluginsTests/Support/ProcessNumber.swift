import LibC

/// Processes by their numbers.
enum ProcessNumber {
  /// Whether no process of the number runs.
  static func isFree(_ number: Int32) -> Bool { kill(number, 0) != 0 }
}
