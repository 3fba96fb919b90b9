#if Server
  import GameCatalog
  import Language
  import NIOCore
  import ParlorKit
  import Platform

  /// A connection of the line protocol. It has its own interpreter, without access to files, processes
  /// or the network.
  ///
  /// Replies are sent in the order of the lines. All code runs on the event loop of the connection.
  final class LineSession: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// The games, created once for all connections.
    private static let kinds = GameCatalog.games.map(GameKind.init)

    private let limits: LineLimits
    private let interpreter: Interpreter
    private let deadline: Deadline
    private var framer = LineFramer(limit: Line.limit)
    private var output = TextWriter()
    private var isOver = false
    /// Whether the client has closed its side of the connection.
    private var isInputClosed = false
    /// Input that arrived while the client was not reading replies.
    private var waiting: [ByteBuffer] = []

    init(limits: LineLimits, seed: Int) {
      self.limits = limits
      let deadline = Deadline(limits.lineMilliseconds)
      self.deadline = deadline
      var settings = Settings(kinds: Self.kinds)
      settings.seed = seed
      settings.clock = .real
      settings.isInterrupted = { deadline.isOver }
      interpreter = Interpreter(settings)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      let buffer = unwrapInboundIn(data)
      // While the client does not read replies, its input is kept and no more is read.
      guard context.channel.isWritable, waiting.isEmpty else { return waiting.append(buffer) }
      run(buffer, context)
    }

    func channelReadComplete(context: ChannelHandlerContext) {
      flush(context)
      if waiting.isEmpty { context.read() }
    }

    func channelActive(context: ChannelHandlerContext) {
      context.fireChannelActive()
      context.read()
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
      while context.channel.isWritable, !waiting.isEmpty {
        run(waiting.removeFirst(), context)
        flush(context)
      }
      if waiting.isEmpty, context.channel.isWritable {
        if isInputClosed { finish(context) } else { context.read() }
      }
      context.fireChannelWritabilityChanged()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
      switch event {
      case ChannelEvent.inputClosed:
        isInputClosed = true
        if waiting.isEmpty { finish(context) }
      case is IdleStateHandler.IdleStateEvent: context.close(promise: nil)
      case is ChannelShouldQuiesceEvent: end(context)
      default: context.fireUserInboundEventTriggered(event)
      }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
      context.close(promise: nil)
    }

    private func run(_ buffer: ByteBuffer, _ context: ChannelHandlerContext) {
      guard !isOver else { return }
      buffer.withUnsafeReadableBytes { bytes in
        framer.append(bytes) { line in
          if !isOver { execute(line) }
        }
      }
      if isOver { end(context) }
    }

    private func execute(_ line: ArraySlice<UInt8>) {
      deadline.begin()
      interpreter.execute(line) { reply in
        reply.write(to: &output)
        if reply.endsSession { isOver = true }
      }
    }

    private func flush(_ context: ChannelHandlerContext) {
      guard !output.isEmpty else { return }
      context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: output.bytes)), promise: nil)
      output.bytes.removeAll(keepingCapacity: output.bytes.count < 1 << 14)
    }

    /// Runs the last line, which may lack its line end, after the client has closed its side.
    private func finish(_ context: ChannelHandlerContext) {
      if !isOver, let line = framer.rest { execute(line) }
      end(context)
    }

    /// Closes the connection when all replies have been sent.
    private func end(_ context: ChannelHandlerContext) {
      isOver = true
      waiting.removeAll()
      let written = context.eventLoop.makePromise(of: Void.self)
      let channel = context.channel
      written.futureResult.whenComplete { _ in channel.close(promise: nil) }
      context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: output.bytes)), promise: written)
      output.bytes.removeAll()
    }
  }

  /// The deadline of the current line.
  private final class Deadline {
    private let duration: Int64
    private var end: Int64?

    init(_ duration: Int64) { self.duration = duration }

    /// Whether the time is over. The clock starts with the first call, so that short lines never read
    /// it.
    var isOver: Bool {
      let now = SystemClock.monotonic
      guard let end else {
        end = now + duration
        return false
      }
      return now >= end
    }

    func begin() { end = nil }
  }
#endif
