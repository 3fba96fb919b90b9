#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Facts of the machine.
package enum SystemInformation {
  /// The number of this process.
  package static var processNumber: Int { Int(getpid()) }

  /// The number of processor cores that can be used, 1 or more.
  package static var coreCount: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }
}
