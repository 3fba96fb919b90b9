import LogikClient
import Platform
import PluginRunner
import RemoteTesting
import RemoteTransport
import TestKit
import Testing

@Suite struct LogikTests {
  private static let login = Result.answer(#"{"access_token":"t1"}"#)
  private static let again = Result.answer(#"{"access_token":"t2"}"#)
  private static let start = Result.answer(#"{"gameId":"4492936ae8ce8a711e01c30d30f884ed"}"#)
  private static let expired = Result.answer(#"{"error":"expired"}"#, status: 401)

  private static func pegs(
    _ black: Int, _ white: Int, count: Int
  ) -> Result<HTTPResponse, TransportError> {
    .answer(#"{"evaluation":{"black":\#(black),"white":"\#(white)"},"guessCount":\#(count)}"#)
  }

  private func player(
    _ answers: [Result<HTTPResponse, TransportError>], login: Bool = true, start: Bool = true,
    session: RemoteSession = RemoteSession(isVirtual: true)
  ) -> (player: RemotePlayer<Logik>, transport: ScriptedTransport) {
    let transport = ScriptedTransport(
      (login ? [Self.login] : []) + (start ? [Self.start] : []) + answers)
    let player = RemotePlayer(
      Logik(ClientEnvironment(session) { _ in transport }), definition: Logik.definition)
    _ = player.type("connect local")
    if login { _ = player.type("login ann secret ttl=60") }
    if start { _ = player.type("start") }
    return (player, transport)
  }

  private func paths(_ transport: ScriptedTransport) -> [String] {
    transport.requests.map { "\($0.method.rawValue) \($0.path)" }
  }

  @Test(arguments: [(1, false), (128, false), (129, true)])
  func `the name of a game has up to 128 bytes`(_ count: Int, _ isRefused: Bool) {
    let id = String(repeating: "a", count: count)
    let (player, _) = player([.answer(#"{"gameId":"\#(id)"}"#)], start: false)
    #expect(
      (player.type("start") == "remote: the response to start has an unexpected format")
        == isRefused)
  }

  @Test func `a code is found, with a table, candidates and contradictions`() {
    let (player, transport) = player([
      Self.pegs(1, 1, count: 1), Self.pegs(0, 2, count: 2), Self.pegs(4, 0, count: 3),
    ])
    #expect(player.type("guess 1 1 2 2") == "Guess 1, 1 1 2 2: 1 black, 1 white.")
    #expect(
      player.type("candidates 2") == "208 of 1,296 codes fit:\n  1 2 3 3\n  1 2 3 4\n  and 206 more"
    )
    #expect(
      player.type("guess 3 3 4 4") == """
        Guess 2, 3 3 4 4: 0 black, 2 white.
        3 3 4 4 contradicts guess 1, which would then have got 0 black, 0 white.
        """)
    #expect(player.type("feedback 1 2 / 2 1") == "0 black, 2 white.")
    #expect(
      player.table == """
        Logik: 4 slots, 6 colours.
        1  1 1 2 2  1 black, 1 white
        2  3 3 4 4  0 black, 2 white
        """)
    #expect(player.type("guess 1 4 2 3").hasSuffix("Solved in 3 guesses."))
    #expect(
      player.type("guess 1 4 2 3") == "not-now: the code is already solved\n`start` begins a game")
    #expect(
      transport.bodies == [
        #"{"user_id":"ann","password":"secret","time-to-live":60}"#, #"{"slots":4}"#,
        #"{"gameId":"4492936ae8ce8a711e01c30d30f884ed","guess":[1,1,2,2]}"#,
        #"{"gameId":"4492936ae8ce8a711e01c30d30f884ed","guess":[3,3,4,4]}"#,
        #"{"gameId":"4492936ae8ce8a711e01c30d30f884ed","guess":[1,4,2,3]}"#,
      ])
    #expect(
      transport.requests.last?.headers.first == HTTPHeader("access_token", "t1"))
  }

  @Test func `the service may say how many colours it uses`() {
    let start = #"{"gameId":"1","colors":8}"#
    let (player, _) = player([.answer(start), Self.pegs(4, 0, count: 1)], start: false)
    #expect(player.type("start colors=5") == "A new code: 4 slots, 8 colours.")
    #expect(player.type("guess 8 8 8 8").hasSuffix("Solved in 1 guess."))
  }

  @Test func `an illegal guess is not sent`() {
    let (player, transport) = player([])
    let sent = transport.requests.count
    #expect(
      player.type("guess 1 2 3") == """
        bad-argument: a guess is 4 numbers from 1 to 6, not 3
        for example: guess 1 1 2 2
        """)
    #expect(
      player.type("guess 1 2 3 7")
        == "bad-argument: there is no colour 7: a guess is 4 numbers from 1 to 6\n"
        + "for example: guess 1 1 2 2")
    #expect(player.type("start slots=11").hasPrefix("bad-option: "))
    #expect(player.type("login a b ttl=29").hasPrefix("bad-option: "))
    #expect(transport.requests.count == sent)
  }

  @Test func `an expired login is renewed once`() {
    let (player, transport) = player([Self.expired, Self.again, Self.pegs(1, 0, count: 1)])
    #expect(player.type("guess 1 1 2 2") == "Guess 1, 1 1 2 2: 1 black, 0 white.")
    #expect(
      paths(transport).suffix(3) == ["POST /logik/guess", "POST /login", "POST /logik/guess"])
    #expect(transport.requests.last?.headers.first == HTTPHeader("access_token", "t2"))
  }

  @Test func `a login that stays refused is an error`() {
    let (player, transport) = player([Self.expired, Self.again, Self.expired])
    #expect(
      player.type("guess 1 1 2 2")
        == "remote: the service rejects the login\nlog in again: `login USER`")
    #expect(transport.requests.count == 5)
  }

  @Test(arguments: [
    Result<HTTPResponse, TransportError>.lost, .answer("oops", status: 500),
    .answer(#"{"evaluation":null}"#), .answer("<html>"),
  ])
  func `a guess is never sent twice, and the next response shows whether it counted`(
    _ lost: Result<HTTPResponse, TransportError>
  ) {
    let (player, transport) = player([lost, Self.pegs(1, 0, count: 2)])
    #expect(player.type("guess 1 1 2 2").hasPrefix("remote: "))
    #expect(paths(transport).count { $0 == "POST /logik/guess" } == 1)
    #expect(
      player.situation.hasSuffix(
        "A guess got no response; the next response shows whether it counted."))
    #expect(
      player.type("guess 1 1 3 3") == """
        A guess without a response counted.
        Guess 2, 1 1 3 3: 1 black, 0 white.
        """)
    #expect(!player.situation.contains("got no response"))
  }

  @Test func `a lost guess may not have counted`() {
    let (player, _) = player([.lost, Self.pegs(1, 0, count: 1)])
    _ = player.type("guess 1 1 2 2")
    #expect(player.type("guess 1 1 3 3") == "Guess 1, 1 1 3 3: 1 black, 0 white.")
  }

  @Test(arguments: [(400, "slots: 1 to 10"), (404, "no such game"), (409, "solved")])
  func `a refused guess counts for nothing`(_ status: Int, _ words: String) {
    let (player, _) = player([.answer(#"{"error":"\#(words)"}"#, status: status)])
    #expect(player.type("guess 1 1 2 2") == "remote: the service says: \(words)")
    #expect(player.situation == "Guess 4 numbers from 1 to 6.")
  }

  @Test(arguments: [
    (5, 0), (-1, 0), (3, 2), (0, 5),
  ])
  func `impossible feedback is an error`(_ black: Int, _ white: Int) {
    let (player, _) = player([Self.pegs(black, white, count: 1)])
    #expect(
      player.type("guess 1 1 2 2") == "remote: the response to guess has an unexpected format")
  }

  @Test func `a ranking is sorted, and requested again after an error`() {
    let rows = """
      [{"name":"Jiří","timestamp":"2021-04-26 17:28:07","score":"12","slots":"4"},\
      {"name":"Ann","timestamp":"2021-04-26 17:26:22","score":10,"slots":4},\
      {"participantId":"bob","timestamp":"2021-04-25 00:00:00","score":"5","slots":"6"}]
      """
    let (player, transport) = player([.answer("x", status: 503), .answer(rows)], start: false)
    #expect(
      player.type("ranking") == """
        Ranking:
          6 slots  1   5  guesses  bob   2021-04-25 00:00:00
          4 slots  1  10  guesses  Ann   2021-04-26 17:26:22
                   2  12  guesses  Jiří  2021-04-26 17:28:07
        """)
    let (short, _) = self.player([.answer(rows)], start: false)
    #expect(
      short.type("ranking 1") == """
        Ranking:
          6 slots  1   5  guesses  bob  2021-04-25 00:00:00
          4 slots  1  10  guesses  Ann  2021-04-26 17:26:22
          and 1 more
        """)
    #expect(paths(transport).suffix(2) == ["GET /logik/ranking", "GET /logik/ranking"])
  }

  @Test func `a login without a response is retried, a rejected one is not`() {
    let (twice, _) = player([.lost, Self.login], login: false, start: false)
    #expect(twice.type("login ann secret") == "Logged in as ann.")
    let (once, transport) = player([Self.expired, Self.login], login: false, start: false)
    #expect(once.type("login ann secret").hasPrefix("remote: the service rejects"))
    #expect(transport.requests.count == 1)
  }

  /// The exchanges that the service's documentation shows.
  @Test func `what the service documents is understood`() {
    let rows = """
      [{"participantId":"jiri.zoudun","name":"Jiří Zoudun","timestamp":"2021-04-26 17:26:22",\
      "score":"10","slots":"4","id":"67ab865af716d534adb7f89a55ec87f9"},\
      {"participantId":"jiri.zoudun","name":"Jiří Zoudun","timestamp":"2021-04-26 17:28:07",\
      "score":"12","slots":"4","id":"914d8c0ee1112ded231b6f82d7d2568c"}]
      """
    let (player, transport) = player([Self.start, Self.pegs(6, 0, count: 27), .answer(rows)])
    _ = player.type("start slots=6")
    #expect(
      player.type("guess 1 5 2 5 6 1") == """
        Guess 27, 1 5 2 5 6 1: 6 black, 0 white.
        Solved in 27 guesses.
        """)
    #expect(
      transport.bodies.last
        == #"{"gameId":"4492936ae8ce8a711e01c30d30f884ed","guess":[1,5,2,5,6,1]}"#)
    #expect(
      player.type("ranking") == """
        Ranking:
          4 slots  1  10  guesses  Jiří Zoudun  2021-04-26 17:26:22
                   2  12  guesses  Jiří Zoudun  2021-04-26 17:28:07
        """)
  }

  /// An answer that asks for quiet.
  private static func quiet(
    _ seconds: String, status: Int = 429
  ) -> Result<HTTPResponse, TransportError> {
    .success(
      HTTPResponse(
        status: status, headers: [HTTPHeader("Retry-After", seconds)],
        body: Array(#"{"error":"too many requests"}"#.utf8)))
  }

  @Test func `nothing is sent for as long as the service asks for quiet`() {
    let session = RemoteSession(isVirtual: true)
    let (player, transport) = player(
      [Self.quiet("10"), Self.pegs(1, 0, count: 1)], session: session)
    #expect(
      player.type("guess 1 1 2 2")
        == "remote: the service says: too many requests\ntry again in 10 seconds")
    let sent = transport.requests.count
    session.setTime(9_001)
    #expect(
      player.type("guess 1 1 2 2")
        == "not-now: the service asks for fewer requests\ntry again in 1 second")
    #expect(transport.requests.count == sent)
    session.setTime(10_000)
    #expect(player.type("guess 1 1 2 2") == "Guess 1, 1 1 2 2: 1 black, 0 white.")
  }

  @Test func `a service that is unavailable for a while is not asked at once again`() {
    let (player, transport) = player([Self.quiet("60", status: 503)], login: false, start: false)
    #expect(
      player.type("login ann secret")
        == "remote: the service failed with status 503\ntry again in 60 seconds")
    #expect(transport.requests.count == 1)
  }

  @Test(arguments: [
    ("99999999999999999999", "remote: "), ("-5", "remote: "), ("soon", "remote: "),
    ("999999", "not-now: "),
  ])
  func `no header silences the client for more than an hour`(
    _ value: String, _ second: String
  ) {
    let session = RemoteSession(isVirtual: true)
    let (player, _) = player(
      [Self.quiet(value), Self.quiet(value)], session: session)
    _ = player.type("guess 1 1 2 2")
    #expect(player.type("guess 1 1 2 2").hasPrefix(second))
    session.setTime(3_600_000)
    #expect(player.type("guess 1 1 2 2").hasPrefix("remote: "))
  }

  @Test func `a wrong address is named as the reason`() {
    let (player, _) = player(
      [.answer(#"{"error":"not found"}"#, status: 404)], login: false, start: false)
    #expect(
      player.type("login ann secret")
        == "remote: there is no such service at this address\ncheck the address: `connect`")
  }

  // MARK: Taken up again

  private func client(
    _ folder: TemporaryFolder, _ answers: [Result<HTTPResponse, TransportError>]
  ) -> (player: RemotePlayer<Logik>, transport: ScriptedTransport) {
    let transport = ScriptedTransport(answers)
    let session = RemoteSession(isVirtual: true, stateFolder: folder.path)
    let player = RemotePlayer(
      Logik(ClientEnvironment(session) { _ in transport }), definition: Logik.definition)
    return (player, transport)
  }

  private func leaveAGame(_ folder: TemporaryFolder) {
    let (first, _) = client(folder, [Self.login, Self.start, Self.pegs(1, 1, count: 1), .lost])
    for line in [
      "connect local", "login ann secret", "start", "guess 1 1 2 2", "guess 3 3 4 4",
    ] {
      _ = first.type(line)
    }
  }

  @Test func `a game is taken up again with its guesses`() throws {
    let folder = try TemporaryFolder()
    leaveAGame(folder)
    let (second, transport) = client(folder, [Self.pegs(4, 0, count: 3)])
    #expect(
      second.situation
        == "Connect first: `connect local` or `connect URL`. `resume` continues as ann at http://localhost:8080/api/v2."
    )
    #expect(
      second.type("resume") == """
        The service is http://localhost:8080/api/v2.
        You continue as ann with 4 slots, 6 colours.
        1  1 1 2 2  1 black, 1 white
        """)
    #expect(
      second.table == "Logik: 4 slots, 6 colours.\n1  1 1 2 2  1 black, 1 white")
    #expect(second.situation.contains("A guess got no response"))
    #expect(
      second.type("guess 1 2 3 4") == """
        A guess without a response counted.
        Guess 3, 1 2 3 4: 4 black, 0 white.
        Solved in 3 guesses.
        """)
    #expect(transport.requests.last?.headers.first == HTTPHeader("access_token", "t1"))
    #expect(try !folder.text("logik.jsonl").contains("secret"))
  }

  @Test func `that the game cannot be saved is told once, and when it can`() throws {
    let folder = try TemporaryFolder()
    // A file stands where the folder of the logins should be.
    try FileSystem.write([], to: folder["state"], mode: 0o600)
    let transport = ScriptedTransport(
      [Self.login, Self.start, Self.pegs(1, 1, count: 1), Self.pegs(1, 1, count: 2)])
    let session = RemoteSession(isVirtual: true, stateFolder: folder["state"])
    let player = RemotePlayer(
      Logik(ClientEnvironment(session) { _ in transport }), definition: Logik.definition)
    let replies = ["connect local", "login ann secret", "start", "guess 1 1 2 2"].map(player.type)
    let told = replies.map { $0.contains("The login and the game cannot be saved: ") }
    #expect(told == [false, true, false, false], "\(replies)")
    FileSystem.remove(folder["state"])
    #expect(player.type("guess 1 2 3 4").hasSuffix("The login and the game are saved again."))
    #expect(try folder.text("state/logik.jsonl").contains("t1"))
  }

  @Test func `a game that could not be saved is saved with the login of another player`() throws {
    let folder = try TemporaryFolder()
    try FileSystem.write([], to: folder["state"], mode: 0o600)
    let transport = ScriptedTransport(
      [
        Self.login, Self.start, Self.pegs(1, 1, count: 1), Self.login, Self.login, Self.login,
      ])
    let session = RemoteSession(isVirtual: true, stateFolder: folder["state"])
    let player = RemotePlayer(
      Logik(ClientEnvironment(session) { _ in transport }), definition: Logik.definition)
    for line in [
      "connect local", "login ann secret", "start", "guess 1 1 2 2", "login bob secret",
    ] {
      #expect(!player.type(line).contains("saved again"))
    }
    #expect(player.type("login ann secret").contains("you continue with 4 slots"))
    FileSystem.remove(folder["state"])
    #expect(player.type("login bob secret").hasSuffix("The login and the game are saved again."))
    let saved = try folder.text("state/logik.jsonl")
    #expect(saved.contains(#""ann""#) && saved.contains(#""bob""#), "\(saved)")
    #expect(saved.contains(#""black":1"#), "\(saved)")
  }

  /// Each answer counts, so it is shown.
  @Test func `a cassette that cannot be written keeps no answer back`() throws {
    let folder = try TemporaryFolder()
    let transport = ScriptedTransport(
      [Self.login, Self.start, Self.pegs(1, 1, count: 1), Self.pegs(1, 1, count: 2)])
    let session = RemoteSession(isVirtual: true, writeFolder: folder.path)
    let player = RemotePlayer(
      Logik(ClientEnvironment(session) { _ in transport }), definition: Logik.definition)
    for line in ["connect local", "login ann secret", "record-cassette a", "start"] {
      _ = player.type(line)
    }
    FileSystem.remove(folder["a"])
    #expect(
      player.type("guess 1 1 2 2") == """
        Guess 1, 1 1 2 2: 1 black, 1 white.
        The recording into a has stopped: cannot write \(folder["a"]): it was removed or replaced \
        meanwhile.
        """)
    #expect(player.type("guess 1 2 3 4") == "Guess 2, 1 2 3 4: 1 black, 1 white.")
    #expect(player.type("record-cassette off").isEmpty)
  }

  @Test func `after an expired login the game stays`() throws {
    let folder = try TemporaryFolder()
    leaveAGame(folder)
    let (second, _) = client(folder, [Self.expired, Self.again, Self.pegs(4, 0, count: 2)])
    _ = second.type("connect local")
    #expect(second.situation == "Log in with `login USER`. `resume` continues as ann.")
    _ = second.type("resume")
    #expect(second.type("guess 1 4 2 3").hasPrefix("remote: the service rejects the login"))
    #expect(
      second.type("login ann secret") == "Logged in as ann; you continue with 4 slots, 6 colours.")
    #expect(second.type("guess 1 4 2 3").hasSuffix("Solved in 2 guesses."))
    let (third, _) = client(folder, [Self.login])
    _ = third.type("connect local")
    #expect(third.type("login bob secret") == "Logged in as bob.")
  }

  /// Keeps what was saved when a request was sent.
  private final class Witness: Transport {
    let script: ScriptedTransport
    let folder: TemporaryFolder
    var saved: [String] = []

    init(_ script: ScriptedTransport, _ folder: TemporaryFolder) {
      (self.script, self.folder) = (script, folder)
    }

    func send(_ request: HTTPRequest) throws(TransportError) -> HTTPResponse {
      saved.append((try? folder.text("logik.jsonl")) ?? "")
      return try script.send(request)
    }
  }

  /// As after Ctrl-C or a power failure.
  @Test func `a guess whose client is killed is known to be unanswered`() throws {
    let folder = try TemporaryFolder()
    let script = [
      Self.login, Self.start, Self.pegs(1, 1, count: 1), Self.pegs(0, 1, count: 2),
    ]
    let transport = Witness(ScriptedTransport(script), folder)
    let session = RemoteSession(isVirtual: true, stateFolder: folder.path)
    let player = RemotePlayer(
      Logik(ClientEnvironment(session) { _ in transport }), definition: Logik.definition)
    for line in [
      "connect local", "login ann secret", "start", "guess 1 1 2 2", "guess 3 3 4 4",
    ] {
      _ = player.type(line)
    }
    try folder.add("logik.jsonl", transport.saved[3])
    let (second, _) = client(folder, [Self.pegs(4, 0, count: 3)])
    _ = second.type("resume")
    #expect(second.situation.contains("A guess got no response"))
    #expect(second.type("guess 1 2 3 4").hasPrefix("A guess without a response counted.\n"))
  }

  @Test func `guesses of another session are told`() throws {
    let folder = try TemporaryFolder()
    leaveAGame(folder)
    let (second, _) = client(folder, [Self.pegs(0, 1, count: 5)])
    _ = second.type("resume")
    #expect(
      second.type("guess 1 2 3 4").hasPrefix("3 guesses of another session counted.\nGuess 5, "))
  }

  @Test func `each player has a game, whoever logs in between`() throws {
    let folder = try TemporaryFolder()
    leaveAGame(folder)
    let (second, _) = client(folder, [Self.again, Self.login, Self.start, Self.again, Self.login])
    let ann = "Logged in as ann; you continue with 4 slots, 6 colours."
    let bob = "Logged in as bob; you continue with 4 slots, 6 colours."
    _ = second.type("connect local")
    #expect(second.type("login ann secret") == ann)
    #expect(second.type("login bob secret") == "Logged in as bob.")
    _ = second.type("start")
    #expect(second.type("login ann secret") == ann)
    #expect(second.table.contains("1  1 1 2 2"))
    #expect(second.type("login bob secret") == bob)
    #expect(!second.table.contains("1  1 1 2 2"))
    let (third, _) = client(folder, [])
    #expect(third.type("resume").contains("You continue as bob with 4 slots, 6 colours."))
  }

  @Test func `without a folder there is nothing to take up`() {
    let (player, _) = player([], login: false, start: false)
    #expect(
      player.type("resume") == """
        not-now: no login is saved
        connect and log in: `connect local`
        without `--profile DIR` a script saves no login
        """)
    let (other, _) = self.player([], start: false)
    #expect(
      other.type("resume") == """
        not-now: no login is saved
        you are logged in
        without `--profile DIR` a script saves no login
        """)
  }

  @Test func `when no code fits, the colours may be others`() {
    let (player, _) = player([Self.pegs(0, 0, count: 1), Self.pegs(0, 0, count: 2)], start: true)
    _ = player.type("guess 1 1 2 2")
    _ = player.type("guess 3 4 5 6")
    #expect(
      player.type("candidates") == """
        0 of 1,296 codes fit.
        No code fits. Does the service use 6 colours? `start colors=N` begins a game with another number.
        """)
  }

  @Test func `nothing happens before a login`() {
    let (player, transport) = player([], login: false, start: false)
    #expect(player.type("start") == "not-now: not logged in\nlog in: `login USER`")
    #expect(player.type("guess 1 2 3 4") == "not-now: no game has begun\n`start` begins a game")
    #expect(transport.requests.isEmpty)
  }

  @Test func `candidates of long codes are counted before the first guess`() {
    let (player, _) = player([Self.start])
    #expect(player.type("start slots=10 colors=20").hasPrefix("A new code: 10 slots, 20 colours."))
    #expect(
      player.type("candidates").hasPrefix(
        "10,240,000,000,000 of 10,240,000,000,000 codes fit:\n  1 1 1 1 1 1 1 1 1 1\n"))
  }
}
