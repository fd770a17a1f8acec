// The ready-made part of clients (include/sleave/client/core.hpp).
#define SLEAVE_CLIENT_READY_MADE
#include "include/sleave/client/program.hpp"
