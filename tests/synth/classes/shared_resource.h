// A resource that is counted by its users and freed by the last one.
//
// Wrong: acquire() looks at the counter and increments it in two steps. In between the last user frees the resource.
#pragma once

#include <atomic>
#include <optional>

class SharedResource {
 public:
  SharedResource() = default;
  SharedResource(const SharedResource&) = delete;
  SharedResource& operator=(const SharedResource&) = delete;
  ~SharedResource() { delete resource_.load(); }

  // The resource's value; nothing: it was freed. The caller must release it.
  std::optional<int> acquire() {
    int users = users_;
#ifdef REPAIRED
    do {
      if (users == 0) return std::nullopt;
    } while (!users_.compare_exchange_strong(users, users + 1));
#else
    if (users == 0) return std::nullopt;
    ++users_;
#endif
    return *resource_.load();
  }

  // Whether the resource was freed. False also: there are no users.
  bool release() {
    int users = users_;
    do {
      if (users == 0) return false;
    } while (!users_.compare_exchange_strong(users, users - 1));
    if (users != 1) return false;
    delete resource_.exchange(nullptr);
    return true;
  }

 private:
  std::atomic<int> users_{1};
  std::atomic<int*> resource_{new int(1)};
};
