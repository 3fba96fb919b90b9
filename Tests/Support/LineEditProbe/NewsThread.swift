import LibC
import LineEditing

/// A thread that posts something at each SIGUSR2.
final class NewsThread: Sendable {
  private let text: String
  private let notices: Notices

  private init(_ text: String, _ notices: Notices) {
    self.text = text
    self.notices = notices
  }

  static func start(_ text: String, _ notices: Notices) {
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    let context = Unmanaged.passRetained(NewsThread(text, notices))
    pthread_create(&thread, nil, body, context.toOpaque())
  }

  #if canImport(Darwin)
    private static let body: @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? =
      {
        Unmanaged<NewsThread>.fromOpaque($0).takeRetainedValue().post()
        return nil
      }
  #else
    private static let body: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? =
      {
        if let context = $0 { Unmanaged<NewsThread>.fromOpaque(context).takeRetainedValue().post() }
        return nil
      }
  #endif

  private func post() {
    var awaited = sigset_t()
    sigemptyset(&awaited)
    sigaddset(&awaited, SIGUSR2)
    var count = 0
    var signal: Int32 = 0
    while sigwait(&awaited, &signal) == 0 {
      count += 1
      if text != "news" {
        notices.setPrompt("news \(count)> ")
      }
      if text != "prompt" {
        notices.post("\(text) \(count)")
      }
    }
  }
}
