package import ParlorKit

/// Data as JSON without blanks; strings of these tests need no escapes.
package func json(_ value: Value) -> String {
  switch value {
  case .null: "null"
  case .bool(let flag): flag ? "true" : "false"
  case .integer(let number): String(number)
  case .number(let number): String(number)
  case .string(let string): "\"\(string)\""
  case .array(let values): "[" + values.map(json).joined(separator: ",") + "]"
  case .object(let fields): json(fields)
  }
}

package func json(_ fields: Fields) -> String {
  "{" + fields.all.map { "\"\($0.name)\":" + json($0.value) }.joined(separator: ",") + "}"
}

package func json(_ event: some Event) -> String {
  let fields = json(event.fields).dropFirst()
  return "{\"type\":\"\(event.type)\"" + (fields == "}" ? "" : ",") + fields
}
