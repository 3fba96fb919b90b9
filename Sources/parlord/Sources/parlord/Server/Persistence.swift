import NIOCore
import NIOHTTP1
import NIOHTTPTypesHTTP1

/// Decides which connections outlast a response (RFC 9112, section 9.3), since the types of
/// messages above have no version of HTTP.
///
/// A client of HTTP/1.0 waits for the end of the connection, unless it asks for `keep-alive` and is
/// told that it has got it. It also knows no chunks: a response of unknown length ends with the
/// connection.
final class Persistence: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart
  typealias OutboundIn = HTTPServerResponsePart
  typealias OutboundOut = HTTPServerResponsePart

  private enum Client {
    /// HTTP/1.1, where connections last.
    case lasting
    /// HTTP/1.0, for one response.
    case brief
    /// HTTP/1.0 with `keep-alive`.
    case kept
  }

  /// The clients of the requests that have no response yet, in order.
  private var waiting: [Client] = []
  private var isInformational = false
  /// Whether the response ends with the connection.
  private var isEndless = false

  /// Adds the handler below the one that converts the types of messages.
  static func add(to context: ChannelHandlerContext) throws {
    let pipeline = context.pipeline.syncOperations
    let codec = try pipeline.handler(type: HTTP1ToHTTPServerCodec.self)
    try pipeline.addHandler(Persistence(), position: .before(codec))
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard case .head(var head) = unwrapInboundIn(data) else {
      return context.fireChannelRead(data)
    }
    let words = head.headers[canonicalForm: "connection"].map { $0.lowercased() }
    let isOld = head.version == .http1_0
    let isKept = words.contains("keep-alive") && !words.contains("close")
    waiting.append(!isOld ? .lasting : isKept ? .kept : .brief)
    // What reads requests above knows this one form.
    if words.contains("close") || isOld && !isKept {
      head.headers.replaceOrAdd(name: "connection", value: "close")
    }
    context.fireChannelRead(wrapInboundOut(.head(head)))
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    switch unwrapOutboundIn(data) {
    case .head(var head):
      isInformational = head.status.code < 200
      guard let client = waiting.first, client != .lasting else { break }
      isEndless = !isInformational && !head.headers.contains(name: "content-length")
      if isEndless {
        head.version = .http1_0
      } else if client == .kept {
        head.headers.replaceOrAdd(name: "connection", value: "keep-alive")
      }
      return context.write(wrapOutboundOut(.head(head)), promise: promise)
    case .end:
      guard !isInformational, !waiting.isEmpty else { break }
      waiting.removeFirst()
      guard isEndless else { break }
      let (channel, written) = (context.channel, promise ?? context.eventLoop.makePromise())
      written.futureResult.whenComplete { _ in channel.close(promise: nil) }
      return context.write(data, promise: written)
    case .body: break
    }
    context.write(data, promise: promise)
  }
}
