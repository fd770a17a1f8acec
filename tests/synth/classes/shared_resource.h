// A resource that is counted by its users and freed by the last one.
//
// Wrong: acquire() looks at the counter and increments it in two steps. In between the last user frees the resource.
#pragma once

#include <atomic>

class SharedResource {
 public:
  // False: the resource was freed. The maker of the object is its first user.
  bool acquire() {
    int users = users_;
#ifdef REPAIRED
    do {
      if (users == 0) return false;
    } while (!users_.compare_exchange_strong(users, users + 1));
#else
    if (users == 0) return false;
    ++users_;
#endif
    return true;
  }

  // Whether this call freed the resource. False also: it was freed already.
  bool release() {
    int users = users_;
    do {
      if (users == 0) return false;
    } while (!users_.compare_exchange_strong(users, users - 1));
    return users == 1;
  }

 private:
  std::atomic<int> users_{1};
};
