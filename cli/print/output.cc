#include "cli/print/output.h"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <vector>

#include "cli/print/terminal.h"
#include "engine/base/result.h"
#include "engine/report/lines.h"

namespace sleave {
namespace {

int g_output_error = 0;               // of standard output; 0: none so far
std::vector<std::string> g_findings;  // one line each

// The error number, or 0.
int write_whole(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
    if (written >= 0) {
      bytes.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
      pollfd ready{descriptor, POLLOUT, 0};
      ::poll(&ready, 1, -1);
    } else if (errno != EINTR) {
      return errno;
    }
  }
  return 0;
}

// A closed descriptor becomes one that can be neither read nor written, as the closed one.
void fill_closed_streams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::fcntl(stream, F_GETFD) >= 0 || errno != EBADF) continue;
    const int mode = stream == STDIN_FILENO ? O_WRONLY : O_RDONLY;
    if (::open("/dev/null", mode) != stream) ::_exit(static_cast<int>(Tier::environment));
  }
}

// A handler and not SIG_IGN, which programs under test would inherit.
void make_errors_of(std::initializer_list<int> signals) {
  for (const int number : signals) {
    struct sigaction now{};
    if (::sigaction(number, nullptr, &now) != 0 || now.sa_handler == SIG_IGN) continue;
    now.sa_handler = [](int) {};
    now.sa_flags = SA_RESTART;
    ::sigaction(number, &now, nullptr);
  }
}

}  // namespace

void prepare_streams() {
  fill_closed_streams();
  make_errors_of({SIGPIPE, SIGXFSZ});
}

void print_bytes(std::string_view bytes) {
  if (g_output_error == 0) g_output_error = write_whole(STDOUT_FILENO, bytes);
}

void print_text(std::string_view text) { print_bytes(printable(text, /*painted=*/false)); }

void print_painted(std::string_view text) { print_bytes(printable(text, /*painted=*/true)); }

void redraw_screen(const std::string& text) { print_bytes("\033[H\033[2J" + printable(text, /*painted=*/false)); }

void redraw_line(std::string_view text) { print_bytes("\r\033[K" + clean(text)); }

void print_problem(const std::string& text) {
  write_whole(STDERR_FILENO, printable(fitted("sleave: " + text + "\n", STDERR_FILENO), /*painted=*/false));
}

void name_finding(std::string line) { g_findings.push_back(std::move(line)); }

int exit_code_with_streams(int code) {
  if (g_output_error == 0) return code;
  // A reader that has seen enough closes its pipe; there is nothing to complain about.
  if (g_output_error != EPIPE || !g_findings.empty()) {
    print_problem(std::string("cannot write to standard output: ") + std::strerror(g_output_error));
  }
  for (const std::string& line : g_findings) print_problem(line);
  return code == 0 ? static_cast<int>(Tier::environment) : code;
}

}  // namespace sleave
