// Which Sleave a program was built with.
#pragma once

#include <string>
#include <vector>

#include "engine/base/result.h"

namespace sleave {

// Whether the file is a program with Sleave's runtime, of whatever version.
bool has_runtime(const std::string& program);

// An error unless the file is a program with Sleave's runtime, or with ThreadSanitizer's instrumentation, and this
// build-id (in hexadecimal; empty: none). With `rebuilt` any build-id is accepted. `finding` is for the message: what
// to type instead.
Status is_recorded_program(const std::string& program, const std::vector<std::string>& arguments,
                           const std::string& build_id, bool rebuilt, const std::string& finding);

// An error if the bytes, of the note section of a program called `program`, say that it has the runtime of another
// Sleave, whose formats differ from ours.
Status note_is_ours(const std::string& program, const std::string& note);

}  // namespace sleave
