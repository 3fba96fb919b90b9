import Platform

/// The body of a request: an object of JSON, whose numbers may be written as strings.
struct LogikRequest: Sendable {
  private let object: JSONValue

  /// Reads a body.
  init(_ bytes: [UInt8]) throws(LogikError) {
    do throws(JSONError) {
      object = try JSONReader.read(bytes)
    } catch {
      throw .badRequest("the body is no JSON: \(error.reason)")
    }
    guard object.members != nil else { throw .badRequest("the body is no JSON object") }
  }

  /// A text that must be there.
  func text(_ name: String) throws(LogikError) -> String {
    guard let text = object[name]?.string else {
      throw .badRequest("the body needs the string `\(name)`")
    }
    return text
  }

  /// A whole number; nothing if it is not there or null.
  func integer(_ name: String) throws(LogikError) -> Int? {
    guard let value = object[name], value != .null else { return nil }
    guard let number = Self.integer(value) else { throw .badRequest("`\(name)` is no number") }
    return number
  }

  /// Whole numbers that must be there.
  func integers(_ name: String) throws(LogikError) -> [Int] {
    let numbers = object[name]?.array?.compactMap(Self.integer)
    guard let numbers, numbers.count == object[name]?.array?.count else {
      throw .badRequest("the body needs the numbers `\(name)`")
    }
    return numbers
  }

  private static func integer(_ value: JSONValue) -> Int? {
    value.integer ?? value.string.flatMap { Int($0) }
  }
}
