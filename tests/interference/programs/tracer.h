// A tracing library in small: a table of units with levels, a switch, and a counter of lines, all without locks.
#pragma once
#include <assert.h>
#include <pthread.h>

enum { kUnits = 2 };
static struct {
  int used;
  int level;
} units[kUnits];
static int on;
static int lines;

static int add_unit(int level) {
  for (int i = 0; i < kUnits; ++i) {
    if (units[i].used) continue;
    units[i].used = 1;
    units[i].level = level;
    return i;
  }
  return -1;
}

static void trace_line(int unit, int level) {
  if (unit < 0 || !on) return;
  if (units[unit].level >= level) lines = lines + 1;
}
