/// What a player may see of a game, as data and as text. Bots get nothing else.
///
/// A secret that is not in the view cannot leak into any reply or format.
public protocol GameView: Sendable {
  /// The data of the view, in a fixed order.
  var fields: Fields { get }

  /// Who plays, in a few words: `Ann, Bob`.
  var caption: String { get }

  /// A few words for a prompt: whose turn it is and what is at stake.
  var prompt: String { get }

  /// Writes the table as the command `show` shows it. Ends without a line break.
  func writeTable(to text: inout TextWriter)

  /// Writes what can be done now, which follows the report of every move. Ends without a line
  /// break; nothing at all is fine.
  func writeSituation(to text: inout TextWriter)
}
