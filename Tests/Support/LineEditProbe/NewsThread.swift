import LibC
import LineEditing

/// A thread that prints something above the prompt at each SIGUSR2.
final class NewsThread: Sendable {
  private let text: String
  private let printer: ExternalPrinter

  private init(_ text: String, _ printer: ExternalPrinter) {
    self.text = text
    self.printer = printer
  }

  static func start(_ text: String, _ printer: ExternalPrinter) {
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    let context = Unmanaged.passRetained(NewsThread(text, printer))
    pthread_create(&thread, nil, body, context.toOpaque())
  }

  #if canImport(Darwin)
    private static let body: @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? =
      {
        Unmanaged<NewsThread>.fromOpaque($0).takeRetainedValue().run()
        return nil
      }
  #else
    private static let body: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? =
      {
        if let context = $0 { Unmanaged<NewsThread>.fromOpaque(context).takeRetainedValue().run() }
        return nil
      }
  #endif

  private func run() {
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
