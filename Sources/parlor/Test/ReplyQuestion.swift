import ParlorKit
import Platform

/// Asks on standard error what to do with each reply that differs, and reads the answers from
/// standard input: for `parlor review` and `parlor test --bless -i`.
struct ReplyQuestion {
  /// The decision about a reply. `skip` changes nothing.
  enum Answer {
    case accept, reject, skip, edit
  }

  /// The decision for all remaining replies.
  private var rest: Answer?
  /// The kinds of differences that are accepted.
  private var kinds: Set<[String]> = []
  /// Whether a reply can be rejected for good.
  private let mayReject: Bool
  private let isStyled = Terminal.isTerminal(2) && ColorChoice.auto.isOn

  init(rest: Answer? = nil, mayReject: Bool) {
    self.rest = rest
    self.mayReject = mayReject
  }

  /// Asks about a reply, unless an earlier answer covers it.
  ///
  /// - Parameters:
  ///   - kind: the common part of similar differences.
  ///   - show: writes the difference.
  mutating func answer(
    ofKind kind: [String], showing show: (inout TextWriter) -> Void
  ) -> Answer {
    if let rest { return rest }
    if kinds.contains(kind) { return .accept }
    var text = TextWriter(styled: isStyled)
    show(&text)
    StandardError.write(text.bytes)
    while true {
      StandardError.write(
        "[a]ccept, \(mayReject ? "[r]eject, " : "")[s]kip, [e]dit, accept all of this [k]ind,"
          + " accept a[l]l, [q]uit, [?]: ")
      switch StandardInput.answer() {
      case "a", "accept", "y", "yes": return .accept
      case "r", "reject", "n", "no": return mayReject ? .reject : .skip
      case "s", "skip": return .skip
      case "e", "edit": return .edit
      case "k", "kind":
        kinds.insert(kind)
        return .accept
      case "l", "all":
        rest = .accept
        return .accept
      case "q", "quit", nil:
        rest = .skip
        return .skip
      default: StandardError.write(help)
      }
    }
  }

  private var help: String {
    """
    a  accept: write the new reply into the file
    \(mayReject ? "r  reject: drop the new reply\n" : "")\
    s  skip: \(mayReject ? "leave it pending" : "leave this part of the file unchanged")
    e  edit the new reply with $VISUAL or $EDITOR, and accept that
    k  accept all of this kind, which differ only in numbers
    l  accept this one and all that are left
    q  quit: skip all that are left
    A file is written after the last answer for it; Ctrl-C leaves that file as it is.

    """
  }
}
