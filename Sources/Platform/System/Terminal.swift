#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The terminal that the program may have been started from.
package enum Terminal {
  /// Whether a person types at standard input and reads standard output.
  package static var isInteractive: Bool { isatty(0) == 1 && isatty(1) == 1 }

  /// Whether a descriptor is a terminal.
  package static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }
}
