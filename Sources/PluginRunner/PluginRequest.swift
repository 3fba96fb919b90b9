import Language
import ParlorKit

/// A line from the host: a number, a verb, settings, and perhaps a line of the game.
struct PluginRequest {
  /// The number that the answer must have.
  var id = 0
  /// What is asked for.
  var verb = ""
  /// The settings by name.
  var settings: [String: String] = [:]
  /// The rest: a line of the game, or what the verb says.
  var line: ArraySlice<UInt8> = []

  /// Reads a request.
  ///
  /// - Returns: nothing if it does not begin with a number and a verb.
  init?(_ bytes: ArraySlice<UInt8>) {
    let bytes = Array(Line.trimmed(bytes))
    var words = Tokenizer(bytes: bytes)
    guard let number = try? words.next(), let id = Int(number.text(in: bytes)), id >= 0,
      let verb = try? words.next(), verb.name == nil
    else { return nil }
    self.id = id
    self.verb = verb.text(in: bytes)
    line = bytes[bytes.endIndex...]
    while let word = (try? words.next()) ?? nil {
      guard let name = word.name else {
        line = bytes[word.range.lowerBound...]
        return
      }
      settings[String(decoding: bytes[name], as: UTF8.self)] = word.text(in: bytes)
    }
  }

  /// The draws that the request allows, if any: where they stand, as `key` tells.
  var chance: Chance? {
    let parts = (settings["key"] ?? "").split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count == 4, let seed = UInt64(parts[0]), let draw = Int(parts[1]),
      let epoch = UInt32(parts[2]), let used = UInt32(parts[3])
    else { return nil }
    return Chance(Chance.Key(seed: seed, draw: draw, epoch: epoch, used: used))
  }

  /// The time of the game's clock; zero in a game that does not read it.
  var time: GameTime {
    GameTime(milliseconds: max(0, settings["time"].flatMap(Int64.init) ?? 0))
  }

  /// The time of the session's clock, in milliseconds.
  var now: Int64? { settings["now"].flatMap(Int64.init) }
}
