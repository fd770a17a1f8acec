// Whose code a frame is: the program's own, or something the program's author did not write.
#pragma once

#include <string_view>

#include "engine/find/symbols/frame.h"

namespace sleave {

enum class Origin {
  program,  // what the person wants to see first
  library,  // C and C++ standard library, also where it was inlined or instantiated into the program; a test framework
  runtime   // Sleave's runtime, which is linked into the program and replaces pthread functions
};

Origin origin(const Frame& frame);

// Whether a source file belongs to an installed package, not to the program.
bool is_installed(std::string_view file);

// How much of the top of a stack to keep.
enum class Top {
  program,  // begin at the program's own code: "in transfer()", not "in pthread_mutex_lock() called by ..."
  library   // begin at the library: a crash inside it is clearer with its frames
};

// Without the runtime's frames at the top, without everything below main() or the thread's function, and without a test
// framework's frames. A stack that
// has no frame of the program loses only the runtime's frames.
Stack trim(const Stack& stack, Top top);

// The innermost frame of the program; of a library if there is none; null if there is neither.
const Frame* innermost_own(const Stack& stack);

// Where that is in an installed header (a library of templates), the innermost frame outside of all of them; else null.
const Frame* caller_of_installed(const Stack& stack);

}  // namespace sleave
