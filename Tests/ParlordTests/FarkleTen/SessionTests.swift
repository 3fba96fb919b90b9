#if Server
  import GRDB
  import Testing

  @testable import parlord

  /// Accounts, sessions, passwords.
  @Suite struct SessionTests {
    private static let expired = "Session expired. Login required."

    private static func login(_ name: String, _ password: String = "secret") -> [String: String] {
      ["user": Secrets.md5(name), "pass": Secrets.md5(password), "remember": "1"]
    }

    @Test func `a login ends the session of the same device only`() async throws {
      try await House.open { house in
        let first = try await house.guest("Ann")
        var (browser, app) = (Guest(house), Guest(house))
        try await app.ask("login", Self.login("Ann").merging(["ios_app": "1"]) { $1 })
        var old = first
        #expect(try await old.ask("getlobbyinfo").error == nil)
        try await browser.ask("login", Self.login("Ann"))
        #expect(try await old.ask("getlobbyinfo").error == Self.expired)
        #expect(try await app.ask("getlobbyinfo").error == nil)
        #expect(try await browser.ask("getlobbyinfo").error == nil)
      }
    }

    @Test func `names are told apart by case, addresses are not`() async throws {
      try await House.open { house in
        _ = try await house.guest("BigName")
        var guest = Guest(house)
        let wrong = "Username or password incorrect."
        #expect(try await guest.ask("login", Self.login("bigname")).error == wrong)
        #expect(try await guest.ask("login", Self.login("BigName"))["username"] == "BigName")
        #expect(try await guest.ask("login", Self.login("bigname@example.com"))["playerid"] == 1)
        let again = ["user": "BIGNAME", "pass": Secrets.md5("x"), "email": ""]
        #expect(try await guest.ask("register", again).error?.contains("already exists") == true)
      }
    }

    @Test func `after a logout the cookies are of no use`() async throws {
      try await House.open { house in
        var ann = try await house.guest("Ann")
        let kept = ann.cookies
        #expect(try await ann.ask("logout") == 1)
        ann.cookies = kept
        #expect(try await ann.ask("getlobbyinfo").error == Self.expired)
        #expect(try await ann.ask("logout").error == Self.expired)
      }
    }

    @Test func `ten wrong passwords are enough for ten minutes`() async throws {
      try await House.open { house in
        _ = try await house.guest("Ann")
        var guest = Guest(house)
        for _ in 1...10 { try await guest.ask("login", Self.login("Ann", "wrong")) }
        let refusal = try await guest.ask("login", Self.login("Ann"))
        #expect(refusal.error == "Too many attempts. Try again in 600 seconds.")
        house.time.advance(seconds: 599)
        #expect(try await guest.ask("login", Self.login("Ann")).error != nil)
        house.time.advance(seconds: 1)
        #expect(try await guest.ask("login", Self.login("Ann"))["username"] == "Ann")
      }
    }

    @Test func `a code of the operator changes the password once`() async throws {
      try await House.open { house in
        var ann = try await house.guest("Ann")
        let now = house.time.now
        let isKnown = try await house.backend.store.write {
          try Accounts.setResetCode("code", for: "ann", at: now, in: $0)
        }
        #expect(isKnown)
        var guest = Guest(house)
        let fields = ["code": "code", "pass": Secrets.md5("other")]
        #expect(try await guest.ask("resetpass", fields.merging(["code": "x"]) { $1 }).error != nil)
        #expect(try await guest.ask("resetpass", fields)["Success"] == "1")
        #expect(try await guest.ask("resetpass", fields).error == "Invalid password reset code.")
        #expect(try await ann.ask("getlobbyinfo").error == Self.expired)
        #expect(try await guest.ask("login", Self.login("Ann")).error != nil)
        #expect(try await guest.ask("login", Self.login("Ann", "other"))["playerid"] == 1)
      }
    }

    @Test func `neither tokens nor passwords are in the database`() async throws {
      try await House.open { house in
        let ann = try await house.guest("Ann")
        let token = try #require(ann.cookies["farklesession"])
        let texts = try await house.backend.store.read { database in
          try String.fetchAll(
            database, sql: "SELECT password FROM players UNION ALL SELECT token FROM devices")
        }
        #expect(texts.count == 2)
        for text in texts {
          #expect(!text.contains(token) && !text.contains(Secrets.md5("secret")))
        }
        #expect(texts[0].hasPrefix("scrypt$16$8$1$"))
      }
    }

    @Test func `passwords are hashed with a salt, and compared`() throws {
      let hash = PasswordHash(rounds: 16)
      let texts = try [hash.text(of: "a", salt: [1]), hash.text(of: "a", salt: [2])]
      #expect(texts[0] != texts[1])
      #expect(try PasswordHash.matches("a", texts[0]))
      #expect(try !PasswordHash.matches("b", texts[0]))
      for broken in [
        "", "scrypt", "scrypt$3$8$1$00$00", "scrypt$16$8$1$zz$", "bcrypt$16$8$1$01$02",
      ] {
        #expect(try !PasswordHash.matches("a", broken))
      }
      #expect(PasswordHash.standard.rounds == 32_768)
    }
  }
#endif
