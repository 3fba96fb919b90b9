#if Server
  import ArgumentParser
  import Platform

  /// Which database is used.
  struct DatabaseOption: ParsableArguments {
    @Option(
      help: ArgumentHelp("The database.", valueName: "file"), completion: .file())
    var database = "parlord.sqlite"

    /// Opens it.
    func open(isNew: Bool = false) throws -> Store {
      do {
        if !isNew, FileSystem.kind(of: database) == .missing { throw StoreError.empty(database) }
        return try Store(path: database, isNew: isNew)
      } catch let fault as StoreError {
        throw ProgramError(status: 3, message: "\(fault)")
      } catch {
        throw ProgramError(status: 3, message: "\(database) cannot be opened: \(error)")
      }
    }
  }
#endif
