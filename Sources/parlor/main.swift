import Platform

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

// A file that grows too large is an error to be told, not a reason to die.
signal(SIGXFSZ, SIG_IGN)

// A script on standard input needs no argument parser, whose start costs as much as ours.
if CommandLine.argc <= 1 && !Terminal.isInteractive {
  Batch(BatchOptions()).runStandardInput().exit()
}
Parlor.start()
