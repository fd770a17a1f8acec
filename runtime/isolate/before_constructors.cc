// In the static archive: the executable's own functions of before all constructors.
#include "runtime/isolate/isolate.h"

namespace sleave::rt {
namespace {

__attribute__((section(".preinit_array"), used)) void (*start_entry)(int, char**, char**) = start;

}  // namespace
}  // namespace sleave::rt
