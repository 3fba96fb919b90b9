#if Server
  import Platform
  import Testing

  @testable import parlord

  /// The requests that were captured are answered with the same values in the same places.
  @Suite struct CaptureTests {
    @Test func `every captured request is answered as it was`() async throws {
      let captures = try ["account-lobby-friends", "solo-game"].flatMap(Capture.all)
      #expect(captures.count > 45)
      try await House.open { house in
        try await house.becomeCaptured()
        var (test, bobby) = (Guest(house), Guest(house))
        var token = ""
        for (index, capture) in captures.enumerated() {
          // The last two requests were another player's.
          let isBobby = capture.fields["action"] == "register" || index >= captures.count - 2
          var guest = isBobby ? bobby : test
          if capture.fields["iossessionid"]?.allSatisfy({ $0 == "0" }) == false {
            guest.cookies = [:]
          }
          var fields = capture.fields
          if fields["iossessionid"]?.allSatisfy({ $0 == "0" }) == false {
            fields["iossessionid"] = token
          }
          let body = try await guest.send(fields)
          expect(body, of: fields, answers: capture)
          for name in capture.cookies {
            #expect(guest.fresh.contains(name), "\(fields) sets \(name)")
          }
          if isBobby { bobby = guest } else if fields["iossessionid"] == nil { test = guest }
          token = test.cookies["farklesession"] ?? ""
          if fields["action"] == "register" { try await house.becomeCaptured() }
        }
      }
    }

    private func expect(_ body: String, of fields: [String: String], answers capture: Capture) {
      if capture.body.isEmpty {
        #expect(body.isEmpty, "\(fields)")
        return
      }
      do {
        let (given, wanted) = (try JSONValue.read(body), try JSONValue.read(capture.body))
        let differences = Difference.all(between: given, and: wanted)
        #expect(differences.isEmpty, "\(fields): \(differences)")
      } catch {
        Issue.record("\(fields): \(body) against \(capture.body)")
      }
    }
  }

  extension House {
    /// Gives accounts what the captured server had: another first level, of which nobody was told,
    /// and the account of its demonstration.
    fileprivate func becomeCaptured() async throws {
      if try await number("SELECT count(*) FROM players") == 0 {
        let password = try await backend.passwords.text(of: Secrets.md5("test123"))
        try await backend.store.write { [time] database in
          _ = try Accounts.create(
            name: "testuser", email: "test@example.com", password: password, at: time.now,
            in: database)
        }
      }
      try await execute("UPDATE players SET xpNeeded = 100, levelSeen = 0 WHERE level = 1")
    }
  }

  /// What differs between two replies, but for what differs from one moment to the next and for the
  /// words of achievements, of which the captured server had others.
  private struct Difference: CustomStringConvertible {
    var path: String
    var given: JSONValue
    var wanted: JSONValue

    var description: String {
      let texts = [given, wanted].map { String(decoding: $0.bytes, as: UTF8.self).prefix(120) }
      return "\(path): \(texts[0]) instead of \(texts[1])"
    }

    /// Keys whose values need only be of the same kind, null standing for any.
    private static let free: Set<String> = [
      "title", "name", "description", "worth", "imagefile", "xp_reward", "achievementid",
    ]

    static func all(
      between given: JSONValue, and wanted: JSONValue, at path: String = "$", key: String = ""
    ) -> [Difference] {
      let here = [Difference(path: path, given: given, wanted: wanted)]
      switch (given, wanted) {
      case (.object(let ours), .object(let theirs)):
        guard ours.map(\.name) == theirs.map(\.name) else { return here }
        return zip(ours, theirs).flatMap {
          all(between: $0.value, and: $1.value, at: "\(path).\($0.name)", key: $0.name)
        }
      case (.array(let ours), .array(let theirs)):
        // There are more achievements than there were; each has the same form.
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

    /// A moment with every digit a 0, and without the fraction of a second.
    private static func shape(_ text: String) -> String {
      String(text.prefix { $0 != "." }.map { $0.isNumber ? "0" : $0 })
    }
  }

  extension JSONValue {
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
