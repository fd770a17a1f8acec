#include "runtime/base/runtime.h"

namespace sleave::rt {

constinit Runtime g{};

}  // namespace sleave::rt
