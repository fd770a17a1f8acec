// REPAIRED: A method locks both of its objects.
// FROM: java.util of JDK 1.4; jCUTE, section 8.1, table 1, ArrayList: 3 races, 9 deadlocks, 0 endless loops, 3 exceptions in 20,000 paths, 6811 s
// INPUT: operation1 .. operation4 (0..8), argument1 .. argument4 (0..3)
// WITNESS: operation1=2 operation2=6
#include "../collections/array_list.h"
#include "../collections/drive.h"
#include "../collections/synchronized.h"

int main() { drive<Synchronized<ArrayList, LockBoth>>(); }
