import ArgumentParser
import Language

/// How the program writes replies.
enum OutputFormat: String, ExpressibleByArgument, CaseIterable {
  case text, json
  /// Text in responses of the Go Text Protocol, version 2.
  case gtp

  /// What stands in a reply.
  var replies: ReplyFormat { self == .json ? .json : .text }
}
