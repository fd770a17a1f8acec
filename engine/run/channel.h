// Channel: the explorer's side of abi/channel.h. One memory file, sparse: only what a run writes costs memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "abi/channel.h"
#include "abi/words.h"
#include "engine/base/descriptor.h"
#include "engine/base/result.h"
#include "engine/run/target.h"
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
  void offer(sleave_isolation isolation, const Target& target, int command_fd, int status_fd);

  // Writes as many of the plans as there is room for, at least one, and an empty trace. `plans` must stay until the
  // traces are read.
  Status begin_runs(std::span<const Plan> plans);

  // Whether the runtime in the target has taken control.
  [[nodiscard]] bool ready() const;

  // Whether the target has come so far that it serves commands.
  [[nodiscard]] bool serving() const;

  // Why a target under reset isolation still forks for every run.
  [[nodiscard]] sleave_retirement not_reset_because() const;

  // Events so far, as the run reports them.
  [[nodiscard]] std::uint64_t events() const;

  // A number that changes as long as the run makes progress.
  [[nodiscard]] std::uint64_t progress() const;

  // How many runs of the batch were packed: the last run that was made is that of this plan.
  [[nodiscard]] std::size_t packed() const;

  // What the last run wrote, if it keeps to the layout and to what the plan asked for.
  [[nodiscard]] Result<Trace> read(Detail detail) const;

 private:
  friend class PackedTraces;
  Channel(Descriptor file, std::byte* memory) : file_(std::move(file)), memory_(memory) {}
  [[nodiscard]] sleave_channel& header() const;
  void release_memory();

  Descriptor file_;
  std::byte* memory_;
  std::span<const Plan> plans_;
};

// The traces of the runs of a batch before its last one, one after another.
class PackedTraces {
 public:
  explicit PackedTraces(const Channel& channel) : channel_(channel), count_(channel.packed()) {}

  [[nodiscard]] bool any_left() const { return read_ < count_; }

  // In place of what `trace` held. An error: it is damaged, and so may be all that follow.
  Status next(Detail detail, Trace& trace);

 private:
  const Channel& channel_;
  std::size_t count_;
  std::size_t read_ = 0;
  std::uint64_t used_ = 0;
  std::vector<sleave_trace_module> modules_;
};

}  // namespace sleave
