// openpty, and the parts of posix_spawn and pipes that Glibc hides from Swift behind feature macros.
#ifndef CPSEUDOTERMINAL_SHIM_H
#define CPSEUDOTERMINAL_SHIM_H

#include <fcntl.h>
#include <spawn.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#ifdef __APPLE__
#include <util.h>

static const short cpty_spawn_setsid = POSIX_SPAWN_SETSID;
static const short cpty_spawn_close_others = POSIX_SPAWN_CLOEXEC_DEFAULT;
static inline int cpty_close_from(posix_spawn_file_actions_t *actions, int first) { return 0; }
static inline int cpty_pipe(int *ends) {
  if (pipe(ends) != 0) return -1;
  fcntl(ends[0], F_SETFD, FD_CLOEXEC);
  return fcntl(ends[1], F_SETFD, FD_CLOEXEC);
}
#else
#include <pty.h>

extern int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *, int);
extern int pipe2(int *, int);

static const short cpty_spawn_setsid = 0x80;
static const short cpty_spawn_close_others = 0;
static inline int cpty_close_from(posix_spawn_file_actions_t *actions, int first) {
  return posix_spawn_file_actions_addclosefrom_np(actions, first);
}
static inline int cpty_pipe(int *ends) { return pipe2(ends, O_CLOEXEC); }
#endif

static inline int cpty_resize(int descriptor, struct winsize *size) {
  return ioctl(descriptor, TIOCSWINSZ, size);
}

#endif
