package import ParlorEngine
package import ParlorKit
import Synchronization

/// Records which commands, options and error codes a run covers, on all threads.
package final class Coverage: Sendable {
  private let covered = Mutex(Set<CoverageItem>())
  /// The games that were played, by name.
  private let played = Mutex<[String: GameDefinition]>([:])

  package init() {}

  /// Records the coverage of a reply.
  ///
  /// - Parameters:
  ///   - line: the line that caused the reply, directly or by running a file.
  ///   - interpreter: the session right after the reply.
  package func note(_ reply: Reply, to line: ArraySlice<UInt8>, in interpreter: Interpreter) {
    var items: Set<CoverageItem> = []
    let game = interpreter.currentGame
    if let definition = game?.kind.definition {
      played.withLock { $0[definition.name] = definition }
    }
    var owner = game?.kind.definition.name ?? ""
    if game?.kind.definition.commands.contains(where: { $0.verb == reply.command }) != true {
      items.insert(CoverageItem(owner: "", kind: .command, name: reply.command))
      owner = ""
    } else {
      items.insert(CoverageItem(owner: owner, kind: .command, name: reply.command))
    }
    var words = line.split { $0 == 0x20 || $0 == 0x09 }.map { String(decoding: $0, as: UTF8.self) }
    if let first = words.first, first.allSatisfy(\.isNumber) { words.removeFirst() }
    if reply.command == "new" {
      if words.first == "new", words.count > 1 { owner = words[1] }
      // If a file opened the game, the options are in its canonical line.
      if reply.problem == nil, let game {
        owner = game.kind.definition.name
        words += game.origin.words(masked: true) + ["seed="]
      }
    }
    for word in words.dropFirst() {
      guard let end = word.firstIndex(of: "="), end > word.startIndex else { continue }
      items.insert(CoverageItem(owner: owner, kind: .option, name: String(word[..<end])))
    }
    if let code = reply.problem?.code {
      items.insert(CoverageItem(owner: owner, kind: .code, name: code.rawValue))
      items.insert(CoverageItem(owner: "", kind: .code, name: code.rawValue))
    }
    covered.withLock { $0.formUnion(items) }
  }

  /// The gaps in the coverage: first of the language, then of each game. Games of plugins are
  /// included if a scenario played them.
  ///
  /// - Parameters:
  ///   - hostCommands: the commands of the language, without those of games.
  ///   - builtIn: the games that are always included.
  package func gaps(hostCommands: [CommandDeclaration], games builtIn: [GameDefinition])
    -> [CoverageGap]
  {
    let others = played.withLock {
      $0.values.filter { game in
        !builtIn.contains { $0.name == game.name }
      }
    }
    let games = builtIn + others.sorted { $0.name < $1.name }
    let covered = covered.withLock { $0 }
    func gap(
      _ owner: String, _ commands: [String], _ options: [String], _ codes: [ErrorCode]
    ) -> CoverageGap {
      func missing(_ kind: CoverageItem.Kind, _ names: [String]) -> [String] {
        var seen: Set<String> = []
        return names.filter { seen.insert($0).inserted }.filter {
          !covered.contains(CoverageItem(owner: owner, kind: kind, name: $0))
        }
      }
      return CoverageGap(
        owner: owner, commands: missing(.command, commands), options: missing(.option, options),
        codes: missing(.code, codes.map(\.rawValue)))
    }
    let host = gap("", hostCommands.map(\.verb), [], Self.hostCodes)
    return [host]
      + games.map { definition in
        let presets = definition.presets.isEmpty ? [] : ["rules"]
        let own = definition.commands.flatMap { $0.options.map(\.name) }
        return gap(
          definition.name, definition.commands.map(\.verb),
          presets + definition.options.map(\.name) + own + ["seed"], Self.gameCodes)
      }
  }

  /// The codes that commands of any game can cause.
  private static let gameCodes: [ErrorCode] = [.badArgument, .illegalMove, .notNow, .badOption]

  /// The codes that any session can cause. The others need services, plugins or a bug.
  private static let hostCodes: [ErrorCode] = [
    .syntax, .unknownCommand, .badArgument, .notNow, .noGame, .badOption, .limit, .io,
  ]
}

private struct CoverageItem: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    case command, option, code
  }

  /// The name of a game; empty for the language.
  var owner: String
  var kind: Kind
  var name: String
}

/// The parts of a game or of the language that no scenario covers.
package struct CoverageGap: Sendable, Equatable {
  /// The name of the game; empty for the language.
  package var owner: String
  package var commands: [String]
  /// The options of `new` and of commands.
  package var options: [String]
  /// Error codes.
  package var codes: [String]

  /// Whether everything is covered.
  package var isEmpty: Bool { commands.isEmpty && options.isEmpty && codes.isEmpty }
}

extension [CoverageGap] {
  /// Writes one line for each kind of gap of each owner.
  package func write(to text: inout TextWriter) {
    let gaps = filter { !$0.isEmpty }
    guard !gaps.isEmpty else {
      text.write("the scenarios cover every command, option and error code\n")
      return
    }
    text.write("not covered by any scenario:\n")
    for gap in gaps {
      let owner = gap.owner.isEmpty ? "language" : gap.owner
      for (kind, names) in [
        ("commands", gap.commands), ("options", gap.options), ("error codes", gap.codes),
      ] where !names.isEmpty {
        text.write("  ", owner, ", ", kind, ": ", names.joined(separator: ", "), "\n")
      }
    }
  }
}
