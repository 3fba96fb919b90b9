package import ParlorKit
package import PluginRunner

/// A form of a client's command runs a method that takes the form's values:
///
///     Command("watch", "watch the lobby",
///       Form(help: "show the lobby, then its changes", run: FarkleTen.startWatching),
///       Form("off", help: "stop watching", run: FarkleTen.stopWatching))
extension Form where Context: ServiceClient {
  package init<each Value>(
    _ parameter: repeat FormParameter<each Value>, help: String = "",
    run method:
      @escaping @Sendable (Context) -> (repeat each Value) throws(ServiceError) -> [any Event]
  ) {
    let action: Context.CommandAction = { client, call throws(ServiceError) in
      var values = CallValues(call)
      return try method(client)(repeat (each parameter).read(&values))
    }
    self.init(repeat each parameter, help: help, action: action)
  }

  /// A form that begins with a literal word.
  package init<each Value>(
    _ word: String, _ parameter: repeat FormParameter<each Value>, help: String = "",
    run method:
      @escaping @Sendable (Context) -> (repeat each Value) throws(ServiceError) -> [any Event]
  ) {
    let action: Context.CommandAction = { client, call throws(ServiceError) in
      var values = CallValues(call)
      return try method(client)(repeat (each parameter).read(&values))
    }
    self.init(words: word, repeat each parameter, help: help, action: action)
  }
}

extension Command where Context: ServiceClient {
  /// A command that is known as data, of which every form does the same.
  package convenience init(
    _ declaration: CommandDeclaration,
    run: @escaping @Sendable (Context, Call) throws(ServiceError) -> [any Event]
  ) {
    self.init(every: run, of: declaration)
  }
}

extension Array {
  /// Runs the command that a call names.
  package func run<Client>(
    _ call: Call, _ client: Client
  ) throws(GameError) -> [any Event] where Client: ServiceClient, Element == Command<Client> {
    guard let command = first(where: { $0.declaration.verb == call.verb }) else { return [] }
    do throws(ServiceError) {
      return try command.actions[call.form](client, call) + client.environment.takeReports()
    } catch {
      throw error.error
    }
  }
}

/// A remote game that is played through a service.
package protocol ServiceClient: RemoteGame, SendableMetatype, CommandContext
where CommandAction == @Sendable (Self, Call) throws(ServiceError) -> [any Event] {
  /// What is fixed about the service.
  static var description: ServiceDescription { get }
  /// The connection; `nil` before `connect`.
  var connection: Connection? { get }
  var environment: ClientEnvironment { get }
}

extension ServiceClient {
  /// The command `connect`, which every service has.
  package static func connectCommand(
    _ summary: String, examples: [String],
    run method: @escaping @Sendable (Self) -> (String, Bool?) throws(ServiceError) -> [any Event]
  ) -> Command<Self> {
    let names = description.addresses.map { "`\($0.name)` is \($0.url)" }
    return Command(
      "connect", summary,
      details: [
        "WHERE is an address, https://HOST/…, or a name:"
      ] + names + [
        "Without encryption it connects only to this machine, unless insecure=on.",
        "cassette:FILE replays a recording of `record-cassette` without a network.",
      ], examples: examples,
      Form(
        .word("WHERE"),
        .flag(
          of: .flag("insecure", default: false, "allow unencrypted passwords to another machine")),
        run: method))
  }

  /// The command `record-cassette`.
  package static var recordCommand: Command<Self> {
    Command(
      "record-cassette", "record the requests and responses in a new file",
      details: [
        "Passwords, tokens and e-mail addresses are left out.",
        "`connect cassette:FILE` replays the file: the same commands get the same responses.",
      ], examples: ["record-cassette evening.cassette", "record-cassette off"],
      Form("off", help: "stop recording", run: Self.stopRecording),
      Form(.file("FILE"), help: "start recording", run: Self.startRecording))
  }

  private func startRecording(_ file: String) throws(ServiceError) -> [any Event] {
    guard let connection else { throw .notConnected(Self.description) }
    connection.recorder = try ServiceError.wrap { () throws(GameError) in
      try Self.description.recorder(file, environment)
    }
    return [RemoteEvent("recording", ["file": file]) { $0.write("Recording to ", file, ".") }]
  }

  private func stopRecording() throws(ServiceError) -> [any Event] {
    guard let connection else { throw .notConnected(Self.description) }
    guard let file = connection.recorder?.name else { return [] }
    connection.recorder = nil
    return [RemoteEvent("recorded", ["file": file]) { $0.write("Recorded ", file, ".") }]
  }
}

/// Something that happened at a service, as data and as text.
package struct RemoteEvent: Event {
  package let type: String
  package let fields: Fields
  private let text: @Sendable (inout TextWriter) -> Void

  /// - Parameters:
  ///   - type: the stable name of the kind of event.
  ///   - data: the data in a fixed order, its keys in lower camel case.
  package init(
    _ type: String, _ data: KeyValuePairs<String, any ValueConvertible> = [:],
    _ text: @escaping @Sendable (inout TextWriter) -> Void
  ) {
    self.init(type, fields: Fields(data), text)
  }

  /// An event whose data are fields already.
  package init(
    _ type: String, fields: Fields, _ text: @escaping @Sendable (inout TextWriter) -> Void
  ) {
    self.type = type
    self.fields = fields
    self.text = text
  }

  package func write(to text: inout TextWriter) { self.text(&text) }
}

/// Why a command of a remote game failed: the message for the player, and the consequences for the
/// request.
package struct ServiceError: Error, Sendable, Equatable {
  /// The error for the player.
  package let error: GameError
  /// Whether the service may nevertheless have acted on the request.
  package let mayHaveArrived: Bool
  /// Whether the same request may succeed a moment later.
  package let isTransient: Bool
  /// Whether the service has refused it in its own words.
  package let isRefusal: Bool

  package init(
    _ error: GameError, mayHaveArrived: Bool = false, isTransient: Bool = false,
    isRefusal: Bool = false
  ) {
    self.error = error
    self.mayHaveArrived = mayHaveArrived
    self.isTransient = isTransient
    self.isRefusal = isRefusal
  }

  /// An error of the service itself, or of the connection to it.
  package init(
    remote message: String, help: [String] = [], mayHaveArrived: Bool = false,
    isTransient: Bool = false, isRefusal: Bool = false
  ) {
    self.init(
      GameError(.remote, message, help: help), mayHaveArrived: mayHaveArrived,
      isTransient: isTransient, isRefusal: isRefusal)
  }

  /// There was no response.
  ///
  /// - Parameter help: advice if the service may have acted on the request.
  package static func noResponse(_ error: TransportError, help: [String] = []) -> ServiceError {
    let isTransient =
      switch error.reason {
      case .broken, .late: true
      default: false
      }
    return ServiceError(
      remote: error.message, help: error.mayHaveArrived ? help : [],
      mayHaveArrived: error.mayHaveArrived, isTransient: isTransient)
  }

  /// The response to an action has an unexpected shape.
  package static func unreadable(_ action: String) -> ServiceError {
    ServiceError(
      remote: "the response to \(action) has an unexpected format", mayHaveArrived: true,
      isTransient: false)
  }

  /// `connect` has not been used yet.
  package static func notConnected(_ service: ServiceDescription) -> ServiceError {
    let ways = service.addresses.map { "`connect \($0.name)`" } + ["`connect URL`"]
    return ServiceError(
      .notNow("no service is connected", help: ["connect first: \(ways.alternatives)"]))
  }

  /// There is nothing to resume.
  ///
  /// - Parameters:
  ///   - session: one without a folder saves no login.
  ///   - isLoggedIn: whether there already is a login.
  package static func nothingKept(
    _ service: ServiceDescription, in session: RemoteSession, isLoggedIn: Bool
  ) -> ServiceError {
    let name = service.addresses.first?.name ?? "URL"
    var help = isLoggedIn ? ["you are logged in"] : ["connect and log in: `connect \(name)`"]
    if session.stateFolder == nil { help.append("without `--profile DIR` a script saves no login") }
    return ServiceError(.notNow("no login is saved", help: help))
  }

  /// Runs code that throws errors of the game, such as those of its rules.
  package static func wrap<Result>(
    _ body: () throws(GameError) -> Result
  ) throws(ServiceError) -> Result {
    do throws(GameError) { return try body() } catch { throw ServiceError(error) }
  }
}
