// Names of source files as other tools want them.
#pragma once

#include <string>

namespace sleave {

// `file` relative to the folder `root`, with '/', if it is below it; else as it is. Looks only at the names.
std::string below_root(const std::string& file, const std::string& root);

// A path as a URI reference (RFC 3986): "my%20queue.cc", "file:///usr/include/x.h".
std::string path_uri(const std::string& path);

}  // namespace sleave
