import GameTesting
import ParlorKit
import Testing

@testable import MastermindGame

/// Nothing tells more of the secret than the answers do.
@Suite("Secrets")
struct SecretTests {
  /// All that a player can see of a game by some guesses: replies as text and as data, tables,
  /// states, lines, legal moves, refusals.
  private func everything(
    _ options: String, secret: Code, guesses: [Code], seed: UInt64
  ) throws -> [String] {
    var match = try Match(options, secret: secret.text, seed: seed)
    var seen = [match.opening] + match.openingEvents.map { json($0) }
    for guess in guesses {
      let events = try match.events(of: .guess(guess))
      seen.append(match.reply(to: events))
      seen += events.map { json($0) }
      seen += [match.table(), json(match.view.fields), match.view.caption, match.view.prompt]
      seen.append(match.maskedLine(of: .guess(guess)))
      seen.append("\(match.state.legalMoves)")
      seen.append(match.state.describe(.guess(guess)))
      if match.state.rules.codes < 2000 { seen.append(try match.play("candidates 30")) }
      seen += [try "\(match.error(of: "guess 99") as Any)"]
    }
    return seen
  }

  @Test(arguments: [
    "slots=3 colors=3", "slots=4 colors=6", "slots=3 colors=6 repeats=off", "slots=2 colors=20",
  ])
  func `Two secrets with the same answers cannot be told apart before the end`(options: String)
    throws
  {
    var compared = 0
    for seed in 0..<100 as Range<UInt64> {
      let match = try Match(options, seed: seed)
      let rules = match.state.rules
      let secret = Code(match.secret)
      var chance = Chance(seed: seed, draw: 3)
      let guesses = (0..<3).map { _ in Code.random(rules.slots, rules.colors, &chance) }
      let answers = guesses.map { Answer($0, Feedback(to: $0, for: secret)) }
      let twins = Candidates(rules, answers, limit: 50).first
      guard !guesses.contains(secret), let twin = twins.first(where: { $0 != secret }) else {
        continue
      }
      compared += 1
      let seen = try everything(options, secret: secret, guesses: guesses, seed: seed)
      let other = try everything(options, secret: twin, guesses: guesses, seed: seed + 1000)
      if seen != other { Issue.record("\(options) \(secret.text) \(twin.text)") }
    }
    #expect(compared > 10)
  }

  @Test
  func `A long secret is nowhere before the end, in thousands of games`() throws {
    var games = 0
    for seed in 0..<2000 as Range<UInt64> {
      var match = try Match("slots=8 colors=20", seed: seed)
      let secret = match.secret
      let data = "[" + secret.replacing(" ", with: ",") + "]"
      var chance = Chance(seed: seed, draw: 4)
      var seen = [match.opening, match.table(), json(match.view.fields)]
      for _ in 0..<2 {
        let guess = Code.random(8, 20, &chance)
        let events = try match.events(of: .guess(guess))
        seen += events.map { json($0) } + [match.reply(to: events), json(match.view.fields)]
      }
      if seen.contains(where: { $0.contains(secret) || $0.contains(data) }) {
        Issue.record("seed \(seed)")
      }
      let end = try match.events(of: "resign").map { json($0) }.joined()
      #expect(end.contains(data) && match.situation().contains(secret))
      #expect(json(match.view.fields).contains(data))
      games += 1
    }
    #expect(games == 2000)
  }

  @Test
  func `The seed is told from the start if the user gave it, else at the end`() throws {
    var match = try Match(seed: 123_456)
    #expect(!match.opening.contains("123456"))
    #expect(json(match.openingEvents[0]).hasSuffix(#""seed":null}"#))
    #expect(!json(match.view.fields).contains("123456") && !match.table().contains("123456"))
    try match.play("resign")
    #expect(json(match.view.fields).contains("123456") && match.table().contains("Seed 123456."))
    let open = try Match(seed: 123_456, showsSeed: true)
    #expect(open.opening.hasPrefix("Mastermind: 4 slots, 6 colours. Seed 123456.\n"))
    #expect(json(open.view.fields).contains("123456"))
  }

  @Test
  func `Secrets are drawn from the seed, each as likely as the others`() throws {
    #expect(try Match(seed: 5).secret == Match(seed: 5).secret)
    var counts: [String: Int] = [:]
    for seed in 0..<3600 as Range<UInt64> {
      counts[try Match("slots=2", seed: seed).secret, default: 0] += 1
      let distinct = Code(try Match("slots=6 repeats=off", seed: seed).secret)
      #expect(!distinct.hasRepeats && distinct.count == 6)
    }
    // Chi-square with 35 degrees of freedom: 66.6 is exceeded once in a thousand.
    let chi = counts.values.reduce(0.0) { $0 + Double(($1 - 100) * ($1 - 100)) / 100 }
    #expect(counts.count == 36 && chi < 66.6)
  }

  @Test
  func `A secret that was given is written in its canonical form`() throws {
    #expect(try Match("slots=3", secret: " 01  5 2").secret == "1 5 2")
  }
}
