import FarkleTenClient
import PluginRunner
import RemoteTesting
import RemoteTransport
import Testing

@Suite struct WatchTests {
  private let quiet = Wire.lobby()

  /// A client that is logged in and then gets the same lobby for ever.
  private func watching(
    _ lobby: Result<HTTPResponse, TransportError>
  ) -> (client: Client, transport: ScriptedTransport) {
    let transport = ScriptedTransport([Wire.login], usual: lobby)
    let client = Client(transport)
    _ = client.type("connect local")
    _ = client.type("login Ann secret")
    return (client, transport)
  }

  private func looks(_ transport: ScriptedTransport) -> Int {
    transport.bodies.count { $0.hasPrefix("action=getlobbyinfo&") }
  }

  @Test func `there are forty ticks in 590 seconds`() {
    var time: Int64 = 0
    var times: [Int64] = [0]
    var tick = 1
    while let pause = LobbySchedule.pause(after: tick) {
      time += pause
      times.append(time)
      tick += 1
    }
    #expect(times.count == 40)
    #expect(times[19] == 190_000)
    #expect(times[20] == 210_000)
    #expect(times.last == 590_000)
  }

  @Test func `a watch sends forty requests, then pauses`() {
    let (client, transport) = watching(quiet)
    #expect(
      client.type("watch").hasSuffix("Watching the lobby: changes appear as they happen."))
    #expect(looks(transport) == 1)
    #expect(client.advance(to: 189_999).isEmpty)
    #expect(looks(transport) == 19)
    #expect(client.advance(to: 589_999).isEmpty)
    #expect(looks(transport) == 39)
    #expect(
      client.advance(to: 590_000)
        == ["The watch pauses. `lobby` starts it again."])
    #expect(looks(transport) == 40)
    #expect(client.advance(to: 10_000_000).isEmpty)
    #expect(looks(transport) == 40)
  }

  @Test func `the lobby restarts a watch`() {
    let (client, transport) = watching(quiet)
    _ = client.type("watch")
    _ = client.advance(to: 600_000)
    _ = client.type("lobby")
    #expect(looks(transport) == 41)
    #expect(client.advance(to: 700_000).isEmpty)
    #expect(looks(transport) == 51)
    _ = client.type("lobby")
    #expect(client.advance(to: 700_000 + 589_999).isEmpty)
    #expect(client.advance(to: 700_000 + 590_000).count == 1)
    #expect(looks(transport) == 51 + 40)
  }

  @Test func `no request is sent after a watch has ended`() {
    let (client, transport) = watching(quiet)
    _ = client.type("watch")
    _ = client.advance(to: 30_000)
    #expect(client.type("watch off") == "Stopped watching the lobby.")
    #expect(client.player.game.nextWake == nil)
    #expect(looks(transport) == 4)
    #expect(
      Client().type("watch")
        == "not-now: no service is connected\nconnect first: `connect local`, `connect production` or `connect URL`"
    )
  }

  @Test func `one request is under way at a time`() {
    let transport = HeldTransport([Wire.login, quiet], usual: quiet)
    let client = Client(transport, isVirtual: false)
    _ = client.type("connect local")
    _ = client.type("login Ann secret")
    _ = client.type("watch")
    let start = client.session.now
    func tick(_ seconds: Int64) {
      client.session.setTime(start + seconds * 1000 + 1000)
      _ = client.player.game.wake()
    }
    tick(10)
    #expect(transport.begun == 1)
    tick(21)
    #expect(transport.begun == 1)
    transport.release(quiet)
    tick(32)
    #expect(transport.begun == 2)
    // A request that hangs blinds the watch no longer than this.
    #expect(transport.timeouts == [15, 15])
  }

  @Test func `a request without a response does not block the watch`() {
    var watch = LobbyWatch()
    watch.begin(at: 0)
    let asks = [9999, 10_000, 20_000, 30_000].map { watch.tick(at: $0) }
    #expect(asks == [false, true, false, true])
    watch.answered()
    let asksAgain = watch.tick(at: 40_000)
    #expect(asksAgain)
    #expect(watch.ticks == 5)
  }

  @Test func `each change is shown once`() {
    let friend = #"[{"username":"Bob","playerid":2,"status":"In Lobby"}]"#
    let bobPlays = #"[{"username":"Bob","playerid":2,"status":"Playing: Ann"}]"#
    let transport = ScriptedTransport([
      Wire.login, Wire.lobby(),
      Wire.lobby(games: [Wire.game(7)], friends: friend),
      Wire.lobby(games: [Wire.game(7)], friends: friend),
      Wire.lobby(games: [Wire.game(7, round: 3)], friends: bobPlays),
      Wire.lobby(games: [Wire.game(7, winner: 1)], tournament: #"{"tournamentid":"4"}"#),
      Wire.lobby(tournament: #"{"tournamentid":4}"#),
    ])
    let client = Client(transport)
    _ = client.type("connect local")
    _ = client.type("login Ann secret")
    _ = client.type("watch")
    #expect(
      client.advance(to: 10_000)
        == ["New game 7, Bob: You've been challenged!", "Bob is here. In Lobby"])
    #expect(client.advance(to: 20_000).isEmpty)
    #expect(
      client.advance(to: 30_000)
        == ["Game 7, Bob: Game in progress... round 3 of 10", "Bob is here. Playing: Ann"])
    #expect(
      client.advance(to: 40_000) == [
        "Game 7, Bob: Game finished! Won 🏆", "Bob has left.", "Tournament 4 is on.",
      ])
    #expect(client.advance(to: 50_000) == ["Game 7, Bob, is gone."])
  }

  @Test func `an error is shown once, and the watch continues`() {
    let transport = ScriptedTransport(
      [Wire.login, quiet, .lost, .lost, quiet, .answer("<html>", status: 502)], usual: quiet)
    let client = Client(transport)
    _ = client.type("connect local")
    _ = client.type("login Ann secret")
    _ = client.type("watch")
    #expect(client.advance(to: 10_000) == ["No lobby: no response within 20 seconds."])
    #expect(client.advance(to: 30_000).isEmpty)
    #expect(
      client.advance(to: 40_000)
        == ["No lobby: the response has status 502 and is not from Farkle Ten."])
    #expect(client.advance(to: 50_000).isEmpty)
  }

  @Test func `an expired session ends the watch`() {
    let transport = ScriptedTransport([
      Wire.login, quiet,
      .answer(#"{"Error":"Session expired. Login required.","LoginRequired":"1"}"#),
    ])
    let client = Client(transport)
    _ = client.type("connect local")
    _ = client.type("login Ann secret")
    _ = client.type("watch")
    #expect(
      client.advance(to: 20_000) == [
        "No lobby: the session has expired.",
        "Stopped watching the lobby.",
      ])
    #expect(client.player.game.nextWake == nil)
    #expect(client.type("lobby") == "not-now: not logged in\nlog in: `login NAME`")
  }
}
