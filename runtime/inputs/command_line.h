// Inputs that the command line asks for.
//
//   @input:N      an argument: a string of up to N bytes, the input "arg" and its position
//   @file:N       an argument: the path of a file of up to N bytes, the input "file" and its position
//   @stdin:N      no argument: standard input has up to N bytes, the input "stdin"
//   @env:NAME:N   no argument: the environment variable NAME is a string of up to N bytes, the input NAME
#pragma once

namespace sleave::rt {

struct CommandLine {
  int argc;
  char** argv;  // ours to change, as are the texts
  char** environment;
};

// Before the first run of this process: the files.
void prepare_inputs(CommandLine& line);

// In every run: asks for everything, and leaves what the program shall see.
void ask_for_inputs(CommandLine& line);

}  // namespace sleave::rt
