package import ParlorKit
import Platform
import PluginRunner

/// What is fixed about a service: its name, where it is, and which parts of its traffic are secret.
package struct ServiceFacts: Sendable {
  /// The name, which cassettes and kept sessions carry.
  package var name: String
  /// Short names of addresses.
  package var addresses: [(name: String, url: String)]
  /// The path of an address that names none.
  package var path: String
  /// What cassettes leave out.
  package var redaction: Redaction

  /// Facts of a service.
  package init(
    name: String, addresses: [(name: String, url: String)], path: String, redaction: Redaction
  ) {
    self.name = name
    self.addresses = addresses
    self.path = path
    self.redaction = redaction
  }

  /// The form of `connect` that every service has.
  package func connectCommand(summary: String, examples: [String]) -> CommandDeclaration {
    CommandDeclaration(
      "connect", [Parameter("WHERE", .word)],
      options: [
        .flag(
          "insecure", default: false,
          "send passwords unencrypted to another machine all the same")
      ],
      summary: summary,
      details: [
        (["https://HOST/…"] + addresses.map { "`\($0.name)` is \($0.url)" }).joined(separator: "; ")
          + ".",
        "Without encryption it connects to this machine only, unless insecure=on.",
        "cassette:FILE replays what `record-cassette` recorded, without any network.",
      ], examples: examples)
  }

  /// The command `record-cassette`.
  package static let recordCommand = CommandDeclaration(
    "record-cassette",
    forms: [
      .init([.literal("off")], "end the recording"),
      .init([Parameter("FILE", .file)], "record from now on"),
    ],
    summary: "record the exchanges with the service in a new file",
    details: [
      "Passwords, tokens and e-mail addresses are left out.",
      "`connect cassette:FILE` replays the file: the same commands then get the same answers.",
    ], examples: ["record-cassette evening.cassette", "record-cassette off"])

  /// Opens the way that `connect` asks for.
  package func connect(
    _ call: Call, _ surroundings: ClientEnvironment
  ) throws(GameError) -> (Connection, ServiceAddress) {
    let isLax = call.options["insecure"] == .flag(true)
    switch try ServiceAddress(call.word(0) ?? "", names: addresses, isLax: isLax) {
    case .service(let url):
      let url = url.path.isEmpty ? ServiceURL(url, path: path) : url
      return (
        Connection(surroundings.transport(url), waits: surroundings.session.isVirtual),
        .service(url)
      )
    case .cassette(let file):
      let cassette = try read(file, at: surroundings.readPath(file))
      return (Connection(CassetteTransport(cassette, redaction)), .cassette(file))
    }
  }

  private func read(_ file: String, at path: String) throws(GameError) -> Cassette {
    let bytes: [UInt8]
    do throws(FileError) {
      guard FileSystem.kind(of: path) != .other else {
        throw FileError(.read, file, because: "it is no regular file")
      }
      bytes = try FileSystem.read(path)
    } catch {
      throw error.refusal(naming: file)
    }
    do throws(Cassette.ReadingError) {
      return try Cassette(bytes, service: name)
    } catch {
      let reason =
        switch error {
        case .heading: "it is no cassette of \(name), version \(Cassette.version)"
        case .line(let number): "line \(number) is no exchange"
        }
      throw GameError(.io, "cannot read \(file): \(reason)", at: .argument(0))
    }
  }

  /// Begins a recording.
  package func recorder(
    _ file: String, _ surroundings: ClientEnvironment
  ) throws(GameError) -> CassetteRecorder {
    do throws(FileError) {
      return try CassetteRecorder(
        file, at: surroundings.writePath(file), service: name, redaction)
    } catch {
      throw error.refusal(naming: file)
    }
  }
}

extension FileError {
  /// The failure as a refusal that calls the file as the user did.
  fileprivate func refusal(naming file: String) -> GameError {
    var failure = self
    failure.path = file
    return GameError(.io, failure.message, at: .argument(0))
  }
}
