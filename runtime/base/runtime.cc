#include "runtime/base/runtime.h"

#include <string.h>

#include "runtime/base/fatal.h"
#include "runtime/base/raw.h"
#include "runtime/base/text.h"

namespace sleave::rt {

constinit Runtime g{};

void fatal(const char* what, int code) {
  char line[SLEAVE_MESSAGE_BYTES];
  Text text(line, sizeof line);
  text.add("sleave: ").add(what);
  if (code != 0) text.add(" (").add(static_cast<std::uint64_t>(code)).add(")");
  if (g.trace != nullptr && !g.ending) {
    memcpy(g.trace->message, line, sizeof line);
    g.trace->outcome = SLEAVE_OUTCOME_refused;
  }
  text.add("\n");
  raw_write(2, line, text.size());
  raw_exit(70);
}

}  // namespace sleave::rt
