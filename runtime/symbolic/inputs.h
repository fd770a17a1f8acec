// What the program asks for: bytes of the plan, named, and followed from there if the plan wants to know.
#pragma once

namespace sleave::rt {

// Whether values that depend on the input are followed in this run.
extern bool follows_inputs;

// The plan has taken effect.
void inputs_start();

}  // namespace sleave::rt
