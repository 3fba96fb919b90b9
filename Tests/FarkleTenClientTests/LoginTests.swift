import FarkleTenClient
import ParlorKit
import RemoteTesting
import RemoteTransport
import TestKit
import Testing

@Suite struct LoginTests {
  private let wrong = Result.answer(#"{"Error":"Username or password incorrect."}"#)

  @Test func `names are tried as written, then in lower case`() {
    let transport = ScriptedTransport([wrong, Wire.login])
    let client = Client(transport)
    _ = client.type("connect local")
    #expect(client.type("login BigName secret") == "Logged in as Ann.")
    let pass = "pass=5ebe2294ecd0e0f08eab7690d2a6ee69&remember=1&ios_app=1"
    #expect(
      transport.bodies == [
        "action=login&user=a267a7939ecf0c7aa1b55d7cb5523f2b&\(pass)",
        "action=login&user=0c18abb56a848c7641a21aa565567a82&\(pass)",
      ])
  }

  @Test func `a name in lower case is tried once`() {
    let transport = ScriptedTransport([wrong])
    let client = Client(transport)
    _ = client.type("connect local")
    #expect(
      client.type("login ann secret")
        == "remote: the service says: Username or password incorrect.")
    #expect(transport.bodies.count == 1)
  }

  @Test func `the token comes as a cookie and goes with every request`() {
    let (client, transport) = Client.loggedIn([Wire.lobby(), .answer("")])
    _ = client.type("lobby")
    #expect(transport.bodies[1] == "action=getlobbyinfo&iossessionid=\(Wire.token)")
  }

  @Test(arguments: [
    "", "[]", "1", #"{"username":"Ann","playerid":1,"sessionid":null}"#, "<b>Warning</b>",
  ])
  func `a login without a token is none`(_ body: String) {
    let client = Client(ScriptedTransport([.answer(body)]))
    _ = client.type("connect local")
    #expect(client.type("login ann secret").hasPrefix("remote: the response "))
    #expect(client.type("lobby") == "not-now: not logged in\nlog in: `login NAME`")
  }

  @Test func `neither token nor password is shown anywhere`() throws {
    let (client, _) = Client.loggedIn([Wire.lobby(), .answer("")])
    let events = try client.player.events("lobby")
    var json = JSONWriter()
    for fields in events.map(\.fields) + [client.player.game.view.fields] {
      json.write(String(describing: fields))
    }
    let text = String(decoding: json.bytes, as: UTF8.self)
    #expect(text.contains("Ann"))
    for secret in [Wire.token, "secret", "5ebe2294ecd0e0f08eab7690d2a6ee69"] {
      #expect(!text.contains(secret))
    }
  }

  @Test func `a login is saved until the player logs out`() throws {
    let folder = try TemporaryFolder()
    let first = Client(ScriptedTransport([Wire.login]), stateFolder: folder.path)
    _ = first.type("connect local")
    #expect(first.type("login Ann secret") == "Logged in as Ann; the login is saved.")

    let transport = ScriptedTransport([Wire.lobby(), .answer(""), .answer("1")])
    let second = Client(transport, stateFolder: folder.path)
    #expect(
      second.type("connect local")
        == "The service is http://localhost:8080/farkle_fetch.php; you are logged in as Ann.")
    _ = second.type("lobby")
    #expect(transport.bodies[0].hasSuffix("&iossessionid=\(Wire.token)"))
    #expect(second.type("connect http://localhost:9").contains("as Ann") == false)
    _ = second.type("connect local")
    #expect(second.type("logout") == "Ann is logged out.")

    let third = Client(stateFolder: folder.path)
    #expect(
      third.type("connect local") == "The service is http://localhost:8080/farkle_fetch.php.")
  }

  @Test func `a logout leaves the logins of others`() throws {
    let folder = try TemporaryFolder()
    let ann = Client(ScriptedTransport([Wire.login, .answer("1")]), stateFolder: folder.path)
    _ = ann.type("connect local")
    _ = ann.type("login Ann secret")
    let service = "http://localhost:8080/farkle_fetch.php"
    try LoginStore(folder: folder.path, service: "farkle-ten")
      .keep(.init(service: service, name: "Bob", id: 2, token: "b"))
    #expect(ann.type("logout") == "Ann is logged out.")
    let next = Client(stateFolder: folder.path)
    #expect(
      next.type("connect local") == "The service is \(service); you are logged in as Bob.")
  }

  @Test func `without a folder nothing is saved`() {
    let client = Client(ScriptedTransport([Wire.login]))
    _ = client.type("connect local")
    #expect(client.type("login Ann secret") == "Logged in as Ann.")
  }

  @Test func `an expired login is deleted`() throws {
    let folder = try TemporaryFolder()
    let expired = Result.answer(
      #"{"Error":"Session expired. Login required.","LoginRequired":"1"}"#)
    let client = Client(ScriptedTransport([Wire.login, expired]), stateFolder: folder.path)
    _ = client.type("connect local")
    _ = client.type("login Ann secret")
    #expect(client.type("friends").hasPrefix("remote: the session has expired"))
    #expect(!client.type("connect local").contains("Ann"))
  }
}
