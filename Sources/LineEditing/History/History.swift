import Platform

/// The entered lines, oldest first and without repeats, together with their file.
///
/// Lines of this program count as newer than those of other running programs. libedit knows none of
/// them: `KeyBindings` replaces its functions for earlier lines.
final class History {
  /// Called once, with a message, when the file cannot be used. From then on the lines are kept in
  /// memory, and each update tries the file again.
  var onFailure: (_ message: String) -> Void = { _ in }

  /// Whether to keep an accepted line.
  var remembers: ([UInt8]) -> Bool = { _ in true }

  private(set) var entries: [[UInt8]] = []
  /// Whether the last entry is only available until the next line is entered.
  private var isLastPassing = false
  /// How many of the entries, at the end, this program has entered.
  private var ownCount = 0
  private var index: PrefixIndex?

  private let file: HistoryFile?
  private let limit: Int
  private var hasReportedFailure = false
  private var isUpdateScheduled = false

  /// Without a file, lines are kept in memory only.
  init(_ file: HistoryFile?) {
    self.file = file
    limit = (file?.limits ?? HistoryFile.Limits()).entries
  }

  /// Whether to keep a line: one that is not empty and does not begin with a space or a tab.
  static func accepts(_ line: [UInt8]) -> Bool {
    line.first.map { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") } ?? false
  }

  /// Adds `line`, and the lines that other programs have appended to the file.
  ///
  /// - Parameter keeps: whether to keep the line. Otherwise it is available for correction until
  ///   the next line is entered.
  func update(with line: [UInt8]? = nil, keeps: Bool = true) {
    if line != nil, isLastPassing {
      entries.removeLast()
      ownCount -= 1
      index = nil
      isLastPassing = false
    }
    if let file {
      do throws(FileError) {
        add(try file.exchange(keeps ? line : nil), isOwn: false)
      } catch {
        add(file.takeNews(), isOwn: false)
        if !hasReportedFailure {
          hasReportedFailure = true
          onFailure(error.message)
        }
      }
    }
    if let line {
      isLastPassing = !keeps && entries.last != line
      if keeps || isLastPassing { add([line], isOwn: true) }
    }
  }

  var keptEntries: [[UInt8]] { isLastPassing ? entries.dropLast() : entries }

  /// The newest entries that begin with `prefix`, at most `limit`, newest first.
  func newest(_ limit: Int, beginningWith prefix: [UInt8]) -> [[UInt8]] {
    let index = index ?? PrefixIndex(entries)
    self.index = index
    return index.newest(limit, beginningWith: prefix)
  }

  /// Prepares the search for entries by their beginning.
  func prepare() {
    if index == nil { index = PrefixIndex(entries) }
  }

  /// Makes the next call of `runScheduledUpdate` read the file.
  func scheduleUpdate() {
    isUpdateScheduled = true
  }

  func runScheduledUpdate() {
    guard isUpdateScheduled else { return }
    isUpdateScheduled = false
    update()
  }

  /// Adds lines: own ones at the end, others before the own ones. Equal lines before them are
  /// removed.
  private func add(_ lines: [[UInt8]], isOwn: Bool) {
    guard !lines.isEmpty else { return }
    if isOwn, ownCount > 0, lines.count == 1, entries.last == lines[0] { return }
    var own = entries.suffix(ownCount)
    var others = entries.dropLast(ownCount)
    var known = isOwn ? [] : Set(own)
    var added: [[UInt8]] = []
    for line in lines.reversed() where known.insert(line).inserted {
      added.append(line)
    }
    added.reverse()
    others.removeAll { known.contains($0) }
    if isOwn {
      own.removeAll { known.contains($0) }
      own += added
    } else {
      others += added
    }
    ownCount = own.count
    entries = Array(others + own)
    entries.removeFirst(max(entries.count - limit, 0))
    ownCount = min(ownCount, entries.count)
    index = nil
  }
}
