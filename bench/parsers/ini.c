/* inih as a fuzz target: the input is the text of a file. */
#include <ini.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

struct Settings {
  int port;
  int verbose;
};

static int on_value(void* user, const char* section, const char* name, const char* value) {
  struct Settings* settings = user;
  if (strcmp(section, "server") == 0 && strcmp(name, "port") == 0) {
    settings->port = atoi(value);
    return settings->port > 0;
  }
  if (strcmp(name, "verbose") == 0) settings->verbose = strcmp(value, "yes") == 0;
  return 1;
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  struct Settings settings = {0, 0};
  char* text = malloc(size + 1);
  if (text == NULL) return 0;
  memcpy(text, data, size);
  text[size] = '\0';
  ini_parse_string(text, on_value, &settings);
  free(text);
  return 0;
}
