import GameTesting
import LineSyntax
import ParlorEngine
import ParlorKit
import Testing

/// The contract over all games, and the checks themselves.
struct GameContractTests {
  @Test(arguments: Contestants.all, ContractCheck.allCases)
  func `games keep the contract`(game: any Game, check: ContractCheck) {
    #expect(checkContract(of: game, [check]) == [])
  }

  @Test(arguments: ContractCheck.allCases)
  func `a game that breaks a part of the contract is found`(check: ContractCheck) {
    #expect(checkContract(of: Flawed(flaw: nil), [check]) == [])
    let game: any Game = check == .secrets ? Vault(tells: true) : Flawed(flaw: check)
    let faults = checkContract(of: game, [check])
    #expect(1...10 ~= faults.count)
    #expect(faults.allSatisfy { $0.hasPrefix("\(check.rawValue): ") })
  }

  @Test func `names of games differ`() {
    let names = Contestants.all.map(\.definition.name)
    #expect(Set(names).count == names.count)
  }

  @Test func `verbs of Parlor are short and distinct`() {
    let verbs = HostCommand.all.flatMap(\.declaration.verbs)
    #expect(Set(verbs).count == verbs.count)
    #expect(verbs.allSatisfy { $0.wholeMatch(of: /[a-z][a-z-]{0,15}|\?/) != nil })
  }

  /// Where nothing is hidden, seeds may be shown, and are.
  @Test func `games that hide nothing show their seed`() {
    for game in Contestants.all where !game.definition.traits.contains(.hidesDraws) {
      #expect(Secrets.leaks(of: game, seed: 7_654_321_987, moves: 1).contains("log"))
    }
  }

  @Test func `a view that tells is found and one that does not is not`() {
    let leaks = Secrets.leaks(of: Vault(tells: true), seed: 7_654_321_987, moves: 6)
    #expect(leaks.isSuperset(of: ["state", "show", "log"]))
    let others = Secrets.leaks(of: Vault(), seed: 7_654_321_987, moves: 6)
    #expect(others.isDisjoint(with: ["state", "show", "games", "legal", "rules", "help"]))
  }
}
