import Testing

@testable import parlord

@Suite struct ExperienceTests {
  @Test func `each level needs five percent more points`() {
    var experience = Experience()
    #expect(experience.add(39) == [])
    #expect(experience.add(2) == [2])
    #expect(experience == Experience(level: 2, points: 1, needed: 42))
    #expect(experience.add(200) == [3, 4, 5, 6])
    #expect(experience.add(-5) == [] && experience.add(0) == [])
    // The original server checks the same values: 46, 53 and 62 after three, six and nine levels.
    #expect([4, 7, 10].map(Experience.needed) == [46, 53, 62])
    #expect(experience.add(1_000_000).count > 100)
  }

  @Test func `titles, cards and rewards depend on the level`() {
    #expect(Title.choices(at: 1).map(\.text) == [""])
    #expect(Title.choices(at: 3).count == 1 && Title.choices(at: 4).count == 2)
    #expect(Title.choices(at: 101).count == 22)
    #expect(Title.all.map(\.level) == Array(stride(from: 0, through: 60, by: 3)) + [100])
    #expect(
      [1, 9, 10, 79, 80, 99, 100].map(Experience.card) == [
        "green", "green", "prestige1.png", "prestige7.png", "prestige7.png", "prestige7.png",
        "prestige8.png",
      ])
    #expect(Experience.reward(at: 2) == "")
    #expect(
      Experience.reward(at: 30)
        == "You have earned a new title!<br/>You have earned a new background!")
  }

  @Test func `games bring points`() {
    #expect(Experience.forFinishing(players: 1) == 4 && Experience.forFinishing(players: 4) == 7)
    #expect(Experience.forWinning(players: 2) == 5)
  }

  @Test func `achievements have the numbers that clients know`() {
    #expect(Achievement.allCases.map(\.rawValue) == Array(1...48))
    #expect(Achievement.hotDice.rawValue == 19 && Achievement.lastDie.rawValue == 20)
    #expect(Achievement.perfectGame.rawValue == 44 && Achievement.level100.rawValue == 48)
    #expect(Achievement.holidays.facts == ("Holidays", "Play on 24 or 25 December", 5))
    #expect(Set(Achievement.allCases.map(\.facts.title)).count == 48)
  }

  @Test func `a number brings all achievements whose threshold it reaches`() {
    #expect(Achievement.forWins(4) == [])
    #expect(Achievement.forWins(1000).map(\.rawValue) == [1, 2, 3, 24, 25, 38])
    #expect(Achievement.forLevels([9, 10, 11, 100]) == [.level10, .level100])
    #expect(Achievement.forRound(999) == [] && Achievement.forRound(1000) == [.roundOf1000])
    #expect(Achievement.forTotal(4999) == [] && Achievement.forTotal(5000) == [.totalOf5000])
    #expect(Achievement.forMargin(5999) == [.marginOf3000])
  }

  @Test func `games are named after their players`() {
    #expect(GameWith.solo.gameName(["Ann"], seats: 1) == "Solo Game")
    #expect(GameWith.random.gameName(["Ann"], seats: 2) == "Ann vs. Random")
    #expect(GameWith.random.gameName(["Ann"], seats: 4) == "Big Random Game")
    #expect(GameWith.friends.gameName(["Ann", "Bob", "Carl"], seats: 3) == "Ann,Bob,Carl")
    #expect(GameWith.friends.gameName(["Annabella", "Bob", "Carl"], seats: 3) == "3 players")
  }

  @Test(arguments: ["ab", "bad name!", "ä-b-c", "", String(repeating: "x", count: 33), "xshit_1"])
  func `invalid names are refused`(_ name: String) {
    #expect(throws: ActionError.self) { try AccountRules.check(name: name) }
  }

  @Test(arguments: ["abc", "A-b_9", String(repeating: "x", count: 32)])
  func `valid names are accepted`(_ name: String) throws { try AccountRules.check(name: name) }

  @Test func `only mail addresses are accepted as such`() {
    for good in ["a@b.cc", "a.b+c@d-e.f.gg"] { #expect(AccountRules.isMailAddress(good)) }
    for bad in [
      "", "bad", "@b.cc", "a@b", "a@.b", "a@b.", "a@b@c.dd", "a b@c.dd", "ä@b.cc",
      #""><script>@x.org"#, "a..b@c.dd", ".a@b.cc", "a@-b.cc", "a,b@c.dd", "<a@b.cc>",
      "\(String(repeating: "x", count: 65))@b.cc",
    ] {
      #expect(!AccountRules.isMailAddress(bad), "\(bad)")
    }
  }
}
