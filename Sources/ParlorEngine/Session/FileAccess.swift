package import LineSyntax
package import ParlorKit
package import Platform

/// Where a session finds the files that its lines name.
package struct FileAccess {
  /// The folder to look up relative paths in that the target does not have.
  private let source: String
  /// The folder that relative paths are written to.
  private let target: any WriteFolder

  /// Reads from two folders, the one that is written to first.
  package init(reading source: String, writing target: String) {
    self.source = source
    self.target = NamedFolder(path: target)
  }

  /// Reads from the current folder and writes to it.
  package static var here: FileAccess { FileAccess(reading: ".", writing: ".") }

  /// Reads files below a folder and no others, and keeps what is written in a temporary folder, for
  /// as long as this lives.
  package static func scratch(reading source: String) -> FileAccess {
    FileAccess(reading: source, target: HiddenFolder())
  }

  private init(reading source: String, target: any WriteFolder) {
    self.source = source
    self.target = target
  }

  /// The folder in which another program is to read files.
  package var readFolder: String { source }

  /// The path at which to read a path of a line.
  package func readPath(_ path: String) -> String { FileSystem.resolve(path, in: source) }

  /// The folder in which another program is to write files.
  package func writeFolder() throws(FileError) -> String { try target.path() }

  /// The whole of a file, without a byte order mark.
  package func read(_ path: String) throws(CommandError) -> [UInt8] {
    ByteOrderMark.removed(from: try contents(of: path))
  }

  private func contents(of path: String) throws(CommandError) -> [UInt8] {
    let written = target.pathIfMade.map { folder in
      target.isOpen
        ? FileSystem.resolve(path, in: folder) : FileSystem.confine(path, to: folder)
    }
    let made = written.flatMap { FileSystem.kind(of: $0) == .missing ? nil : $0 }
    guard let real = made ?? allowedReadPath(path) else { throw .outsideFolder(path) }
    do throws(FileError) {
      return try FileSystem.read(real)
    } catch {
      throw .io(error.named(path))
    }
  }

  /// The path at which to read a path; `nil` if it is outside of the only folder that may be read.
  private func allowedReadPath(_ path: String) -> String? {
    let real = readPath(path)
    return target.isOpen || FileSystem.isBelow(real, source) ? real : nil
  }

  /// Writes a whole file in one step.
  ///
  /// - Parameter replaces: whether a file may exist: another program may have made one just now.
  package func write(
    _ bytes: [UInt8], to path: String, replaces: Bool = true
  ) throws(CommandError) {
    do throws(FileError) {
      try FileSystem.write(bytes, to: writePath(path), replaces: replaces)
    } catch {
      throw .io(error.named(path))
    }
  }

  /// What would be lost if a saved game were written to a path; `nil` if there is no file, or one
  /// whose moves are the first ones of the game.
  func obstacle(at path: String, to saved: [UInt8]) throws(CommandError) -> String? {
    guard let real = try existing(path) else { return nil }
    guard let bytes = try? FileSystem.read(real), SavedGame.isOne(bytes) else {
      return "is not a saved game"
    }
    // A test replaces no file of its folder, and one of the same game may be what the session wrote
    // that is tested.
    let isOutside =
      !target.isOpen && !(target.pathIfMade.map { FileSystem.isBelow(real, $0) } ?? false)
    return isOutside && SavedGame.beginEqually(bytes, saved)
      ? nil : SavedGame.loss(of: bytes, to: saved)
  }

  /// Refuses to replace a file, unless the line says `overwrite=yes`: it may come from a script or
  /// the clipboard. A pipe or a device takes what it is given.
  ///
  /// - Parameter place: where the line names the file.
  package func refuseReplacing(
    _ path: String, at place: GameError.Place
  ) throws(CommandError) {
    guard try existing(path) != nil else { return }
    throw .refused(
      GameError(
        .io, "\(path) exists", at: place, help: ["with `overwrite=yes` the command replaces it"]))
  }

  /// Whether a path leads to a regular file, a device or a pipe.
  func hasFile(_ path: String) throws(CommandError) -> Bool {
    do throws(FileError) {
      return FileSystem.kind(of: try writePath(path)) != .missing
    } catch {
      throw .io(error.named(path))
    }
  }

  /// The file that writing to a path would replace; `nil` if there is none.
  private func existing(_ path: String) throws(CommandError) -> String? {
    var real: String
    do throws(FileError) {
      real = try writePath(path)
    } catch {
      throw .io(error.named(path))
    }
    if !target.isOpen, FileSystem.kind(of: real) == .missing {
      guard let path = allowedReadPath(path) else { return nil }
      real = path
    }
    return FileSystem.kind(of: real) == .file ? real : nil
  }

  /// The names in the folder of an unfinished path; empty if it cannot be read.
  func entries(of folder: String) -> [String] {
    let path = folder.isEmpty ? source : allowedReadPath(folder)
    return path.flatMap { try? FileSystem.entries(of: $0) } ?? []
  }

  func file(_ path: String, beginsWith text: String) -> Bool {
    guard let real = allowedReadPath(path), FileSystem.kind(of: real) == .file else { return false }
    return (try? FileSystem.beginning(of: real, count: text.utf8.count))
      .map { $0.elementsEqual(text.utf8) } ?? false
  }

  /// Whether a path leads to a regular file.
  func isFile(_ path: String) -> Bool {
    allowedReadPath(path).map { FileSystem.kind(of: $0) == .file } ?? false
  }

  /// Whether a path leads to a folder.
  func isFolder(_ path: String) -> Bool {
    allowedReadPath(path).map { FileSystem.kind(of: $0) == .folder } ?? false
  }

  /// Makes a file to append to, a regular one.
  ///
  /// - Parameters:
  ///   - beginning: its first bytes; it is there with them, or not at all.
  ///   - replaces: whether it may take the place of another, rather than fail.
  func create(
    _ path: String, beginning: [UInt8], replaces: Bool
  ) throws(FileError) -> AppendFile {
    do throws(FileError) {
      let real = try writePath(path)
      if FileSystem.kind(of: real) == .other {
        throw FileError(.write, path, because: "it is not a regular file")
      }
      // One that cannot be written stays as it is.
      if replaces, FileSystem.kind(of: real) == .file { _ = try AppendFile(appendingTo: real) }
      try FileSystem.write(beginning, to: real, replaces: replaces)
      return try AppendFile(appendingTo: real)
    } catch {
      throw error.named(path)
    }
  }

  /// Makes a file of a size that is written again and again. It is an error if a file is there.
  func createFixed(_ path: String, size: Int) throws(CommandError) -> FixedFile {
    do throws(FileError) {
      return try FixedFile(creating: writePath(path), size: size)
    } catch {
      throw .io(error.named(path))
    }
  }

  /// The path at which to write a path of a line. No path leads out of a temporary folder, so that
  /// running a test endangers no other files: a path elsewhere is written to a place inside that
  /// stands for it, if its folder exists there.
  private func writePath(_ path: String) throws(FileError) -> String {
    let real = FileSystem.resolve(path, in: target.isOpen ? try target.path() : source)
    guard !target.isOpen else { return real }
    guard FileSystem.kind(of: real) != .folder else {
      throw FileError(.write, path, because: "it is a directory")
    }
    let inside = FileSystem.confine(path, to: try target.path())
    if FileSystem.kind(of: FileSystem.parent(of: real)) == .folder {
      try FileSystem.makeFolders(FileSystem.parent(of: inside), mode: 0o700)
    }
    return inside
  }
}

extension FileError {
  /// The failure with the path as the user wrote it.
  fileprivate func named(_ path: String) -> FileError {
    var failure = self
    failure.path = path
    return failure
  }
}

/// A folder that a session writes to.
protocol WriteFolder {
  /// The path; the folder is made if it has to be.
  func path() throws(FileError) -> String
  /// The path, if the folder exists.
  var pathIfMade: String? { get }
  /// Whether paths may lead out of the folder.
  var isOpen: Bool { get }
}

/// A folder that the user has.
struct NamedFolder: WriteFolder {
  private let name: String

  init(path: String) { name = path }

  func path() throws(FileError) -> String { name }
  var pathIfMade: String? { name }
  var isOpen: Bool { true }
}

/// A temporary folder, which no path leads out of.
struct HiddenFolder: WriteFolder {
  private let folder = ScratchFolder()

  func path() throws(FileError) -> String { try folder.path() }
  var pathIfMade: String? { folder.pathIfMade }
  var isOpen: Bool { false }
}

/// The facts of a recorded game that a correction needs.
package struct RecordedGame {
  /// The name of the result.
  package var id: String
  /// How often it was recorded.
  package var revision: Int
  /// What it says.
  package var record: GameRecord
  /// When the game was opened.
  package var opened: Timestamp
  /// For how many milliseconds it was played.
  package var played: Int64
  /// The players that were bots.
  package var bots: [String]

  package init(
    id: String, revision: Int, record: GameRecord, opened: Timestamp, played: Int64, bots: [String]
  ) {
    self.id = id
    self.revision = revision
    self.record = record
    self.opened = opened
    self.played = played
    self.bots = bots
  }

  /// Whether the log of a game is that of this result. A result that was corrected on another machine is imported
  /// without its log. Another version of the program may have counted other measures.
  func fits(_ log: GameRecord) -> Bool {
    func isEqual(_ one: Metrics, _ other: Metrics) -> Bool {
      revision == 1 || one.entries.allSatisfy { other[$0.key] ?? $0.value == $0.value }
    }
    return record.players.elementsEqual(log.players) {
      $0.name.utf8.elementsEqual($1.name.utf8) && $0.result == $1.result
        && isEqual($0.metrics, $1.metrics)
    } && isEqual(record.metrics, log.metrics)
  }
}

/// Where the logs of finished games are.
package struct GameArchive {
  /// The log of a game that was finished.
  package struct Entry {
    /// Where it is.
    package var path: String
    /// The file.
    package var bytes: [UInt8]
    /// What was recorded of it.
    package var result: RecordedGame

    package init(path: String, bytes: [UInt8], result: RecordedGame) {
      self.path = path
      self.bytes = bytes
      self.result = result
    }
  }

  /// The log of the game that ended N-th last, from 1; `nil` if fewer are kept.
  package var find: (Int) throws(FileError) -> Entry?
  /// The numbers of the last finished games, each with a description.
  package var recent: () -> [Suggestion]
  /// Notes that a daily game is opened, and returns whether it has been before.
  package var note: (Daily) throws(FileError) -> Bool
  /// Whether the game of a result is open in another session.
  package var isOpenElsewhere: (_ id: String) -> Bool = { _ in false }

  package init(
    recent: @escaping () -> [Suggestion] = { [] },
    note: @escaping (Daily) throws(FileError) -> Bool = { _ in false },
    find: @escaping (Int) throws(FileError) -> Entry?
  ) {
    self.recent = recent
    self.note = note
    self.find = find
  }
}

/// Where the positions of drills are kept.
package struct DrillStore {
  /// Changes the deck as it is on the disk, under a lock, and returns what it is then.
  package var change: (_ body: (inout DrillDeck) -> Void) throws(FileError) -> DrillDeck

  package init(
    change: @escaping (_ body: (inout DrillDeck) -> Void) throws(FileError) -> DrillDeck
  ) {
    self.change = change
  }
}
