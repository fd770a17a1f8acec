// Ctrl-C and kill: a flag that long work looks at. The first signal sets it; a second one ends the process at once.
#pragma once

namespace sleave {

// Catches SIGINT, SIGTERM and SIGHUP from here on.
void catch_interrupts();

bool interrupted();

}  // namespace sleave
