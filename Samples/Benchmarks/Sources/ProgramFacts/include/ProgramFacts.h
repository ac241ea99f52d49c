#pragma once
#include <stddef.h>

/// Returns the number of conformance records in the program and its libraries, or 0 if the object format isn't ELF.
size_t program_conformance_records(void);

/// Returns the number of bytes in use on the heap.
size_t program_heap_in_use(void);

/// Calls a function.
///
/// The name is for callgrind, which can limit its counts to one function: `--toggle-collect=program_measured`.
void program_measured(void (*body)(void *context), void *context);
