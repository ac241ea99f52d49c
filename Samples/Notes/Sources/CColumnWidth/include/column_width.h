#ifndef COLUMN_WIDTH_H
#define COLUMN_WIDTH_H

#include <stdint.h>

/// The columns that a Unicode scalar takes on a terminal, as the C library's `wcwidth` knows them: 0, 1 or 2.
///
/// Safe to call from any thread, whatever locale the program has chosen.
int column_width(uint32_t scalar);

#endif
