// What a module with ThreadSanitizer's instrumentation imports. Its calls of other code are not announced, so this is
// looked at once, when the module is loaded.
#pragma once

namespace sleave::rt {

// Calls of functions of abi/calls/string_calls.def lead to their hooks from now on, so that what they access is seen;
// imported functions that are neither instrumented nor known are noted as such that the program can call.
// `address_inside` is an address in the module.
void look_at_imports(const void* address_inside);

}  // namespace sleave::rt
