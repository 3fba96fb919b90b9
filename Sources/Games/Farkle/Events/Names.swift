import ParlorKit

/// Names as a sentence lists them: `Ann, Bob and Cy`.
struct Names: TextWritable {
  private let names: [String]

  init(_ names: [String]) { self.names = names }

  func write(to text: inout TextWriter) {
    for (index, name) in names.enumerated() {
      if index > 0 { text.write(index == names.count - 1 ? " and " : ", ") }
      text.write(name)
    }
  }
}
