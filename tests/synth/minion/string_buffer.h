// C5, after StringBuffer of Java 1.7: a string with a lock, to which others can be appended. 1 crash.
//
// Wrong: append() asks the other string for its length and then for as many characters. It may be shorter by then.
#pragma once

#include <cassert>
#include <cstddef>
#include <mutex>
#include <string>

class StringBuffer {
 public:
  void append(StringBuffer& other) {
#ifdef REPAIRED
    if (&other == this) return append_itself();
    const std::string text = other.text();
#else
    const std::string text = other.first(other.size());
#endif
    const std::lock_guard lock(mutex_);
    text_ += text;
  }

  void append(char letter) {
    const std::lock_guard lock(mutex_);
    text_ += letter;
  }

  void clear() {
    const std::lock_guard lock(mutex_);
    text_.clear();
  }

  void reverse() {
    const std::lock_guard lock(mutex_);
    text_ = std::string(text_.rbegin(), text_.rend());
  }

  std::size_t size() {
    const std::lock_guard lock(mutex_);
    return text_.size();
  }

  std::string text() {
    const std::lock_guard lock(mutex_);
    return text_;
  }

 private:
#ifdef REPAIRED
  void append_itself() {
    const std::lock_guard lock(mutex_);
    text_ += std::string(text_);
  }
#endif

  std::string first(std::size_t count) {
    const std::lock_guard lock(mutex_);
    assert(count <= text_.size());  // crash
    return text_.substr(0, count);
  }

  std::mutex mutex_;
  std::string text_;
};
