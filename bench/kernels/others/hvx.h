/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Short names for HVX of 128 bytes. */
#pragma once
#include <hexagon_types.h>
#include <hvx_hexagon_protos.h>
#include <stdint.h>
typedef HVX_Vector V;
typedef HVX_VectorPair W;
typedef HVX_VectorPred Q;
#define LO(w)           Q6_V_lo_W(w)
#define HI(w)           Q6_V_hi_W(w)
#define PAIR(h, l)      Q6_W_vcombine_VV(h, l)
/* Lanes moved: element i of NEXT is element i + n bytes of (b, a); element i of BEFORE is i - n of it. */
#define NEXT(b, a, n)   Q6_V_valign_VVR(b, a, n)  /* a, then b */
#define BEFORE(a, p, n) Q6_V_vlalign_VVR(a, p, n) /* p, then a */
