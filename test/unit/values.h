/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* test/unit/values.h: pairs of expressions, and from which level on they are equal. */
#ifndef TIRC_UNIT_VALUES_H
#define TIRC_UNIT_VALUES_H

#include "cse/values.h"

enum { NEVER = CSE_RANGES + 1 };
static const struct row {
	const char *left, *right;
	int level; /* the first one at which they are equal */
} table[] = {
        /* written alike */
        {"x + y * z", "x + y * z", CSE_SYNTACTIC},
        {"x + y", "x + z", NEVER},
        {"x + y", "x - y", NEVER},
        {"p + q", "p + q", CSE_SYNTACTIC},
        {"T.sqrt(p * q)", "T.sqrt(q * p)", CSE_COMMUTATIVE},
        {"T.float32(0.0) * p", "T.float32(-0.0) * p", NEVER},
        {"A[x + y]", "A[y + x]", CSE_COMMUTATIVE},
        {"A[x]", "B[x]", NEVER},

        /* operands that may be exchanged */
        {"x + y", "y + x", CSE_COMMUTATIVE},
        {"x * y", "y * x", CSE_COMMUTATIVE},
        {"x & y", "y & x", CSE_COMMUTATIVE},
        {"x | y", "y | x", CSE_COMMUTATIVE},
        {"x ^ y", "y ^ x", CSE_COMMUTATIVE},
        {"x == y", "y == x", CSE_COMMUTATIVE},
        {"x != y", "y != x", CSE_COMMUTATIVE},
        {"T.min(x, y)", "T.min(y, x)", CSE_COMMUTATIVE},
        {"T.max(u, v)", "T.max(v, u)", CSE_COMMUTATIVE},
        {"T.min(x, y)", "T.max(x, y)", NEVER},
        {"p + q", "q + p", CSE_COMMUTATIVE},
        {"p * q", "q * p", CSE_COMMUTATIVE},
        {"p == q", "q == p", CSE_COMMUTATIVE},
        {"p != q", "q != p", CSE_COMMUTATIVE},
        {"T.min(p, q)", "T.min(q, p)", NEVER},
        {"T.max(p, q)", "T.max(q, p)", NEVER},
        {"x - y", "y - x", NEVER},
        {"p - q", "q - p", NEVER},
        {"x // y", "y // x", NEVER},
        {"x < y and y < z", "y < z and x < y", NEVER}, /* the right side may trap */
        {"x < y or y < z", "y < z or x < y", NEVER},

        /* comparisons */
        {"x > y", "y < x", CSE_COMMUTATIVE},
        {"x >= y", "y <= x", CSE_COMMUTATIVE},
        {"p > q", "q < p", CSE_COMMUTATIVE},
        {"p >= q", "q <= p", CSE_COMMUTATIVE},
        {"x > y", "y <= x", NEVER},
        {"x > y", "x < y", NEVER},
        {"T.Not(x < y)", "x >= y", CSE_ASSOC},
        {"T.Not(x <= y)", "x > y", CSE_ASSOC},
        {"T.Not(x > y)", "x <= y", CSE_ASSOC},
        {"T.Not(u >= v)", "u < v", CSE_ASSOC},
        {"T.Not(x == y)", "y != x", CSE_ASSOC},
        {"T.Not(x != y)", "y == x", CSE_ASSOC},
        {"T.Not(x < y)", "x > y", NEVER},
        {"T.Not(p < q)", "p >= q", NEVER}, /* a NaN makes both false */
        {"T.Not(p == q)", "p != q", NEVER},

        /* sums and products in any order */
        {"(x + y) + z", "x + (y + z)", CSE_ASSOC},
        {"(x + y) + z", "(z + x) + y", CSE_ASSOC},
        {"(x * y) * z", "x * (z * y)", CSE_ASSOC},
        {"x * (y + z)", "x * y + z * x", CSE_ASSOC},
        {"(x + y) * (x + z)", "x * x + x * z + y * x + y * z", CSE_ASSOC},
        {"(x + 3) * 4", "x * 4 + 12", CSE_ASSOC},
        {"x * 37 + 5 - (y + 2)", "x * 37 + 3 - y", CSE_ASSOC},
        {"x - y", "x + y * -1", CSE_ASSOC},
        {"x - (y - z)", "x + z - y", CSE_ASSOC},
        {"x * 3 + x * 4", "x * 7", CSE_ASSOC},
        {"x * 3 + x * 4", "x * 12", NEVER},
        {"u * T.uint32(4294967295) + v", "v - u", CSE_ASSOC},
        {"s * T.int8(100) + s * T.int8(100)", "s * T.int8(-56)", CSE_ASSOC},
        {"s * T.int8(100) + s * T.int8(100)", "s * T.int8(56)", NEVER},
        {"(x + y) + 1", "(x + y) + 2", NEVER},
        {"(p + q) + r", "p + (q + r)", NEVER},
        {"(p * q) * r", "p * (q * r)", NEVER},
        {"p * (q + r)", "p * q + p * r", NEVER},
        {"p - q", "p + q * T.float32(-1.0)", NEVER},
        {"p * T.float32(2.0)", "p + p", NEVER},

        /* one type is not another */
        {"T.Cast(\"int64\", x * y)", "T.Cast(\"int64\", x) * T.Cast(\"int64\", y)", NEVER},
        {"T.Cast(\"int64\", x + 1)", "T.Cast(\"int64\", x) + T.int64(1)", NEVER},
        {"T.Cast(\"int32\", u + v)", "T.Cast(\"int32\", u) + T.Cast(\"int32\", v)", NEVER},
        {"T.Cast(\"uint32\", x) < u", "x < T.Cast(\"int32\", u)", NEVER},
        {"T.Cast(\"int64\", x)", "T.Cast(\"int64\", T.Cast(\"uint32\", x))", NEVER},
        {"T.Cast(\"float32\", x + y)", "T.Cast(\"float32\", x) + T.Cast(\"float32\", y)", NEVER},
        {"T.Cast(\"int64\", x % 16 * 4 - y % 8)",
                "T.Cast(\"int64\", x % 16) * T.int64(4) - T.Cast(\"int64\", y % 8)", CSE_RANGES},
        {"T.Cast(\"uint64\", x % 16 * 4 - y % 8)",
                "T.Cast(\"uint64\", x % 16) * T.uint64(4) - T.Cast(\"uint64\", y % 8)", CSE_RANGES},
        {"T.Cast(\"int16\", x % 16 * 4 - y % 8)",
                "T.Cast(\"int16\", x % 16) * T.int16(4) - T.Cast(\"int16\", y % 8)", NEVER},
        {"T.Cast(\"int64\", x % 65536 * 65536)", "T.Cast(\"int64\", x % 65536) * T.int64(65536)",
                NEVER},
        {"T.Cast(\"int64\", x + y)", "T.Cast(\"int64\", y + x)", CSE_COMMUTATIVE},
        {"x // 4", "T.Cast(\"int32\", T.Cast(\"uint32\", x) // T.uint32(4))", NEVER},

        /* minima of minima */
        {"T.min(T.min(x, y), z)", "T.min(x, T.min(z, y))", CSE_ASSOC},
        {"T.max(u, T.max(v, u))", "T.max(v, u)", CSE_ASSOC},
        {"T.min(x, T.min(y, x))", "T.min(x, y)", CSE_ASSOC},
        {"T.min(x, T.max(y, x))", "T.min(x, y)", NEVER},
        {"T.min(T.min(x, y), z)", "T.min(x, y)", NEVER},
        {"T.min(T.min(p, q), r)", "T.min(p, T.min(q, r))", NEVER},
        {"T.max(p, T.max(q, p))", "T.max(p, q)", NEVER},

        /* shifts by constants */
        {"x << 3", "x * 8", CSE_AFFINE},
        {"x << 31", "x * -2147483648", CSE_AFFINE},
        {"(x + y) << 2", "x * 4 + y * 4", CSE_AFFINE},
        {"x << 3", "x * 16", NEVER},
        {"x << y", "x * (1 << y)", NEVER},
        {"x >> 3", "x // 8", CSE_AFFINE},
        {"x >> 30", "x // 1073741824", CSE_AFFINE},
        {"x >> 31", "x // -2147483648", NEVER},
        {"x >> 3", "T.truncdiv(x, 8)", NEVER},
        {"u >> T.uint32(3)", "u // T.uint32(8)", CSE_AFFINE},
        {"u >> T.uint32(31)", "u // T.uint32(2147483648)", CSE_AFFINE},
        {"u >> T.uint32(3)", "T.truncdiv(u, T.uint32(8))", CSE_AFFINE},
        {"a >> T.int64(40)", "a // T.int64(1099511627776)", CSE_AFFINE},
        {"s >> T.int8(6)", "s // T.int8(64)", CSE_AFFINE},
        {"s >> T.int8(7)", "s // T.int8(-128)", NEVER},
        {"~x", "-1 - x", CSE_AFFINE},
        {"~x", "0 - x", NEVER},
        {"~u", "T.uint32(4294967295) - u", CSE_AFFINE},

        /* divisions */
        {"x // 3 // 5", "x // 15", CSE_AFFINE},
        {"x // T.max(y, 1) // T.max(z, 1)", "x // (T.max(z, 1) * T.max(y, 1))", CSE_AFFINE},
        {"x // T.max(y, 1) // T.max(z, 1)", "x // T.max(z, 1) // T.max(y, 1)", CSE_AFFINE},
        {"x // 3 // T.min(T.max(y, 1), 9)", "x // (T.min(T.max(y, 1), 9) * 3)", CSE_AFFINE},
        {"T.truncdiv(T.truncdiv(x, 3), T.max(y, 1))", "T.truncdiv(x, T.max(y, 1) * 3)", CSE_AFFINE},
        {"x // y // z", "x // (y * z)", NEVER},
        {"x // y // T.max(z, 1)", "x // (y * T.max(z, 1))", NEVER},
        {"x // T.max(y, 1) // z", "x // (T.max(y, 1) * z)", NEVER},
        {"x // T.max(y, 0) // 3", "x // (T.max(y, 0) * 3)", NEVER},
        {"x // T.min(y, 3) // 3", "x // (T.min(y, 3) * 3)", NEVER},
        {"x // (T.max(y, 1) * 65536) // (T.max(z, 1) * 98304)",
                "x // (T.max(y, 1) * T.max(z, 1) * T.int32(-2147483647) - T.max(y, 1) * T.max(z, "
                "1))",
                NEVER},
        {"x // 2 // 3 // 5", "x // 5 // 3 // 2", CSE_AFFINE},
        {"(x >> 2) // 3", "x // 12", CSE_AFFINE},
        {"T.truncdiv(T.truncdiv(x, 3), 5)", "T.truncdiv(x, 15)", CSE_AFFINE},
        {"u // T.uint32(3) // T.uint32(5)", "T.truncdiv(u, T.uint32(15))", CSE_AFFINE},
        {"T.truncmod(u, v)", "u % v", CSE_AFFINE},
        {"T.truncdiv(u, v)", "u // v", CSE_AFFINE},
        {"T.truncdiv(x, y)", "x // y", NEVER},
        {"T.truncmod(x, y)", "x % y", NEVER},
        {"T.truncdiv(x, 3) // 5", "x // 15", NEVER},
        {"T.truncdiv(x // 3, 5)", "x // 15", NEVER},
        {"x // -3 // -5", "x // 15", NEVER},
        {"x // -3 // 5", "x // -15", NEVER},
        {"x // 3 // -5", "x // -15", NEVER},
        {"x // 65536 // 65536", "x // 4294967296", NEVER}, /* no int32 */
        {"s // T.int8(16) // T.int8(9)", "s // T.int8(-112)", NEVER},
        {"s // T.int8(16) // T.int8(7)", "s // T.int8(112)", CSE_AFFINE},
        {"t // T.uint8(16) // T.uint8(17)", "t // T.uint8(16)", NEVER},
        {"x // 3 % 5", "x // 15", NEVER},
        {"x * 4 // 4", "x", NEVER}, /* x * 4 may wrap */
        {"(x + 4) // 4", "x // 4 + 1", NEVER},
        {"x // y // z", "x // (y * z)", NEVER},
        {"p / T.float32(2.0) / T.float32(4.0)", "p / T.float32(8.0)", NEVER},

        /* vectors */
        {"T.Ramp(x, 1, 4) * T.Broadcast(y, 4)", "T.Ramp(x * y, y, 4)", CSE_AFFINE},
        {"T.Ramp(x, y, 4) + T.Broadcast(z, 4)", "T.Ramp(z + x, y, 4)", CSE_AFFINE},
        {"T.Ramp(x, y, 4) + T.Ramp(z, y, 4)", "T.Ramp(x + z, y * 2, 4)", CSE_AFFINE},
        {"T.Broadcast(x, 4) * T.Broadcast(y, 4)", "T.Broadcast(y * x, 4)", CSE_AFFINE},
        {"T.Ramp(x, 1, 4) * T.Broadcast(y, 4)", "T.Ramp(x * y, 1, 4)", NEVER},
        {"T.Ramp(x, 1, 4)", "T.Ramp(x, 2, 4)", NEVER},
        {"T.Ramp(x, 0, 4)", "T.Broadcast(x, 8)", NEVER},
        {"T.Broadcast(x, 4)", "x", NEVER},
        {"T.Broadcast(p, 4) + T.Broadcast(q, 4)", "T.Broadcast(p + q, 4)", NEVER},
        {"T.Ramp(x, 1, 4) // T.Broadcast(4, 4)", "T.Ramp(x // 4, 0, 4)", NEVER},
};

#endif
