import ParlorKit
package import Platform

extension JSONWriter {
  /// An array as text, such as services want it in a field: `[1,null,5]`.
  package static func text(_ numbers: [Int?]) -> String {
    "[" + numbers.map { $0.map(String.init) ?? "null" }.joined(separator: ",") + "]"
  }
}
