#if Server
  import Hummingbird
  import Logging
  import NIOCore

  /// What is known of one HTTP request besides itself.
  struct WebContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// The address of the other side; `local` if the connection has none.
    let address: String

    init(source: ApplicationRequestContextSource) {
      coreContext = CoreRequestContextStorage(source: source)
      address = source.channel.remoteAddress?.ipAddress ?? "local"
    }
  }
#endif
