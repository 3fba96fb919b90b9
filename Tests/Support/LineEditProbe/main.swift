import LineEditing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

// A REPL that says what it read, for the tests of LineEditing to drive on a pseudo-terminal.
// `lineedit-probe [PROMPT]`; what its commands do stands in Probe.swift.

// SIGUSR1 is waited for. The others are what a parent may leave blocked.
var blocked = sigset_t()
sigemptyset(&blocked)
for signal in [SIGUSR1, SIGINT, SIGTERM, SIGTSTP, SIGWINCH] {
  sigaddset(&blocked, signal)
}
pthread_sigmask(SIG_BLOCK, &blocked, nil)

let prompt = CommandLine.arguments.dropFirst().first ?? "probe> "
let status: Int32
if LineEditor.isUsable, let editor = LineEditor(program: "probe") {
  editor.remembers = { !$0.starts(with: "secret".utf8) }
  status = Probe(reader: editor, prompt: prompt).run(as: "libedit")
} else if let reader = PlainLineReader() {
  status = Probe(reader: reader, prompt: prompt).run(as: "plain")
} else {
  status = 2
}
exit(status)
