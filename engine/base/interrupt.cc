#include "engine/base/interrupt.h"

#include <csignal>
#include <initializer_list>

namespace sleave {
namespace {

volatile std::sig_atomic_t g_interrupted = 0;

}  // namespace

void catch_interrupts() {
  struct sigaction action{};
  action.sa_handler = [](int) { g_interrupted = 1; };
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  for (const int number : {SIGINT, SIGTERM, SIGHUP}) sigaction(number, &action, nullptr);
}

bool interrupted() { return g_interrupted != 0; }

}  // namespace sleave
