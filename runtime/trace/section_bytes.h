// The size of one entry of each section of a trace, by sleave_section_kind.
#pragma once

#include <cstddef>

#include "abi/trace.h"

namespace sleave::rt {

constexpr std::size_t kSectionBytes[SLEAVE_SECTION_COUNT] = {
    sizeof(sleave_event),
    sizeof(sleave_trace_thread),
    sizeof(sleave_trace_held),
    sizeof(sleave_trace_module),
    sizeof(sleave_site),
    sizeof(sleave_trace_uncontrolled),
    1,
    sizeof(sleave_trace_expression),
    sizeof(sleave_trace_race),
    sizeof(sleave_trace_choice),
    sizeof(sleave_trace_contact),
    sizeof(sleave_trace_pair),
    sizeof(sleave_trace_input),
    1,
    sizeof(sleave_trace_path_constraint),
    sizeof(sleave_trace_concretization),
};

}  // namespace sleave::rt
