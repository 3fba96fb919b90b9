// The client library of PostgreSQL.
#ifndef CLIBPQ_SHIM_H
#define CLIBPQ_SHIM_H

#include <libpq-fe.h>

// The code of the field of a result that holds the SQLSTATE of an error.
static const int parlor_diag_sqlstate = PG_DIAG_SQLSTATE;

#endif
