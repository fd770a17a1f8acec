#include "engine/farm/explorer/explorer.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <nlohmann/json.hpp>

namespace sleave::farm {
namespace {

using nlohmann::json;
using std::chrono::milliseconds;

std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> list;
  for (std::string& text : texts) list.push_back(text.data());
  list.push_back(nullptr);
  return list;
}

// To descriptors that are not those of the explorer, so that none of these is overwritten.
void place(int socket, int leash) {
  const int null = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
  const int above_socket = ::fcntl(socket, F_DUPFD_CLOEXEC, kExplorerLeash + 1);
  const int above_leash = ::fcntl(leash, F_DUPFD_CLOEXEC, kExplorerLeash + 1);
  ::dup2(null, 0);
  ::dup2(above_socket, kExplorerSocket);
  ::dup2(above_leash, kExplorerLeash);
  ::close_range(kExplorerLeash + 1, ~0u, CLOSE_RANGE_CLOEXEC);
}

[[noreturn]] void become(char** arguments, char** environment, int socket, int leash, pid_t parent) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(127);
  ::setsid();  // Ctrl-C is for the node, which asks the explorer to end
  place(socket, leash);
  for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGPIPE}) std::signal(number, SIG_DFL);
  ::execvpe(arguments[0], arguments, environment);  // searched for in the node's PATH
  ::_exit(127);
}

}  // namespace

std::string to_json(const ExplorerSetup& setup) {
  const json text = {{"request", setup.request},     {"campaign", setup.campaign},
                     {"node", setup.node},           {"sync", setup.sync.count()},
                     {"lease", setup.lease.count()}, {"jobs", setup.jobs},
                     {"folder", setup.folder},       {"program", setup.program},
                     {"directory", setup.directory}, {"library_path", setup.library_path}};
  return text.dump(-1, ' ', false, json::error_handler_t::replace);
}

Result<ExplorerSetup> setup_from_json(const std::string& text) {
  const json saved = json::parse(text, nullptr, false);
  try {
    ExplorerSetup setup;
    setup.request = saved.at("request");
    setup.campaign = saved.at("campaign");
    setup.node = saved.at("node");
    setup.sync = milliseconds(saved.at("sync").get<std::int64_t>());
    setup.lease = milliseconds(saved.at("lease").get<std::int64_t>());
    setup.jobs = saved.at("jobs");
    setup.folder = saved.at("folder");
    setup.program = saved.at("program");
    setup.directory = saved.at("directory");
    setup.library_path = saved.at("library_path");
    return setup;
  } catch (const json::exception&) {
    return Error{Tier::internal, "an explorer was started without its campaign"};
  }
}

Result<Explorer> Explorer::start(const std::vector<std::string>& command, const std::vector<std::string>& environment) {
  int sockets[2];
  int leash[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets) != 0 || ::pipe2(leash, O_CLOEXEC) != 0)
    return Error{Tier::environment, std::string("cannot make a pipe: ") + std::strerror(errno)};
  Descriptor own_socket(sockets[0]);
  const Descriptor its_socket(sockets[1]);
  const Descriptor its_leash(leash[0]);
  Descriptor own_leash(leash[1]);
  std::vector<std::string> words = command;
  std::vector<std::string> entries = environment;
  const std::vector<char*> arguments = pointers(words);
  const std::vector<char*> variables = pointers(entries);
  const pid_t parent = ::getpid();
  const pid_t pid = ::fork();
  if (pid < 0) return Error{Tier::environment, std::string("cannot fork: ") + std::strerror(errno)};
  if (pid == 0) {
    become(const_cast<char**>(arguments.data()), const_cast<char**>(variables.data()), its_socket.get(),
           its_leash.get(), parent);
  }
  return Explorer(pid, std::move(own_socket), std::move(own_leash));
}

std::string Explorer::wait() {
  socket_.close();
  leash_.close();
  int status = 0;
  while (::waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) ? fmt::format("exit status {}", WEXITSTATUS(status))
                           : fmt::format("signal {}", WTERMSIG(status));
}

void obey_leash() {
  for (const int descriptor : {kExplorerSocket, kExplorerLeash}) ::fcntl(descriptor, F_SETFD, FD_CLOEXEC);
  ::fcntl(kExplorerLeash, F_SETOWN, ::getpid());
  ::fcntl(kExplorerLeash, F_SETSIG, SIGTERM);
  ::fcntl(kExplorerLeash, F_SETFL, O_ASYNC | O_NONBLOCK);
  pollfd leash{kExplorerLeash, POLLIN, 0};
  if (::poll(&leash, 1, 0) > 0) ::raise(SIGTERM);  // it hung up before
}

}  // namespace sleave::farm
