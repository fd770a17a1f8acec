#include "runtime/base/runtime.h"
#include "runtime/base/process.h"

namespace sleave::rt {

bool started_process;
bool traces_children;
bool is_held_child;

constinit Runtime runtime{};

}  // namespace sleave::rt
