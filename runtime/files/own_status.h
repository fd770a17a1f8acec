// /proc/self/stat and statm, from which programs read their memory use. What the kernel writes there differs from run
// to run; the program sees a text of ours in the same format: its own numbers, threads and virtual time, a memory use
// that never changes, and zeros.
#pragma once

namespace sleave::rt {

// Whether the path names one of them.
bool is_own_status(const char* path);

// A descriptor for reading the text as it is now, or a negative error. `flags` as of open().
long open_own_status(const char* path, int flags);

}  // namespace sleave::rt
