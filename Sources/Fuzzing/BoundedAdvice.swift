package import ParlorKit
import Synchronization

extension AdviceContext {
  /// A context in which advice stops after long computations: by steps, not by time, so that the
  /// same lines have the same replies.
  package static var bounded: AdviceContext {
    let steps = Steps()
    var context = AdviceContext()
    context.isStopped = { steps.count.add(1, ordering: .relaxed).newValue > 100 }
    context.mostGames = 2
    return context
  }

  private final class Steps: Sendable {
    let count = Atomic(0)
  }
}
