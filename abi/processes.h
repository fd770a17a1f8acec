/* Other processes of a run as objects of its events: numbers of SLEAVE_DESCRIPTOR_other (abi/descriptors.def) above all
 * that descriptors have. */
#ifndef SLEAVE_ABI_PROCESSES_H
#define SLEAVE_ABI_PROCESSES_H

#define SLEAVE_FIRST_CLIENT 65536u /* clients (--client), in order */
#define SLEAVE_FIRST_CHILD 66560u  /* all children of the program, then each of them in order */

#endif
