import Platform

/// What is shown without a key having been pressed.
extension LineEditor {
  /// Prints the texts that were posted above the prompt, and takes the new prompt.
  func showNotices() {
    let batch = notices.take()
    // What is known of the line may have changed with the news.
    advice = nil
    if let new = batch.prompt {
      prompt = new
      if search == nil {
        showPrompt(new)
      }
    }
    guard !batch.texts.isEmpty else { return }
    unsent += isCapable ? painter.erase() : isWaiting ? "\n" : ""
    for text in batch.texts {
      unsent += text.hasSuffix("\n") ? text : text + "\n"
    }
    if isWaiting {
      drawPlainly()
    } else {
      send("")
    }
  }

  /// Does what is to be done again and again.
  func runTick() {
    guard let tick else {
      nextTick = nil
      return
    }
    setNextTick()
    advice = nil
    tick.action()
    showNotices()
  }

  func setNextTick() {
    nextTick = tick.map { SystemClock.monotonic + $0.milliseconds }
  }
}
