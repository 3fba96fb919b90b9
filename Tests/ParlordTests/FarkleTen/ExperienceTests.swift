import Testing

@testable import parlord

@Suite struct ExperienceTests {
  @Test func `levels cost five per cent more each time`() {
    var experience = Experience()
    #expect(experience.add(39) == [])
    #expect(experience.add(2) == [2])
    #expect(experience == Experience(level: 2, points: 1, needed: 42))
    #expect(experience.add(200) == [3, 4, 5, 6])
    #expect(experience.add(-5) == [] && experience.add(0) == [])
    // What the existing backend checks of itself: 46, 53 and 62 after three, six and nine steps.
    #expect([4, 7, 10].map(Experience.needed) == [46, 53, 62])
    #expect(experience.add(1_000_000).count > 100)
  }

  @Test func `titles, cards and rewards follow the level`() {
    #expect(Title.choices(at: 1).map(\.text) == [""])
    #expect(Title.choices(at: 3).count == 1 && Title.choices(at: 4).count == 2)
    #expect(Title.choices(at: 101).count == 22)
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

  @Test func `points for games`() {
    #expect(Experience.forFinishing(players: 1) == 4 && Experience.forFinishing(players: 4) == 7)
    #expect(Experience.forWinning(players: 2) == 5)
  }

  @Test func `achievements have numbers of their own, and milestones name them`() {
    let ids = Achievement.all.map(\.id)
    #expect(ids == Array(1...48))
    #expect(Milestones.wins(4) == [] && Milestones.wins(1000) == [1, 2, 3, 24, 25, 38])
    #expect(Milestones.levels([9, 10, 11, 100]) == [32, 48])
  }

  @Test func `games are named after their players`() {
    #expect(GameName.make(.solo, names: ["Ann"], seats: 1) == "Solo Game")
    #expect(GameName.make(.random, names: ["Ann"], seats: 2) == "Ann vs. Random")
    #expect(GameName.make(.random, names: ["Ann"], seats: 4) == "Big Random Game")
    #expect(GameName.make(.friends, names: ["Ann", "Bob", "Carl"], seats: 3) == "Ann,Bob,Carl")
    #expect(GameName.make(.friends, names: ["Annabella", "Bob", "Carl"], seats: 3) == "3 players")
  }

  @Test(arguments: ["ab", "bad name!", "ä-b-c", "", String(repeating: "x", count: 33), "xshit_1"])
  func `names that are refused`(_ name: String) {
    #expect(throws: ActionError.self) { try AccountRules.check(name: name) }
  }

  @Test(arguments: ["abc", "A-b_9", String(repeating: "x", count: 32)])
  func `names that are taken`(_ name: String) throws { try AccountRules.check(name: name) }

  @Test func `addresses of mail`() {
    for good in ["a@b.cc", "a.b+c@d-e.f.gg"] { #expect(MailAddress.isValid(good)) }
    for bad in ["", "bad", "@b.cc", "a@b", "a@.b", "a@b.", "a@b@c.dd", "a b@c.dd", "ä@b.cc"] {
      #expect(!MailAddress.isValid(bad), "\(bad)")
    }
  }
}
