// The tables of Farkle's presets, which take seconds to compute, and that of three players, which takes
// half a minute. `parlor-bench tables` writes the files.

#include "CFarkleTables.h"

// Every clang of the tools version that Package.swift asks for embeds files.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char standard[] = {
#embed "tables/standard.table" if_empty(0)
};
static const unsigned char farkle_ten[] = {
#embed "tables/farkle-ten.table" if_empty(0)
};
static const unsigned char patch[] = {
#embed "tables/patch.table" if_empty(0)
};
static const unsigned char flat[] = {
#embed "tables/flat.table" if_empty(0)
};
static const unsigned char minimal[] = {
#embed "tables/minimal.table" if_empty(0)
};
static const unsigned char standard_three[] = {
#embed "tables/standard-three.table" if_empty(0)
};

static const struct farkle_table tables[] = {
    {standard, sizeof standard},
    {farkle_ten, sizeof farkle_ten},
    {patch, sizeof patch},
    {flat, sizeof flat},
    {minimal, sizeof minimal},
    {standard_three, sizeof standard_three},
};

struct farkle_table farkle_table(size_t index) {
  if (index < sizeof tables / sizeof *tables) return tables[index];
  return (struct farkle_table){NULL, 0};
}
