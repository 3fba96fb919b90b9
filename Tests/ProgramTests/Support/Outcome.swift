/// What a run of a program came to; compared byte for byte.
struct Outcome: Equatable, CustomStringConvertible {
  /// How it ended.
  enum Status: Equatable {
    case exited(Int32)
    case killed(Int32)
  }

  /// How it ended.
  var status: Status
  /// What it wrote to standard output.
  var output: [UInt8]
  /// What it wrote to standard error.
  var errors: [UInt8]

  init(status: Status, output: [UInt8], errors: [UInt8]) {
    self.status = status
    self.output = output
    self.errors = errors
  }

  /// What is expected of a run.
  init(_ code: Int32 = 0, _ output: String = "", errors: String = "") {
    self.init(status: .exited(code), output: Array(output.utf8), errors: Array(errors.utf8))
  }

  /// Standard output as text.
  var text: String { String(decoding: output, as: UTF8.self) }

  /// Standard error as text.
  var complaint: String { String(decoding: errors, as: UTF8.self) }

  /// The first line of standard error.
  var firstComplaint: Substring { complaint.prefix { $0 != "\n" } }

  var description: String {
    "\(status)\n--- output\n\(text.suffix(4_000))--- errors\n\(complaint.suffix(4_000))---"
  }
}
