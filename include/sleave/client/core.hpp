// The part of a client that does not depend on its class. sleave-c++ links it ready-made, so that a client compiles fast and
// the judgment is not instrumented; every other compiler takes it from here.
#ifndef SLEAVE_CLIENT_CORE_HPP
#define SLEAVE_CLIENT_CORE_HPP

#include "subject.hpp"

#if defined(SLEAVE_CLIENT_READY_MADE) && !defined(_LIBCPP_VERSION)
#define SLEAVE_CLIENT_CORE
#else
#define SLEAVE_CLIENT_CORE inline
#endif

namespace sleave {
namespace client {

SLEAVE_CLIENT_CORE int run_program(Subject& subject, const char* name, int count, char** words);

}  // namespace client
}  // namespace sleave

#if !defined(SLEAVE_CLIENT_READY_MADE) || defined(_LIBCPP_VERSION)
#include "program.hpp"
#endif

#endif
