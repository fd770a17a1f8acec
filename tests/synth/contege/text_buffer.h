// A text with a lock. insert() throws std::out_of_range if the place is beyond the end.
//
// Wrong: append() asks for the length and inserts there in two steps. It throws if the text became shorter.
#pragma once

#include <cstddef>
#include <mutex>
#include <string>

class TextBuffer {
 public:
  void insert(std::size_t place, char letter) {
    const std::lock_guard lock(mutex_);
    text_.insert(place, 1, letter);
  }

  // Never throws: there always is an end.
  void append(char letter) {
#ifdef REPAIRED
    const std::lock_guard lock(mutex_);
    text_.insert(text_.size(), 1, letter);
#else
    insert(size(), letter);
#endif
  }

  void clear() {
    const std::lock_guard lock(mutex_);
    text_.clear();
  }

  std::size_t size() {
    const std::lock_guard lock(mutex_);
    return text_.size();
  }

 private:
  std::mutex mutex_;
  std::string text_;
};
