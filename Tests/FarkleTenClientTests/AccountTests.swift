import RemoteTesting
import RemoteTransport
import Testing

/// What the player can change at the service.
@Suite struct AccountTests {
  private let profile = Result<HTTPResponse, TransportError>.answer(
    """
    [{"username":"Ann","playerid":1,"email":"ann@example.com","sendhourlyemails":1,\
    "random_selectable":true},[],[{"level":0,"title":""},{"level":3,"title":"the Prospect"}]]
    """)

  @Test func `options are shown, and changed one by one`() {
    let (client, transport) = Client.loggedIn([
      profile, profile, .answer(#""Options saved.""#), profile,
      .answer(#""Invalid email address.""#),
    ])
    #expect(
      client.type("options")
        == "E-mail address: ann@example.com. Mail about games: on. Games against anyone: on.")
    #expect(
      client.type("options mail=off")
        == "E-mail address: ann@example.com. Mail about games: off. Games against anyone: on.")
    #expect(
      transport.bodies.last?.hasPrefix(
        "action=saveoptions&email=ann%40example.com&sendhourlyemails=0&random_selectable=1&")
        == true)
    #expect(
      client.type("options email=x") == "remote: the service says: Invalid email address.")
  }

  @Test func `a title is chosen from the list`() {
    let (client, transport) = Client.loggedIn([
      profile, profile, .answer("1"), profile, profile, .answer("1"),
    ])
    #expect(client.type("title") == "Titles:\n  3  the Prospect")
    #expect(client.type("title 3") == "You are the Prospect.")
    #expect(transport.bodies.last?.hasPrefix("action=updatetitle&titleid=3&") == true)
    #expect(
      client.type("title 6") == "bad-argument: you cannot have title 6\n`title` lists your titles")
    #expect(client.type("title 0") == "You have no title.")
  }

  @Test func `a forgotten password is set anew without a login`() {
    let transport = ScriptedTransport([
      .answer(#"{"Success":"1"}"#), .answer(#"{"Error":"Invalid password reset code."}"#),
      .answer(#"{"Success":"1"}"#),
    ])
    let client = Client(transport)
    _ = client.type("connect local")
    #expect(client.type("forgot-password ann@example.com").hasPrefix("The service mails a code"))
    #expect(
      client.type("reset-password wrong secret")
        == "remote: the service says: Invalid password reset code.")
    #expect(
      client.type("reset-password abc secret") == "The password is set. `login NAME` logs in.")
    #expect(
      transport.bodies == [
        "action=forgotpass&email=ann%40example.com",
        "action=resetpass&code=wrong&pass=5ebe2294ecd0e0f08eab7690d2a6ee69",
        "action=resetpass&code=abc&pass=5ebe2294ecd0e0f08eab7690d2a6ee69",
      ])
  }
}
