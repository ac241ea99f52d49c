#pragma once
#include <stddef.h>
void *malloc(size_t);
void free(void *);
_Noreturn void abort(void);
