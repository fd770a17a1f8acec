// Channel: the explorer's side of abi/channel.h. One memory file, sparse: only what a run writes costs memory.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "abi/channel.h"
#include "abi/words.h"
#include "engine/base/descriptor.h"
#include "engine/base/result.h"
#include "engine/trace/plan.h"
#include "engine/trace/trace.h"

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

  // Whether it went on to wait for commands.
  [[nodiscard]] bool serving() const;

  // Why a target under reset isolation forks for every run all the same.
  [[nodiscard]] sleave_retirement not_reset_because() const;

  // Events so far, as the run says.
  [[nodiscard]] std::uint64_t events() const;

  // A number that changes while the run goes on.
  [[nodiscard]] std::uint64_t progress() const;

  // What the run wrote, if it keeps to the layout and to what the plan asked for.
  [[nodiscard]] Result<Trace> read(Detail detail) const;

 private:
  Channel(Descriptor file, std::byte* memory) : file_(std::move(file)), memory_(memory) {}
  [[nodiscard]] sleave_channel& header() const;
  void release_memory();

  Descriptor file_;
  std::byte* memory_;
  std::array<bool, SLEAVE_SECTION_COUNT> wanted_{};  // sections that this run may fill
};

}  // namespace sleave
