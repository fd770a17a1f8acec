// The end of the libraries: what the dynamic linker does when the process exits, after everything that the program
// registered.
//
// It calls the destructors of every module: the program's own, then those of the libraries. Those of the C and C++
// libraries have no visible effect, but they write to a dozen pages, each of which a worker has to restore after every
// run (worker.h). So a worker that has loaded only these calls the program's own and no others.
#pragma once

namespace sleave::rt {

// In the server, before runs: whether the modules loaded now are such.
void note_libraries();

// In place of the dynamic linker's own function, which is `all`.
void end_libraries(void (*all)());

}  // namespace sleave::rt
