import ParlorKit

/// The address of a server, `HOST:PORT`.
struct RemoteAddress: Equatable {
  /// A host name or IP address.
  var host: String
  /// The port, 1 to 65535, in digits.
  var port: String

  /// Parses `localhost:7777`, `127.0.0.1:7777`, `[::1]:7777`.
  init?(_ text: String) {
    guard let colon = text.lastIndex(of: ":") else { return nil }
    let host = text[..<colon]
    port = String(text[text.index(after: colon)...])
    guard port.utf8.allSatisfy({ 0x30...0x39 ~= $0 }), 1...65_535 ~= Int(port) ?? 0 else {
      return nil
    }
    let isBracketed = host.hasPrefix("[") && host.hasSuffix("]")
    let bare = isBracketed ? host.dropFirst().dropLast() : host
    guard !bare.isEmpty, isBracketed || !bare.contains(":") else { return nil }
    self.host = String(bare)
  }

  /// The address as the user would type it.
  var text: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}

/// The command of `--via`, which connects its standard input and output to a server.
struct ConnectionCommand: Equatable {
  private let pattern: String

  /// Reads a command in which `%h` is the host, `%p` the port and `%%` a percent sign.
  init?(_ pattern: String) {
    var isMark = false
    for character in pattern {
      guard !isMark || "hp%".contains(character) else { return nil }
      isMark = !isMark && character == "%"
    }
    guard !isMark, pattern.contains(where: { !$0.isWhitespace }) else { return nil }
    self.pattern = pattern
  }

  /// Whether the host of an address has no special characters of the shell.
  static func canName(_ address: RemoteAddress) -> Bool {
    !address.host.hasPrefix("-")
      && address.host.utf8.allSatisfy {
        Identifier.isNameByte($0) || 0x41...0x5A ~= $0 || ":._".utf8.contains($0)
      }
  }

  /// The command for an address.
  func text(for address: RemoteAddress) -> String {
    var text = ""
    var isMark = false
    for character in pattern {
      switch (isMark, character) {
      case (false, "%"): isMark = true
      case (false, _): text.append(character)
      case (true, let mark):
        text += mark == "h" ? address.host : mark == "p" ? address.port : "%"
        isMark = false
      }
    }
    return text
  }
}
