import LibC
import LineSyntax
import ParlorEngine
import ParlorKit
import Platform

/// Reads requests and writes answers until the input ends.
struct PluginSession {
  static let protocolNumber = 2
  /// The maximum length of a request in bytes.
  private static let limit = 1 << 20

  private let handler: any RequestHandler
  private let name: String
  private let version: String
  private let input: Int32
  private let output: Int32

  init(
    _ handler: any RequestHandler, name: String, version: String, input: Int32, output: Int32
  ) {
    self.handler = handler
    self.name = name
    self.version = version
    self.input = input
    self.output = output
  }

  /// Runs until the host sends `quit` or closes the input.
  func run() {
    do throws(FileError) {
      var reader = FileLineReader(descriptor: input, name: "the host's requests", limit: Self.limit)
      while let bytes = try reader.next(willBlock: { handler.wait(write: write) }) {
        guard let request = PluginRequest(bytes) else { continue }
        try FileSystem.write(answer(request), to: output, named: "the host")
        if request.verb == "quit" { return }
      }
    } catch {
      // The host has stopped, so nobody reads a report.
    }
  }

  private func answer(_ request: PluginRequest) -> [UInt8] {
    do throws(GameError) {
      switch request.verb {
      case "hello": return AnswerFrame.accepted(request.id, hello)
      case "quit": return AnswerFrame.accepted(request.id) { _ in }
      default: return AnswerFrame.accepted(request.id, try handler.answer(request))
      }
    } catch {
      return AnswerFrame.refused(request.id, error)
    }
  }

  private func hello(_ json: inout JSONWriter) {
    json.write("protocol", .integer(Self.protocolNumber))
    json.write("name", .string(name))
    json.write("version", .string(version))
    json.write("capabilities", .strings(handler.capabilities))
    json.write("definition", handler.definition)
  }

  /// Writes news. If the host has stopped, reading the next request ends the session.
  private func write(_ bytes: [UInt8]) {
    try? FileSystem.write(bytes, to: output, named: "the host")
  }
}

/// Answers the requests of the host: one implementation knows the rules of a game, the other one
/// asks a remote game.
protocol RequestHandler: AnyObject {
  /// Writes the keys of the object of an answer.
  typealias Answer = (inout JSONWriter) -> Void

  var capabilities: [String] { get }
  /// The value of the key `definition`.
  var definition: Value { get }

  func answer(_ request: PluginRequest) throws(GameError) -> Answer

  /// Called before the plugin waits for a request; may write news until one comes.
  func wait(write: ([UInt8]) -> Void)
}

extension RequestHandler {
  func wait(write: ([UInt8]) -> Void) {}
}

/// A request of the host: a number, a verb, settings, and an optional line of the game.
struct PluginRequest {
  /// The number, which the answer repeats.
  var id = 0
  var verb = ""
  var settings: [String: String] = [:]
  /// The rest: a line of the game, or another argument of the verb.
  var line: ArraySlice<UInt8> = []

  /// Reads a request.
  ///
  /// - Returns: nil if it does not begin with a number and a verb.
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

  /// The draws that the request allows, from the setting `key`.
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
