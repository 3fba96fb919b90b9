package import Platform

/// The folder of the logs of unfinished games.
///
/// Every running program has a folder of its own inside, with a file that it keeps locked, and in
/// it one file a game, `ID.parlor`, which only grows. A folder that nobody has locked belongs to a program that
/// has ended, in whatever way; the next one that starts takes its files over.
package final class JournalFolder {
  /// The file of a game that was taken over.
  package struct Found {
    /// The name of the game, which no other game has or had.
    package var id: String
    /// What is in it, or why it cannot be read.
    package var contents: Result<Contents, FileError>
    /// Whether it was the current game of its session.
    package var isCurrent: Bool
  }

  /// What is in a file.
  package struct Contents {
    /// Its whole lines.
    package var lines: [UInt8]
    /// What is behind them: a line that was never finished, and never reported.
    package var torn: [UInt8]
    /// When it was written to, or touched, last.
    package var time: Timestamp
  }

  private let path: String
  /// The name of this program's folder; the files of its games begin with it.
  private let session: String
  /// What keeps others out of this program's folder.
  private var lock: FolderLock?
  private var current: String?

  private static let suffix = ".parlor"
  private static let lockName = "lock"
  private static let currentName = "current"
  /// How long to wait for other programs that start at the same time, in milliseconds.
  private static let patience = 2_000

  /// The folder at a path; nothing is made or read yet.
  ///
  /// - Parameter session: a name that no other program has or had.
  package init(_ path: String, session: String) {
    self.path = path
    self.session = session
  }

  /// The path of the file of a game.
  package func path(of id: String) -> String { own("\(id)\(Self.suffix)") }

  private func own(_ name: String) -> String { "\(path)/\(session)/\(name)" }

  /// Takes over the files of programs that have ended, the oldest first.
  package func takeOver() throws(FileError) -> [Found] {
    guard FileSystem.kind(of: path) != .missing else { return [] }
    let abandoned = try abandonedFolders()
    guard !abandoned.isEmpty else { return [] }
    var found: [Found] = []
    for folder in abandoned {
      let current = try? FileSystem.readRegular("\(path)/\(folder.name)/\(Self.currentName)")
      for name in try FileSystem.entries(of: "\(path)/\(folder.name)")
      where name.hasSuffix(Self.suffix) {
        try FileSystem.move("\(path)/\(folder.name)/\(name)", to: own(name))
        let id = String(name.dropLast(Self.suffix.count))
        found.append(
          Found(id: id, contents: contents(of: id), isCurrent: current == Array(id.utf8)))
      }
      // Whatever else somebody has put there stays.
      for name in [Self.lockName, Self.currentName] {
        FileSystem.remove("\(path)/\(folder.name)/\(name)")
      }
      FileSystem.removeFolder("\(path)/\(folder.name)")
    }
    return found
  }

  private func contents(of id: String) -> Result<Contents, FileError> {
    do throws(FileError) {
      guard !FileSystem.isSymbolicLink(path(of: id)) else {
        throw FileError(.read, path(of: id), because: "it is a symbolic link")
      }
      let bytes = try FileSystem.readRegular(path(of: id))
      let end = (bytes.lastIndex(of: UInt8(ascii: "\n")) ?? -1) + 1
      return .success(
        Contents(
          lines: Array(bytes[..<end]), torn: Array(bytes[end...]),
          time: try FileSystem.time(of: path(of: id))))
    } catch {
      return .failure(error)
    }
  }

  /// Appends lines to the file of a game, which is made if it is not there: all of them, or none.
  ///
  /// - Parameters:
  ///   - syncs: whether to wait until the disk has them.
  ///   - time: the time that the file gets; the time of day if there is none.
  package func append(
    _ bytes: [UInt8], to id: String, syncs: Bool, time: Timestamp?
  ) throws(FileError) {
    try open()
    try FileSystem.append(bytes, to: path(of: id), syncs: syncs)
    if let time { FileSystem.setTime(of: path(of: id), to: time) }
  }

  /// Sets the time of the file of a game.
  package func setTime(of id: String, to time: Timestamp) {
    FileSystem.setTime(of: path(of: id), to: time)
  }

  /// Notes which game is current.
  package func noteCurrent(_ id: String?) throws(FileError) {
    guard id != current, lock != nil else { return }
    try FileSystem.write(
      Array((id ?? "").utf8), to: own(Self.currentName), mode: 0o600, syncs: false)
    current = id
  }

  /// Removes the file of a game.
  package func remove(_ id: String) { FileSystem.remove(path(of: id)) }

  /// Puts the file of a game aside that cannot be used, as it is.
  ///
  /// - Returns: where it is now.
  package func setAside(_ id: String) throws(FileError) -> String {
    let aside = freePath(id, "damaged")
    try FileSystem.move(path(of: id), to: aside)
    return aside
  }

  /// Puts a line aside that was never finished, at the end of the file of a game, and takes it off.
  ///
  /// - Returns: where it is now.
  package func setAside(
    torn contents: Contents, of id: String
  ) throws(FileError) -> String {
    let aside = freePath(id, "torn")
    try FileSystem.write(contents.torn, to: aside, mode: 0o600)
    try FileSystem.truncate(path(of: id), to: contents.lines.count)
    FileSystem.setTime(of: path(of: id), to: contents.time)
    return aside
  }

  /// A path beside the sessions that leads nowhere yet.
  private func freePath(_ id: String, _ reason: String) -> String {
    let name = "\(path)/\(id)\(Self.suffix).\(reason)"
    var free = name
    var number = 1
    while FileSystem.kind(of: free) != .missing {
      number += 1
      free = "\(name)-\(number)"
    }
    return free
  }

  /// Begins anew where somebody has removed this program's folder.
  ///
  /// - Returns: whether it was removed; every file has to be written again then.
  package func renewIfRemoved() -> Bool {
    guard lock != nil, FileSystem.kind(of: own(Self.lockName)) == .missing else { return false }
    lock = nil
    current = nil
    return true
  }

  /// Leaves the files to the next program; a folder without games is removed.
  package func leave() {
    guard lock != nil else { return }
    let names = (try? FileSystem.entries(of: "\(path)/\(session)")) ?? []
    if !names.contains(where: { $0.hasSuffix(Self.suffix) }) {
      for name in [Self.lockName, Self.currentName] { FileSystem.remove(own(name)) }
      FileSystem.removeFolder("\(path)/\(session)")
    }
    lock = nil
  }

  /// Makes this program's folder, as far as it is not there.
  private func open() throws(FileError) {
    guard lock == nil else { return }
    try FileSystem.makeFolders(path, mode: 0o700)
    let guardian = try LockedFile(
      "\(path)/\(Self.lockName)", mode: 0o600, patience: Self.patience)
    try withExtendedLock(guardian) { () throws(FileError) in try openAlone() }
  }

  /// The same, while no other program looks for folders that nobody has locked.
  private func openAlone() throws(FileError) {
    guard lock == nil else { return }
    try FileSystem.makeFolders("\(path)/\(session)", mode: 0o700)
    lock = FolderLock(try LockedFile(own(Self.lockName), mode: 0o600, patience: 0))
  }

  /// The folders that nobody has locked, oldest first, each locked by this program now; this
  /// program's folder is made if there are any.
  private func abandonedFolders() throws(FileError) -> [(name: String, lock: FolderLock)] {
    let guardian = try LockedFile(
      "\(path)/\(Self.lockName)", mode: 0o600, patience: Self.patience)
    var folders: [(name: String, lock: FolderLock)] = []
    try withExtendedLock(guardian) { () throws(FileError) in
      for name in try FileSystem.entries(of: path)
      where name != session && FileSystem.kind(of: "\(path)/\(name)") == .folder {
        let file = "\(path)/\(name)/\(Self.lockName)"
        // One that is locked belongs to a program that runs.
        if let lock = try? LockedFile(file, mode: 0o600, patience: 0) {
          folders.append((name, FolderLock(lock)))
        }
      }
      if !folders.isEmpty { try openAlone() }
    }
    return folders
  }

  private func withExtendedLock(
    _ lock: borrowing LockedFile, _ body: () throws(FileError) -> Void
  ) throws(FileError) {
    try body()
  }
}

/// A lock that is held as long as this object lives.
private final class FolderLock {
  private let file: LockedFile

  init(_ file: consuming LockedFile) { self.file = file }
}
