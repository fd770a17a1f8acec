// Numbers that name the process and its threads to the program. The kernel's differ in every run, so the program sees
// constants above any number the kernel gives: used on anything else they name nobody.
#pragma once

namespace sleave::rt {

struct Thread;

// In a forked child of the program, which leaves control: its parent keeps the number by which the program knows it.
void remember_parent();
// What the kernel calls the process that such a child knows by the number above.
int parent_in_kernel(int process);

int thread_number(const Thread& thread);
Thread* thread_of_number(int number);  // null if it names no thread of the program

}  // namespace sleave::rt
