import Language
import LibC
import ParlorKit
import Platform

/// Reads requests and writes answers until the input ends.
struct PluginSession {
  /// The protocol that is spoken.
  static let number = 1
  /// The longest request in bytes.
  private static let limit = 1 << 20

  private let table: any PluginTable
  private let name: String
  private let version: String
  private let input: Int32
  private let output: Int32

  init(
    _ table: any PluginTable, name: String, version: String, input: Int32, output: Int32
  ) {
    self.table = table
    self.name = name
    self.version = version
    self.input = input
    self.output = output
  }

  /// Runs until the host says `quit`, or has gone.
  func run() {
    do throws(FileError) {
      var reader = LineReader(descriptor: input, name: "the host's requests", limit: Self.limit)
      while let bytes = try reader.next(willBlock: { table.wait(write: write) }) {
        guard let request = PluginRequest(bytes) else { continue }
        try FileSystem.write(answer(request), to: output, named: "the host")
        if request.verb == "quit" { return }
      }
    } catch {
      // Without a host there is nobody to tell.
    }
  }

  private func answer(_ request: PluginRequest) -> [UInt8] {
    do throws(GameError) {
      switch request.verb {
      case "hello": return PluginAnswer.accepted(request.id, hello)
      case "quit": return PluginAnswer.accepted(request.id) { _ in }
      default: return PluginAnswer.accepted(request.id, try table.answer(request))
      }
    } catch {
      return PluginAnswer.refused(request.id, error)
    }
  }

  private func hello(_ json: inout JSONWriter) {
    json.write("protocol", .integer(Self.number))
    json.write("name", .string(name))
    json.write("version", .string(version))
    json.write("capabilities", .strings(table.capabilities))
    json.write("sheet", table.definition)
  }

  /// Writes news; a host that has gone is noticed when the next request is read.
  private func write(_ bytes: [UInt8]) {
    try? FileSystem.write(bytes, to: output, named: "the host")
  }
}
