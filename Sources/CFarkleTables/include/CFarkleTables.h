#include <stddef.h>

/// A table of chances as a file: see ParlorKit's `TableFile`.
struct farkle_table {
  const unsigned char *bytes;
  size_t count;
};

/// The table of a preset; without bytes beyond the last.
struct farkle_table farkle_table(size_t index);
