package import ParlorKit

/// Where `connect` leads: a service, or a cassette that stands for one.
package enum ServiceAddress: Sendable, Equatable {
  /// A service.
  case service(ServiceURL)
  /// The file of a cassette.
  case cassette(String)

  /// Reads the word after `connect`.
  ///
  /// - Parameters:
  ///   - names: short names of addresses.
  ///   - isLax: whether an address on another machine may do without encryption.
  package init(
    _ word: String, names: [(name: String, url: String)], isLax: Bool
  ) throws(GameError) {
    let prefix = "cassette:"
    if word.hasPrefix(prefix), word.count > prefix.count {
      self = .cassette(String(word.dropFirst(prefix.count)))
      return
    }
    let text = names.first { $0.name == word }?.url ?? word
    guard let url = ServiceURL(text) else {
      // What stands before an `@` may be a password.
      guard !text.contains("@") else {
        throw GameError(
          .badArgument, "an address has no user and no password in it", at: .argument(0))
      }
      let known = names.map(\.name) + ["https://HOST/…", "cassette:FILE"]
      throw GameError(
        .badArgument, "`\(word)` is no address of a service", at: .argument(0),
        help: ["expected \(known.alternatives)"])
    }
    guard url.isPrivate || isLax else {
      throw GameError(
        .badArgument, "passwords would go to \(url.host) unencrypted", at: .argument(0),
        help: ["https:// keeps them secret; insecure=on sends them all the same"])
    }
    self = .service(url)
  }

  /// The address as it is typed.
  package var text: String {
    switch self {
    case .service(let url): url.text
    case .cassette(let file): "cassette:\(file)"
    }
  }
}
