// SQLite.
#ifndef CSQLITE_SHIM_H
#define CSQLITE_SHIM_H

#include <sqlite3.h>

// Binds a text that SQLite copies: Swift cannot read the macro SQLITE_TRANSIENT. Without the empty
// text an empty buffer, which may have no address, would bind NULL.
static inline int parlor_bind_text(
    sqlite3_stmt *statement, int place, const char *text, int length) {
  return sqlite3_bind_text(statement, place, text ? text : "", length, SQLITE_TRANSIENT);
}

#endif
