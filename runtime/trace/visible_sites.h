// Places in the code whose plain accesses the plan made scheduling points.
#pragma once

#include <cstdint>

namespace sleave::rt {

// The plan has taken effect.
void visible_sites_start();

// `site` is the return address of an access hook.
bool is_visible_site(std::uintptr_t site);

}  // namespace sleave::rt
