package import Platform

/// The folder of the journals of unfinished games.
///
/// Every running program has its own folder in it, with a lock file that it keeps locked and one
/// append-only file per game, `ID.parlor`. A folder that is not locked belongs to a program that
/// has ended or crashed; the next program that starts adopts its files. Other folders stay as they are.
package final class JournalFolder {
  /// The journal of a game that was adopted.
  package struct Found {
    /// The unique name of the game.
    package var id: String
    /// Whether it was the current game of its session.
    package var isCurrent: Bool
    /// Other journals of the same game, which were set aside.
    package var others: [String] = []
  }

  /// The contents of a journal.
  package struct Contents {
    /// Its complete lines.
    package var lines: [UInt8]
    /// An incomplete line after them; the player never got a reply to it.
    package var torn: [UInt8]
    /// When the file was last modified.
    package var time: Timestamp
    /// Whether a program of ours set that time, rather than whoever copied the file.
    package var hasOwnTime: Bool
  }

  private let path: String
  /// The name of this program's folder.
  private let session: String
  /// Held while this program uses its folder.
  private var lock: FolderLock?
  private var current: String?
  /// The lengths that the journals have since this program wrote to them.
  private var lengths: [String: Int] = [:]

  private static let suffix = ".parlor"
  private static let lockName = "lock"
  private static let currentName = "current"
  /// How many milliseconds to wait for other programs that start at the same time.
  private static let timeout = 2_000

  /// Uses the folder at a path; nothing is created or read yet.
  ///
  /// - Parameter session: a unique name for this program.
  package init(_ path: String, session: String) {
    self.path = path
    self.session = session
  }

  /// The path of the journal of a game.
  package func path(of id: String) -> String { own("\(id)\(Self.suffix)") }

  private func own(_ name: String) -> String { "\(path)/\(session)/\(name)" }

  /// Adopts the journals of programs that have ended, the oldest program first.
  ///
  /// Of several journals of a game, as a restored backup brings them, one is adopted: a better one first, then
  /// one whose lines no other continues, then the one written last. Those with other lines are set aside.
  ///
  /// - Parameter rank: how good the lines of a journal are; higher is better.
  /// - Returns: the journals, and why others stay where they are.
  package func takeOver(
    rank: (_ lines: [UInt8]) -> Int = { _ in 0 }
  ) throws(FileError) -> (found: [Found], failures: [FileError]) {
    guard FileSystem.kind(of: path) != .missing else { return ([], []) }
    var (abandoned, failures) = try abandonedFolders()
    var journals: [(id: String, paths: [String])] = []
    var current: [UInt8] = []
    for folder in abandoned {
      let place = "\(path)/\(folder.name)"
      if let name = try? FileSystem.read("\(place)/\(Self.currentName)"), !name.isEmpty {
        current = name
      }
      do throws(FileError) {
        for name in try FileSystem.entries(of: place) where name.hasSuffix(Self.suffix) {
          let id = String(name.dropLast(Self.suffix.count))
          let index = journals.firstIndex { $0.id == id } ?? journals.count
          if index == journals.count { journals.append((id, [])) }
          journals[index].paths.append("\(place)/\(name)")
        }
      } catch {
        failures.append(error)
      }
    }
    var found: [Found] = []
    for (id, paths) in journals {
      do throws(FileError) {
        var game = Found(id: id, isCurrent: current == Array(id.utf8))
        game.others = try adopt(paths, of: id, rank, &failures)
        found.append(game)
      } catch {
        failures.append(error)
      }
    }
    for folder in abandoned { removeOwn("\(path)/\(folder.name)") }
    return (found, failures)
  }

  /// Moves the best of the journals of a game to this program's folder, and then those with other lines aside.
  ///
  /// - Returns: where these are.
  private func adopt(
    _ journals: [String], of id: String, _ rank: ([UInt8]) -> Int, _ failures: inout [FileError]
  ) throws(FileError) -> [String] {
    guard journals.count > 1 else {
      for journal in journals { try FileSystem.move(journal, to: path(of: id)) }
      return []
    }
    var copies = journals.map(Copy.init)
    for index in copies.indices {
      if let lines = copies[index].lines { copies[index].rank = rank(lines) }
    }
    let best = copies.reduce(copies[0]) { $1.isBetter(than: $0, among: copies) ? $1 : $0 }
    try FileSystem.move(best.path, to: path(of: id))
    var others: [String] = []
    for copy in copies where copy.path != best.path {
      if copy.isWhole, let lines = copy.lines, best.lines?.starts(with: lines) == true {
        FileSystem.remove(copy.path)
        continue
      }
      let aside = freePath(id, "other")
      do throws(FileError) {
        try FileSystem.move(copy.path, to: aside)
        others.append(aside)
      } catch {
        failures.append(error)
      }
    }
    return others
  }

  /// One of several journals of a game.
  private struct Copy {
    let path: String
    /// Its complete lines; `nil` if it is no file.
    let lines: [UInt8]?
    /// Whether nothing follows them.
    let isWhole: Bool
    let time: Int64
    var rank = Int.min

    init(_ path: String) {
      self.path = path
      let bytes = FileSystem.isSymbolicLink(path) ? nil : try? FileSystem.read(path)
      lines = bytes.map { Array($0[..<(($0.lastIndex(of: UInt8(ascii: "\n")) ?? -1) + 1)]) }
      isWhole = bytes?.count == lines?.count
      time = (try? FileSystem.time(of: path))?.milliseconds ?? 0
    }

    /// Whether to adopt this one rather than another of them.
    func isBetter(than other: Copy, among copies: [Copy]) -> Bool {
      func isContinued(_ copy: Copy) -> Bool {
        copies.contains { longer in
          longer.rank == copy.rank && (longer.lines?.count ?? 0) > (copy.lines?.count ?? 0)
            && longer.lines?.starts(with: copy.lines ?? []) == true
        }
      }
      if rank != other.rank { return rank > other.rank }
      let (isOwn, isOther) = (isContinued(self), isContinued(other))
      return isOwn != isOther ? isOther : time > other.time
    }
  }

  /// Gives the journal of a game another name.
  package func rename(_ id: String, to other: String) throws(FileError) {
    try FileSystem.move(path(of: id), to: path(of: other))
    lengths[id] = nil
  }

  /// Whether another program that is running has a journal of a game, as far as its folder can be read.
  package func isOpenElsewhere(_ id: String) -> Bool {
    let others = ((try? FileSystem.entries(of: path)) ?? []).filter {
      $0 != session && FileSystem.kind(of: "\(path)/\($0)/\(id)\(Self.suffix)") == .file
    }
    // The guardian keeps a program that starts from taking a folder for one in use that is only looked at here.
    guard !others.isEmpty,
      let guardian = try? Self.lock("\(path)/\(Self.lockName)", timeout: Self.timeout)
    else { return false }
    var isOpen = false
    try? withExtendedLock(guardian) { () throws(FileError) in
      isOpen = others.contains { other in
        do throws(FileError) {
          _ = try Self.lock("\(path)/\(other)/\(Self.lockName)", timeout: 0)
          return false
        } catch {
          return error.isLocked
        }
      }
    }
    return isOpen
  }

  /// Reads the journal of a game.
  package func contents(of id: String) throws(FileError) -> Contents {
    guard !FileSystem.isSymbolicLink(path(of: id)) else {
      throw FileError(.read, path(of: id), because: "it is a symbolic link")
    }
    let bytes = try FileSystem.read(path(of: id))
    // What a write adds that fails and cannot be taken back does not belong to it.
    lengths[id] = lengths[id] ?? bytes.count
    let end = (bytes.lastIndex(of: UInt8(ascii: "\n")) ?? -1) + 1
    return Contents(
      lines: Array(bytes[..<end]), torn: Array(bytes[end...]),
      time: try FileSystem.time(of: path(of: id)),
      hasOwnTime: try FileSystem.hasMilliseconds(path(of: id)))
  }

  /// Appends all of the lines to the journal of a game, or none. A missing file is created.
  ///
  /// - Parameters:
  ///   - isWhole: whether they are all of its lines: then they take the place of those that are there.
  ///   - syncs: whether to wait until they are on the disk.
  ///   - time: the modification time to set; by default the current time.
  package func append(
    _ bytes: [UInt8], to id: String, isWhole: Bool = false, syncs: Bool, time: Timestamp?
  ) throws(FileError) {
    try open()
    if isWhole, FileSystem.kind(of: path(of: id)) == .file {
      try FileSystem.write(bytes, to: path(of: id), mode: 0o600, syncs: syncs)
      lengths[id] = bytes.count
    } else {
      // Behind what a failed write has left nothing can be read.
      lengths[id] = try FileSystem.append(
        bytes, to: path(of: id), ofLength: lengths[id], syncs: syncs)
    }
    setTime(of: id, to: time ?? SystemClock.now)
  }

  /// Sets the modification time of the journal of a game, never to a whole second: that is how it is known.
  package func setTime(of id: String, to time: Timestamp) {
    let isWhole = time.milliseconds % 1000 == 0
    FileSystem.setTime(
      of: path(of: id), to: Timestamp(milliseconds: time.milliseconds + (isWhole ? 1 : 0)))
  }

  /// Records which game is current.
  package func noteCurrent(_ id: String?) throws(FileError) {
    guard id != current, lock != nil else { return }
    // A link would be followed to a file that is not ours.
    if FileSystem.isSymbolicLink(own(Self.currentName)) { FileSystem.remove(own(Self.currentName)) }
    try FileSystem.write(
      Array((id ?? "").utf8), to: own(Self.currentName), mode: 0o600, syncs: false)
    current = id
  }

  /// Removes the journal of a game.
  package func remove(_ id: String) {
    lengths[id] = nil
    FileSystem.remove(path(of: id))
  }

  /// Moves a damaged journal out of the way and returns its new path.
  package func setAside(_ id: String) throws(FileError) -> String {
    let aside = freePath(id, "damaged")
    try FileSystem.move(path(of: id), to: aside)
    lengths[id] = nil
    return aside
  }

  /// Copies a damaged journal to a file, whose path it returns, and then replaces it by its good
  /// lines. At no moment is there no journal.
  package func replace(
    _ contents: Contents, by good: [UInt8], of id: String
  ) throws(FileError) -> String {
    let aside = freePath(id, "damaged")
    try FileSystem.write(contents.lines + contents.torn, to: aside, mode: 0o600)
    try FileSystem.write(good, to: path(of: id), mode: 0o600)
    lengths[id] = good.count
    return aside
  }

  /// Moves the incomplete line at the end of a journal to a file and returns its path.
  package func setAside(
    torn contents: Contents, of id: String
  ) throws(FileError) -> String {
    let aside = freePath(id, "torn")
    try FileSystem.write(contents.torn, to: aside, mode: 0o600)
    try FileSystem.truncate(path(of: id), to: contents.lines.count)
    lengths[id] = contents.lines.count
    if contents.hasOwnTime { setTime(of: id, to: contents.time) }
    return aside
  }

  /// A free path beside the folders of the programs.
  private func freePath(_ id: String, _ reason: String) -> String {
    let name = "\(path)/\(id)\(Self.suffix).\(reason)"
    var free = name
    var number = 1
    while Self.exists(free) {
      number += 1
      free = "\(name)-\(number)"
    }
    return free
  }

  /// Whether there is something at a path, also a link that leads nowhere.
  private static func exists(_ path: String) -> Bool {
    FileSystem.kind(of: path) != .missing || FileSystem.isSymbolicLink(path)
  }

  /// Whether the journal of a game is not what this program wrote: it is missing, or something else
  /// has its place, which is moved out of the way.
  package func lacks(_ id: String) -> Bool {
    let length = FileSystem.length(of: path(of: id))
    if let length, length == lengths[id, default: length] { return false }
    return length == 0 || (try? setAside(id)) != nil || FileSystem.isMissing(path(of: id))
  }

  /// Starts over if this program's folder was removed.
  ///
  /// - Returns: whether it was removed; all journals have to be written again then.
  package func renewIfRemoved() -> Bool {
    guard lock != nil, FileSystem.kind(of: own(Self.lockName)) == .missing else { return false }
    // A folder that only lacks its lock has its journals.
    if FileSystem.kind(of: "\(path)/\(session)") == .folder,
      let again = try? Self.lock(own(Self.lockName), timeout: 0)
    {
      lock = FolderLock(again)
      return false
    }
    lock = nil
    current = nil
    return true
  }

  /// Leaves the journals to the next program. A folder without games is removed; one that cannot be
  /// read may have some.
  package func leave() {
    guard lock != nil else { return }
    if let names = try? FileSystem.entries(of: "\(path)/\(session)"),
      !names.contains(where: { $0.hasSuffix(Self.suffix) })
    {
      removeOwn("\(path)/\(session)")
    }
    lock = nil
  }

  /// Removes the folder of a program, unless it has files that no program of ours made.
  private func removeOwn(_ folder: String) {
    guard let names = try? FileSystem.entries(of: folder), names.allSatisfy(Self.isOwn) else {
      return
    }
    for name in names { FileSystem.remove("\(folder)/\(name)") }
    FileSystem.removeFolder(folder)
  }

  /// Whether a file of a program's folder is not a journal, but its lock, its note or what a killed program has not
  /// finished writing.
  private static func isOwn(_ name: String) -> Bool {
    let isUnfinished =
      name.hasSuffix(".tmp")
      && (name.hasPrefix("\(currentName).") || name.contains("\(suffix)."))
    return name == lockName || name == currentName || isUnfinished
  }

  /// Whether a path is a folder that a program of ours made: not a link, and empty or with a lock or a
  /// journal.
  private static func isOfProgram(_ folder: String) throws(FileError) -> Bool {
    guard FileSystem.kind(of: folder) == .folder, !FileSystem.isSymbolicLink(folder) else {
      return false
    }
    let names: [String]
    do throws(FileError) { names = try FileSystem.entries(of: folder) } catch {
      // The program that has just ended removes its own.
      guard FileSystem.kind(of: folder) == .missing else { throw error }
      return false
    }
    return names.isEmpty || names.contains { $0 == lockName || $0.hasSuffix(suffix) }
  }

  /// Creates and locks this program's folder, if necessary.
  private func open() throws(FileError) {
    guard lock == nil else { return }
    try FileSystem.makeFolders(path, mode: 0o700)
    let guardian = try Self.lock("\(path)/\(Self.lockName)", timeout: Self.timeout)
    try withExtendedLock(guardian) { () throws(FileError) in try openAlone() }
  }

  /// Does the same while no other program looks for unlocked folders.
  private func openAlone() throws(FileError) {
    guard lock == nil else { return }
    try FileSystem.makeFolders("\(path)/\(session)", mode: 0o700)
    lock = FolderLock(try Self.lock(own(Self.lockName), timeout: 0))
  }

  /// The unlocked folders, oldest first, which this program has now locked. If there are any, this
  /// program's folder is created.
  private func abandonedFolders() throws(FileError) -> (
    folders: [(name: String, lock: FolderLock)], failures: [FileError]
  ) {
    let guardian = try Self.lock("\(path)/\(Self.lockName)", timeout: Self.timeout)
    var folders: [(name: String, lock: FolderLock)] = []
    var failures: [FileError] = []
    try withExtendedLock(guardian) { () throws(FileError) in
      for name in try FileSystem.entries(of: path) where name != session {
        let file = "\(path)/\(name)/\(Self.lockName)"
        do throws(FileError) {
          guard try Self.isOfProgram("\(path)/\(name)") else { continue }
          folders.append((name, FolderLock(try Self.lock(file, timeout: 0))))
        } catch {
          // A locked folder belongs to a running program.
          if !error.isLocked { failures.append(error) }
        }
      }
      if !folders.isEmpty { try openAlone() }
    }
    return (folders, failures)
  }

  /// Opens and locks a file, which a link is not.
  private static func lock(_ file: String, timeout: Int) throws(FileError) -> LockedFile {
    if FileSystem.isSymbolicLink(file) {
      throw FileError(.write, file, because: "it is a symbolic link")
    }
    return try LockedFile(file, mode: 0o600, timeout: timeout)
  }

  private func withExtendedLock(
    _ lock: borrowing LockedFile, _ body: () throws(FileError) -> Void
  ) throws(FileError) {
    try body()
  }
}

/// Holds a lock as long as it lives.
private final class FolderLock {
  private let file: LockedFile

  init(_ file: consuming LockedFile) { self.file = file }
}
