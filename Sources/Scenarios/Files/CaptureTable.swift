import Language

/// The captures of a file, as its lines are read from the top.
struct CaptureTable {
  private struct Capture {
    var kind: TranscriptSyntax.HoleKind
    var line: Int
    var reply: Int
    var isUsed = false
  }

  private var captures: [String: Capture] = [:]
  private var lost: [(name: String, line: Int)] = []
  private var order: [String] = []
  private var reply = 0

  /// The captures that nothing has used, and their lines.
  var unused: [(name: String, line: Int)] {
    lost + captures.filter { !$0.value.isUsed }.map { ($0.key, $0.value.line) }
  }

  /// The names that stand for something.
  var names: Set<String> { Set(captures.keys) }

  /// Begins the next reply: what was captured before it has a value there.
  mutating func beginReply() { reply += 1 }

  /// What a hole is in a template; nothing for an unknown name, which is plain text.
  mutating func part(
    for content: TranscriptSyntax.Hole.Content, at line: Int
  ) throws(ScenarioError.Fact) -> LineTemplate.Part? {
    switch content {
    case .typed(let kind): return .typed(kind)
    case .capture(let name, let kind):
      if let old = captures[name], !old.isUsed { lost.append((name, old.line)) }
      captures[name] = Capture(kind: kind, line: line, reply: reply)
      order.append(name)
      return .capture(name, kind)
    case .use(let name, let offset):
      guard let capture = captures[name] else { return nil }
      captures[name]?.isUsed = true
      guard offset == 0 || capture.kind == .int else { throw .noNumber(name) }
      return .use(
        CaptureUse(
          name: name, kind: capture.kind, offset: offset, isLocal: capture.reply == reply))
    }
  }

  /// The first name captured since an earlier state of the table.
  func firstCapture(after earlier: CaptureTable) -> String? {
    order.dropFirst(earlier.order.count).first
  }

  /// The first name in a pattern whose value is not known before the reply has matched.
  func firstLocalUse(in pattern: LinePattern) -> String? {
    guard case .template(let template, _) = pattern else { return nil }
    for case .use(let use) in template.parts where use.isLocal { return use.name }
    return nil
  }
}
