// Processes that a run started and left behind. The fork server inherits them and ends them before the next run, which
// they could disturb: they hold what the run had open, and use the machine.
#pragma once

namespace sleave::rt {

// Before the first run. Children that static constructors started are the program's and stay.
void inherit_leftovers();

// After a run.
void end_leftovers();

}  // namespace sleave::rt
