/* The main function of a file with cases; check_calls.py writes calls.inc. */
int main(int count, char** words) {
  if (count < 2) return 2;
  snprintf(folder, sizeof folder, "%s", getenv("SLEAVE_SOUNDNESS_FOLDER"));
#include "calls.inc"
  return 2;
}
