import LibC
import LineEditing
import Platform

/// A thread that prints something above the prompt at each SIGUSR2.
enum NewsThread {
  static func start(_ text: String, _ printer: ExternalPrinter) {
    Thread.start { run(text, printer) }?.detach()
  }

  private static func run(_ text: String, _ printer: ExternalPrinter) {
    var awaited = sigset_t()
    sigemptyset(&awaited)
    sigaddset(&awaited, SIGUSR2)
    var count = 0
    var signal: Int32 = 0
    while sigwait(&awaited, &signal) == 0 {
      count += 1
      if text != "news" {
        printer.setPrompt("news \(count)> ")
      }
      if text != "prompt" {
        printer.print("\(text) \(count)")
      }
    }
  }
}
