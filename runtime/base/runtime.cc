#include "runtime/base/runtime.h"

namespace sleave::rt {

constinit Runtime runtime{};

}  // namespace sleave::rt
