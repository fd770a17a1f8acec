// Arguments of the program that are inputs: "@input:N" on the command line stands for a string of up to N bytes.
#pragma once

namespace sleave::rt {

// Puts the inputs "arg1", "arg2", ... (by position) where the command line asks for them. The arguments are ours to
// change.
void ask_for_arguments(int argc, char** argv);

}  // namespace sleave::rt
