import LibC

/// The lock of a SQLite file: servers share it, and a program that needs the file to stay as it is
/// has it alone. The locks of SQLite are of another kind, which a transaction ends.
///
/// It ends with the program: to close the file would end the locks that SQLite has on it.
struct DatabaseLock {
  /// - Parameter database: a database of another kind, or one that is not there, is not locked.
  /// - Throws: an error that says so if another program has the lock.
  init(_ database: String, isExclusive: Bool) throws(ProgramError) {
    guard !PostgresStore.isAddress(database) else { return }
    let descriptor = open(database, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    guard flock(descriptor, (isExclusive ? LOCK_EX : LOCK_SH) | LOCK_NB) != 0 else { return }
    guard errno == EWOULDBLOCK else { return }
    throw ProgramError(
      status: 1,
      message: isExclusive
        ? "a server uses \(database): stop it first"
        : "\(database) is being copied: try again later")
  }
}
