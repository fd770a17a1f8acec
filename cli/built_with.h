// Which Sleave a program was built with.
#pragma once

#include <string>

#include "engine/base/result.h"

namespace sleave {

// An error if the program has the runtime of another Sleave, whose words and layouts are not ours. A program without
// any, and a file that cannot be read, are somebody else's to complain about.
Status built_with_this(const std::string& program);

// The same for the bytes of the note section of a program called `program`.
Status note_is_ours(const std::string& program, const std::string& note);

}  // namespace sleave
