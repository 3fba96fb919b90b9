import LineSyntax
import ParlorKit

// Secrets are never typed in a line, so that no history, log, transcript or error contains them. A
// line names a file that holds one, `@FILE`; where the user can be asked, the word may be missing.
// A secret that is typed nevertheless is refused and masked.

extension CommandRouter {
  /// The longest secret in bytes.
  static let secretLimit = 1024

  /// Reads a line as a call of a command that takes secrets, with these in the clear.
  func secretCall(_ line: Line, _ command: DeclaredCommand) throws(CommandError) -> Call {
    var reader = CallReader(line, as: command, isTyped: true)
    var call: Call
    do throws(LineError) {
      call = try reader.read()
    } catch {
      guard case .missingArgument(let isSecret)? = error.detail else {
        // The word at fault may be the secret.
        throw .mistypedSecret(
          line.tokens.first?.range ?? unreachable("a call has a verb", 0..<0), command.declaration)
      }
      guard isSecret, askSecret != nil else { throw CommandError(error) }
      // A word in place of the secret, for which the user is asked.
      let longer = try Line(command: (line.bytes + Array(" @".utf8))[...])
      call = try command.call(longer, isTyped: true)
    }
    let places = CallReader(line, as: command).places(of: call)
    for (index, place) in places.arguments.enumerated() where place.parameter.kind == .secret {
      let range = place.range ?? line.bytes.count..<line.bytes.count
      call.arguments[index] = .word(
        try secret(
          call.word(index) ?? unreachable("a secret is a word", ""), place.parameter.name, range))
    }
    return call
  }

  private func secret(
    _ word: String, _ name: String, _ range: Range<Int>
  ) throws(CommandError) -> String {
    guard word.hasPrefix("@") else { throw .openSecret(range: range) }
    let path = String(word.dropFirst())
    let secret: [UInt8]
    if path.isEmpty {
      guard let askSecret else { throw .openSecret(range: range) }
      guard let answer = askSecret(name) else { throw .interrupted }
      secret = answer
    } else {
      guard session.capabilities.contains(.files) else {
        throw .notGranted("@FILE", in: session.capabilities)
      }
      let bytes: [UInt8]
      do throws(CommandError) {
        bytes = try session.files.read(path)
      } catch {
        throw error.located(at: range)
      }
      secret = Array(bytes.prefix { $0 != 0x0A && $0 != 0x0D })
    }
    guard 1...Self.secretLimit ~= secret.count, TextCheck.firstInvalidIndex(in: secret[...]) == nil
    else {
      throw .badSecret(range: range)
    }
    return String(decoding: secret, as: UTF8.self)
  }

  // MARK: - What may be shown

  /// A line as it may be shown and recorded: a `?` replaces a secret that names no file.
  ///
  /// In a line that is not a command, a word close to the verb of a command with a secret counts as
  /// that verb.
  package func masked(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let kinds = kindsWithSecrets
    return kinds.isEmpty ? bytes : Self.withoutPasswords(masked(bytes, kinds))
  }

  /// A line with addresses masked that contain a password: `http://Ann:PASSWORD@HOST`.
  private static func withoutPasswords(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let words = bytes.split(whereSeparator: Line.isBlank)
    guard
      let word = words.first(where: { word in
        guard let at = word.lastIndex(of: UInt8(ascii: "@")) else { return false }
        return word[..<at].dropFirst().contains(UInt8(ascii: ":"))
      })
    else { return bytes }
    return bytes[..<word.startIndex] + Array("?".utf8)
      + withoutPasswords(bytes[word.endIndex...])
  }

  private func masked(
    _ bytes: ArraySlice<UInt8>, _ kinds: [GameKind]
  ) -> ArraySlice<UInt8> {
    var line = Line()
    guard (try? line.read(bytes)) != nil else { return maskedRaw(bytes, kinds) }
    switch try? find(line) {
    case .game(let command, _)?:
      return command.takesSecrets ? masked(line, from: 0, as: command) ?? bytes : bytes
    case .host(let command)?:
      let options =
        command === HostCommand.new
        ? maskedOptions(of: line, kinds) ?? maskedMisfit(line, kinds) : nil
      return options ?? maskedWords(of: line, kinds, after: 1) ?? bytes
    case .shortcut?, .nothing?: return bytes
    case nil: return maskedWords(of: line, kinds, after: 0) ?? bytes
    }
  }

  /// A line in which the secret after a word is masked if the word would take it as a command.
  private func maskedWords(
    of line: Line, _ kinds: [GameKind], after count: Int
  ) -> ArraySlice<UInt8>? {
    if count == 0, let first = line.tokens.first, let name = first.name,
      secretCommand(near: line.name(name), kinds, isVerb: true) != nil
    {
      return line.bytes[...name.upperBound] + Array("?".utf8)
    }
    for (index, token) in line.tokens.enumerated().dropFirst(count) where token.name == nil {
      if let command = secretCommand(near: line.text(token), kinds, isVerb: index == 0),
        let masked = masked(line, from: index, as: command)
      {
        return masked
      }
    }
    return nil
  }

  /// Whether the history may keep a line of the prompt: all its commands are known, their words
  /// fit, none is a secret, and none is said to be a password. A misspelt command may contain one.
  package func mayKeep(_ bytes: [UInt8]) -> Bool {
    // A no-break space looks like a blank.
    let text = String(String(decoding: bytes, as: UTF8.self).map { $0.isWhitespace ? " " : $0 })
    guard text.utf8.count == bytes.count else { return mayKeep(Array(text.utf8)) }
    guard !Self.namesPassword(text) else { return false }
    let commands = CommandString.lines(of: bytes)
    // The line is about to open these games, whose commands follow.
    for command in commands {
      var line = Line()
      guard (try? line.read(command)) != nil, line.tokens.count > 1,
        HostCommand.new.declaration.answers(to: line.text(line.tokens[0]).lowercased())
      else { continue }
      // The words of a game that is not installed may be secrets.
      let name = line.text(line.tokens[1]).lowercased()
      guard (try? session.library.kind(named: name)) != nil else { return false }
    }
    return commands.allSatisfy(mayKeep(command:))
  }

  /// Whether a word that stands for a password is followed by another one.
  private static func namesPassword(_ text: String) -> Bool {
    let words = text.lowercased().split { !$0.isLetter && !$0.isNumber }
    return words.dropLast().contains {
      ["password", "passwd", "passphrase", "passcode", "token"].contains($0)
    }
  }

  private func mayKeep(command bytes: ArraySlice<UInt8>) -> Bool {
    var line = Line()
    guard (try? line.read(bytes)) != nil else { return false }
    if line.tokens.isEmpty {
      // A comment may be a command that somebody thought better of.
      let words = bytes.drop { Line.isBlank($0) || $0 == UInt8(ascii: "#") }
      return words.isEmpty || mayKeep(command: words)
    }
    guard isKnown(line), masked(bytes).elementsEqual(bytes) else {
      return false
    }
    let options = session.library.kinds.flatMap { $0.definition.allOptions }
    for token in line.tokens {
      guard let equals = line.bytes[token.range].firstIndex(of: UInt8(ascii: "=")) else { continue }
      if isSecret(line.name(token.range.lowerBound..<equals), options) { return false }
    }
    let kinds = kindsWithSecrets
    let end = line.tokens.last?.range.upperBound ?? 0
    return maskedRaw(line.bytes[end...], kinds).elementsEqual(line.bytes[end...])
  }

  /// Whether the first word is a command, here or in another game, and the words fit one of the
  /// host.
  private func isKnown(_ line: Line) -> Bool {
    guard let first = line.tokens.first else { return true }
    if let route = try? find(line) {
      switch route {
      case .host(let command): return command.fits(line, in: session)
      case .game(let command, _): return fits(line, command)
      case .nothing, .shortcut: return true
      }
    }
    let word = line.text(first).lowercased()
    return session.library.kinds.contains { kind in
      kind.command(Array(word.utf8)[...]).map { fits(line, $0) } ?? false
    }
  }

  /// Whether the words fit a command of a game. A secret may be missing: the user is asked for it.
  private func fits(_ line: Line, _ command: DeclaredCommand) -> Bool {
    var reader = CallReader(line, as: command)
    do throws(LineError) {
      _ = try reader.read()
      return true
    } catch {
      if case .missingArgument(isSecret: true)? = error.detail { return true }
      return false
    }
  }

  /// The kinds of games with secrets that their logs do not contain: those that are open, and those
  /// that were found in other programs.
  private var kindsWithSecrets: [GameKind] {
    (session.games.all.map(\.kind) + session.library.found).filter {
      $0.takesSecrets || $0.hasSecretsElsewhere
    }
  }

  /// The command with a secret that has this word as its verb, or that was probably meant by it.
  ///
  /// - Parameter isVerb: whether the word is at the place of a verb. Elsewhere it may be a name,
  ///   and must be closer.
  private func secretCommand(
    near word: String, _ kinds: [GameKind], isVerb: Bool
  ) -> DeclaredCommand? {
    let word = word.lowercased()
    let commands = kinds.flatMap { kind in
      kind.definition.commands.compactMap { kind.command(Array($0.verb.utf8)[...]) }
    }.filter(\.takesSecrets)
    if let command = commands.first(where: { $0.declaration.answers(to: word) }) { return command }
    let synonym = commands.first { $0.declaration.synonyms.contains(word) }
    guard synonym == nil, !isCommand(word), session.library.known(word) == nil else {
      return synonym
    }
    return commands.first { command in
      command.declaration.verbs.contains { verb in
        min(verb.utf8.count, word.utf8.count) > 3 && word.utf8.count <= 32
          && SpellingSuggestion.distance(word, verb) <= (isVerb ? 2 : 1)
      }
    }
  }

  /// A line with the secrets masked that a command would read in it.
  ///
  /// - Parameter index: which of the words is the verb.
  /// - Returns: `nil` if it contains none.
  private func masked(
    _ line: Line, from index: Int, as command: DeclaredCommand
  ) -> ArraySlice<UInt8>? {
    let end = line.tokens[index].range.upperBound
    let last = line.tokens[line.tokens.count - 1].range.upperBound
    let unknown = line.bytes[..<end] + Array(" ?".utf8)
    var words = Line()
    let verb = Array(command.declaration.verb.utf8)
    guard (try? words.read((verb + line.bytes[end..<last])[...])) != nil else { return unknown }
    var reader = CallReader(words, as: command)
    let call: Call
    do throws(LineError) {
      call = try reader.read()
    } catch {
      let hasOptions = words.tokens.dropFirst().contains { $0.name != nil }
      if case .missingArgument? = error.detail, !hasOptions { return nil }
      // Which word is the secret cannot be known.
      return unknown
    }
    // A comment may repeat the secret.
    var masked = words.bytes
    for (index, place) in reader.places(of: call).arguments.enumerated().reversed()
    where place.parameter.kind == .secret {
      let secret = call.word(index) ?? unreachable("a secret is a word", "")
      if !secret.hasPrefix("@"), let range = place.range {
        masked.replaceSubrange(range, with: "?".utf8)
      }
    }
    return masked == words.bytes ? nil : line.bytes[..<end] + masked[verb.count...]
  }

  /// A `new` line with the secrets masked among the options of a game that is played elsewhere. The
  /// log of any other game contains them anyway.
  private func maskedOptions(of line: Line, _ kinds: [GameKind]) -> ArraySlice<UInt8>? {
    guard line.tokens.count > 1 else { return nil }
    let name = line.text(line.tokens[1]).lowercased()
    let options = kinds.filter { $0.definition.name == name && $0.hasSecretsElsewhere }
      .flatMap(\.opening.declaration.options)
    if options.isEmpty { return nil }
    var masked = line.bytes
    for token in line.tokens.dropFirst(2).reversed() {
      // A name with capitals is not an option, so this is a word.
      guard let equals = line.bytes[token.range].firstIndex(of: UInt8(ascii: "=")),
        isSecret(line.name(token.range.lowerBound..<equals), options)
      else { continue }
      masked.replaceSubrange(equals + 1..<token.range.upperBound, with: "?".utf8)
    }
    if masked == line.bytes { return nil }
    // A comment may repeat the secret.
    let comment = line.bytes.count - line.tokens[line.tokens.count - 1].range.upperBound
    return masked.dropLast(comment)
  }

  /// A `new` line whose words do not fit a game that takes secrets: any of them may be one.
  private func maskedMisfit(_ line: Line, _ kinds: [GameKind]) -> ArraySlice<UInt8>? {
    guard line.tokens.count > 2 else { return nil }
    let name = line.text(line.tokens[1]).lowercased()
    guard let kind = kinds.first(where: { $0.definition.name == name }),
      kind.needs.contains(.network), (try? kind.opening.call(line)) == nil
    else { return nil }
    return line.bytes[..<line.tokens[1].range.upperBound] + Array(" ?".utf8)
  }

  /// Whether a name is that of an option with a secret, or was probably meant to be.
  private func isSecret(_ name: String, _ options: [OptionDeclaration]) -> Bool {
    let name = name.lowercased()
    if let option = options.first(where: { $0.name == name }) { return option.isSecret }
    return options.contains { option in
      option.isSecret && name.utf8.count <= 32
        && SpellingSuggestion.distance(name, option.name) <= 2
    }
  }

  /// Whether words of a line may be secrets, which an error must not repeat.
  private func hidesWords(of line: Line) -> Bool {
    !masked(line.bytes[...]).elementsEqual(line.bytes)
  }

  /// An error of a command of a game, reworded if it may repeat a secret.
  func withoutSecrets(
    _ error: CommandError, of line: Line, _ command: CommandDeclaration
  ) -> CommandError {
    guard Self.withoutPasswords(line.bytes[...]).count != line.bytes.count,
      hidesWords(of: line), let verb = line.tokens.first
    else { return error }
    return .mistypedSecret(verb.range, command, code: error.code)
  }

  /// An error of a command of the host, reworded if it may repeat a secret.
  func withoutSecrets(
    _ error: CommandError, of line: Line, _ command: HostCommand
  ) -> CommandError {
    guard hidesWords(of: line), let verb = line.tokens.first else { return error }
    guard command === HostCommand.new, let name = line.tokens.dropFirst().first else {
      return .mistypedSecret(verb.range, command.declaration, code: error.code)
    }
    let kind = session.library.known(line.text(name).lowercased())
    return .mistypedSecret(
      name.range, kind?.opening.declaration ?? command.declaration, code: error.code)
  }

  /// A line that cannot be cut into words, such as one with an open quote: everything after the
  /// verb of a command with a secret is masked.
  private func maskedRaw(_ bytes: ArraySlice<UInt8>, _ kinds: [GameKind]) -> ArraySlice<UInt8> {
    let isBreak: (UInt8) -> Bool = { Line.isBlank($0) || $0 == UInt8(ascii: "\"") || $0 == 0x0D }
    let words = bytes.split(whereSeparator: isBreak).prefix(64)
    for (index, word) in words.dropLast().enumerated() {
      let text = String(decoding: word, as: UTF8.self)
      guard secretCommand(near: text, kinds, isVerb: index == 0) != nil else { continue }
      return bytes[..<word.endIndex] + Array(" ?".utf8)
    }
    return bytes
  }
}

extension GameKind {
  /// Whether the game is played elsewhere and has secret options, which no log contains.
  fileprivate var hasSecretsElsewhere: Bool {
    needs.contains(.network) && definition.options.contains(where: \.isSecret)
  }
}

extension GameDefinition {
  /// The options of `new` and of the commands.
  fileprivate var allOptions: [OptionDeclaration] { options + commands.flatMap(\.options) }
}
