import GameTesting
import ParlorKit
import Testing

@testable import MastermindGame

/// The game against its rules in words: pegs counted in hand, codes tried one by one.
@Suite("The model")
struct ModelTests {
  private struct Answered {
    var guess: [Int]
    var black: Int
    var white: Int
  }

  @Test
  func `Answers, contradictions, candidates and the end agree with the rules`() throws {
    for seed in 0..<1200 as Range<UInt64> {
      var chance = Chance(seed: seed, draw: 1 << 21)
      let slots = chance.die(sides: 4)
      let colors = 1 + chance.die(sides: 5)
      let repeats = slots > colors || chance.below(3) > 0
      let limit = Int(chance.below(9))
      let all = Code.all(slots, colors).map(Array.init).filter {
        repeats || Set($0).count == slots
      }
      let secret = all[Int(chance.below(UInt32(all.count)))]
      var match = try Match(
        "slots=\(slots) colors=\(colors) repeats=\(repeats ? "on" : "off") guesses=\(limit)",
        secret: secret.map { String($0) }.joined(separator: " "))
      var answers: [Answered] = []
      var fitting = all
      var undone = 0
      while !match.state.isOver, answers.count < 12 {
        if answers.count > 1, chance.below(8) == 0, undone < 3 {
          try match.undo()
          answers.removeLast()
          fitting = all.filter { code in
            answers.allSatisfy { countedFeedback($0.guess, code) == ($0.black, $0.white) }
          }
          undone += 1
        }
        let guess =
          chance.below(3) > 0
          ? fitting[Int(chance.below(UInt32(fitting.count)))]
          : (0..<slots).map { _ in chance.die(sides: colors) }
        let (black, white) = countedFeedback(guess, secret)
        let line = "guess " + guess.map { String($0) }.joined(separator: " ")
        var expected = [
          #"{"type":"guessed","number":\#(answers.count + 1),"code":\#(json(.integers(guess))),"#
            + #""black":\#(black),"white":\#(white)}"#
        ]
        let contradicted = answers.firstIndex {
          countedFeedback($0.guess, guess) != ($0.black, $0.white)
        }
        if let index = contradicted {
          let (answer, would) = (answers[index], countedFeedback(answers[index].guess, guess))
          expected.append(
            #"{"type":"contradiction","guess":\#(index + 1),"code":"#
              + #"\#(json(.integers(answer.guess))),"black":\#(answer.black),"#
              + #""white":\#(answer.white),"would":{"black":\#(would.black),"#
              + #""white":\#(would.white)}}"#)
        }
        let events = try match.events(of: line)
        answers.append(Answered(guess: guess, black: black, white: white))
        fitting.removeAll { countedFeedback(guess, $0) != (black, white) }
        let told = events.filter { $0.type != "finished" }.map { json($0) }
        guard told == expected else {
          Issue.record("seed \(seed), `\(line)`: \(told), not \(expected)")
          return
        }
        let candidates = Candidates(match.state.rules, match.state.answers, limit: 5)
        let ending: MastermindState.Ending? =
          black == slots ? .solved : answers.count == limit ? .lost : nil
        guard candidates.count == fitting.count,
          candidates.first.map(Array.init) == Array(fitting.prefix(5)),
          match.state.ending == ending
        else {
          Issue.record("seed \(seed), after \(match.lines)")
          return
        }
      }
    }
  }
}
