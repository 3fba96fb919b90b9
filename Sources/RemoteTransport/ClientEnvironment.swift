package import ParlorKit
import Platform
package import PluginRunner

/// The parts of the program that a client of a remote service uses.
package struct ClientEnvironment {
  /// The session, with its clock and its folders.
  package let session: RemoteSession
  /// Makes a transport to a service.
  package let transport: (ServiceURL) -> any Transport
  /// Whether the player may choose the dice that the service rolls.
  package let isTest: Bool
  private let reports = Reports()

  /// What the player has yet to hear.
  private final class Reports {
    var events: [any Event] = []
    /// The logins that could not be saved, of which the player knows.
    var unsaved: [LoginStore.Entry] = []
  }

  package init(
    _ session: RemoteSession, isTest: Bool = false,
    transport: @escaping (ServiceURL) -> any Transport
  ) {
    self.session = session
    self.isTest = isTest
    self.transport = transport
  }

  /// The path of a file to read: in the folder that the session writes to, if it exists there.
  ///
  /// - Throws: an error if the session writes to its own folder and the file is not below the
  ///   folder that it reads.
  func readPath(_ file: String) throws(FileError) -> String {
    let written = writePath(file)
    guard FileSystem.kind(of: written) == .missing else { return written }
    let path = FileSystem.resolve(file, in: session.readFolder)
    let isOpen = session.writeFolder == session.readFolder
    guard isOpen || FileSystem.isBelow(path, session.readFolder) else {
      throw FileError(.read, file, because: "it is outside the folder of the scenario")
    }
    return path
  }

  /// The path of a file to write. If the session writes to its own folder, no path leads out of it.
  func writePath(_ file: String) -> String {
    guard session.writeFolder != session.readFolder else {
      return FileSystem.resolve(file, in: session.writeFolder)
    }
    return FileSystem.confine(file, to: session.writeFolder)
  }
}

/// What the player hears after a command, besides its reply.
extension ClientEnvironment {
  func report(_ type: String, _ text: String) {
    reports.events.append(RemoteEvent(type, ["message": text]) { $0.write(text) })
  }

  /// What was reported since this was last asked for.
  func takeReports() -> [any Event] {
    defer { reports.events = [] }
    return reports.events
  }
}

/// The saved logins, if the session has a folder for them.
extension ClientEnvironment {
  /// The login that was saved last at an address, or that of a player.
  package func keptSession(
    _ service: ServiceDescription, at address: ServiceAddress, name: String? = nil
  ) -> LoginStore.Entry? {
    guard case .service(let url) = address else { return nil }
    return reports.unsaved.last { $0.service == url.text && (name ?? $0.name) == $0.name }
      ?? store(service)?.entry(of: url.text, name: name)
  }

  /// The login that was saved last, and its address.
  package func latestSession(
    _ service: ServiceDescription
  ) -> (entry: LoginStore.Entry, url: ServiceURL)? {
    guard let entry = store(service)?.latest, let url = ServiceURL(entry.service) else {
      return nil
    }
    return (entry, url)
  }

  /// Saves a login for the next time, except that of a cassette.
  ///
  /// - Returns: whether it is saved.
  package func keep(
    _ service: ServiceDescription, at address: ServiceAddress, name: String, id: Int = 0,
    token: String, game: Value = .null
  ) -> Bool {
    guard case .service(let url) = address, let store = store(service) else { return false }
    let entry = LoginStore.Entry(
      service: url.text, name: name, id: id, token: token, game: game)
    return save(entry, in: store)
  }

  /// Saves the game of a login that is saved.
  package func keep(
    game: Value, of service: ServiceDescription, at address: ServiceAddress, name: String,
    token: String
  ) {
    guard var entry = keptSession(service, at: address, name: name), entry.token == token,
      let store = store(service)
    else { return }
    entry.game = game
    _ = save(entry, in: store)
  }

  /// Saves a login, after those that could not be saved before. Reports when that fails, and when all are saved again.
  private func save(_ entry: LoginStore.Entry, in store: LoginStore) -> Bool {
    let failed = reports.unsaved
    reports.unsaved.removeAll { ($0.service, $0.name) == (entry.service, entry.name) }
    reports.unsaved.append(entry)
    do throws(FileError) {
      while let first = reports.unsaved.first {
        try store.keep(first)
        reports.unsaved.removeFirst()
      }
    } catch {
      if failed.isEmpty {
        report("not-saved", "The login and the game cannot be saved: \(error.message).")
      }
      return false
    }
    if !failed.isEmpty { report("saved-again", "The login and the game are saved again.") }
    return true
  }

  /// Deletes the saved login of a player at an address.
  package func forget(
    _ service: ServiceDescription, at address: ServiceAddress, name: String, token: String
  ) {
    guard case .service(let url) = address else { return }
    let count = reports.unsaved.count
    reports.unsaved.removeAll { ($0.service, $0.name, $0.token) == (url.text, name, token) }
    // One that could not be saved has left an earlier login of the player in the file.
    let isSaved = reports.unsaved.count == count
    do throws(FileError) {
      try store(service)?.forget(url.text, name: name, token: isSaved ? token : nil)
    } catch {
      report("not-deleted", "The saved login cannot be deleted: \(error.message).")
    }
  }

  private func store(_ service: ServiceDescription) -> LoginStore? {
    session.stateFolder.map { LoginStore(folder: $0, service: service.name) }
  }
}
