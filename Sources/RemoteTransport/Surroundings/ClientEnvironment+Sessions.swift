import Platform
import PluginRunner

/// The tokens that are kept for the next time, if any are.
extension ClientEnvironment {
  /// The session that was kept for an address.
  package func keptSession(_ facts: ServiceFacts, at address: ServiceAddress) -> LoginStore.Entry? {
    guard case .service(let url) = address else { return nil }
    return store(facts)?.entry(of: url.text)
  }

  /// Keeps a session for the next time; a cassette has none to keep.
  ///
  /// - Returns: whether it is kept.
  package func keep(
    _ facts: ServiceFacts, at address: ServiceAddress, name: String, id: Int = 0, token: String
  ) -> Bool {
    guard case .service(let url) = address, let store = store(facts) else { return false }
    let entry = LoginStore.Entry(service: url.text, name: name, id: id, token: token)
    return (try? store.keep(entry)) != nil
  }

  /// Forgets the session that was kept for an address.
  package func forget(_ facts: ServiceFacts, at address: ServiceAddress) {
    guard case .service(let url) = address else { return }
    try? store(facts)?.forget(url.text)
  }

  private func store(_ facts: ServiceFacts) -> LoginStore? {
    session.stateFolder.map { LoginStore(folder: $0, service: facts.name) }
  }
}
