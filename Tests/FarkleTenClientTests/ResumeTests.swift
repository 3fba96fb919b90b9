import FarkleTenClient
import ParlorKit
import RemoteTesting
import RemoteTransport
import TestKit
import Testing

/// What the next client takes up after this one was closed or killed.
@Suite struct ResumeTests {
  private let folder: TemporaryFolder
  private let url = "http://localhost:8080/farkle_fetch.php"

  init() throws { folder = try TemporaryFolder() }

  private func client(_ answers: [Result<HTTPResponse, TransportError>]) -> Client {
    Client(ScriptedTransport(answers), stateFolder: folder.path)
  }

  private func leaveAGame() {
    let first = client([Wire.login, .answer(Wire.update())])
    _ = first.type("connect local")
    _ = first.type("login Ann secret")
    _ = first.type("join 3")
  }

  @Test(arguments: ["connect local", "resume"])
  func `the login and the table are taken up again`(_ line: String) {
    leaveAGame()
    let second = client([.answer(Wire.update(round: 2, score: 100, dice: [1, 2, 3, 4, 6, 6]))])
    #expect(
      second.player.situation.hasSuffix(
        "`connect URL`. `resume` continues as Ann at \(url)."))
    #expect(second.player.game.legal.forms == ["connect WHERE", "resume"])
    #expect(
      second.type(line) == """
        The service is \(url); you are logged in as Ann.
        Game 3 with Bob, round 2 of 10. Expires Nov 23 @ 11:00 PM.
        """)
    #expect(second.player.situation == "Hold 1 for 100.")
  }

  @Test func `a game that cannot be taken up is told`() {
    leaveAGame()
    #expect(
      client([.lost]).type("resume").hasSuffix(
        "\nGame 3 is not resumed: no response within 20 seconds."))
    let expired = Result<HTTPResponse, TransportError>.answer(
      #"{"Error":"Session expired. Login required.","LoginRequired":"1"}"#)
    let second = client([expired])
    #expect(
      second.type("resume").hasSuffix("\nGame 3 is not resumed: the session has expired."))
    #expect(
      second.player.situation
        == "Log in with `login NAME`, or make an account with `register NAME EMAIL`.")
    #expect(
      client([]).type("resume")
        == "not-now: no login is saved\nconnect and log in: `connect local`")
  }

  @Test func `a game that was left is not taken up`() {
    let first = client([Wire.login, .answer(Wire.update()), .answer("1")])
    for line in ["connect local", "login Ann secret", "join 3", "quit-game"] {
      _ = first.type(line)
    }
    #expect(client([]).type("resume") == "The service is \(url); you are logged in as Ann.")
  }
}
