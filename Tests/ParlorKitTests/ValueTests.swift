import ParlorKit
import Testing

/// Data with its keys in order.
struct ValueTests {
  @Test func `fields keep their order`() {
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

  @Test(arguments: [3, 40])
  func `of fields with one name the last counts`(count: Int) {
    let names = (0..<count).map(String.init) + ["é", "e\u{301}", "0", "é"]
    let fields = Fields(names.enumerated().map { Fields.Field($1, .integer($0)) })
    #expect(fields.map(\.name.utf8.count) == names.dropLast(2).map(\.utf8.count))
    #expect(fields["0"] == .integer(count + 2) && fields["é"] == .integer(count + 3))
    #expect(fields["e\u{301}"] == .integer(count + 1))
  }

  @Test func `literals make values`() {
    let value: Value = ["a": 1, "b": [true, "x"], "c": .number(0.5)]
    let fields: Fields = [
      "a": .integer(1), "b": .array([.bool(true), .string("x")]), "c": .number(0.5),
    ]
    #expect(value == .object(fields))
    #expect(value["a"]?.integer == 1 && value["a"]?.number == 1 && value["a"]?.string == nil)
    #expect(value["b"]?.array?.first?.bool == true && value["b"]?.fields == nil)
    #expect(Value.optional(nil as Int?) == .null && Value.optional("x") == "x")
  }

  @Test func `lists make arrays`() {
    #expect(Value.integers([1, -2]) == .array([.integer(1), .integer(-2)]))
    #expect(Value.strings(["a"]) == .array([.string("a")]))
    #expect(Value.integers([]) == .array([]))
  }
}

extension Int {
  fileprivate var asValue: Value { .integer(self) }
}
