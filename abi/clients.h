/* Clients of the program: programs that run beside it and are part of its runs. From the explorer to the runtime of the
 * program, and from there to the runtimes of the clients, in the environment. Each runtime removes what it finds. */
#ifndef SLEAVE_ABI_CLIENTS_H
#define SLEAVE_ABI_CLIENTS_H

/* To the program: the clients' command lines. Every word ends with the first character, every command line with the
 * second. The first word of a line is a path. */
#define SLEAVE_CLIENTS_VARIABLE "SLEAVE_CLIENTS"
#define SLEAVE_END_OF_WORD '\x1f'
#define SLEAVE_END_OF_CLIENT '\x1e'

/* To a client: the program's process and the client's number, "4711:0". */
#define SLEAVE_HOST_VARIABLE "SLEAVE_HOST"

#endif
