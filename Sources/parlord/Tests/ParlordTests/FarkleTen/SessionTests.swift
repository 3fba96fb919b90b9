import HTTPTypes
import NIOCore
import ParlorKit
import Testing

@testable import parlord

/// Accounts, sessions, passwords.
@Suite struct SessionTests {
  private static let expired = "Session expired. Login required."

  private static func login(_ name: String, _ password: String = "secret") -> [String: String] {
    ["user": Secrets.md5(name), "pass": Secrets.md5(password), "remember": "1"]
  }

  @Test func `a login ends the session of the same device only`() async throws {
    try await TestServer.run { server in
      let first = try await server.register("Ann")
      var (browser, app) = (PlayerClient(server), PlayerClient(server))
      try await app.ask("login", Self.login("Ann").merging(["ios_app": "1"]) { $1 })
      var old = first
      #expect(try await old.ask("getlobbyinfo").error == nil)
      try await browser.ask("login", Self.login("Ann"))
      #expect(try await old.ask("getlobbyinfo").error == Self.expired)
      #expect(try await app.ask("getlobbyinfo").error == nil)
      #expect(try await browser.ask("getlobbyinfo").error == nil)
    }
  }

  @Test func `login distinguishes the case of names but not of mail addresses`() async throws {
    try await TestServer.run { server in
      _ = try await server.register("BigName")
      var client = PlayerClient(server)
      let wrong = "Username or password incorrect."
      #expect(try await client.ask("login", Self.login("bigname")).error == wrong)
      #expect(try await client.ask("login", Self.login("BigName"))["username"] == "BigName")
      #expect(try await client.ask("login", Self.login("bigname@example.com"))["playerid"] == 1)
      let again = ["user": "BIGNAME", "pass": Secrets.md5("x"), "email": ""]
      #expect(try await client.ask("register", again).error?.contains("already exists") == true)
    }
  }

  @Test func `the registration page of the web client sends no address`() async throws {
    try await TestServer.run { server in
      for name in ["Ann", "Bob"] {
        var client = PlayerClient(server)
        let fields = ["user": name, "pass": Secrets.md5("x"), "email": "undefined"]
        let answer = try await client.ask("register", fields)
        #expect(answer["username"] == .string(name))
      }
    }
  }

  private static let foreignRequests: [(HTTPRequest.Method, HTTPFields)] = [
    (.get, [:]), (.post, [.secFetchSite: "cross-site"]), (.post, [.secFetchSite: "same-site"]),
    (.post, [.origin: "http://evil.example"]),
  ]

  @Test(arguments: foreignRequests)
  func `another site cannot change anything with the cookie`(
    _ request: (method: HTTPRequest.Method, headers: HTTPFields)
  ) async throws {
    try await TestServer.run { server in
      var ann = try await server.register("Ann")
      func answer(_ query: String) async throws -> String {
        var headers = request.headers
        headers[.cookie] = ann.cookies.map { "\($0.key)=\($0.value)" }.joined(separator: "; ")
        let response = try await server.client.execute(
          uri: "/farkle_fetch.php?\(query)", method: request.method, headers: headers)
        return String(buffer: response.body)
      }
      #expect(
        try await answer("action=saveoptions&email=evil@example.com").contains("of this site"))
      #expect(try await answer("action=logout").contains("of this site"))
      #expect(try await answer("action=getlobbyinfo").hasPrefix("["))
      #expect(try await answer("action=getachievements").hasPrefix("["))
      #expect(try await ann.ask("getlobbyinfo").error == nil)
    }
  }

  @Test(arguments: ["login", "register", "resetpass"])
  func `another site cannot log a browser in`(_ action: String) async throws {
    try await TestServer.run { server in
      _ = try await server.register("Ann")
      let user = action == "login" ? Secrets.md5("Ann") : "Eve"
      for header in [HTTPField.Name.secFetchSite, .origin] {
        let response = try await server.client.execute(
          uri: "/farkle_fetch.php", method: .post,
          headers: [header: header == .origin ? "http://evil.example" : "cross-site"],
          body: ByteBuffer(
            string: "action=\(action)&user=\(user)&pass=\(Secrets.md5("secret"))&code=x"))
        #expect(String(buffer: response.body).contains("of this site"))
        #expect(
          !response.headers[values: .setCookie].contains { $0.hasPrefix("farklesession") })
      }
    }
  }

  @Test(
    arguments: [
      (nil, true), ("localhost", true), ("LOCALHOST:8080", true), ("127.0.0.1:1", true),
      ("127.5.5.5", true), ("[::1]:8080", true), ("evil.example", false),
      ("127.0.0.1.evil.example", false), ("127.evil", false), ("", false), ("[::2]", false),
      ("localhost.evil.example:8080", false), ("10.0.0.1", false),
    ] as [(String?, Bool)])
  func `a server of this machine answers to its own names only`(
    _ host: String?, _ isAnswered: Bool
  ) async throws {
    #expect(ListenAddress.isLoopback(authority: host) == isAnswered)
    for isLocal in [true, false] {
      try await TestServer.run(isLocal: isLocal) { server in
        let response = try await server.client.execute(
          uri: "/health", method: .get, authority: host)
        #expect(response.status.code == (isAnswered || !isLocal ? 200 : 421))
      }
    }
  }

  @Test func `a logout invalidates the cookies`() async throws {
    try await TestServer.run { server in
      var ann = try await server.register("Ann")
      let kept = ann.cookies
      #expect(try await ann.ask("logout") == 1)
      ann.cookies = kept
      #expect(try await ann.ask("getlobbyinfo").error == Self.expired)
      #expect(try await ann.ask("logout").error == Self.expired)
    }
  }

  @Test func `ten wrong passwords lock the account for ten minutes`() async throws {
    try await TestServer.run { server in
      _ = try await server.register("Ann")
      var client = PlayerClient(server)
      for _ in 1...10 { try await client.ask("login", Self.login("Ann", "wrong")) }
      let refusal = try await client.ask("login", Self.login("Ann"))
      #expect(refusal.error == "Too many attempts. Try again in 600 seconds.")
      server.time.advance(seconds: 599)
      #expect(try await client.ask("login", Self.login("Ann")).error != nil)
      server.time.advance(seconds: 1)
      #expect(try await client.ask("login", Self.login("Ann"))["username"] == "Ann")
    }
  }

  @Test func `a reset code changes the password once`() async throws {
    try await TestServer.run { server in
      var ann = try await server.register("Ann")
      let now = server.time.now
      let isKnown = try await server.backend.store.write {
        try Player.setResetCode("code", for: "ann", at: now, in: $0)
      }
      #expect(isKnown)
      var client = PlayerClient(server)
      let fields = ["code": "code", "pass": Secrets.md5("other")]
      #expect(
        try await client.ask("resetpass", fields.merging(["code": "x"]) { $1 }).error != nil)
      #expect(try await client.ask("resetpass", fields)["Success"] == "1")
      #expect(try await client.ask("resetpass", fields).error == "Invalid password reset code.")
      #expect(try await ann.ask("getlobbyinfo").error == Self.expired)
      #expect(try await client.ask("login", Self.login("Ann")).error != nil)
      #expect(try await client.ask("login", Self.login("Ann", "other"))["playerid"] == 1)
    }
  }

  @Test func `the database contains neither tokens nor passwords`() async throws {
    try await TestServer.run { server in
      let ann = try await server.register("Ann")
      let token = try #require(ann.cookies["farklesession"])
      let texts = try await server.backend.store.read { database in
        try String.fetchAll(
          database, prepared: "SELECT password FROM players UNION ALL SELECT token FROM devices")
      }
      #expect(texts.count == 2)
      for text in texts {
        #expect(!text.contains(token) && !text.contains(Secrets.md5("secret")))
      }
      #expect(texts[0].hasPrefix("scrypt$16$8$1$"))
    }
  }

  @Test func `passwords are hashed with a salt, and compared`() throws {
    let hash = PasswordHash(cost: 16)
    let texts = try [hash.hash("a", salt: [1]), hash.hash("a", salt: [2])]
    #expect(texts[0] != texts[1])
    #expect(try PasswordHash.matches("a", texts[0]))
    #expect(try !PasswordHash.matches("b", texts[0]))
    #expect(try !PasswordHash.matches("a", texts[0] + "$"))
    for broken in [
      "", "scrypt", "scrypt$3$8$1$00$00", "scrypt$16$8$1$zz$", "bcrypt$16$8$1$01$02",
    ] {
      #expect(try !PasswordHash.matches("a", broken))
    }
    #expect(PasswordHash.standard.cost == 32_768)
    // RFC 7914, section 12, as far as 32 bytes.
    let key = "7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2"
    let known = try PasswordHash(cost: 16_384)
      .hash("pleaseletmein", salt: Array("SodiumChloride".utf8))
    #expect(known.hasPrefix("scrypt$16384$8$1$") && known.hasSuffix("$\(key)"))
  }

  @Test func `a password that cannot be hashed ends the program with exit code 1`() {
    // No power of two.
    let error = #expect(throws: ProgramError.self) {
      try PasswordHash(cost: 3).hash("a", salt: [1])
    }
    #expect(error?.status == 1)
  }
}

extension HTTPField.Name {
  fileprivate static var secFetchSite: Self { HTTPField.Name("Sec-Fetch-Site") ?? .accept }
}
