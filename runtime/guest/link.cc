#include "runtime/guest/link.h"

#include <stddef.h>
#include <string.h>

namespace sleave::rt {

// After the zero byte that keeps a name out of the file system.
socklen_t link_name(std::uint32_t process, std::uint32_t number, sockaddr_un* name) {
  constexpr char kHead[] = "\0sleave-client";
  name->sun_family = AF_UNIX;
  memcpy(name->sun_path, kHead, sizeof kHead);
  memcpy(name->sun_path + sizeof kHead, &process, sizeof process);
  memcpy(name->sun_path + sizeof kHead + sizeof process, &number, sizeof number);
  return offsetof(sockaddr_un, sun_path) + sizeof kHead + sizeof process + sizeof number;
}

}  // namespace sleave::rt
