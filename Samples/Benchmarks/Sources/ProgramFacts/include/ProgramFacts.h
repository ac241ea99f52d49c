#pragma once
#include <stddef.h>

/// The number of conformance records in the program and its libraries; 0 where the object format does not say.
size_t program_conformance_records(void);

/// The bytes of the heap that are in use.
size_t program_heap_in_use(void);
