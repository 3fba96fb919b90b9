/// Our own Ctrl-R: libedit's takes what is typed for a regular expression, and characters such as
/// `č` for control keys.
extension LineEditor {
  /// The function of Ctrl-R: reads keys until one of them ends the search.
  ///
  /// Keys that are not the search's own take the found line over, and then do what they do.
  func searchHistory() {
    let typed = buffer.line
    search = HistorySearch(from: typed, in: history.entries)
    defer { endSearch() }
    while true {
      showSearch()
      guard let key = nextCharacter() else {
        buffer.set(typed)
        return leaveLine()
      }
      switch key {
      case "\u{12}": search?.older(orFor: formerNeedle)
      case "\u{7F}", "\u{8}": search?.removeLast()
      case "\u{7}": return buffer.set(typed)
      case "\u{1B}":
        if takes(PasteQueue.begin.dropFirst()) {
          search?.append(PasteQueue.line(of: pastedText() ?? []))
        } else if hasMore() {
          return givenBack.insert(key, at: 0)
        } else {
          return buffer.set(typed)
        }
      case _ where key.isControl: return givenBack.insert(key, at: 0)
      default: search?.append([key])
      }
    }
  }

  private func showSearch() {
    guard let search else { return }
    buffer.set(search.line)
    showPrompt(search.prompt)
  }

  private func endSearch() {
    walk = search?.walk
    if let needle = search?.needle, !needle.isEmpty {
      formerNeedle = needle
    }
    search = nil
    showPrompt(prompt)
  }
}
