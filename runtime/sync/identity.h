// Numbers that name the process and its threads to the program. The kernel's differ in every run, so the program sees
// constants above any number the kernel gives: used on anything else they name nobody.
#pragma once

namespace sleave::rt {

struct Thread;

// In a forked child of the program, which leaves control: its parent keeps the number by which the program knows it.
void remember_parent();
int thread_number(const Thread& thread);

}  // namespace sleave::rt
