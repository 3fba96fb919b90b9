import Foundation
import ParlorKit
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

  @Test func `captured registrations, as the web page sends them, get the captured responses`()
    async throws
  {
    let captures = try Capture.all(in: "registration")
    #expect(captures.count { $0.cookies.contains("farklesession") } == 5)
    try await TestServer.run { server in
      try await server.becomeCaptured()
      var ann = PlayerClient(server)
      var isFirst = true
      for capture in captures {
        var client = ann
        let action = capture.fields["action"]
        if action == "register" || action == "login" { client = PlayerClient(server) }
        let body = try await client.send(capture.fields)
        expect(body, of: capture.fields, answers: capture)
        for name in capture.cookies {
          #expect(client.newCookies.contains(name), "\(capture.fields) sets \(name)")
        }
        if isFirst || action == "login" { ann = client }
        isFirst = false
        if action == "register" { try await server.becomeCaptured() }
      }
    }
  }

  @Test func `a game against a bot has the captured responses`() async throws {
    var captured: [String: Value] = [:]
    for capture in try Capture.all(in: "bots") {
      let value = try Value.read(capture.body)
      captured[Self.kind(capture.fields, value)] = value
    }
    let wanted = captured
    try await TestServer.run { server in
      try await server.becomeCaptured()
      var client = PlayerClient(server)
      try await client.ask(
        "login", ["user": Secrets.md5("testuser"), "pass": Secrets.md5("test123")])
      var seen: Set<String> = []
      func ask(_ fields: [String: String]) async throws -> Value {
        let value = try Value.read(try await client.send(fields))
        let kind = Self.kind(fields, value)
        let differences = Difference.ofShape(between: value, and: try #require(wanted[kind]))
        #expect(differences.isEmpty, "\(kind): \(differences)")
        seen.insert(kind)
        return value
      }
      let refusal = try await ask(["action": "startbotgame", "algorithm": "none"])
      #expect(refusal.error == wanted["startbotgame error"]?.error)
      let start = try await ask(["action": "startbotgame", "algorithm": "medium"])
      let game = String(try #require(start["0"]["gameid"].int))
      var view = try await ask(["action": "farklegetupdate", "gameid": game])
      let bot = String(try #require(view[1][1]["playerid"].int))
      let turn = ["gameid": game, "botplayerid": bot]
      _ = try await ask(["action": "getbotstatus"].merging(turn) { $1 })
      _ = try await ask(["action": "executebotstep", "gameid": game, "botplayerid": "1"])
      while view[0]["winningplayer"] == 0 {
        if view[0]["currentplayer"].int == 1 {
          let dice = ["gameid": game, "saveddice": "[0,0,0,0,0,0]", "newdice": "[1,2,3,4,5,6]"]
          _ = try await ask(["action": "farkleroll"].merging(dice) { $1 })
          _ = try await ask(
            ["action": "farklepass", "gameid": game, "saveddice": "[1,2,3,4,5,6]"])
        } else if try await ask(["action": "executebotstep"].merging(turn) { $1 })["step"]
          != "completed"
        {
          _ = try await ask(["action": "getbotstatus"].merging(turn) { $1 })
        }
        view = try await ask(["action": "farklegetupdate", "gameid": game])
      }
      #expect(seen == Set(wanted.keys))
    }
  }

  /// The action, and the step of a bot, of a request.
  private static func kind(_ fields: [String: String], _ value: Value) -> String {
    var words = [fields["action"], value["step"].string]
    if value.error != nil { words.append("error") }
    if value["farkled"] == true { words.append("farkled") }
    return words.compactMap { $0 }.joined(separator: " ")
  }

  @Test func `leaderboards have the captured fields`() async throws {
    try await TestServer.run { server in
      var ann = try await server.register("Ann")
      let bob = try await server.register("Bob")
      try await ann.ask("addfriend", ["ident": "username", "identstring": "Bob"])
      // The captures with entries come last.
      var captured: [[String: String]: Value] = [:]
      for capture in try Capture.all(in: "boards") {
        captured[capture.fields] = try Value.read(capture.body)
      }
      let today = BoardDay(server.time.now)
      let rows = [ann.player, bob.player].flatMap { player in
        (today.weekStart.number...today.number).flatMap { day in
          (1...20).map { "(\(player), \(day), \($0), 0, \(1000 * player + $0))" }
        }
      }
      try await server.execute("INSERT INTO boardGames VALUES \(rows.joined(separator: ", "))")
      for (fields, wanted) in captured where wanted["Error"] == .null {
        let given = try Value.read(try await ann.send(fields))
        let differences = Difference.ofShape(between: given, and: wanted)
        #expect(differences.isEmpty, "\(fields): \(differences)")
        #expect(given["tier"] == wanted["tier"] && given["scope"] == wanted["scope"])
        if wanted["entries"].count > 0 { #expect(given["entries"].count == 2) }
      }
      #expect(captured.count == 9)
    }
  }

  @Test func `every picture that a response names is one of the original server`() async throws {
    let folder = #filePath.split(separator: "/").dropLast(2).joined(separator: "/")
    let pictures = "/\(folder)/Fixtures/pictures.txt"
    let lines = try String(contentsOfFile: pictures, encoding: .utf8).split(separator: "\n")
    let served = Set(
      zip(lines, lines.dropFirst()).filter { $1 == "<< 200 image/png" }
        .map { String($0.0.dropFirst(">> GET ".count)) })
    #expect(served.contains("/images/achieves/noachieve.png"))
    #expect(!served.contains("/images/achieves/ach_1.png"))
    try await TestServer.run { server in
      var ann = try await server.register("Ann")
      let all = try await ann.ask("getachievements", ["playerid": "1"])[0].array ?? []
      #expect(all.count > 40)
      var names = all.compactMap { $0["imagefile"].string }.map { "achieves/\($0)" }
      #expect(names.count == all.count)
      names += (1000...1005).map { "achieves/\(Achievement.image(of: $0))" }
      names += (1...200).map(Experience.card).filter { $0.hasSuffix(".png") }
        .map { "playericons/\($0)" }
      for name in names { #expect(served.contains("/images/\(name)"), "\(name)") }
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
    case (.string(""), "undefined") where key == "email":
      // The original server takes the word for an address.
      return []
    default:
      if free.contains(key), given == nil || wanted == nil || given.kind == wanted.kind {
        return []
      }
      return given == wanted ? [] : here
    }
  }

  /// Compares the members of objects and the types of values only. What is nothing (null, false, 0
  /// or an empty list) may stand in any place, and the first elements of lists stand for all.
  static func ofShape(
    between given: Value, and wanted: Value, at path: String = "$"
  ) -> [Difference] {
    let here = [Difference(path: path, given: given, wanted: wanted)]
    switch (given, wanted) {
    // The original server adds columns of its table, and a board without a name.
    case (_, .object) where path == "$.3": return []
    case (.object(let ours), .object(let theirs)):
      let names = ours.map(\.name)
      let wantedNames = theirs.map(\.name).filter { !path.hasSuffix(".state") || ours[$0] != nil }
      guard names.filter({ $0 != "leaderboard_feedback" }) == wantedNames else { return here }
      return ours.flatMap { member in
        theirs[member.name].map {
          ofShape(between: member.value, and: $0, at: "\(path).\(member.name)")
        } ?? []
      }
    case (.array(let ours), .array(let theirs)):
      // The parts of a response are a list, too.
      guard ours.first?.kind == 5 || ours.first?.kind == 4 || path == "$" else { return [] }
      guard let one = theirs.first else { return [] }
      if path == "$" || path == "$[0]" {
        guard ours.count == theirs.count else { return here }
        return zip(ours, theirs).enumerated().flatMap { index, pair in
          ofShape(between: pair.0, and: pair.1, at: "\(path)[\(index)]")
        }
      }
      return ours.prefix(1).flatMap { ofShape(between: $0, and: one, at: "\(path)[]") }
    default:
      let isNothing = [given, wanted].contains { [.null, .bool(false), 0, [], ""].contains($0) }
      return isNothing || given.kind == wanted.kind ? [] : here
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
