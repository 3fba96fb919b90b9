import ParlorKit
import Platform

/// Recorded exchanges with a service: a line that says so, then one JSON object a line.
package struct Cassette: Sendable {
  /// The version of the format.
  package static let version = 1

  /// The exchanges in order.
  package let exchanges: [Exchange]

  /// Why bytes are no cassette.
  package enum ReadingError: Error, Sendable, Equatable {
    /// The first line is not that of a cassette of this version and service.
    case heading
    /// A line, counted from 1, is no exchange.
    case line(Int)
  }

  /// Reads a cassette of a service.
  package init(_ bytes: [UInt8], service: String) throws(ReadingError) {
    var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)[...]
    if lines.last?.isEmpty == true { lines.removeLast() }
    guard let first = lines.popFirst(), let heading = try? JSONReader.read(first),
      heading["cassette"] == .integer(Self.version), heading["service"] == .string(service)
    else { throw .heading }
    var exchanges: [Exchange] = []
    for line in lines {
      guard let exchange = Exchange(line: line) else { throw .line(exchanges.count + 2) }
      exchanges.append(exchange)
    }
    self.exchanges = exchanges
  }

  /// The first line of a cassette, with its end.
  static func heading(_ service: String) -> [UInt8] {
    var json = JSONWriter()
    json.writeObject { json in
      json.write(key: "cassette")
      json.write(Self.version)
      json.write(key: "service")
      json.write(service)
    }
    return json.bytes + [UInt8(ascii: "\n")]
  }
}
