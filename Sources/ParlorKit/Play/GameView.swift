/// A player's view of a game, as data and as text. Bots get nothing else.
///
/// A secret that is not in the view cannot leak into any reply or format.
public protocol GameView: Sendable {
  /// The data of the view, in a fixed order.
  var fields: Fields { get }

  /// Who plays, in a few words: `Ann, Bob`.
  var caption: String { get }

  /// A few words for a prompt: whose turn it is and what is at stake.
  var prompt: String { get }

  /// Writes the table for `show`. Ends without a line break.
  func writeTable(to text: inout TextWriter)

  /// Writes the visible table, such as dice that were rolled earlier, for players who return to a
  /// position: by `undo`, `use`, `load` or at the next start. The situation follows. Ends without a
  /// line break; the default writes nothing.
  func writeRecap(to text: inout TextWriter)

  /// Writes what the player can do now. It follows the report of every move. Ends without a line
  /// break; may write nothing.
  func writeSituation(to text: inout TextWriter)

  /// The table as pieces, for front ends that draw. The default is `nil`: they show the text.
  var picture: Picture? { get }

  /// What keys do, for front ends with keys. The default is `nil`: they find it out from the
  /// picture and the commands.
  var controls: Controls? { get }
}

extension GameView {
  public func writeRecap(to text: inout TextWriter) {}
  public var picture: Picture? { nil }
  public var controls: Controls? { nil }
}

/// A view made of text: enough for a game without bots of its own.
public struct PlainView: GameView {
  public let fields: Fields
  public let caption: String
  public let prompt: String
  private let table: String
  private let situation: String

  /// A view.
  ///
  /// - Parameters:
  ///   - data: the data of the view, in a fixed order.
  ///   - caption: the players, in a few words.
  ///   - prompt: whose turn it is, in a few words.
  ///   - table: the text of `show`, without a final line break.
  ///   - situation: what the player can do now; it follows the report of every move.
  public init(
    _ data: KeyValuePairs<String, any ValueConvertible>, caption: String, prompt: String,
    table: String, situation: String = ""
  ) {
    fields = Fields(data)
    self.caption = caption
    self.prompt = prompt
    self.table = table
    self.situation = situation
  }

  public func writeTable(to text: inout TextWriter) { text.write(table) }
  public func writeSituation(to text: inout TextWriter) { text.write(situation) }
}
