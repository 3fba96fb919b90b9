import ParlorKit
import Platform

@testable import ParlorEngine

/// House rules that are kept in memory, or fail.
final class RulesShelf: HouseRules {
  let isLasting = true
  var rules: [NamedRules] = []
  /// Lines that could not be read.
  var skipped: [SkippedRules] = []
  /// Why nothing can be read or written.
  var failure: FileError?

  private func check() throws(FileError) {
    if let failure { throw failure }
  }

  func read() throws(FileError) -> SavedRules {
    try check()
    return SavedRules(rules, skipped: skipped)
  }

  func save(_ named: NamedRules) throws(FileError) {
    try check()
    rules.removeAll { $0.game == named.game && $0.name == named.name }
    rules.append(named)
  }

  func delete(game: String, name: String) throws(FileError) {
    try check()
    rules.removeAll { $0.game == game && $0.name == name }
  }
}
