import CEditline
import LibC
import ParlorKit
import Platform

/// The adapter to libedit, which edits the line and maps keys to functions.
///
/// A process can have only one, since libedit uses static buffers.
final class EditLine {
  /// The result of `readLine`.
  enum Result {
    /// A line as UTF-8, without its line break.
    case line([UInt8])
    case endOfInput
    case failed
  }

  /// Returns the next key, or `nil` to end the line.
  var nextKey: () -> Unicode.Scalar? = { nil }
  /// Runs a function that a key is bound to.
  var perform: (EditorCommand) -> EditorCommand.Effect = { _ in .none }

  /// Whether the terminal has the escape sequences that `Renderer` needs. Otherwise libedit draws
  /// the line.
  let canDraw: Bool

  /// Whether libedit runs the keys of the last change again, for `.` in vi mode.
  private var isRepeating = false

  private let pointer: OpaquePointer
  private let lineGuard: LineGuard
  /// Input, output and errors, then the streams to `/dev/null` that sometimes replace them.
  private var streams: [UnsafeMutablePointer<FILE>]
  /// The input of libedit while it prepares itself for a line.
  private var nowhere: UnsafeMutablePointer<FILE>?
  private var isPreparing = false
  /// The prompt, at the address that libedit reads it from.
  private var prompt: UnsafeMutableBufferPointer<wchar_t> = .allocate(capacity: 0)

  /// An editor with emacs keys or those of `~/.editrc`; `nil` if the terminal cannot be used.
  ///
  /// - Parameters:
  ///   - program: the name that restricts lines of `~/.editrc` to this program.
  ///   - errors: where libedit reports errors in `~/.editrc`.
  init?(program: String, input: Int32, output: Int32, errors: Int32) {
    CharacterLocale.adopt()
    // Closing streams on duplicates leaves the descriptors themselves open.
    let opened = [(input, "r"), (output, "w"), (errors, "w")].compactMap { descriptor, mode in
      let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
      return fdopen(copy, mode)
    }
    guard opened.count == 3,
      let pointer = Self.start(program, input: opened[0], output: opened[1], errors: opened[2])
    else {
      for stream in opened {
        fclose(stream)
      }
      return nil
    }
    self.pointer = pointer
    lineGuard = LineGuard(pointer)
    streams = opened
    let needed: [String] = ["cd", "ce", "UP"]
    canDraw = needed.allSatisfy { cedit_has_sequence(pointer, $0) != 0 }
    configure()
  }

  /// Starts libedit. If terminfo does not know TERM, the terminal counts as an xterm, as nearly all
  /// terminals now are; libedit would treat it as a dumb one, with a message.
  private static func start(
    _ program: String, input: UnsafeMutablePointer<FILE>, output: UnsafeMutablePointer<FILE>,
    errors: UnsafeMutablePointer<FILE>
  ) -> OpaquePointer? {
    var text: UnsafeMutablePointer<CChar>?
    var size = 0
    guard let messages = open_memstream(&text, &size) else {
      return el_init(program, input, output, errors)
    }
    let pointer = el_init(program, input, output, messages)
    fflush(messages)
    let isUnknown = size > 0
    if let pointer {
      _ = cedit_set_errors(pointer, errors)
      if isUnknown {
        // Programs started from here, such as a pager, must know the terminal too.
        setenv("TERM", "xterm", 1)
        _ = cedit_set_terminal(pointer, "xterm")
      }
    }
    fclose(messages)
    free(text)
    return pointer
  }

  /// With editing switched off, el_end does not change the terminal and keeps pending input.
  deinit {
    _ = cedit_set_editing(pointer, 0)
    el_end(pointer)
    for stream in streams {
      fclose(stream)
    }
    prompt.deallocate()
  }

  private func configure() {
    _ = cedit_set_client(pointer, Unmanaged.passUnretained(self).toOpaque())
    _ = cedit_set_signals(pointer, 0)
    _ = cedit_set_reader(pointer) { pointer, character in
      guard let editor = EditLine.editor(of: pointer) else { return -1 }
      editor.useTerminal()
      editor.isRepeating = false
      editor.prepareLine()
      guard let scalar = editor.nextKey() else { return -1 }
      editor.lineGuard.prepare(
        for: scalar, isVi: editor.isVi, promptLength: editor.prompt.count)
      character?.pointee = wchar_t(truncatingIfNeeded: scalar.value)
      return 1
    }
    _ = cedit_set_prompt(
      pointer, { EditLine.editor(of: $0)?.prompt.baseAddress }, Int32(bitPattern: Prompt.mark.value)
    )
    // Before `.editrc`, which may bind keys to them.
    for command in EditorCommand.allCases {
      _ = cedit_add(pointer, command.rawValue, command.help, command.function)
    }
    _ = cedit_set_emacs(pointer)
    KeyBindings.apply(to: self)
    if Self.hasSettings {
      el_source(pointer, nil)
      // Selecting emacs or vi mode removes all bindings, even if the mode was set already.
      let interrupt = bindings(to: [EditorCommand.interrupt.rawValue])
      if !interrupt.contains(where: { $0.keys == ["\u{3}"] }) { KeyBindings.apply(to: self) }
    }
    KeyBindings.replaceUnsafeFunctions(of: self)
    _ = cedit_set_editing(pointer, 1)
    // Otherwise libedit would leave raw mode for a moment after each line: long enough to lose a
    // Ctrl-D, and to echo what is typed ahead.
    _ = cedit_stay_raw(pointer)
    _ = cedit_no_flow_control(pointer)
    if !canDraw { lineGuard.useColumns(WindowSize(of: STDIN_FILENO).columns) }
    lineGuard.applySize()
    if let null = fopen("/dev/null", "re") {
      streams.append(null)
      nowhere = null
    }
    // libedit needs a terminal for its output until here.
    if canDraw, let null = fopen("/dev/null", "we") {
      streams.append(null)
      _ = cedit_set_output(pointer, null)
    }
  }

  /// The object for a callback from libedit; these come only from within `readLine`.
  private static func editor(of pointer: OpaquePointer?) -> EditLine? {
    cedit_client(pointer).map { Unmanaged<EditLine>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Runs `command` on the editor that libedit's pointer belongs to, and returns libedit's code for
  /// its effect.
  static func run(_ command: EditorCommand, on pointer: OpaquePointer?) -> UInt8 {
    guard let editor = editor(of: pointer) else { return UInt8(CC_NORM) }
    editor.prepareLine()
    let effect = editor.perform(command)
    editor.prepareLine()
    if effect == .lineChanged { editor.startRepeatableChange() }
    return switch effect {
    case .none: UInt8(CC_NORM)
    case .cursorMoved: UInt8(CC_CURSOR)
    case .lineChanged: UInt8(CC_REFRESH)
    case .keyPushed: UInt8(CC_ARGHACK)
    }
  }

  // MARK: - Keys

  /// Whether `.editrc` selects the keys of vi.
  var isVi: Bool { cedit_is_vi(pointer) != 0 }

  /// Binds a key, in libedit's notation, to a function by its name.
  func bind(_ key: String, to command: String) {
    _ = cedit_bind(pointer, key, command)
  }

  /// Binds a key to keys, which run instead of it.
  func bind(_ key: String, toKeys keys: String) {
    _ = cedit_bind_keys(pointer, key, keys)
  }

  /// Binds a key in the command mode of vi.
  func bindInViCommandMode(_ key: String, to command: String) {
    _ = cedit_bind_vi_command(pointer, key, command)
  }

  /// The keys that are bound to these functions.
  func bindings(to functions: Set<String>) -> [KeyBinding] {
    guard let text = cedit_bindings(pointer) else { return [] }
    defer { free(text) }
    return KeyBinding.list(String(cString: text), to: functions)
  }

  /// Makes libedit read these keys next, as if they were typed.
  func push(_ keys: String) {
    el_wpush(pointer, WideText.terminated(keys.unicodeScalars))
  }

  /// Runs the last change of vi mode again. That change cannot run itself, which would never end:
  /// then the result is false.
  func repeatChange() -> Bool {
    guard !isRepeating else { return false }
    isRepeating = true
    push(String(ViKey.redo))
    return true
  }

  /// Makes the `.` of vi mode repeat what is typed from here on, if libedit is in insert mode.
  ///
  /// `.` runs the last function that changed the line, then the keys typed since then in insert
  /// mode. Without this, it would run text as commands: text that was typed after a function other
  /// than `i`, or in earlier lines.
  private func startRepeatableChange() {
    if isVi { push(String(ViKey.restart)) }
  }

  // MARK: - The terminal

  /// Makes the terminal raw, also if another program has changed its modes meanwhile.
  func makeRaw() {
    _ = cedit_set_raw(pointer, 0)
    _ = cedit_set_raw(pointer, 1)
  }

  /// Reads the size of the terminal again, if libedit draws.
  func resize() {
    if !canDraw { lineGuard.widen(to: WindowSize(of: STDIN_FILENO).columns) }
  }

  private func prepareLine() {
    lineGuard.prepare(inserting: 0, promptLength: prompt.count)
  }

  /// Whether there is a file of settings that can be read: a pipe would block.
  private static var hasSettings: Bool {
    let path = FileSystem.environment("EDITRC") ?? "\(FileSystem.environment("HOME") ?? "")/.editrc"
    return FileSystem.kind(of: path) == .file
  }

  /// Makes libedit draw the prompt and the line.
  func refresh() {
    _ = cedit_refresh(pointer)
  }

  func setPrompt(_ text: String) {
    prompt.deallocate()
    let characters = WideText.terminated(Prompt(text).marked)
    prompt = .allocate(capacity: characters.count)
    _ = prompt.initialize(from: characters)
  }

  // MARK: - The line

  /// Lets libedit have the terminal again, once it has prepared itself for a line.
  private func useTerminal() {
    guard isPreparing else { return }
    isPreparing = false
    _ = cedit_set_input(pointer, streams[0])
  }

  /// Reads a line by `nextKey`, and leaves the terminal raw.
  func readLine() -> Result {
    var count: Int32 = 0
    // libedit asks for the size of the window first, and must not learn it.
    if let nowhere { _ = cedit_set_input(pointer, nowhere) }
    isPreparing = true
    startRepeatableChange()
    let text = el_wgets(pointer, &count)
    useTerminal()
    _ = cedit_set_raw(pointer, 1)
    guard let text else { return count == 0 ? .endOfInput : .failed }
    var line = WideText.utf8(UnsafeBufferPointer(start: text, count: Int(count)))
    if line.last == UInt8(ascii: "\n") {
      line.removeLast()
    }
    return .line(line)
  }

  /// The line that is being edited, without the line break that Enter adds. After `readLine` it is
  /// the line that was entered.
  var line: EditedLine {
    get {
      guard let info = el_wline(pointer)?.pointee, let start = info.buffer else { return .empty }
      var text = UnsafeBufferPointer(start: start, count: max(0, info.lastchar - start))[...]
      if text.last == 0x0A {
        text.removeLast()
      }
      return EditedLine(
        characters: text.map { Unicode.Scalar(UInt32(truncatingIfNeeded: $0)) ?? "\u{FFFD}" },
        cursor: min(info.cursor - start, text.count))
    }
    set {
      // Not by el_replacestr, which refuses an empty line and does not move the cursor.
      let old = line
      moveCursor(by: old.characters.count - old.cursor)
      replace(old.characters.count, with: newValue.characters)
      moveCursor(by: newValue.cursor - newValue.characters.count)
    }
  }

  /// Replaces the last `count` characters before the cursor.
  func replace(_ count: Int, with text: some Sequence<Unicode.Scalar>) {
    el_deletestr(pointer, Int32(count))
    _ = el_winsertstr(pointer, WideText.terminated(text))
  }

  private func moveCursor(by count: Int) {
    _ = el_cursor(pointer, Int32(count))
  }

  func moveCursorToEnd() {
    let line = line
    moveCursor(by: line.characters.count - line.cursor)
  }
}

/// Text in libedit's form: one `wchar_t` for each character, in any locale.
enum WideText {
  /// The characters, followed by the 0 that ends a string of C.
  static func terminated(_ scalars: some Sequence<Unicode.Scalar>) -> [wchar_t] {
    scalars.map { wchar_t(truncatingIfNeeded: $0.value) } + [0]
  }

  static func utf8(_ characters: UnsafeBufferPointer<wchar_t>) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(characters.count)
    for character in characters {
      let scalar = Unicode.Scalar(UInt32(truncatingIfNeeded: character)) ?? "\u{FFFD}"
      bytes.append(
        contentsOf: UTF8.encode(scalar)
          ?? unreachable("every scalar has an encoding", UTF8.encodedReplacementCharacter))
    }
    return bytes
  }
}

/// The part of the locale that says which bytes are characters, and how wide they are.
private enum CharacterLocale {
  /// Sets the locale of the environment, or a UTF-8 locale if that one is missing or not UTF-8.
  ///
  /// libedit never calls setlocale itself, and shows only ASCII in the locale "C".
  static func adopt() {
    setlocale(LC_CTYPE, "")
    for fallback in ["C.UTF-8", "C.utf8", "en_US.UTF-8"] where cedit_longest_character() == 1 {
      setlocale(LC_CTYPE, fallback)
    }
  }
}
