package import ParlorKit
import Platform

extension Value: ExpressibleByNilLiteral {
  package init(nilLiteral: ()) { self = .null }
}

extension Value {
  /// An object with one more member at its end. Other values are returned unchanged.
  func adding(_ name: String, _ value: Value) -> Value {
    guard case .object(var fields) = self else { return self }
    fields[name] = value
    return .object(fields)
  }

  /// The value as JSON on one line.
  var bytes: [UInt8] {
    var json = JSONWriter()
    json.write(self)
    return json.bytes
  }
}
