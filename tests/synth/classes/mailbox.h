// A mailbox for one message.
//
// Wrong: take() empties the box in two steps. Two callers get the same message and both delete it; or one that was put
// in between is lost.
#pragma once

#include <atomic>
#include <memory>
#include <optional>

template <typename T>
class Mailbox {
 public:
  Mailbox() = default;
  Mailbox(const Mailbox&) = delete;
  Mailbox& operator=(const Mailbox&) = delete;
  ~Mailbox() { delete message_.load(); }

  // False: there is a message already.
  bool put(const T& message) {
    auto copy = std::make_unique<T>(message);
    T* none = nullptr;
    if (!message_.compare_exchange_strong(none, copy.get())) return false;
    static_cast<void>(copy.release());
    return true;
  }

  std::optional<T> take() {
#ifdef REPAIRED
    const std::unique_ptr<T> message(message_.exchange(nullptr));
#else
    const std::unique_ptr<T> message(message_.load());
    message_ = nullptr;
#endif
    if (!message) return std::nullopt;
    return *message;
  }

  bool has_message() const { return message_ != nullptr; }

 private:
  std::atomic<T*> message_{nullptr};
};
