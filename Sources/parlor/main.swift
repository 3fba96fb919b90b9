import LibC
import Platform

// A file whose name was repaired would be another one.
for index in 1..<max(1, Int(CommandLine.argc)) {
  guard let argument = CommandLine.unsafeArgv[index], String(validatingCString: argument) == nil
  else { continue }
  StandardOutput.complain("the argument `\(String(cString: argument))` is not UTF-8")
  ExitStatus.usage.exit()
}
// Scripts on standard input skip the argument parser, which would double the start-up time.
if CommandLine.argc <= 1 && !Terminal.isInteractive {
  Batch(BatchOptions()).runStandardInput().exit()
}
// So does `parlor test` without options.
if CommandLine.argc > 2 && CommandLine.arguments[1] == "test" {
  let paths = Array(CommandLine.arguments.dropFirst(2))
  if !paths.contains(where: { $0.hasPrefix("-") }) {
    TestRun(paths).run().exit()
  }
}
if let plain = PlainArguments(CommandLine.arguments.dropFirst()) { plain.run().exit() }
Parlor.start()
