/* Four in a Row, a plugin for Parlor in one file of C:

       cc -O2 -o parlor-four parlor-four.c
       parlor plugin check ./parlor-four

   The article "Plugins" of Parlor's documentation explains the protocol. */

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COLUMNS = 7, ROWS = 6, LINE = 1 << 16 };

/* A game: the discs of a player have the number 1 or 2, an empty cell has 0. */
struct game {
  char names[2][256];
  int cells[ROWS][COLUMNS];
  int moves;
  int winner; /* 0: nobody has four in a row. */
};

static int turn(const struct game *game) { return game->moves % 2; }
static int is_over(const struct game *game) {
  return game->winner != 0 || game->moves == ROWS * COLUMNS;
}
static int is_open(const struct game *game, int column) {
  return !is_over(game) && game->cells[0][column] == 0;
}

/* How many discs of the same player lie in a row in one direction from a cell on. */
static int run_length(const struct game *game, int row, int column, int down, int right) {
  int disc = game->cells[row][column], count = 0;
  while (row >= 0 && row < ROWS && column >= 0 && column < COLUMNS &&
         game->cells[row][column] == disc) {
    count++;
    row += down;
    column += right;
  }
  return count;
}

/* Drops a disc of the player whose turn it is into a column that is open. */
static void drop(struct game *game, int column) {
  static const int ways[4][2] = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};
  int row = ROWS - 1;
  while (game->cells[row][column] != 0) row--;
  game->cells[row][column] = turn(game) + 1;
  for (int i = 0; i < 4; i++) {
    int down = ways[i][0], right = ways[i][1];
    int count = run_length(game, row, column, down, right) +
                run_length(game, row, column, -down, -right) - 1;
    if (count >= 4) game->winner = turn(game) + 1;
  }
  game->moves++;
}

/* The draws of Parlor: words of Philox4x32-10 (Salmon, Moraes, Dror, Shaw, SC11). */
struct chance {
  uint64_t seed, draw;
  uint32_t index;
};

static uint32_t word(struct chance *chance) {
  uint32_t block = chance->index >> 2, place = chance->index & 3;
  uint32_t c[4] = {block, (uint32_t)chance->draw, (uint32_t)(chance->draw >> 32), 0};
  uint32_t k0 = (uint32_t)chance->seed, k1 = (uint32_t)(chance->seed >> 32);
  for (int round = 0; round < 10; round++) {
    uint64_t p0 = (uint64_t)c[0] * 0xD2511F53, p1 = (uint64_t)c[2] * 0xCD9E8D57;
    uint32_t next[4] = {(uint32_t)(p1 >> 32) ^ c[1] ^ k0, (uint32_t)p1,
                        (uint32_t)(p0 >> 32) ^ c[3] ^ k1, (uint32_t)p0};
    memcpy(c, next, sizeof c);
    k0 += 0x9E3779B9;
    k1 += 0xBB67AE85;
  }
  chance->index++;
  return c[place];
}

/* A number below a bound, each as likely (Lemire, ACM TOMACS 29, 2019). */
static uint32_t below(struct chance *chance, uint32_t bound) {
  uint64_t product = (uint64_t)word(chance) * bound;
  if ((uint32_t)product < bound) {
    uint32_t threshold = -bound % bound;
    while ((uint32_t)product < threshold) product = (uint64_t)word(chance) * bound;
  }
  return (uint32_t)(product >> 32);
}

/* The moves of the bots: the first column that wins, or that keeps the other from winning, else any
   open one. The bot `random` takes any. */
static int choose(const struct game *game, int looks, struct chance *chance) {
  int open[COLUMNS], count = 0;
  for (int column = 0; column < COLUMNS; column++)
    if (is_open(game, column)) open[count++] = column;
  for (int player = 0; looks && player < 2; player++)
    for (int i = 0; i < count; i++) {
      struct game trial = *game;
      trial.moves += player; /* As if it were the other's turn. */
      drop(&trial, open[i]);
      if (trial.winner) return open[i];
    }
  return open[below(chance, (uint32_t)count)];
}

/* FNV-1a over the cells. */
static uint64_t digest(const struct game *game) {
  uint64_t hash = 0xCBF29CE484222325;
  for (int i = 0; i < ROWS * COLUMNS; i++)
    hash = (hash ^ (uint64_t)game->cells[i / COLUMNS][i % COLUMNS]) * 0x100000001B3;
  return hash;
}

static void write_status(const struct game *game) {
  if (game->winner)
    printf("\"winners\":[%d]", game->winner - 1);
  else if (is_over(game))
    printf("\"winners\":[]");
  else
    printf("\"turn\":%d", turn(game));
}

static void write_rows(const struct game *game, const char *before, const char *after) {
  for (int row = 0; row < ROWS; row++) {
    printf("%s%s", row == 0 ? "" : after, before);
    for (int column = 0; column < COLUMNS; column++)
      printf("%s%c", column == 0 ? "" : " ", ".XO"[game->cells[row][column]]);
  }
}

static void write_state(const struct game *game) {
  printf("\"state\":{");
  write_status(game);
  printf(",\"digest\":\"%016" PRIx64 "\",\"view\":{\"fields\":{\"rows\":[\"", digest(game));
  write_rows(game, "", "\",\"");
  printf("\"]},\"caption\":\"%s, %s\",\"prompt\":\"%s\",\"table\":\"1 2 3 4 5 6 7\\n",
         game->names[0], game->names[1], is_over(game) ? "" : game->names[turn(game)]);
  write_rows(game, "", "\\n");
  printf("\",\"situation\":\"");
  if (!is_over(game)) printf("%s to drop %c.", game->names[turn(game)], "XO"[turn(game)]);
  printf("\",\"picture\":[{\"pieces\":[\"text 1\"");
  for (int column = 2; column <= COLUMNS; column++) printf(",\"text %d\"", column);
  printf("]}");
  for (int row = 0; row < ROWS; row++) {
    printf(",{\"pieces\":[");
    for (int column = 0; column < COLUMNS; column++) {
      const char *pieces[] = {"hole", "peg 1", "peg 2"};
      printf("%s\"%s\"", column == 0 ? "" : ",", pieces[(int)game->cells[row][column]]);
    }
    printf("]}");
  }
  printf("]},\"legal\":{\"moves\":[");
  const char *comma = "";
  for (int column = 0; column < COLUMNS; column++)
    if (is_open(game, column)) {
      printf("%s\"drop %d\"", comma, column + 1);
      comma = ",";
    }
  printf("]}}");
}

/* Takes the next word of a line, without its quotes. Names have no control characters; those with a
   backslash or a quote, which JSON would have to escape, are refused. */
static int take_word(char **rest, char *text, size_t size) {
  char *from = *rest + strspn(*rest, " "), *to = text;
  int quoted = *from == '"';
  if (quoted) from++;
  for (; *from && *from != (quoted ? '"' : ' '); from++) {
    if (*from == '\\' || to + 1 >= text + size) return 0;
    *to++ = *from;
  }
  *to = 0;
  *rest = from + (quoted && *from == '"');
  return to > text;
}

/* The value of a setting in front of a line: a number, or the default. */
static uint64_t setting(const char *settings, const char *name, uint64_t otherwise) {
  const char *found = strstr(settings, name);
  return found ? strtoull(found + strlen(name), NULL, 10) : otherwise;
}

/* Opens the game of `new four ANN BOB seed=N`. */
static int start(struct game *game, char *line) {
  char text[256];
  struct game fresh = {0};
  if (!take_word(&line, text, sizeof text) || !take_word(&line, text, sizeof text)) return 0;
  for (int i = 0; i < 2; i++)
    if (!take_word(&line, fresh.names[i], sizeof fresh.names[i])) return 0;
  *game = fresh;
  return 1;
}

static const char definition[] =
    "{\"protocol\":2,\"name\":\"four\",\"version\":\"1.0\",\"capabilities\":[\"game\",\"playout\"],"
    "\"definition\":{\"name\":\"four\",\"title\":\"Four in a Row\","
    "\"summary\":\"Drop discs; four in a row win.\","
    "\"rules\":[\"The board has seven columns of six cells. The first with four discs in a row, "
    "across, down or aslant, wins.\"],"
    "\"setup\":[{\"name\":\"NAME\",\"kind\":\"name\",\"count\":[2,2]}],"
    "\"commands\":[{\"verb\":\"drop\",\"parameters\":[{\"name\":\"COLUMN\",\"kind\":\"integer\","
    "\"from\":1,\"to\":7}],\"summary\":\"drop a disc into a column\",\"examples\":[\"drop 4\"]}],"
    "\"bots\":[{\"name\":\"alert\",\"summary\":\"wins, or keeps the other from it, if a disc can\"}]}}";

static void refuse(const char *id, const char *code, const char *message) {
  printf("?%s {\"code\":\"%s\",\"message\":\"%s\"}", id, code, message);
}

static void play(struct game *game, const char *id, const char *line) {
  int column = 0;
  if (sscanf(line, "drop %d", &column) != 1 || column < 1 || column > COLUMNS) {
    refuse(id, "unknown-command", "there is no such move");
  } else if (is_over(game)) {
    refuse(id, "not-now", "the game is over");
  } else if (!is_open(game, column - 1)) {
    refuse(id, "illegal-move", "the column is full");
  } else {
    const char *name = game->names[turn(game)];
    drop(game, column - 1);
    printf("=%s {\"line\":\"drop %d\",\"events\":[{\"type\":\"dropped\",\"fields\":{\"player\":\"%s\","
           "\"column\":%d},\"text\":\"%s drops into %d.",
           id, column, name, column, name, column);
    if (is_over(game)) printf(game->winner ? " %s wins." : " Nobody wins.", name);
    printf("\"}],");
    write_state(game);
    printf("}");
  }
}

/* Plays a whole game between bots, drawing what Parlor would draw. */
static void play_out(const char *id, const char *settings, char *line) {
  struct game game;
  const char *bots = strstr(settings, "bots=");
  uint64_t limit = setting(settings, "limit=", 0), seed = setting(line, " seed=", 0);
  int looks[2] = {0, 0};
  if (!start(&game, line) || !bots) return refuse(id, "bad-argument", "the words open no game");
  bots += strlen("bots=");
  if (*bots == '"') bots++;
  for (int i = 0; i < 2; i++) {
    looks[i] = strncmp(bots, "alert", 5) == 0;
    size_t length = strcspn(bots, ",\" ");
    if (bots[length] == ',') bots += length + 1;
  }
  while (!is_over(&game) && (uint64_t)game.moves < limit) {
    struct chance chance = {seed ^ 0x243F6A8885A308D3, (uint64_t)game.moves, 0};
    drop(&game, choose(&game, looks[turn(&game)], &chance));
  }
  printf("=%s {", id);
  write_status(&game);
  printf(",\"moves\":%d,\"digest\":\"%016" PRIx64 "\"}", game.moves, digest(&game));
}

int main(void) {
  static char request[LINE];
  struct game game = {.names = {"", ""}};
  while (fgets(request, sizeof request, stdin)) {
    request[strcspn(request, "\r\n")] = 0;
    char *id = request, *verb = id + strcspn(id, " ");
    if (*verb) *verb++ = 0;
    char *rest = verb + strcspn(verb, " ");
    if (*rest) *rest++ = 0;
    /* Settings come first: words with `=`, perhaps quoted. */
    char *line = rest;
    while (1) {
      size_t length = strcspn(line, " \"");
      if (!memchr(line, '=', length)) break;
      if (line[length] == '"') length += strcspn(line + length + 1, "\"") + 2;
      line += length + (line[length] == ' ');
    }
    if (line > rest && *line) line[-1] = 0;
    if (strcmp(verb, "hello") == 0) {
      printf("=%s %s", id, definition);
    } else if (strcmp(verb, "open") == 0) {
      if (start(&game, line)) {
        printf("=%s {\"events\":[{\"type\":\"opened\",\"text\":\"Four in a Row: %s, %s.\"}],", id,
               game.names[0], game.names[1]);
        write_state(&game);
        printf("}");
      } else {
        refuse(id, "bad-argument", "a name has a backslash or a quote");
      }
    } else if (strcmp(verb, "play") == 0) {
      play(&game, id, line);
    } else if (strcmp(verb, "bot") == 0) {
      const char *key = strstr(rest, "key=");
      struct chance chance = {0};
      if (key) sscanf(key, "key=%" SCNu64 ",%" SCNu64, &chance.seed, &chance.draw);
      if (is_over(&game))
        refuse(id, "not-now", "the game is over");
      else
        printf("=%s {\"line\":\"drop %d\"}", id, choose(&game, 1, &chance) + 1);
    } else if (strcmp(verb, "playout") == 0) {
      play_out(id, rest, line);
    } else if (strcmp(verb, "quit") == 0) {
      printf("=%s {}\n\n", id);
      return 0;
    } else {
      refuse(id, "unknown-command", "there is no such request");
    }
    printf("\n\n");
    fflush(stdout);
  }
  return 0;
}
