// What each signal does in the program: sigaction and its relatives.
#pragma once

#include <signal.h>

#include <cstdint>

namespace sleave::rt {

// The program's action for a signal.
struct sigaction& action_of(int number);

// What happens when a signal is taken.
enum class Effects : std::uint8_t { handler, nothing, ends_process, stops_process };
Effects effects_of(int number);

// Reads what the process inherited. Before the runtime installs handlers of its own.
void read_inherited_actions();

// In a child that leaves control: the kernel does what the program asked for.
void give_actions_to_kernel();

}  // namespace sleave::rt
