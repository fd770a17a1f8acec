#include "engine/find/escape_text.h"

#include <fmt/format.h>

#include <cstring>

#include "abi/calls/intercepts.h"
#include "abi/words.h"
#include "engine/find/symbols/readable_name.h"
#include "engine/trace/words.h"

namespace sleave {

namespace {

constexpr const char* kWords[] = {
#define SLEAVE_ESCAPE(name, words) words,
#include "abi/escapes.def"
#undef SLEAVE_ESCAPE
};

}  // namespace

std::string escape_name(const sleave_trace_uncontrolled& escape) {
  if (escape.function < SLEAVE_CALL_COUNT) return intercept_name(escape.function);
  std::string symbol(escape.name, strnlen(escape.name, sizeof escape.name));
  switch (escape.kind) {
    case SLEAVE_ESCAPE_assembly:
    case SLEAVE_ESCAPE_assembly_steps:
      return "inline assembly";
    case SLEAVE_ESCAPE_alias:
      return symbol;
    default:
      return symbol.empty() ? "code without a name" : readable_name(symbol);
  }
}

std::string escape_words(std::uint32_t kind, const std::string& name) {
  return fmt::format(fmt::runtime(kind < SLEAVE_ESCAPE_COUNT ? kWords[kind] : "{}"), name);
}

}  // namespace sleave
