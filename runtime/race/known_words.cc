#include "runtime/race/known_words.h"

constinit struct sleave_known __sleave_known = {};
