#pragma once
#include <stddef.h>
void *memchr(const void *, int, size_t);
int memcmp(const void *, const void *, size_t);
void *memcpy(void *, const void *, size_t);
size_t strlen(const char *);
int strncmp(const char *, const char *, size_t);
