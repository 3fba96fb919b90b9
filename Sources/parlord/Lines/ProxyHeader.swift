#if Server
  import NIOCore

  /// Reads the line that a proxy sends before the data of a client, and passes on the rest.
  ///
  /// Source: "The PROXY protocol", version 1, <https://www.haproxy.org/download/2.8/doc/proxy-protocol.txt>.
  final class ProxyHeader: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    /// The most bytes of the line, with CR and LF.
    private static let maxSize = 107

    private var header: ByteBuffer? = ByteBuffer()
    private let admit: (String) -> Bool

    /// - Parameter admit: takes the address of the client, and returns whether it may connect.
    init(admit: @escaping (String) -> Bool) { self.admit = admit }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      guard var header else { return context.fireChannelRead(data) }
      var data = unwrapInboundIn(data)
      header.writeBuffer(&data)
      let start = header.readableBytesView.prefix(Self.maxSize)
      guard let end = start.firstIndex(of: 0x0A) else {
        self.header = header
        if start.count == Self.maxSize { context.close(promise: nil) }
        return
      }
      guard let address = Self.address(in: String(decoding: start[..<end], as: UTF8.self)),
        admit(address)
      else { return context.close(promise: nil) }
      self.header = nil
      header.moveReaderIndex(to: end + 1)
      if header.readableBytes > 0 { context.fireChannelRead(wrapInboundOut(header)) }
    }

    /// The address of the client in `PROXY TCP4 192.0.2.1 192.0.2.2 56324 7778`, or `local` if the proxy
    /// speaks for itself.
    static func address(in header: String) -> String? {
      guard header.hasSuffix("\r") else { return nil }
      let words = header.dropLast().split(separator: " ", omittingEmptySubsequences: false)
      guard words.count >= 2, words[0] == "PROXY" else { return nil }
      if words[1] == "UNKNOWN" { return "local" }
      guard words.count == 6, words[1] == "TCP4" || words[1] == "TCP6",
        let address = try? SocketAddress(ipAddress: String(words[2]), port: 0)
      else { return nil }
      return address.ipAddress
    }
  }
#endif
