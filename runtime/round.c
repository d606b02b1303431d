/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* runtime/round.c: what C and IEEE 754 define to the bit: rounding to whole numbers, remainder,
 * scaling, minimum and maximum, neighbours.
 *
 * Idea.   One text for both types, round.inc.
 * Needs   rounding to nearest even, the only mode there is here. */
#include "internal.h"

#define REAL       float
#define BITS       uint32_t
#define INT        int32_t
#define FRACTION   23
#define TOP        40
#define NAME(name) name##f
#define to_bits    bits32
#define from_bits  float32
#include "round.inc"
#undef REAL
#undef BITS
#undef INT
#undef FRACTION
#undef TOP
#undef NAME
#undef to_bits
#undef from_bits

#define REAL       double
#define BITS       uint64_t
#define INT        int64_t
#define FRACTION   52
#define TOP        11
#define NAME(name) name
#define to_bits    bits64
#define from_bits  float64
#include "round.inc"
