// Explorer: the process of a node that searches, as its node sees it (wire.h).
#pragma once

#include <sys/types.h>

#include <chrono>
#include <string>
#include <vector>

#include "engine/base/descriptor.h"
#include "engine/base/result.h"

namespace sleave::farm {

// What an explorer gets as its first message.
struct ExplorerSetup {
  std::string request;  // request.h
  std::int64_t campaign = 0;
  std::string node;
  std::chrono::milliseconds sync{0};
  std::chrono::milliseconds lease{0};
  unsigned jobs = 1;
  std::string folder;     // for what it writes
  std::string program;    // where the program is
  std::string directory;  // its working directory; empty: the explorer's
  std::string library_path;
};
std::string to_json(const ExplorerSetup& setup);
Result<ExplorerSetup> setup_from_json(const std::string& text);

// Descriptors of the explorer.
constexpr int kExplorerSocket = 3;
constexpr int kExplorerLeash = 4;  // hangs up when the explorer is to end in order

// A child that dies with the calling thread.
class Explorer {
 public:
  // With nothing of this process but standard output and error, and `environment`.
  static Result<Explorer> start(const std::vector<std::string>& command, const std::vector<std::string>& environment);
  Explorer(Explorer&&) = default;
  Explorer& operator=(Explorer&&) = delete;

  [[nodiscard]] int socket() const { return socket_.get(); }
  void ask_to_end() { leash_.close(); }
  // Until it has ended. In words: "signal 9".
  std::string wait();

 private:
  Explorer(pid_t pid, Descriptor socket, Descriptor leash)
      : pid_(pid), socket_(std::move(socket)), leash_(std::move(leash)) {}

  pid_t pid_;
  Descriptor socket_;
  Descriptor leash_;
};

// In the explorer: from now on a leash that hangs up is a SIGTERM.
void obey_leash();

}  // namespace sleave::farm
