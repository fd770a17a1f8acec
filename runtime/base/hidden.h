// For variables of the runtime that hot paths of other files read: declares them hidden, so that they are accessed
// directly and not through the global offset table.
#pragma once

#define SLEAVE_HIDDEN __attribute__((visibility("hidden")))
