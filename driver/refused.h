// Options of a compiler call that Sleave's runtime cannot work with.
#pragma once

#include <string>
#include <vector>

namespace sleave {

// Why the call is refused, and what to do instead; empty: it is not.
std::string refusal(const std::vector<std::string>& arguments);

// The same for a compiler that instruments as for ThreadSanitizer, and not with the pass.
std::string refusalWithSanitizer(const std::vector<std::string>& arguments);

}  // namespace sleave
