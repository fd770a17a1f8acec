/* An entry of the target's environment, unless the user has one of his own: the loader binds all calls of shared
 * libraries before runs begin, not in every run anew. The runtime takes it out again; the value tells that it is ours.
 */
#ifndef SLEAVE_ABI_BINDING_H
#define SLEAVE_ABI_BINDING_H

#define SLEAVE_BIND_NOW "LD_BIND_NOW=sleave"

/* Likewise: where a program that a debugger starts finds its standard input. */
#define SLEAVE_INPUT_VARIABLE "SLEAVE_STDIN"

#endif
