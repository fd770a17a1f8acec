// Which Sleave a program was built with.
#pragma once

#include <string>

#include "engine/base/result.h"

namespace sleave {

// An error if the program has the runtime of another Sleave, whose words and layouts are not ours. A program without
// any, and a file that cannot be read, are somebody else's to complain about.
Status built_with_this(const std::string& program);

// An error unless the file is a program with Sleave's runtime and this build-id (in hexadecimal; empty: none). With
// `rebuilt` any build-id will do. `finding` is for the message: what to type instead.
Status is_recorded_program(const std::string& program, const std::string& build_id, bool rebuilt,
                           const std::string& finding);

// built_with_this() for the bytes of the note section of a program called `program`.
Status note_is_ours(const std::string& program, const std::string& note);

}  // namespace sleave
