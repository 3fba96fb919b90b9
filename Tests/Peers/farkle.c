// Farkle between two players who bank 300 points, by the standard rules and without anything else: the games of
// `parlor simulate farkle bank=300 bank=300`, as a plain loop. Prints the wins of the first player and the moves.
//
//     cc -O2 farkle.c -o farkle-in-c && ./farkle-in-c 20000
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

// Philox4x32-10 (Salmon et al., SC11), the first two counters of a draw; the others are 0.
static void philox(uint64_t seed, uint32_t block, uint32_t draw, uint32_t out[4]) {
  uint32_t c0 = block, c1 = draw, c2 = 0, c3 = 0, k0 = seed, k1 = seed >> 32;
  for (int round = 0; round < 10; round++) {
    uint64_t p0 = (uint64_t)c0 * 0xD2511F53u, p1 = (uint64_t)c2 * 0xCD9E8D57u;
    c0 = (p1 >> 32) ^ c1 ^ k0, c1 = p1, c2 = (p0 >> 32) ^ c3 ^ k1, c3 = p0;
    k0 += 0x9E3779B9u, k1 += 0xBB67AE85u;
  }
  out[0] = c0, out[1] = c1, out[2] = c2, out[3] = c3;
}

// By the counts of the faces, three bits each: the points of the best hold, then its dice; 0 for a farkle.
static uint32_t best[1 << 18];

static uint32_t score(const int count[7]) {
  int singles = 0, pairs = 0, points = 0, dice = 0;
  for (int face = 1; face <= 6; face++) singles += count[face] == 1, pairs += count[face] == 2;
  if (singles == 6 || pairs == 3) return 1500 << 8 | 6;
  for (int face = 1; face <= 6; face++)
    if (count[face] >= 3) points += (face == 1 ? 1000 : face * 100) << (count[face] - 3), dice += count[face];
    else if (face == 1 || face == 5) points += count[face] * (face == 1 ? 100 : 50), dice += count[face];
  return points << 8 | dice;
}

static void tabulate(int face, int left, uint32_t key, int count[7]) {
  if (face > 6) { best[key] = score(count); return; }
  for (count[face] = 0; count[face] <= left; count[face]++)
    tabulate(face + 1, left - count[face], key | (uint32_t)count[face] << 3 * (face - 1), count);
  count[face] = 0;
}

static uint32_t roll(uint64_t seed, uint32_t draw, int dice) {
  uint32_t word[8], key = 0;
  philox(seed, 0, draw, word);
  if (dice > 4) philox(seed, 1, draw, word + 4);
  for (int i = 0; i < dice; i++) key += 1u << 3 * ((uint64_t)word[i] * 6 >> 32);
  return best[key];
}

int main(int argc, char **argv) {
  int games = argc > 1 ? atoi(argv[1]) : 20000, count[7] = {0};
  long first = 0, moves = 0;
  tabulate(1, 6, 0, count);
  for (int seed = 0; seed < games; seed++) {
    int scores[2] = {0, 0}, player = 0, leader = -1;
    for (uint32_t draw = 0;; player = 1 - player) {
      int points = 0, dice = 6, goal = leader < 0 ? 300 : scores[leader] - scores[player] + 1;
      while (points < goal) {
        uint32_t hold = roll(seed, draw++, dice);
        if (moves++, !hold) { points = 0; break; }
        moves++, points += hold >> 8, dice -= hold & 255;
        if (!dice) dice = 6;
      }
      if (points) moves++, scores[player] += points;
      if (leader >= 0) {
        // Of equals, the first to reach the score wins.
        first += (scores[player] > scores[leader] ? player : leader) == 0;
        break;
      }
      if (scores[player] >= 10000) leader = player;
    }
  }
  printf("%ld %ld\n", first, moves);
}
