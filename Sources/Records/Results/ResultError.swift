/// Why a line of results is passed over.
package enum ResultError: Error, Equatable, Sendable {
  /// It is no JSON.
  case notJSON(String)
  /// It has no version, or the member named is missing or of the wrong kind.
  case missing(String)
  /// A later program has written it.
  case newer(version: Int)

  /// The fault in words.
  package var message: String {
    switch self {
    case .notJSON(let reason): "it is damaged: \(reason)"
    case .missing(let name): "it is no result: `\(name)` is missing or wrong"
    case .newer(let version):
      "it is of schema version \(version), and this program knows versions up to"
        + " \(GameResult.schemaVersion)"
    }
  }
}
