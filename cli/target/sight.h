// How much of a program Sleave will see (abi/program/sights.def), by how it was built, and the runtime that it needs
// for that.
#pragma once

#include <string>

#include "abi/words.h"
#include "engine/base/result.h"
#include "engine/run/target.h"

namespace sleave {

class ElfFile;

// Of a program without Sleave's note. `full` if it is no program with threads of its own: a script or a launcher, which
// may start one that has the runtime. An error if Sleave cannot control it: it is linked statically, or with the static
// library of ThreadSanitizer.
Result<sleave_sight> sight_without_note(const std::string& program, const ElfFile& file);

// Of any program. An error also for one that was built with another Sleave.
Result<sleave_sight> sight_of(const std::string& program);

// The same of the target's program; sets what it has to be started with. An error also if the runtime is not installed.
Result<sleave_sight> choose_runtime(Target& target);

}  // namespace sleave
