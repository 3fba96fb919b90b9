import ParlorKit
import Platform

/// Tables that take long to compute, stored in the cache folder: `$XDG_CACHE_HOME/parlor`, by
/// default `~/.cache/parlor`.
///
/// A damaged ``TableFile``, or one of another format, is ignored. A file is replaced atomically, so
/// several programs can use the folder at once. All of it can be deleted at any time.
enum TableCache {
  /// The cache folder; `nil` without a home folder.
  static var folder: String? { Profile.xdgFolder("XDG_CACHE_HOME", ".cache") }

  /// The store of the user; `nil` without a home folder.
  static var ofUser: TableStore? {
    guard let folder else { return nil }
    return TableStore(
      load: { name in
        guard let bytes = try? FileSystem.read(path(name, in: folder)) else { return nil }
        return TableFile.table(bytes, name)
      },
      save: { name, table in
        // Otherwise the table is computed again.
        guard (try? FileSystem.makeFolders(folder, mode: 0o700)) != nil else { return }
        try? FileSystem.write(
          TableFile.bytes(table, name), to: path(name, in: folder), mode: 0o600, syncs: false)
      })
  }

  /// Whether a file contains an intact table under the name of the file.
  static func isWhole(_ bytes: [UInt8], at path: String) -> Bool {
    let name = FileSystem.name(of: path).dropLast(suffix.count)
    return path.hasSuffix(suffix) && TableFile.table(bytes, String(name)) != nil
  }

  private static let suffix = ".table"

  private static func path(_ name: String, in folder: String) -> String {
    "\(folder)/\(name)\(suffix)"
  }
}

extension AdviceContext {
  /// The context of a program that the user waits for: it shows the progress of long computations
  /// on standard error, if that is a terminal, and stores tables in the cache folder.
  ///
  /// - Parameter isStopped: whether the user no longer wants to wait. Any thread may ask.
  static func program(isStopped: @escaping @Sendable () -> Bool) -> AdviceContext {
    var context = AdviceContext()
    context.isStopped = isStopped
    context.tables = TableCache.ofUser
    let line = ProgressLine("percent computed; Ctrl-C stops", total: 100)
    context.showProgress = { share in
      if share >= 1 { line.erase() } else { line.show(Int(share * 100)) }
    }
    return context
  }
}
