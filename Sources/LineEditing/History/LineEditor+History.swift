import Platform

extension LineEditor {
  /// Takes in what other programs have entered meanwhile, and enters `line`.
  ///
  /// Once the file cannot be used this is told, and tried again in silence.
  func updateHistory(with line: [UInt8]? = nil) {
    if let historyFile {
      do throws(FileError) {
        history.add(try historyFile.exchange(line))
      } catch {
        history.add(historyFile.takeNews())
        if !hasReportedHistory {
          hasReportedHistory = true
          onHistoryFailure(error.message)
        }
      }
    }
    if let line {
      history.add([line])
    }
  }

  /// The function of Up, or of Down.
  func walk(isOlder: Bool) {
    let line = buffer.line
    let isGoingOn = walk?.shown.characters == line.characters
    var walk =
      isGoingOn ? walk : HistoryWalk(from: line, entries: history.entries.count)
    let found =
      isOlder ? walk?.older(in: history.entries) : walk?.newer(in: history.entries)
    self.walk = walk
    if let found {
      buffer.set(found)
    }
  }
}
