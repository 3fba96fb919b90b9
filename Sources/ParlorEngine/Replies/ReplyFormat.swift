import ParlorKit

/// The formats of replies, each with the encoder that writes it.
public enum ReplyFormat: String, Sendable, CaseIterable {
  /// Text for people.
  case text
  /// One JSON object a reply.
  case json
  /// The data of events as tables of comma-separated values.
  case csv

  var encoder: any ReplyEncoder.Type {
    switch self {
    case .text: TextReply.self
    case .json: JSONReply.self
    case .csv: CSVReply.self
    }
  }

  /// Whether a reply is a JSON object that says everything, errors included. Otherwise a front end
  /// may report errors in a way of its own.
  package var isMessage: Bool { self == .json }
}

/// Writes replies in a format. A new format is a type of its own and a case of ``ReplyFormat``.
protocol ReplyEncoder {
  /// What replies keep of the events of games.
  static var detail: Reporter.Detail { get }

  /// As ``Reply/write(to:)``.
  static func write(_ reply: Reply, to text: inout TextWriter) -> Int?
}

/// Replies as text for people.
enum TextReply: ReplyEncoder {
  static let detail = Reporter.Detail.text

  static func write(_ reply: Reply, to text: inout TextWriter) -> Int? {
    if let problem = reply.problem {
      problem.write(to: &text)
      return nil
    }
    for event in reply.events {
      event.write(to: &text)
      text.breakLine()
    }
    for value in reply.written {
      text.bytes += value.json
      text.breakLine()
    }
    guard let view = reply.view else { return nil }
    if reply.showsRecap {
      view.writeRecap(to: &text)
      text.breakLine()
    }
    let start = text.bytes.count
    view.writeSituation(to: &text)
    text.breakLine()
    return start
  }
}
