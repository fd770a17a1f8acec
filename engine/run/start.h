// Starts a target in an environment that is the same every time: no address randomization, fixed stack limit (the
// kernel derives the place of mappings from it), no core files, the same standard input, known descriptors and nothing
// else of ours.
#pragma once

#include "engine/base/result.h"
#include "engine/run/child.h"
#include "engine/run/target.h"

namespace sleave {

// Descriptors that a target inherits: above those that programs use, so that the program's own numbers stay the same.
constexpr int kChannelDescriptor = 900;
constexpr int kCommandDescriptor = 901;
constexpr int kStatusDescriptor = 902;

struct Inherited {
  int channel = -1;
  int command = -1;  // -1: none
  int status = -1;
};

// The child dies with the calling thread.
Result<Child> start(const Target& target, const Output& output, const Inherited& inherited);

// In a process that will become the target, or a debugger that starts it: everything but descriptors 0 to 2 and the
// process group. Returns 0 or the errno of what failed. Async-signal-safe.
int enter_environment(const Inherited& inherited);

// Makes room for the descriptors above, once for this process.
Status raise_descriptor_limit();

}  // namespace sleave
