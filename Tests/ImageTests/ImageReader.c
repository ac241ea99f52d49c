// Reads images from the standard input, and prints the parts that CWaymarkRuntime finds in each, as a line of JSON.
//
// Before each image, there are its size, 32 bits, and the address of its start, 64 bits. The image is copied into memory of exactly that size, so that the
// address sanitizer stops the program at a read outside of it. Each byte that is found is also read.
#include "MachOImage.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const uint8_t *start;
static const char *separator;

/// A number that depends on each byte that was found, so that the compiler can't leave out reading it.
static volatile uint8_t sum;

static void print_range(WaymarkRange range) {
  for (size_t index = 0; index < range.length; index++)
    sum += ((const uint8_t *)range.start)[index];
  printf("[%td, %zu]", (const uint8_t *)range.start - start, range.length);
}

static void print_segment(WaymarkRange segment, void *context) {
  (void)context;
  printf("%s", separator);
  print_range(segment);
  separator = ", ";
}

/// Prints a name in hexadecimal digits, because a damaged one may contain any byte.
static void print_name(const char *name, void *context) {
  (void)context;
  printf("%s\"", separator);
  for (; *name; name++)
    printf("%02x", (uint8_t)*name);
  printf("\"");
  separator = ", ";
}

static void print_parts(size_t size, uint64_t address) {
  WaymarkImage image;
  if (!waymark_image_open(&image, start, (uintptr_t)start - address, (WaymarkRange){start, size})) {
    printf("null\n");
    return;
  }
  printf("{\"cached\": %s, \"segments\": [", waymark_image_is_in_shared_cache(&image) ? "true" : "false");
  separator = "";
  waymark_image_for_each_segment(&image, print_segment, NULL);
  printf("], \"contains\": [%s, %s", waymark_image_contains(&image, (uintptr_t)start) ? "true" : "false",
         waymark_image_contains(&image, (uintptr_t)start + size) ? "true" : "false");
  printf("], \"conformances\": ");
  WaymarkRange conformances = waymark_image_conformances(&image);
  if (conformances.start)
    print_range(conformances);
  else
    printf("null");
  printf(", \"names\": [");
  separator = "";
  bool isComplete = waymark_image_for_each_symbol(&image, "$s", print_name, NULL);
  printf("], \"complete\": %s}\n", isComplete ? "true" : "false");
}

int main(void) {
  uint32_t size;
  uint64_t address;
  while (fread(&size, sizeof(size), 1, stdin) == 1 && fread(&address, sizeof(address), 1, stdin) == 1) {
    uint8_t *memory = malloc(size);
    if (fread(memory, 1, size, stdin) != size)
      return 1;
    start = memory;
    print_parts(size, address);
    fflush(stdout);
    free(memory);
  }
  return 0;
}
