// Assumptions under which a search covers everything.
#pragma once

namespace sleave {

// Words that follow "with ". Samplers do not make the first two assumptions: they take these choices.
inline constexpr const char* kNoSpuriousWakeUps = "no spurious wake-ups";
inline constexpr const char* kNoReuseOfAddresses = "no reuse of freed addresses";
inline constexpr const char* kNoRedundantRounds = "redundant rounds of retry loops left out";
inline constexpr const char* kOwnClocks = "clocks that show Sleave's time";

}  // namespace sleave
