import ParlorKit
import Testing

/// Data with its keys in order.
struct ValueTests {
  @Test func fieldsKeepTheirOrder() {
    var fields: Fields = ["b": 1.asValue, "a": .null]
    fields["c"] = .bool(true)
    fields["b"] = .string("x")
    #expect(fields.all.map(\.name) == ["b", "a", "c"])
    #expect(fields.all.map(\.value) == [.string("x"), .null, .bool(true)])
    fields["a"] = nil
    fields["none"] = nil
    #expect(fields == ["b": .string("x"), "c": .bool(true)])
    fields["a"] = .number(0.5)
    #expect(fields.all.map(\.name) == ["b", "c", "a"])
    #expect(fields["a"] == .number(0.5) && fields["x"] == nil)
    #expect(fields != ["c": .bool(true), "b": .string("x"), "a": .number(0.5)])
  }

  @Test func lists() {
    #expect(Value.integers([1, -2]) == .array([.integer(1), .integer(-2)]))
    #expect(Value.strings(["a"]) == .array([.string("a")]))
    #expect(Value.integers([]) == .array([]))
  }
}

extension Int {
  fileprivate var asValue: Value { .integer(self) }
}
