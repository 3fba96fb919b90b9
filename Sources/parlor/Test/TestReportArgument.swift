import ArgumentParser
import Scenarios

/// The value of `--report`: a form, and the file that it goes to.
struct TestReportArgument: ExpressibleByArgument {
  /// The form.
  let format: ReportFormat
  /// The path of the file; nothing for standard output.
  let path: String?

  init?(argument: String) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard let name = parts.first, let format = ReportFormat(rawValue: String(name)),
      parts.last?.isEmpty == false
    else { return nil }
    self.format = format
    path = parts.count == 2 && parts[1] != "-" ? String(parts[1]) : nil
  }

  /// A report on standard output.
  init(_ format: ReportFormat) {
    self.format = format
    path = nil
  }
}
