/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* tir/type.h: types of values.  A part of tir/tir.h, which alone includes it. */
#ifndef TIRC_TIR_TYPE_H
#define TIRC_TIR_TYPE_H

#include "support/support.h"

/* ---- Types ------------------------------------------------------------------------------*/
enum tir_code {
#define TYPE(name, ...) TIR_TYPE_##name,
#include "tir/types.def"
	TIR_NTYPES
};

struct tir_type {
	uint8_t code;   /* enum tir_code */
	uint8_t bits;   /* of one lane; handle: 64, void: 0 */
	uint16_t lanes; /* 1: scalar */
};

static inline bool tir_type_eq(struct tir_type a, struct tir_type b)
{
	return a.code == b.code && a.bits == b.bits && a.lanes == b.lanes;
}
static inline struct tir_type tir_type(enum tir_code code, unsigned bits, unsigned lanes)
{
	return (struct tir_type){(uint8_t)code, (uint8_t)bits, (uint16_t)lanes};
}
static inline struct tir_type tir_lanes(struct tir_type t, unsigned lanes)
{
	t.lanes = (uint16_t)lanes;
	return t;
}
#define TIR_INT32  tir_type(TIR_TYPE_INT, 32, 1)
#define TIR_INT64  tir_type(TIR_TYPE_INT, 64, 1)
#define TIR_BOOL   tir_type(TIR_TYPE_BOOL, 1, 1)
#define TIR_F32    tir_type(TIR_TYPE_FLOAT, 32, 1)
#define TIR_HANDLE tir_type(TIR_TYPE_HANDLE, 64, 1)
#define TIR_VOID   tir_type(TIR_TYPE_VOID, 0, 1)

enum { TIR_MAX_LANES = 4096 }; /* wider vectors are refused by the reader */

bool tir_is_int(struct tir_type t);         /* int or uint */
bool tir_is_integral(struct tir_type t);    /* int, uint or bool */
bool tir_is_float(struct tir_type t);       /* float, bfloat or any float8 */
unsigned tir_elem_bytes(struct tir_type t); /* of one lane in memory; bool is 1 byte */
unsigned tir_type_bytes(struct tir_type t); /* lanes times that */
/* Parse "int32x4" (n bytes); false if it is no type.  Print into at least 40 bytes; returns buf. */
bool tir_type_parse(const char *s, size_t n, struct tir_type *out);
const char *tir_type_name(struct tir_type t, char *buf);

#endif
