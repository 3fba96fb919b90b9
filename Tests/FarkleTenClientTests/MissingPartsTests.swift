import ParlorKit
import RemoteTransport
import Testing

@testable import FarkleTenClient

/// What the service may leave out of its responses.
@Suite struct MissingPartsTests {
  @Test func `an update says nothing of what is missing`() throws {
    let update = try #require(
      GameUpdate([["gameid": 3], [["playerid": 1, "username": "Ann"]]]))
    #expect(update.lastRound == 10 && update.turn == 0)
    #expect(!update.asksForReaction && !update.isOvertime && !update.isSolo && !update.isStandard)
    #expect(!update.isWaiting && update.winner == nil && update.dice.isEmpty)
    let player = try #require(update.players.first)
    #expect(player.round == 1 && player.score == 0 && player.roundScore == 0)
    #expect(player.turn == -1 && !player.isBot)
  }

  @Test func `a tournament counts from nothing`() {
    let tournament = Tournament(
      [[], [["gameid": 7]], [["playerid": 1, "username": "Ann"]]], id: 2)
    #expect(tournament.games.map(\.round) == [0] && tournament.games.map(\.title) == ["Game 7"])
    #expect(tournament.players.map(\.losses) == [0])
    #expect(tournament.round == nil && tournament.winner == nil && tournament.cap == nil)
  }

  @Test(arguments: [(0, "Achievement: Lucky."), (25, "Achievement: Lucky, 25 points.")])
  func `points of an achievement are said where there are some`(points: Int, text: String) throws {
    let notice = try #require(
      AchievementNotice(["achievementid": 4, "title": "Lucky", "worth": .integer(points)]))
    var writer = TextWriter()
    notice.event.write(to: &writer)
    #expect(writer.string == text)
  }
}
