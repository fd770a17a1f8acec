/* Entries of the target's environment, besides the channel (channel.h) and the kind of files (files.h). The runtime
 * removes what it finds. */
#ifndef SLEAVE_ABI_ENVIRONMENT_H
#define SLEAVE_ABI_ENVIRONMENT_H

/* Makes the loader bind all calls of shared libraries before the first run, not again in every run. It is set unless
 * the user has set LD_BIND_NOW; the runtime recognizes it by its value. */
#define SLEAVE_BIND_NOW "LD_BIND_NOW=sleave"

/* Between what Sleave adds to LD_PRELOAD, for a program without a runtime of its own, and what was there. The loader
 * skips empty names; two colons in front of a user's own empty name change nothing for him. */
#define SLEAVE_END_OF_PRELOADS ":::"

/* Where a program that a debugger starts finds its standard input. */
#define SLEAVE_INPUT_VARIABLE "SLEAVE_STDIN"

/* Clients: other programs that are part of the runs. The program gets their command lines. Every word ends with the
 * first character, every command line with the second. The first word of a line is a path. */
#define SLEAVE_CLIENTS_VARIABLE "SLEAVE_CLIENTS"
#define SLEAVE_END_OF_WORD '\x1f'
#define SLEAVE_END_OF_CLIENT '\x1e'

/* A client gets the program's process and its own number, "4711:0". */
#define SLEAVE_HOST_VARIABLE "SLEAVE_HOST"

#endif
