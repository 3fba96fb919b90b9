package import ParlorKit
package import Platform

/// The saved logins of a service: one JSON object per line, in a file that only its owner can read.
package struct LoginStore: Sendable {
  /// A saved login.
  package struct Entry: Sendable, Equatable {
    /// The address of the service.
    package var service: String
    package var name: String
    /// The number of the player; 0 if the service has none.
    package var id: Int
    package var token: String
    /// The game that the player has joined, in the client's format; null for none.
    package var game: Value

    package init(
      service: String, name: String, id: Int = 0, token: String, game: Value = .null
    ) {
      self.service = service
      self.name = name
      self.id = id
      self.token = token
      self.game = game
    }
  }

  private let folder: String
  private let path: String

  /// The store in a file of the folder, named after the service.
  package init(folder: String, service: String) {
    self.folder = folder
    path = "\(folder)/\(service).jsonl"
  }

  /// The login that was saved last at an address, or that of a player; `nil` if there is none or the file cannot
  /// be read.
  package func entry(of service: String, name: String? = nil) -> Entry? {
    (try? entries())?.last { $0.service == service && (name ?? $0.name) == $0.name }
  }

  /// The login that was saved last; `nil` if there is none or the file cannot be read.
  package var latest: Entry? { (try? entries())?.last }

  /// Saves a login, and replaces that of the same player at the same address.
  package func keep(_ entry: Entry) throws(FileError) {
    try change {
      $0.filter { ($0.service, $0.name) != (entry.service, entry.name) } + [entry]
    }
  }

  /// Deletes the login of a player at an address.
  ///
  /// - Parameter token: the token of the login; one that has another stays. `nil` deletes any.
  package func forget(
    _ service: String, name: String, token: String?
  ) throws(FileError) {
    func isMeant(_ entry: Entry) -> Bool {
      (entry.service, entry.name, entry.token) == (service, name, token ?? entry.token)
    }
    guard try entries().contains(where: isMeant) else { return }
    try change { $0.filter { !isMeant($0) } }
  }

  /// Changes the entries, of which another program may change others at the same time.
  private func change(_ body: ([Entry]) -> [Entry]) throws(FileError) {
    try FileSystem.makeFolders(folder, mode: 0o700)
    let lock = try LockedFile("\(path).lock", mode: 0o600, timeout: 2_000)
    try write(body(entries()))
    lock.unlock()
  }

  /// The entries of the file; lines of another format are skipped.
  private func entries() throws(FileError) -> [Entry] {
    if FileSystem.isMissing(path) { return [] }
    return try FileSystem.read(path).split(separator: UInt8(ascii: "\n")).compactMap { line in
      guard let value = try? JSONReader.read(line), let service = value["service"]?.string,
        let name = value["name"]?.string, let token = value["token"]?.string
      else { return nil }
      return Entry(
        service: service, name: name, id: value["id"]?.integer ?? 0, token: token,
        game: value["game"] ?? .null)
    }
  }

  private func write(_ entries: [Entry]) throws(FileError) {
    var bytes: [UInt8] = []
    for entry in entries {
      var json = JSONWriter()
      json.writeObject { json in
        json.write(key: "service")
        json.write(entry.service)
        json.write(key: "name")
        json.write(entry.name)
        json.write(key: "id")
        json.write(entry.id)
        json.write(key: "token")
        json.write(entry.token)
        if entry.game != .null {
          json.write(key: "game")
          json.write(entry.game)
        }
      }
      bytes += json.bytes + [UInt8(ascii: "\n")]
    }
    try FileSystem.write(bytes, to: path, mode: 0o600)
  }
}
