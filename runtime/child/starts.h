// Processes that the program makes.
#pragma once

namespace sleave::rt {

// Before the first thread: a forked child of the program leaves control.
void watch_forks();

}  // namespace sleave::rt
