// For variables of the runtime that hot paths of other files read: says in the declaration that they are not to be
// found through the table of symbols that may be elsewhere.
#pragma once

#define SLEAVE_HIDDEN __attribute__((visibility("hidden")))
