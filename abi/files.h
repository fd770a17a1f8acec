/* Which files the program's calls see: from the explorer to the runtime, in the environment of the target. */
#ifndef SLEAVE_ABI_FILES_H
#define SLEAVE_ABI_FILES_H

/* SLEAVE_FILES=real, a name of files.def; without it the first. The runtime removes it from the program's environment.
 */
#define SLEAVE_FILES_VARIABLE "SLEAVE_FILES"

enum sleave_files {
#define SLEAVE_FILES(name, meaning) SLEAVE_FILES_##name,
#include "files.def"
#undef SLEAVE_FILES
  SLEAVE_FILES_COUNT
};

#endif
