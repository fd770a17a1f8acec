/* Tells, in the file itself, which Sleave a program was built with. */
#include <elf.h>

#include "abi/contract.h"

struct note {
  Elf64_Nhdr header;
  char owner[8];
  char text[sizeof SLEAVE_CONTRACT];
};

__attribute__((used, retain, section(SLEAVE_NOTE_SECTION), aligned(4))) static const struct note note = {
    {sizeof "Sleave", sizeof SLEAVE_CONTRACT, 1}, "Sleave", SLEAVE_CONTRACT};
