import Language
import LineEditing
import ParlorKit

extension LineAssistance {
  /// The help that the language can give while a line is typed.
  init(_ interpreter: Interpreter) {
    self.init(
      complete: { line, cursor in
        LineCompletion(interpreter.completion(of: line[..<cursor]))
      },
      hint: { line, earlier in
        interpreter.hint(for: line[...], history: earlier).map {
          LineHint(text: $0.text, isTakeable: $0.isTakeable)
        }
      },
      highlight: { line in
        interpreter.highlights(of: line[...]).map {
          LineHighlight(range: $0.range, escape: $0.role.style.start)
        }
      })
  }
}

extension LineCompletion {
  fileprivate init(_ completion: Completion) {
    self.init(
      range: completion.range,
      candidates: completion.candidates.map {
        LineCandidate(text: $0.text, detail: $0.detail, isComplete: $0.isComplete)
      })
  }
}
