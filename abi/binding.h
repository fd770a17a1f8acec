/* An entry of the target's environment that makes the loader bind all calls of shared libraries before the first run,
 * not again in every run. It is set unless the user has set LD_BIND_NOW; the runtime removes it again and recognizes it
 * by its value. */
#ifndef SLEAVE_ABI_BINDING_H
#define SLEAVE_ABI_BINDING_H

#define SLEAVE_BIND_NOW "LD_BIND_NOW=sleave"

/* Likewise: where a program that a debugger starts finds its standard input. */
#define SLEAVE_INPUT_VARIABLE "SLEAVE_STDIN"

#endif
