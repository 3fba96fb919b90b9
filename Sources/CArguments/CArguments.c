// Lets a program start where /proc is missing, as in a plain chroot.
//
// Swift's runtime reads the arguments from /proc/self/cmdline; without it there would be none. In a
// fully static program it also looks for itself in /proc/self/exe, before main, and aborts without
// it unless SWIFT_ROOT says where Swift is. Only its crash reports use that folder.

#if defined(__linux__)
#include <stdlib.h>
#include <unistd.h>

// A function of Swift's standard library. If a later one lacks it, there are no arguments.
extern void _swift_stdlib_overrideUnsafeArgvArgc(char **argv, int argc) __attribute__((weak));

// glibc passes the arguments to constructors. This one runs before those without a priority, which
// are the runtime's.
__attribute__((constructor(101))) static void start(int argc, char **argv, char **environment) {
  (void)environment;
  if (access("/proc/self/exe", F_OK) == 0) return;
  setenv("SWIFT_ROOT", "/", 0);
#if defined(__GLIBC__)
  if (_swift_stdlib_overrideUnsafeArgvArgc) _swift_stdlib_overrideUnsafeArgvArgc(argv, argc);
#endif
}
#endif
