#pragma once
#include <stdint.h>
struct nlist_64 { union { uint32_t n_strx; } n_un; uint8_t n_type, n_sect; uint16_t n_desc; uint64_t n_value; };
#define N_STAB 0xe0
#define N_EXT 0x01
