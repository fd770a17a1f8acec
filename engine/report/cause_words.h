// What makes a run fail, in the words that all reports use.
#pragma once

#include <string>
#include <vector>

#include "engine/find/finding.h"

namespace sleave {

// How the sentence about the parts begins. "It fails whenever" only if every run tried with all of them failed and none
// with one of them broken did; else what is known instead.
std::string cause_claim(const FindingCause& cause);

// "It fails whenever" all of these, or as the claim has it: orderings, then conditions on the inputs. Empty: nothing of
// the kind was found, or it always fails.
std::vector<std::string> cause_parts(const FindingCause& cause);

// How far that was tried: "40 of 40 runs in this order failed, 0 of 24 with a part of it reversed." If nothing was
// found, why. Empty if it was not looked for.
std::vector<std::string> cause_counts(const FindingCause& cause);

// Both in a row, for where there is room for one text only. May be empty.
std::string cause_text(const FindingCause& cause);

}  // namespace sleave
