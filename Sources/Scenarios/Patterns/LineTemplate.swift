import Language

/// Text with holes.
struct LineTemplate: Sendable {
  /// A part of the text.
  enum Part: Sendable {
    case text([UInt8])
    case typed(TranscriptSyntax.HoleKind)
    case capture(String, TranscriptSyntax.HoleKind)
    case use(CaptureUse)
  }

  /// The parts from left to right.
  var parts: [Part] = []

  /// Whether a match tells something: a value to remember, or one that remains to be checked.
  var isTelling: Bool {
    parts.contains {
      switch $0 {
      case .capture: true
      case .use(let use): use.isLocal
      case .text, .typed: false
      }
    }
  }

  /// The pattern, where the names hold certain values. What is to be told is captured.
  func pattern(with values: CaptureValues) -> PatternNode {
    var count = 0
    let nodes = parts.map { part -> PatternNode in
      switch part {
      case .text(let bytes): return .text(bytes)
      case .typed(let kind): return kind.pattern
      case .use(let use) where !use.isLocal:
        let spellings = values.spellings(of: use)
        return spellings.isEmpty ? .set(ScalarSet()) : .choice(spellings.map { .text($0.utf8) })
      case .capture(_, let kind):
        defer { count += 1 }
        return .captured(kind.pattern, count)
      case .use(let use):
        defer { count += 1 }
        return .captured(use.kind.pattern, count)
      }
    }
    return .sequence(nodes)
  }

  /// Remembers what a line that matched tells.
  ///
  /// - Parameter texts: the captures of the match.
  /// - Returns: whether every use of a name in it has the value it should have.
  func tell(_ texts: [String], to values: inout CaptureValues) -> Bool {
    var rest = texts[...]
    for part in parts {
      switch part {
      case .capture(let name, _): values.set(name, to: rest.popFirst() ?? "")
      case .use(let use) where use.isLocal:
        guard let text = rest.popFirst(), values.fits(text, use) else { return false }
      case .text, .typed, .use: break
      }
    }
    return true
  }
}
