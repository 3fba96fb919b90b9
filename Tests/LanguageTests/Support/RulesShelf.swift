import Platform

@testable import Language

/// House rules that are kept in memory, or fail.
final class RulesShelf: HouseRules {
  let isLasting = true
  var rules: [NamedRules] = []
  /// Lines that could not be read.
  var skipped: [SkippedRules] = []
  /// Why nothing can be read or written.
  var failure: IOFailure?

  private func check() throws(IOFailure) {
    if let failure { throw failure }
  }

  func read() throws(IOFailure) -> KeptRules {
    try check()
    return KeptRules(rules, skipped: skipped)
  }

  func save(_ named: NamedRules) throws(IOFailure) {
    try check()
    rules.removeAll { $0.game == named.game && $0.name == named.name }
    rules.append(named)
  }

  func delete(game: String, name: String) throws(IOFailure) {
    try check()
    rules.removeAll { $0.game == game && $0.name == name }
  }
}
