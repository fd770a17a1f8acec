// The dynamic loader's lock: a recursive mutex, reported as one, held while constructors and destructors of libraries
// and callbacks of dl_iterate_phdr run.
#pragma once

namespace sleave::rt {

// Whether a thread other than the current one is inside the loader: then a call that needs its lock would never return.
bool loader_is_busy();

}  // namespace sleave::rt
