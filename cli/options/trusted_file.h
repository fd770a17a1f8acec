// Whether the content of a file may set options: only the user and root can have written it.
#pragma once

#include <string>

namespace sleave {

struct FileTrust {
  std::string doubt;  // "its folder is writable by others"; empty: none
  bool own = false;   // the file and its folder belong to the user: it may also name programs to start
};

// Of an existing file and the folder it is in. Writable by a group counts as writable by others unless the group is the
// owner's private one.
FileTrust trust_in(const std::string& path);

}  // namespace sleave
