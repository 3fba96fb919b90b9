import LibC
import LineEditing

// A prompt that prints what it reads, for the tests of LineEditing on a pseudo-terminal.
// `lineedit-probe [PROMPT]`. Probe.swift explains the commands, and ProbeSettings.swift the
// environment variables.

// The probe waits for the first two signals. A parent process may leave the others blocked.
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
  let printer = editor.externalPrinter
  editor.onHistoryFailure = { printer.print("history: \($0)") }
  settings.apply(to: editor)
  status = Probe(reader: editor, prompt: prompt).run(as: "libedit")
} else if let reader = PlainLineReader() {
  settings.apply(to: reader)
  status = Probe(reader: reader, prompt: prompt).run(as: "plain")
} else {
  status = 2
}
exit(status)
