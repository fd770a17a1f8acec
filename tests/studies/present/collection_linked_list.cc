// BUG: An iterator over the argument takes no lock, and can step past the end, for ever.
// EXPECT: deadlock | terminate | no_progress | endless_loop | crash
// FROM: java.util of JDK 1.4; jCUTE, section 8.1, table 1, LinkedList: 3 races, 3 deadlocks, 1 endless loop, 1 exception in 11,523 paths, 4401 s
// INPUT: operation1 .. operation4 (0..8), argument1 .. argument4 (0..3)
// WITNESS: operation1=4 operation2=6
#include "../collections/drive.h"
#include "../collections/linked_list.h"
#include "../collections/synchronized.h"

int main() { drive<Synchronized<LinkedList, LockOwn>>(); }
