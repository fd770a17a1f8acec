/* cJSON as a fuzz target: the input is parsed, printed in both ways, made smaller and copied. */
#include <cJSON.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const char* end = NULL;
  cJSON* root = cJSON_ParseWithLengthOpts((const char*)data, size, &end, 0);
  if (root == NULL) return 0;
  cJSON* copy = cJSON_Duplicate(root, 1);
  cJSON_Compare(root, copy, 1);
  char* shown = cJSON_Print(copy);
  if (shown != NULL) cJSON_Minify(shown);
  free(shown);
  free(cJSON_PrintUnformatted(root));
  cJSON_Delete(copy);
  cJSON_Delete(root);
  return 0;
}
