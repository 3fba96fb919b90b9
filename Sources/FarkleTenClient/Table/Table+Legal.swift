import FarkleGame
import ParlorKit

extension Table {
  /// The lines that are legal now.
  var legalLines: [String] {
    if turn.roll.isEmpty { return ["roll"] }
    let holds = Self.scoring.holds(of: turn.loose, beside: turn.held).map { hold in
      var line = TextWriter()
      line.write("hold ", hold.dice)
      return line.string
    }
    return turn.mustHold ? holds : ["roll", "bank"] + holds
  }
}
