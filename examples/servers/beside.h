// Clients beside a server, in its process: the server's program is linked with this and with -Wl,--wrap=main. Its main
// runs as ever; before that a thread starts the clients, each in a thread of its own. When all have ended, finish()
// checks what they left behind, and SIGTERM asks the server to stop.
#pragma once

enum { CLIENTS = 2 };

// Defined with the clients. They end the run with fail() if an answer is wrong.
void use_server(int client);
void finish(void);

// Prints what went wrong, and aborts.
void fail(const char* what, const char* answer);

// Returns when the server listens on this port of 127.0.0.1.
void wait_for_port(int port);
