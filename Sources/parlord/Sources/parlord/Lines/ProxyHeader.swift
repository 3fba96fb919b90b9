import NIOCore

/// Reads the header that a proxy sends before the data of a client, and passes on the rest.
///
/// Source: "The PROXY protocol", versions 1 (a line) and 2 (binary),
/// <https://www.haproxy.org/download/2.8/doc/proxy-protocol.txt>.
final class ProxyHeader: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer

  /// What the bytes at the start of a connection are.
  enum Reading: Equatable {
    /// The start of a header.
    case incomplete
    /// No header.
    case invalid
    /// A header with its size in bytes, and the address of the client: `local` if the proxy speaks
    /// for itself or does not tell it.
    case client(String, size: Int)
  }

  private var header: ByteBuffer? = ByteBuffer()
  private let admit: (String) -> Bool

  /// - Parameter admit: takes the address of the client, and returns whether it may connect.
  init(admit: @escaping (String) -> Bool) { self.admit = admit }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard var header else { return context.fireChannelRead(data) }
    var data = unwrapInboundIn(data)
    header.writeBuffer(&data)
    switch Self.read(header.readableBytesView) {
    case .incomplete: self.header = header
    case .client(let address, let size) where admit(address):
      self.header = nil
      header.moveReaderIndex(forwardBy: size)
      if header.readableBytes > 0 { context.fireChannelRead(wrapInboundOut(header)) }
    case .invalid, .client: context.close(promise: nil)
    }
  }

  static func read(_ bytes: ByteBufferView) -> Reading {
    bytes.first == signature[0] ? readBinary(Array(bytes.prefix(maxSize))) : readLine(bytes)
  }

  // MARK: Version 1

  /// The most bytes of the line, with CR and LF.
  private static let maxLine = 107

  /// Such as `PROXY TCP4 192.0.2.1 192.0.2.2 56324 7778`.
  private static func readLine(_ bytes: ByteBufferView) -> Reading {
    let start = bytes.prefix(maxLine)
    guard let end = start.firstIndex(of: 0x0A) else {
      let isPossible = start.prefix(6).elementsEqual("PROXY ".utf8.prefix(start.count))
      return isPossible && start.count < maxLine ? .incomplete : .invalid
    }
    let line = String(decoding: start[..<end], as: UTF8.self)
    guard line.hasSuffix("\r") else { return .invalid }
    let words = line.dropLast().split(separator: " ", omittingEmptySubsequences: false)
    guard words.count >= 2, words[0] == "PROXY" else { return .invalid }
    let size = end + 1 - start.startIndex
    if words[1] == "UNKNOWN" { return .client("local", size: size) }
    guard words.count == 6, words[1] == "TCP4" || words[1] == "TCP6",
      let address = try? SocketAddress(ipAddress: String(words[2]), port: 0).ipAddress
    else { return .invalid }
    return .client(address, size: size)
  }

  // MARK: Version 2

  private static let signature: [UInt8] = [
    0x0D, 0x0A, 0x0D, 0x0A, 0x00, 0x0D, 0x0A, 0x51, 0x55, 0x49, 0x54, 0x0A,
  ]
  /// The bytes before the addresses: the signature, the version and the command, the family and the
  /// transport, and the size of the rest.
  private static let prefixSize = 16
  /// The most bytes of a header that are read. The rest has fields such as those of a certificate,
  /// which nothing here needs.
  private static let maxSize = 4096

  private static func readBinary(_ bytes: [UInt8]) -> Reading {
    guard bytes.prefix(signature.count).elementsEqual(signature.prefix(bytes.count)) else {
      return .invalid
    }
    guard bytes.count >= prefixSize else { return .incomplete }
    let (command, family, transport) = (bytes[12], bytes[13] >> 4, bytes[13] & 0xF)
    let size = prefixSize + Int(bytes[14]) << 8 + Int(bytes[15])
    guard command == 0x20 || command == 0x21, family <= 3, transport <= 2, size <= maxSize else {
      return .invalid
    }
    guard bytes.count >= size else { return .incomplete }
    // A check of the proxy's own; unknown; or a socket of its machine.
    let width = [1: 4, 2: 16][family] ?? 0
    guard command == 0x21, width > 0, transport > 0 else { return .client("local", size: size) }
    // Two addresses and two ports.
    guard size >= prefixSize + 2 * width + 4,
      let address = try? SocketAddress(
        packedIPAddress: ByteBuffer(bytes: bytes[prefixSize..<prefixSize + width]), port: 0
      ).ipAddress
    else { return .invalid }
    return .client(address, size: size)
  }
}
