// What a program needs before Swift's runtime starts.
//
// The runtime looks for the arguments in files of /proc. Where that is missing, as in a plain chroot, or
// where no file can be opened, there would be none, without an error. glibc passes the arguments to
// constructors, and those of main are handed on from here.
//
// A fully static program also looks for itself in /proc/self/exe, before main, and aborts without it
// unless SWIFT_ROOT says where Swift is. Only its crash reports use that folder.
//
// A write beyond the limit on the size of files is to fail with an error, not to end the program.
//
// A closed standard stream is to stay useless. The next file that is opened would otherwise take its number, and
// get what is written to the stream, or be read as its input.

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>

// Fills the numbers of closed standard streams with descriptors on which reading and writing fail as if they were
// closed.
static void fill_standard_streams(void) {
  for (int stream = 0; stream <= 2; stream++) {
    if (fcntl(stream, F_GETFD) != -1 || errno != EBADF) continue;
    // Lower numbers are taken, so this one is the next.
#if defined(O_PATH)
    (void)open("/", O_PATH);
#else
    (void)open("/dev/null", stream == 0 ? O_WRONLY : O_RDONLY);
#endif
  }
}

#if defined(__linux__)
#include <stdlib.h>
#include <unistd.h>

// A function of Swift's standard library. If a later one lacks it, the runtime looks for itself.
extern void _swift_stdlib_overrideUnsafeArgvArgc(char **argv, int argc) __attribute__((weak));

// This constructor runs before those without a priority, which are the runtime's.
__attribute__((constructor(101))) static void start(int argc, char **argv, char **environment) {
  (void)environment;
  signal(SIGXFSZ, SIG_IGN);
  fill_standard_streams();
  if (access("/proc/self/exe", F_OK) != 0) setenv("SWIFT_ROOT", "/", 0);
#if defined(__GLIBC__)
  if (_swift_stdlib_overrideUnsafeArgvArgc) _swift_stdlib_overrideUnsafeArgvArgc(argv, argc);
#endif
}
#else
__attribute__((constructor)) static void start(void) {
  signal(SIGXFSZ, SIG_IGN);
  fill_standard_streams();
}
#endif
