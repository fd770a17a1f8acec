/* COVERS: _exit in an atexit handler ends the program at once with its own code, large codes are cut to eight bits. */
#include <stdlib.h>
#include <unistd.h>

#include "say.h"

static void last(void) { say("must not run"); }
static void first(void) {
  say("first handler");
  _exit(256 + 13);
}

int main(void) {
  atexit(last);
  atexit(first);
  exit(2);
}
