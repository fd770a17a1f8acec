// Numbers that name the process and its threads to the program. The kernel's differ in every run, so the program sees
// constants above any number the kernel gives: used on anything else they name nobody.
#pragma once

#include <cstdint>

namespace sleave::rt {

struct Thread;

// In a forked child of the program, which leaves control: its parent keeps the number by which the program knows it.
void remember_parent();
// The number by which the program knows itself.
int program_number();

// What the kernel calls the process that such a child knows by the number above.
int parent_in_kernel(int process);

// Threads are numbered in the order of their creation. With more than one creator that order is a matter of the
// schedule, which a search does not follow: a program that looks at numbers then leaves it incomplete.
void note_creator(std::uintptr_t site);  // the current thread created its first thread
void note_thread_number(std::uintptr_t site);

int thread_number(const Thread& thread);
Thread* thread_of_number(int number);  // null if it names no thread of the program

}  // namespace sleave::rt
