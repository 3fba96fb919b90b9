import Language
package import ParlorKit
import Platform

/// A numbered question that a plugin has to pass.
package struct PluginCheck: Sendable {
  /// What is checked, as it should be.
  let title: String
  /// Checks it.
  ///
  /// - Throws: what is wrong.
  let body: @Sendable (inout PluginTrial) throws(PluginDefect) -> Void

  /// What came of a check.
  package struct Result: Sendable {
    /// The number, from 1.
    package var number: Int
    /// What was checked.
    package var title: String
    /// What is wrong; nothing if all is well.
    package var reason: String?

    /// Writes a line as the Test Anything Protocol has it: `ok 1 - title`.
    package func write(to text: inout TextWriter) {
      if let reason {
        text.write(Styled(.bad, "not ok"), " ", number, " - ", title, ": ", reason)
      } else {
        text.write(Styled(.good, "ok"), " ", number, " - ", title)
      }
    }
  }
}

extension PluginHost {
  /// Holds a program to the protocol: every check, or those up to the first without which the
  /// others say nothing.
  package func check(_ program: PluginProgram) -> [PluginCheck.Result] {
    var trial = PluginTrial(program, limits: limits, reserved: reserved)
    var results: [PluginCheck.Result] = []
    var checks = PluginCheck.handshake
    while !checks.isEmpty {
      let check = checks.removeFirst()
      var result = PluginCheck.Result(number: results.count + 1, title: check.title)
      do throws(PluginDefect) {
        try check.body(&trial)
      } catch {
        result.reason = error.reason
      }
      results.append(result)
      let isHandshake = results.count <= PluginCheck.handshake.count
      if isHandshake, result.reason != nil { break }
      if results.count == PluginCheck.handshake.count {
        checks = trial.isRemote ? PluginCheck.every : PluginCheck.local + PluginCheck.every
      }
    }
    trial.end()
    return results
  }
}
