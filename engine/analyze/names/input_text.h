// The inputs of a run in words, for its report.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "engine/find/finding.h"
#include "engine/trace/trace.h"

namespace sleave {

// The inputs that the program requested, in the order of the run; of shapes only those of nodes that exist.
std::vector<FindingInput> finding_inputs(const Trace& trace);

// Bytes as a person reads them. Of 1, 2, 4 or 8: a number (unsigned, and signed where that differs), and the characters
// if they are some. Others: text in quotes if they are characters up to a final run of zero bytes, else hexadecimal,
// two digits a byte.
std::string input_text(std::span<const std::uint8_t> bytes);

// The number that the bytes are, added to `base`; of at most 8 bytes.
std::string range_text(std::span<const std::uint8_t> bytes, std::int64_t base);

}  // namespace sleave
