// A row of Sun's table: an operation in one thread, and one that changes the structure in the other.
#pragma once

#include "access.h"

struct Node;

struct Row {
  const char* name;
  void (*first)(Node* root, int key, Node* fresh);
  void (*second)(Node* root, int key, Node* fresh);
};
