import Logging
import ParlorKit

/// What names and mail addresses must look like.
enum AccountRules {
  /// The fewest characters of a password that an operator sets. Clients send digests of theirs.
  static let shortestPassword = 6

  /// Checks a name: letters, digits, `-` and `_`, 3 to 32 of them.
  static func check(name: String) throws(ActionError) {
    guard !name.isEmpty, name.utf8.allSatisfy({ isWord($0) || $0 == UInt8(ascii: "_") }) else {
      throw ActionError("Username may only consist of characters, numbers, or an underscore.")
    }
    guard 3...32 ~= name.utf8.count else {
      throw ActionError("Username must be between 3 and 32 characters")
    }
    let plain = name.lowercased().filter(\.isLetter)
    guard !badWords.contains(where: plain.contains) else {
      throw ActionError("Username may not contain bad words.")
    }
  }

  /// Whether a text has the form of a mail address: a name without quotes (a dot-atom of RFC 5322),
  /// one `@`, and a domain of at least two labels.
  static func isMailAddress(_ text: String) -> Bool {
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, text.utf8.count <= 254, parts[0].utf8.count <= 64 else { return false }
    let atoms = parts[0].split(separator: ".", omittingEmptySubsequences: false)
    let labels = parts[1].split(separator: ".", omittingEmptySubsequences: false)
    return labels.count >= 2
      && atoms.allSatisfy { atom in
        !atom.isEmpty
          && atom.utf8.allSatisfy { isWord($0) || "!#$%&'*+/=?^_`{|}~".utf8.contains($0) }
      }
      && labels.allSatisfy { label in
        1...63 ~= label.utf8.count && label.utf8.allSatisfy(isWord) && !label.hasPrefix("-")
          && !label.hasSuffix("-")
      }
  }

  private static let badWords = ["fuck", "shit", "cunt", "nigger", "faggot"]

  /// Whether a byte is an ASCII letter, a digit or a hyphen.
  private static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "-"):
      true
    default: false
    }
  }
}

/// Registration, login, logout and password reset: the requests that need no session.
struct Accounts: Sendable {
  private let backend: Backend

  init(_ backend: Backend) { self.backend = backend }

  /// `login`: takes the MD5 of the name or mail address, and the MD5 of the password.
  func login(_ form: Form, _ client: ClientInfo) async throws -> ActionResponse {
    let (user, password) = (form["user"] ?? "", form["pass"] ?? "")
    guard Hex.isText(user.lowercased(), digits: 32) else { throw ActionError.wrongPassword }
    let found = try await backend.store.read { try Player.find(hash: user, in: $0) }
    let player = try await backend.checked(
      found, password: password, account: user, client: client)
    guard let player else { throw ActionError.wrongPassword }
    return try await startSession(of: player, client)
  }

  /// `register`: creates an account and logs in.
  func register(_ form: Form, _ client: ClientInfo) async throws -> ActionResponse {
    let name = form["user"] ?? ""
    // The registration page of the web client has no field for an address and sends this word.
    let email = form["email"].flatMap { $0 == "undefined" ? nil : $0 } ?? ""
    let password = form["pass"] ?? ""
    try AccountRules.check(name: name)
    guard Hex.isText(password.lowercased(), digits: 32) else {
      throw ActionError("A password is required.")
    }
    guard email.isEmpty || AccountRules.isMailAddress(email) else {
      throw ActionError("Invalid email address.")
    }
    let now = backend.now()
    guard backend.logins.mayRegister(address: ClientNetwork.of(client.address), at: now) else {
      throw ActionError("Too many accounts from this address. Try again later.")
    }
    let hash = try await backend.passwords.hash(password.lowercased(), for: client)
    let player = try await backend.store.write { database in
      try Player.create(name: name, email: email, password: hash, at: now, in: database)
    }
    return try await startSession(of: player, client)
  }

  /// Starts a session. It replaces the session of the same device.
  private func startSession(
    of player: Player, _ client: ClientInfo
  ) async throws -> ActionResponse {
    let (token, now) = (backend.random.token(), backend.now())
    try await backend.store.write { database in
      try database.execute(
        prepared: """
          INSERT INTO devices (playerId, device, token, created) VALUES (?, ?, ?, ?)
          ON CONFLICT (playerId, device)
          DO UPDATE SET token = excluded.token, created = excluded.created
          """,
        arguments: [player.number, client.device, Secrets.digest(token), now.milliseconds])
      try Player.touch(player.number, at: now, in: database)
    }
    backend.logger.info(
      "login", metadata: ["player": "\(player.number)", "device": "\(client.device)"])
    return ActionResponse(
      value: [
        "username": .string(player.name), "playerid": .integer(player.number), "adminlevel": 0,
        "sessionid": nil,
      ], cookies: .login(player: player.number, token: token))
  }

  /// `logout`: ends the session.
  func logout(_ client: ClientInfo) async throws -> ActionResponse {
    guard let token = client.token else { throw ActionError.sessionExpired }
    try await backend.store.write { database in
      guard try Player.find(token: token, in: database) != nil else {
        throw ActionError.sessionExpired
      }
      try database.execute(
        prepared: "DELETE FROM devices WHERE token = ?", arguments: [Secrets.digest(token)])
    }
    return ActionResponse(value: 1, cookies: .logout)
  }

  /// `forgotpass`: always fails, because the server sends no mail; the operator creates codes.
  func forgetPassword() throws(ActionError) -> ActionResponse {
    throw ActionError("This server sends no mail. Ask its operator for a reset code.")
  }

  /// `resetpass`: sets a new password with a reset code and ends all sessions of the account.
  func resetPassword(_ form: Form, _ client: ClientInfo) async throws -> ActionResponse {
    let (code, password) = (form["code"] ?? "", (form["pass"] ?? "").lowercased())
    let now = backend.now()
    guard Hex.isText(password, digits: 32) else { throw ActionError("A password is required.") }
    guard
      backend.logins.begin(address: ClientNetwork.of(client.address), account: "reset", at: now)
        == 0
    else {
      throw ActionError("Too many attempts. Try again later.")
    }
    let owner = try await backend.store.read { database in
      try Player.fetchOne(
        database, prepared: "SELECT * FROM players WHERE resetCode = ? AND resetExpires > ?",
        arguments: [Secrets.digest(code), now.milliseconds])
    }
    guard let owner else { throw ActionError("Invalid password reset code.") }
    backend.logins.succeed(address: ClientNetwork.of(client.address), account: "reset")
    let hash = try await backend.passwords.hash(password, for: client)
    try await backend.store.write { database in
      try database.execute(
        prepared:
          "UPDATE players SET password = ?, resetCode = NULL, resetExpires = NULL WHERE id = ?",
        arguments: [hash, owner.number])
      try database.execute(
        prepared: "DELETE FROM devices WHERE playerId = ?", arguments: [owner.number])
      try database.execute(
        prepared: "DELETE FROM logikTokens WHERE playerId = ?", arguments: [owner.number])
    }
    return ActionResponse(value: ["Success": "1"])
  }
}
