import FarkleTenClient
import ParlorKit
import Platform
import RemoteTesting
import RemoteTransport
import Testing

/// A service may answer anything: no answer makes the client trap, and whatever it shows is text.
@Suite struct HostileAnswerTests {
  /// What the captured session was answered.
  private static func captured() throws -> [[UInt8]] {
    let folder = #filePath.split(separator: "/").dropLast().reduce("") { "\($0)/\($1)" }
    return try ["account", "solo"].flatMap { name in
      let bytes = try FileSystem.read("\(folder)/Captured/\(name).cassette")
      return try Cassette(bytes, service: "farkle-ten").exchanges.map { Array($0.answer.utf8) }
    }
  }

  /// Numbers and words that stand in the place of others.
  private static let extremes = [
    "9223372036854775807", "-9223372036854775808", "1e308", "0", "-1", "null", "[]", "{}",
    "\"\"", "\"9223372036854775807\"", "\"\\u001b[2J\"", "[[[[[]]]]]", "7", "true",
  ]

  private static let lines = [
    "lobby", "join 3", "roll", "hold best", "roll", "hold all", "bank", "create solo", "profile",
    "friends", "friends add Bob", "leaderboard", "tournament", "achievements", "watch",
    "create friends Bob", "quit-game 3",
  ]

  /// An answer with one number or word of it replaced, or cut off.
  private static func mutate(_ answer: [UInt8], _ chance: inout Chance) -> [UInt8] {
    guard !answer.isEmpty else { return answer }
    let place = Int(chance.below(UInt32(answer.count)))
    if chance.below(8) == 0 { return Array(answer[..<place]) }
    let isPart = { (byte: UInt8) in
      0x30...0x39 ~= byte || 0x61...0x7A ~= byte || byte == 0x22 || byte == 0x2D
    }
    guard let start = answer[place...].firstIndex(where: isPart) else { return answer }
    let end = answer[start...].firstIndex { !isPart($0) } ?? answer.endIndex
    let other = extremes[Int(chance.below(UInt32(extremes.count)))]
    return Array(answer[..<start]) + Array(other.utf8) + Array(answer[end...])
  }

  @Test func `no response traps`() throws {
    let answers = try Self.captured()
    var chance = Chance(seed: 20_000, draw: 0)
    for _ in 0..<300 {
      let scripted = (0..<60).map { _ in
        let answer = answers[Int(chance.below(UInt32(answers.count)))]
        return Result<HTTPResponse, TransportError>.success(
          HTTPResponse(status: 200, body: Self.mutate(answer, &chance)))
      }
      let (client, _) = Client.loggedIn(scripted)
      for line in Self.lines {
        let text = client.type(line) + client.player.table + client.player.situation
        #expect(!text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
        _ = client.player.game.view.fields
        _ = client.player.game.legal
      }
      _ = client.advance(to: 100_000)
    }
  }
}
