#pragma once
#include <stddef.h>
void *malloc(size_t);
void *realloc(void *, size_t);
void free(void *);
char *getenv(const char *);
_Noreturn void abort(void);
