#if Server
  import HTTPTypes
  import NIOCore
  import NIOHTTPTypes

  /// Closes the connection of a client that does not send the whole of its request, or does not take
  /// the reply, in time.
  final class RequestDeadline: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let span: TimeAmount
    private var deadline: Scheduled<Void>?

    init(seconds: Int) { span = .seconds(Int64(seconds)) }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      if case .head = unwrapInboundIn(data), deadline == nil {
        let channel = context.channel
        deadline = context.eventLoop.scheduleTask(in: span) { channel.close(promise: nil) }
      }
      context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
      if case .end = unwrapOutboundIn(data) { cancel() }
      context.write(data, promise: promise)
    }

    func channelInactive(context: ChannelHandlerContext) {
      cancel()
      context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) { cancel() }

    private func cancel() {
      deadline?.cancel()
      deadline = nil
    }
  }
#endif
