import ParlorKit
import Platform

/// Words that must not be shown or kept: they are never typed in a line, so that no history, log,
/// transcript or error can hold them. A line names a file that holds one, `@FILE`; where somebody
/// can be asked, the word may be missing.
extension Interpreter {
  /// The longest secret in bytes.
  private static let secretLimit = 1024

  /// Reads a line as a call of a command of the current game, with its secrets in the clear.
  func call(_ line: Line, _ command: DeclaredCommand) throws(CommandError) -> Call {
    var reader = CallReader(line, as: command)
    guard command.takesSecrets else { return try reader.read() }
    var call: Call
    do throws(CommandError) {
      call = try reader.read()
    } catch {
      guard askSecret != nil, case .missingArgument(let expected, _, _) = error,
        expected.contains(where: { $0.kind == .secret })
      else { throw error }
      // A word that stands for what is to be asked for.
      var longer = Line()
      try longer.read((line.bytes + Array(" @".utf8))[...])
      var reader = CallReader(longer, as: command)
      call = try reader.read()
    }
    for (index, name, place) in secrets(of: call, command) {
      let ranges = CallReader.places(in: line).arguments
      let range =
        ranges.indices.contains(place) ? ranges[place] : line.bytes.count..<line.bytes.count
      call.arguments[index] = .word(try secret(call.word(index) ?? "", name, range))
    }
    return call
  }

  /// A line as it may be kept: what stands in the place of a secret and names no file is a `?`.
  package func masked(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard let kind = shelf.current?.kind, kind.takesSecrets else { return bytes }
    var line = Line()
    guard (try? line.read(bytes)) != nil, let verb = line.tokens.first,
      let command = kind.commands.find(line.bytes[verb.content]), command.takesSecrets
    else { return bytes }
    var reader = CallReader(line, as: command)
    let call: Call
    do throws(CommandError) {
      call = try reader.read()
    } catch {
      if case .missingArgument = error { return bytes }
      // It cannot be told which word is the secret.
      return line.bytes[..<verb.range.upperBound] + Array(" ?".utf8)
    }
    let ranges = CallReader.places(in: line).arguments
    var masked = line.bytes
    for (index, _, place) in secrets(of: call, command).reversed() {
      guard !(call.word(index) ?? "").hasPrefix("@"), ranges.indices.contains(place) else {
        continue
      }
      masked.replaceSubrange(ranges[place], with: "?".utf8)
    }
    return masked[...]
  }

  /// The secrets of a call: the index of the argument, the name of the parameter, and the place of
  /// the word among those of the line.
  private func secrets(of call: Call, _ command: DeclaredCommand) -> [(Int, String, Int)] {
    let parameters = command.declaration.forms[call.form].parameters
    let literals = parameters.count { if case .literal = $0.kind { true } else { false } }
    var found: [(Int, String, Int)] = []
    var (argument, place) = (0, 0)
    for (parameter, count) in parameters.shares(of: call.arguments.count + literals) {
      if case .literal = parameter.kind {
        place += count
        continue
      }
      for _ in 0..<count {
        if parameter.kind == .secret { found.append((argument, parameter.name, place)) }
        argument += 1
        place += 1
      }
    }
    return found.filter { $0.0 < call.arguments.count }
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
      guard capabilities.contains(.files) else { throw .notGranted("@FILE") }
      let bytes: [UInt8]
      do throws(CommandError) {
        bytes = try files.read(path)
      } catch {
        throw .located(error, range: range)
      }
      secret = Array(bytes.prefix { $0 != 0x0A && $0 != 0x0D })
    }
    guard 1...Self.secretLimit ~= secret.count, TextCheck.firstInvalidIndex(in: secret[...]) == nil
    else {
      throw .badSecret(range: range)
    }
    return String(decoding: secret, as: UTF8.self)
  }
}
