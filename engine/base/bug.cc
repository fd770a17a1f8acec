#include "engine/base/bug.h"

#include <execinfo.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <exception>
#include <new>

#include "engine/base/result.h"

namespace sleave {
namespace {

constexpr int kMostFrames = 64;

const char* g_version = "of a test";
std::atomic_flag g_reporting;

// No buffer and no allocation: the heap may be what is broken.
void print(std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(STDERR_FILENO, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
}

// The first of several threads reports; the others wait for the end.
void be_the_only_one() {
  while (g_reporting.test_and_set()) ::pause();
}

void handle_abort(int /*number*/) { report_bug("abort() was called"); }

void handle_terminate() {
  try {
    if (const std::exception_ptr thrown = std::current_exception()) std::rethrow_exception(thrown);
  } catch (const std::bad_alloc&) {
    be_the_only_one();
    print("sleave: out of memory\n");
    ::_exit(static_cast<int>(Tier::environment));
  } catch (const std::exception& exception) {
    report_bug(exception.what());
  } catch (...) {
  }
  report_bug("std::terminate() was called");
}

}  // namespace

void report_bug(std::string_view words) {
  be_the_only_one();
  print("sleave: bug in Sleave, please report it with this text: ");
  print(words);
  print("\nsleave ");
  print(g_version);
  print(", called from:\n");
  void* frames[kMostFrames];
  ::backtrace_symbols_fd(frames, ::backtrace(frames, kMostFrames), STDERR_FILENO);
  ::_exit(static_cast<int>(Tier::internal));
}

void report_bugs(const char* version) {
  g_version = version;
  void* frame = nullptr;
  ::backtrace(&frame, 1);  // loads what it needs now, and not when the heap is broken
  std::set_terminate(handle_terminate);
  struct sigaction action{};
  action.sa_handler = handle_abort;
  ::sigaction(SIGABRT, &action, nullptr);
}

}  // namespace sleave
