import Language
import ParlorKit

/// Why the words of `parlor simulate` cannot be followed.
enum SimulateProblem: Error {
  case unknownGame(String, known: [String])
  case unknownBot(String, known: [String], bots: [String])
  case unknownOption(String, known: [String], names: [String], bots: [String])
  case repeatedOption(String)
  case seedOption
  case needsNoValue(String)
  case badValue(String, String)
  case seats(Int, needed: ClosedRange<Int>, game: String)
  case refused(GameError)

  /// The problem in words.
  var message: String {
    switch self {
    case .unknownGame(let name, let known):
      "there is no game `\(name)`; \(Self.near(name, known) ?? Self.all("games", known))"
    case .unknownBot(let name, let known, let bots):
      "there is no bot `\(name)`; \(Self.near(name, known) ?? Self.all("bots", bots))"
    case .unknownOption(let name, let known, let names, let bots):
      "there is no option or bot `\(name)`; "
        + (Self.near(name, known + names)
          ?? Self.all("options", known) + "; " + Self.all("bots", bots))
    case .repeatedOption(let name): "the option `\(name)` is given twice"
    case .seedOption: "the seed of the first game is given as `--seed`"
    case .needsNoValue(let name): "`\(name)` takes no value"
    case .badValue(let name, let range): "`\(name)` takes \(range)"
    case .seats(let count, let needed, let game):
      "\(game) needs \(Self.bots(needed)), not \(count)"
    case .refused(let refusal): ([refusal.message] + refusal.help).joined(separator: "; ")
    }
  }

  private static func near(_ word: String, _ known: [String]) -> String? {
    let near = Suggestion.nearest(to: word, among: known).map { "`\($0)`" }
    return near.isEmpty ? nil : "did you mean \(near.alternatives)?"
  }

  private static func all(_ what: String, _ words: [String]) -> String {
    "\(what): \(words.joined(separator: ", "))"
  }

  private static func bots(_ needed: ClosedRange<Int>) -> String {
    needed == 1...1
      ? "one bot" : "\(needed.lowerBound) to \(needed.upperBound) bots, one a seat"
  }
}
