// One run of the body: what a controlled run executes.
#include "measured_body.h"

int main() { measured_body(); }
