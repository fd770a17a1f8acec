// Channel: the explorer's side of abi/channel.h. One memory file, sparse: only what a run writes costs memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "abi/channel.h"
#include "abi/words.h"
#include "engine/base/descriptor.h"
#include "engine/base/result.h"
#include "engine/trace/plan.h"

namespace sleave {

class Channel {
 public:
  static Result<Channel> create();
  Channel(Channel&& other) noexcept;
  Channel& operator=(Channel&&) = delete;
  ~Channel();

  [[nodiscard]] int descriptor() const { return file_.get(); }

  // For a process that is about to be started: nobody has taken the channel yet.
  void offer(sleave_isolation isolation, sleave_thread_mode threads, int command_fd, int status_fd);

  // Writes the plan and an empty trace.
  Status begin_run(const Plan& plan);

  // Whether the runtime in the target has taken control.
  [[nodiscard]] bool ready() const;

  // Why a target under reset isolation forks for every run all the same.
  [[nodiscard]] sleave_retirement not_reset_because() const;

  // A number that changes while the run goes on.
  [[nodiscard]] std::uint64_t progress() const;

  // For read_trace().
  [[nodiscard]] std::span<const std::byte> trace() const;

 private:
  Channel(Descriptor file, std::byte* memory) : file_(std::move(file)), memory_(memory) {}
  [[nodiscard]] sleave_channel& header() const;
  void release_large_sections();

  Descriptor file_;
  std::byte* memory_;
};

}  // namespace sleave
