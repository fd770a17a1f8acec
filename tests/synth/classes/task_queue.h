// Tasks that workers take and report as done, and a way to ask whether all work is done.
//
// Wrong: submit() counts a task after it can be taken. is_idle() says yes while a task is queued.
#pragma once

#include <atomic>
#include <deque>
#include <mutex>
#include <optional>

class TaskQueue {
 public:
  void submit(int task) {
#ifdef REPAIRED
    const std::lock_guard lock(mutex_);
    tasks_.push_back(task);
    ++unfinished_;
#else
    {
      const std::lock_guard lock(mutex_);
      tasks_.push_back(task);
    }
    ++unfinished_;
#endif
  }

  // The task that was run, if there was one.
  std::optional<int> run_one() {
    const std::lock_guard lock(mutex_);
    if (tasks_.empty()) return std::nullopt;
    const int task = tasks_.front();
    tasks_.pop_front();
    --unfinished_;
    return task;
  }

  bool is_idle() const { return unfinished_ == 0; }

 private:
  std::mutex mutex_;
  std::deque<int> tasks_;
  std::atomic<int> unfinished_{0};
};
