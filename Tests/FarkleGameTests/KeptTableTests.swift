import ParlorKit
import Testing

@testable import FarkleGame

@Suite struct KeptTableTests {
  /// Other rules that differ in one option.
  private func changed(_ option: Option<FarkleRules>, in rules: FarkleRules) throws -> FarkleRules {
    let value = option.value(in: rules)
    let others: [OptionValue] =
      switch value {
      case .integer(let number):
        [number + 50, number + 1000, 1000 - number, 5, 300].map(OptionValue.integer)
      case .flag(let flag): [.flag(!flag)]
      case .text:
        ["linear", "must-roll", "shared", "physical"].map(OptionValue.text)
      }
    for other in others where other != value {
      var changed = rules
      option.set(other, in: &changed)
      if changed != rules { return changed }
    }
    throw Unchanged(option: option.name)
  }

  private func rolls(_ rules: FarkleRules) -> RollTable { TurnValues.of(rules.scoring).everyHold }

  private struct Unchanged: Error { let option: String }

  @Test(arguments: KeptTable.allCases)
  func `every option changes the name of a table, or is listed with a reason`(
    _ kind: KeptTable
  ) throws {
    let rules = try FarkleRules(kind == .rounds ? "rounds=3" : "")
    let ignored = kind.ignored(by: rules)
    #expect(Set(ignored.keys).isSubset(of: FarkleRules.options.map(\.name)))
    for option in FarkleRules.options {
      let other = try changed(option, in: rules)
      let isSame = kind.name(for: other, rolls(other)) == kind.name(for: rules, rolls(rules))
      #expect(isSame == (ignored[option.name] != nil), "\(option.name)")
      guard isSame, kind != .solo else { continue }
      #expect(DuelRules(other, unit: 50) == DuelRules(rules, unit: 50), "\(option.name)")
    }
  }

  @Test(arguments: KeptTable.allCases)
  func `a new option at its default keeps the names of tables`(_ kind: KeptTable) {
    let options = [Option("gold", \.isGolden, "a new one")] + FarkleRules.options
    func name(_ rules: FarkleRules, _ options: [Option<FarkleRules>]) -> String {
      kind.name(for: rules, rolls(rules), options: options)
    }
    var golden = FarkleRules()
    golden.isGolden = true
    #expect(name(FarkleRules(), options) == name(FarkleRules(), FarkleRules.options))
    #expect(name(golden, options) != name(golden, FarkleRules.options))
  }

  @Test func `a table of one kind has no name of another`() {
    #expect(
      Set(KeptTable.allCases.map { $0.name(for: FarkleRules(), rolls(FarkleRules())) }).count
        == KeptTable.allCases.count)
  }
}

extension FarkleRules {
  /// An option that the game lacks, kept in the penalty, which no table has.
  fileprivate var isGolden: Bool {
    get { farklePenalty == 1000 }
    set { farklePenalty = newValue ? 1000 : 0 }
  }
}
