#if Server
  import ParlorKit
  import Platform
  import Testing

  @testable import parlord

  /// Captured requests of the original server get the same values in the same places.
  @Suite struct CaptureTests {
    @Test func `every captured request gets the captured response`() async throws {
      let captures = try ["account-lobby-friends", "solo-game"].flatMap(Capture.all)
      #expect(captures.count > 45)
      try await TestServer.run { server in
        try await server.becomeCaptured()
        var (test, bobby) = (PlayerClient(server), PlayerClient(server))
        var token = ""
        for (index, capture) in captures.enumerated() {
          // The last two requests come from another player.
          let isBobby = capture.fields["action"] == "register" || index >= captures.count - 2
          var client = isBobby ? bobby : test
          if capture.fields["iossessionid"]?.allSatisfy({ $0 == "0" }) == false {
            client.cookies = [:]
          }
          var fields = capture.fields
          if fields["iossessionid"]?.allSatisfy({ $0 == "0" }) == false {
            fields["iossessionid"] = token
          }
          let body = try await client.send(fields)
          expect(body, of: fields, answers: capture)
          for name in capture.cookies {
            #expect(client.newCookies.contains(name), "\(fields) sets \(name)")
          }
          if isBobby { bobby = client } else if fields["iossessionid"] == nil { test = client }
          token = test.cookies["farklesession"] ?? ""
          if fields["action"] == "register" { try await server.becomeCaptured() }
        }
      }
    }

    private func expect(_ body: String, of fields: [String: String], answers capture: Capture) {
      if capture.body.isEmpty {
        #expect(body.isEmpty, "\(fields)")
        return
      }
      do {
        let (given, wanted) = (try Value.read(body), try Value.read(capture.body))
        let differences = Difference.all(between: given, and: wanted)
        #expect(differences.isEmpty, "\(fields): \(differences)")
      } catch {
        Issue.record("\(fields): \(body) against \(capture.body)")
      }
    }
  }

  extension TestServer {
    /// Adjusts the accounts to those of the captured server: a demo account, and a first level with
    /// other limits that is not acknowledged.
    fileprivate func becomeCaptured() async throws {
      if try await number("SELECT count(*) FROM players") == 0 {
        let password = try await backend.passwords.hash(
          Secrets.md5("test123"), for: ClientInfo(address: "127.0.0.1", isApp: false))
        try await backend.store.write { [time] database in
          _ = try Player.create(
            name: "testuser", email: "test@example.com", password: password, at: time.now,
            in: database)
        }
      }
      try await execute("UPDATE players SET xpNeeded = 100, levelSeen = 0 WHERE level = 1")
    }
  }

  /// A difference between two responses. Times and the texts of achievements, which differ on the
  /// captured server, are not compared.
  private struct Difference: CustomStringConvertible {
    var path: String
    var given: Value
    var wanted: Value

    var description: String {
      let texts = [given, wanted].map { String(decoding: $0.bytes, as: UTF8.self).prefix(120) }
      return "\(path): \(texts[0]) instead of \(texts[1])"
    }

    /// Keys whose values must only be of the same type, or null.
    private static let free: Set<String> = [
      "title", "name", "description", "worth", "imagefile", "xp_reward", "achievementid",
    ]

    static func all(
      between given: Value, and wanted: Value, at path: String = "$", key: String = ""
    ) -> [Difference] {
      let here = [Difference(path: path, given: given, wanted: wanted)]
      switch (given, wanted) {
      case (.object(let ours), .object(let theirs)):
        guard ours.map(\.name) == theirs.map(\.name) else { return here }
        return zip(ours, theirs).flatMap {
          all(between: $0.value, and: $1.value, at: "\(path).\($0.name)", key: $0.name)
        }
      case (.array(let ours), .array(let theirs)):
        // There are more achievements than on the captured server.
        let isCatalog = theirs.first?["achievementid"].int != nil && path == "$[0]"
        guard isCatalog ? !ours.isEmpty : ours.count == theirs.count else { return here }
        return zip(ours, theirs).enumerated().flatMap { index, pair in
          all(between: pair.0, and: pair.1, at: "\(path)[\(index)]", key: key)
        }
      case (.string(let ours), .string(let theirs))
      where ["lastplayed", "lastplayedseconds"].contains(key):
        return shape(ours) == shape(theirs) ? [] : here
      default:
        if free.contains(key), given == nil || wanted == nil || given.kind == wanted.kind {
          return []
        }
        return given == wanted ? [] : here
      }
    }

    /// A time with all digits replaced by 0 and without fractions of a second.
    private static func shape(_ text: String) -> String {
      String(text.prefix { $0 != "." }.map { $0.isNumber ? "0" : $0 })
    }
  }

  extension Value {
    fileprivate var kind: Int {
      switch self {
      case .null: 0
      case .bool: 1
      case .integer, .number: 2
      case .string: 3
      case .array: 4
      case .object: 5
      }
    }
  }
#endif
