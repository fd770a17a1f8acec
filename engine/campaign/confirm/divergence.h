// Two different runs of one plan: where they diverge, and which nondeterminism may have leaked into the program.
#pragma once

#include <string>

#include "engine/analyze/build.h"
#include "engine/base/result.h"
#include "engine/find/symbols/symbolizer.h"
#include "engine/run/runner.h"
#include "engine/trace/plan.h"
#include "engine/trace/trace.h"

namespace sleave {

// Whether two runs did the same and had the same outcome.
bool same_run(const Trace& a, const Trace& b);

// "main's event 7 was atomic load at f (a.cc:3), value 5; the second time value 6" and, on further lines, the
// uncontrolled calls that were made before. `a` and `b` recorded their points; if they do not differ, says so.
std::string describe_difference(const Trace& a, const Trace& b, bool same_binary, Symbolizer& symbolizer);

// `plan` ran differently twice in the campaign's run `number`. Tries a few times to see where.
Error explain_difference(Runner& runner, const Plan& plan, std::uint64_t number, Symbolizer& symbolizer);

// "in f (a.cc:3)"; empty if nothing is known of it.
std::string place_text(const Trace& trace, sleave_site site, Symbolizer& symbolizer);

// "atomic load in f (a.cc:3)"
std::string describe_place(const Trace& trace, std::uint32_t kind, sleave_site site, Symbolizer& symbolizer);

}  // namespace sleave
