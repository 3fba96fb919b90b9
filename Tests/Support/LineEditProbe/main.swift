import LibC
import LineEditing

// A REPL that says what it read, for the tests of LineEditing to drive on a pseudo-terminal.
// `lineedit-probe [PROMPT]`; what its commands do stands in Probe.swift, and what the variables of
// its environment do in ProbeSettings.swift.

// These are waited for. The others are what a parent may leave blocked.
var blocked = sigset_t()
sigemptyset(&blocked)
for signal in [SIGUSR1, SIGUSR2, SIGINT, SIGTERM, SIGTSTP, SIGWINCH] {
  sigaddset(&blocked, signal)
}
pthread_sigmask(SIG_BLOCK, &blocked, nil)

let settings = ProbeSettings()
let prompt = CommandLine.arguments.dropFirst().first ?? "probe> "
let status: Int32
if LineEditor.isUsable,
  let editor = LineEditor(program: "probe", historyFile: settings.historyFile)
{
  editor.remembers = { !$0.starts(with: "secret".utf8) }
  let notices = editor.notices
  editor.onHistoryFailure = { notices.post("history: \($0)") }
  settings.apply(to: editor)
  status = Probe(reader: editor, prompt: prompt).run(as: "libedit")
} else if let reader = PlainLineReader() {
  settings.apply(to: reader)
  status = Probe(reader: reader, prompt: prompt).run(as: "plain")
} else {
  status = 2
}
exit(status)
