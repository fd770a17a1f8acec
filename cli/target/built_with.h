// Which Sleave a program was built with.
#pragma once

#include <string>

#include "engine/base/result.h"

namespace sleave {

// An error if the program has the runtime of another Sleave, whose formats differ from ours. Also for a
// program without one that is linked statically or with ThreadSanitizer. Other programs without a runtime, and files
// that cannot be read, are reported elsewhere.
Status built_with_this(const std::string& program);

// Whether the file is a program with Sleave's runtime, of whatever version.
bool has_runtime(const std::string& program);

// An error unless the file is a program with Sleave's runtime and this build-id (in hexadecimal; empty: none). With
// `rebuilt` any build-id is accepted. `finding` is for the message: what to type instead.
Status is_recorded_program(const std::string& program, const std::string& build_id, bool rebuilt,
                           const std::string& finding);

// built_with_this() for the bytes of the note section of a program called `program`.
Status note_is_ours(const std::string& program, const std::string& note);

}  // namespace sleave
