// Forks by the program itself.
#pragma once

namespace sleave::rt {

// From now on a child of the program leaves control.
void watch_forks();

}  // namespace sleave::rt
