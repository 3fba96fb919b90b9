import Foundation
import ParlorKit

@testable import TestKit
@testable import parlord

/// A captured request to the original server, with its response.
struct Capture: Sendable {
  var fields: [String: String]
  /// The names of the cookies that the response sets.
  var cookies: [String]
  var body: String

  /// The captures of a file of `Fixtures`.
  static func all(in name: String) throws -> [Capture] {
    let folder = #filePath.split(separator: "/").dropLast(2).joined(separator: "/")
    let text = try String(contentsOfFile: "/\(folder)/Fixtures/\(name).txt", encoding: .utf8)
    var captures: [Capture] = []
    for line in text.split(separator: "\n") {
      if line.hasPrefix(">> ") {
        captures.append(Capture(fields: try fields(line.dropFirst(3)), cookies: [], body: ""))
      } else if line.hasPrefix("   Set-Cookie: "), !captures.isEmpty {
        captures[captures.count - 1].cookies = names(line.dropFirst("   Set-Cookie: ".count))
      } else if line.hasPrefix(head), !captures.isEmpty {
        captures[captures.count - 1].body = String(line.dropFirst(head.count))
      }
    }
    return captures
  }

  private static let head = "<< 200 text/html; charset=UTF-8 "

  /// `{'action': 'login', 'gameid': 1}`.
  private static func fields(_ text: Substring) throws -> [String: String] {
    let json = String(text.replacing("'", with: "\""))
    guard case .object(let members) = try Value.read(json) else { return [:] }
    var fields: [String: String] = [:]
    for member in members {
      fields[member.name] = member.value.string ?? String(member.value.int ?? 0)
    }
    return fields
  }

  /// `['farklesession=8d53…', 'loggedin=1']`.
  private static func names(_ text: Substring) -> [String] {
    text.split(separator: "'").compactMap { part in
      part.firstIndex(of: "=").map { String(part[..<$0]) }
    }
  }
}
