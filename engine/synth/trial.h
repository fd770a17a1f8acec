// Which lines of a file the compiler rejects.
#pragma once

#include <set>
#include <string>

namespace sleave::synth {

// Lines of `file` that errors name, and those from which code with an error in another file was instantiated.
std::set<std::size_t> rejected_lines(const std::string& messages, const std::string& file);

}  // namespace sleave::synth
