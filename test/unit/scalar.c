/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* test/unit/scalar.c: arithmetic of one lane against computations that share nothing with it:
 * every value of every 8- and 16-bit format, rounding by search for the nearest, the machine's own
 * integers. */
#include <math.h>

#include "suite.h"
#include "tir/tir.h"

#define F16        tir_type(TIR_TYPE_FLOAT, 16, 1)
#define F64        tir_type(TIR_TYPE_FLOAT, 64, 1)
#define BF16       tir_type(TIR_TYPE_BFLOAT, 16, 1)
#define INT(bits)  tir_type(TIR_TYPE_INT, (bits), 1)
#define UINT(bits) tir_type(TIR_TYPE_UINT, (bits), 1)

/* Check's own assertions write to a pipe each: too slow for loops of millions. */
#define must(claim)                                                                                \
	do {                                                                                       \
		if (!(claim))                                                                      \
			ck_abort_msg("false: %s", #claim);                                         \
	} while (0)

static uint64_t next_random(uint64_t *state)
{
	*state += UINT64_C(0x9e3779b97f4a7c15);
	uint64_t z = *state;
	z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
	return z ^ z >> 31;
}

/* A format as its standard words it; inf and nan say what the top codes are. */
struct reference {
	enum tir_code code;
	unsigned bits, exponent, mantissa;
	int bias;
	bool inf, fnuz, has_sign;
};
static const struct reference references[] = {
        {TIR_TYPE_FLOAT, 16, 5, 10, 15, true, false, true},
        {TIR_TYPE_BFLOAT, 16, 8, 7, 127, true, false, true},
        {TIR_TYPE_F8_E3M4, 8, 3, 4, 3, true, false, true},
        {TIR_TYPE_F8_E4M3, 8, 4, 3, 7, true, false, true},
        {TIR_TYPE_F8_E4M3B11FNUZ, 8, 4, 3, 11, false, true, true},
        {TIR_TYPE_F8_E4M3FN, 8, 4, 3, 7, false, false, true},
        {TIR_TYPE_F8_E4M3FNUZ, 8, 4, 3, 8, false, true, true},
        {TIR_TYPE_F8_E5M2, 8, 5, 2, 15, true, false, true},
        {TIR_TYPE_F8_E5M2FNUZ, 8, 5, 2, 16, false, true, true},
        {TIR_TYPE_F8_E8M0FNU, 8, 8, 0, 127, false, false, false},
};
enum { NREFERENCES = sizeof references / sizeof references[0] };

static struct tir_type type_of(const struct reference *r)
{
	return tir_type(r->code, r->bits, 1);
}

/* The value by the textbook formula. */
static double reference_value(const struct reference *r, unsigned bits)
{
	unsigned width = r->exponent + r->mantissa, sign = r->has_sign ? bits >> width & 1 : 0;
	unsigned code = bits & ((1u << width) - 1), top = (1u << r->exponent) - 1;
	unsigned e = code >> r->mantissa, low = code & ((1u << r->mantissa) - 1);
	double s = sign ? -1 : 1, fraction = ldexp(low, -(int)r->mantissa);
	if (!r->has_sign)
		return code == 255 ? NAN : ldexp(1, (int)e - r->bias);
	if (r->inf && e == top)
		return low ? NAN : s * INFINITY;
	if (r->fnuz ? sign && !code : !r->inf && code == (1u << width) - 1)
		return NAN;
	if (e == 0)
		return s * ldexp(fraction, 1 - r->bias);
	return s * ldexp(1 + fraction, (int)e - r->bias);
}

/* The code nearest to v by trying all, ties to the even code.  overflow is what is above the
 * largest value by half a step or more. */
static unsigned nearest(const struct reference *r, double v)
{
	unsigned n = 1u << (r->exponent + r->mantissa), best = 0, last = 0;
	double distance = INFINITY, magnitude = fabs(v);
	for (unsigned c = 0; c < n; c++) {
		double w = reference_value(r, c);
		if (!isfinite(w))
			continue;
		double d = fabs(w - magnitude);
		if (d < distance || (d == distance && (c % 2 == 0 || !r->has_sign))) {
			distance = d;
			best = c;
		}
		last = c;
	}
	double top = reference_value(r, last), step = top - reference_value(r, last - 1);
	if (!r->has_sign)
		step = 2 * top - top;
	bool tie_stays = r->has_sign && last % 2 == 0;
	double limit = top + step / 2;
	if (magnitude > limit || (magnitude == limit && !tie_stays))
		return r->fnuz ? n : r->inf ? last + 1 : n - 1; /* without the sign */
	return best;
}

START_TEST(every_code_means_what_the_standard_says)
{
	const struct reference *r = &references[_i];
	for (unsigned c = 0; c < 1u << r->bits; c++) {
		double want = reference_value(r, c), got = tir_float_value(type_of(r), c);
		if (isnan(want)) {
			ck_assert_msg(isnan(got), "%u of format %d is no NaN", c, _i);
			continue;
		}
		ck_assert_msg(want == got && !signbit(want) == !signbit(got),
		        "%u of format %d is %a, not %a", c, _i, want, got);
		must(tir_float_bits(type_of(r), got) == c);
	}
}
END_TEST

START_TEST(nan_stays_nan)
{
	const struct reference *r = &references[_i];
	uint64_t state = 7;
	for (unsigned i = 0; i < 1000; i++) {
		uint64_t bits = next_random(&state) | UINT64_C(0x7ff) << 52;
		double v;
		memcpy(&v, &bits, sizeof v);
		if (isnan(v))
			must(isnan(tir_float_value(type_of(r), tir_float_bits(type_of(r), v))));
	}
	for (unsigned c = 0; c < 1u << r->bits; c++)
		if (isnan(tir_float_value(type_of(r), c)))
			must(isnan(tir_float_value(TIR_F32,
			        tir_eval_cast(TIR_F32, type_of(r), c))));
}
END_TEST

/* Doubles of the format's own range and beyond, midpoints, and their neighbours. */
START_TEST(rounding_finds_the_nearest_and_ties_go_to_even)
{
	const struct reference *r = &references[_i];
	uint64_t state = (uint64_t)_i;
	unsigned n = 1u << (r->exponent + r->mantissa);
	for (unsigned i = 0; i < (r->bits == 8 ? 4000u : 300u); i++) {
		unsigned c = (unsigned)(next_random(&state) % n);
		double a = reference_value(r, c), b = reference_value(r, c + 1 < n ? c + 1 : c);
		double v = (a + b) / 2;
		if (i % 4 == 1)
			v = nextafter(v, 0);
		if (i % 4 == 2)
			v = nextafter(v, INFINITY);
		if (i % 4 == 3)
			v = ldexp((double)(next_random(&state) >> 11), (int)(i % 301) - 200);
		if (!isfinite(v) || (!r->has_sign && v == 0))
			continue;
		unsigned want = nearest(r, v);
		ck_assert_msg(tir_float_bits(type_of(r), v) == want,
		        "format %d: %a gives %#x not %#x", _i, v,
		        (unsigned)tir_float_bits(type_of(r), v), want);
		if (!r->has_sign)
			continue;
		bool keeps_sign = !r->fnuz || (want && want != n);
		must(tir_float_bits(type_of(r), -v) == (keeps_sign ? want | n : want));
	}
}
END_TEST

START_TEST(float64_to_float16_rounds_once)
{
	/* Just above the middle of two float16s, by less than a float32 can see: through float32
	 * it would be a tie and go down to even. */
	double v = 1 + ldexp(1, -11) + ldexp(1, -40);
	ck_assert_uint_eq(tir_eval_cast(F16, F64, tir_float_bits(F64, v)), 0x3c01);
	ck_assert_uint_eq(tir_eval_cast(F16, F64, tir_float_bits(F64, 1 + ldexp(1, -11))), 0x3c00);
}
END_TEST

#ifdef __FLT16_MAX__
START_TEST(float16_agrees_with_the_compilers)
{
	uint64_t state = 1;
	for (unsigned i = 0; i < 2000000; i++) {
		uint64_t bits = next_random(&state);
		/* mostly exponents near float16's */
		if (i % 8)
			bits = (bits & ~(UINT64_C(0x7ff) << 52)) | (uint64_t)(994 + bits % 50)
			                                                   << 52;
		double v;
		memcpy(&v, &bits, sizeof v);
		__extension__ _Float16 h = (_Float16)v;
		uint16_t want;
		memcpy(&want, &h, sizeof want);
		if (v == v)
			must(tir_float_bits(F16, v) == want);
	}
}
END_TEST
#endif

START_TEST(float16_operations_round_after_each)
{
	uint64_t state = 3, out;
	for (unsigned i = 0; i < 200000; i++) {
		uint64_t a = next_random(&state) & 0xffff, b = next_random(&state) & 0xffff;
		double x = tir_float_value(F16, a), y = tir_float_value(F16, b);
		if (isnan(x) || isnan(y))
			continue;
		/* float holds the exact product and rounds quotients harmlessly */
		struct {
			enum tir_op op;
			double exact;
		} cases[] = {{TIR_ADD, x + y}, {TIR_MUL, x * y}, {TIR_SUB, x - y}};
		for (unsigned k = 0; k < 3; k++) {
			must(tir_eval_binary(cases[k].op, F16, a, b, &out));
			if (isnan(cases[k].exact))
				must(isnan(tir_float_value(F16, out)));
			else if (fabs(cases[k].exact) < 65504 && cases[k].exact != 0)
				must(fabs(tir_float_value(F16, out) - cases[k].exact) <=
				        fmax(ldexp(1, -25), ldexp(fabs(cases[k].exact), -11)));
		}
	}
	must(tir_eval_binary(TIR_ADD, BF16, 0x4380, 0x3f80, &out)); /* 256 + 1: a tie */
	ck_assert_uint_eq(out, 0x4380);
}
END_TEST

START_TEST(floor_division_has_the_divisors_sign)
{
	for (int a = -128; a < 128; a++)
		for (int b = -128; b < 128; b++) {
			uint64_t q = 0, r = 0, x = (uint8_t)a, y = (uint8_t)b;
			bool ok = tir_eval_binary(TIR_FLOORDIV, INT(8), x, y, &q);
			must(ok == (b != 0 && !(a == -128 && b == -1)));
			must(tir_eval_binary(TIR_FLOORMOD, INT(8), x, y, &r) == ok);
			if (!ok)
				continue;
			must((int8_t)q == (int)floor((double)a / b));
			must((int8_t)r == a - b * (int)floor((double)a / b));
			must(tir_eval_binary(TIR_DIV, INT(8), x, y, &q));
			must(tir_eval_binary(TIR_MOD, INT(8), x, y, &r));
			must((int8_t)q == a / b);
			must((int8_t)r == a % b);
		}
}
END_TEST

START_TEST(division_traps_where_it_must)
{
	static const enum tir_op ops[] = {TIR_DIV, TIR_MOD, TIR_FLOORDIV, TIR_FLOORMOD};
	for (unsigned i = 0; i < 4; i++)
		for (unsigned bits = 8; bits <= 64; bits *= 2) {
			uint64_t out, least = UINT64_C(1) << (bits - 1);
			uint64_t ones = bits == 64 ? UINT64_MAX : (UINT64_C(1) << bits) - 1;
			must(!tir_eval_binary(ops[i], INT(bits), 1, 0, &out));
			must(!tir_eval_binary(ops[i], UINT(bits), 1, 0, &out));
			must(!tir_eval_binary(ops[i], INT(bits), least, ones, &out));
			must(tir_eval_binary(ops[i], UINT(bits), least, ones, &out));
			must(tir_eval_binary(ops[i], INT(bits), least + 1, ones, &out));
		}
}
END_TEST

START_TEST(integers_wrap_at_their_width)
{
	for (unsigned a = 0; a < 256; a++)
		for (unsigned b = 0; b < 256; b++) {
			uint64_t out;
			must(tir_eval_binary(TIR_ADD, INT(8), a, b, &out) &&
			        out == (uint8_t)(a + b));
			must(tir_eval_binary(TIR_MUL, INT(8), a, b, &out) &&
			        out == (uint8_t)(a * b));
			must(tir_eval_binary(TIR_SUB, UINT(8), a, b, &out) &&
			        out == (uint8_t)(a - b));
			must(tir_eval_binary(TIR_LT, INT(8), a, b, &out) &&
			        out == ((int8_t)a < (int8_t)b));
			must(tir_eval_binary(TIR_LT, UINT(8), a, b, &out) && out == (a < b));
			must(tir_eval_binary(TIR_MAX, INT(8), a, b, &out) &&
			        (int8_t)out == ((int8_t)a > (int8_t)b ? (int8_t)a : (int8_t)b));
		}
	uint64_t out;
	must(tir_eval_binary(TIR_ADD, TIR_INT32, 0x7fffffff, 1, &out));
	ck_assert_uint_eq(out, 0x80000000);
	must(tir_eval_binary(TIR_BITNOT, UINT(16), 0x00ff, 0, &out) && out == 0xff00);
}
END_TEST

START_TEST(shifts)
{
	uint64_t out;
	must(tir_eval_binary(TIR_SHR, INT(8), 0x80, 3, &out) && out == 0xf0);
	must(tir_eval_binary(TIR_SHR, UINT(8), 0x80, 3, &out) && out == 0x10);
	must(tir_eval_binary(TIR_SHL, INT(8), 0x41, 1, &out) && out == 0x82);
	must(tir_eval_binary(TIR_SHL, TIR_INT64, 1, 63, &out) && out == UINT64_C(1) << 63);
	/* out of range: any value, but no trap and no undefined behaviour */
	must(tir_eval_binary(TIR_SHL, TIR_INT64, 1, 64, &out));
	must(tir_eval_binary(TIR_SHR, TIR_INT32, 0x80000000, 0xffffffff, &out));
}
END_TEST

static double f32(uint64_t bits)
{
	return tir_float_value(TIR_F32, bits);
}

START_TEST(float_comparisons_are_ordered_and_min_takes_the_second)
{
	uint64_t nan = 0x7fc00000, one = 0x3f800000, out;
	static const enum tir_op ops[] = {TIR_EQ, TIR_NE, TIR_LT, TIR_LE, TIR_GT, TIR_GE};
	for (unsigned i = 0; i < 6; i++) {
		must(tir_eval_binary(ops[i], TIR_F32, nan, one, &out) && out == 0);
		must(tir_eval_binary(ops[i], TIR_F32, one, nan, &out) && out == 0);
		must(tir_eval_binary(ops[i], TIR_F32, one, one, &out) &&
		        out == (ops[i] == TIR_EQ || ops[i] == TIR_LE || ops[i] == TIR_GE));
	}
	must(tir_eval_binary(TIR_MIN, TIR_F32, nan, one, &out) && out == one);
	must(tir_eval_binary(TIR_MAX, TIR_F32, one, nan, &out) && out == nan);
	must(tir_eval_binary(TIR_MIN, TIR_F32, 0x80000000, 0, &out) && out == 0);
	must(tir_eval_binary(TIR_MIN, F16, 0x3c00, 0x7d01, &out) && out == 0x7d01);
	must(tir_eval_binary(TIR_DIV, TIR_F32, one, 0, &out) && f32(out) == INFINITY);
}
END_TEST

START_TEST(casts_between_integers)
{
	ck_assert_uint_eq(tir_eval_cast(TIR_INT64, INT(8), 0x80), UINT64_C(0xffffffffffffff80));
	ck_assert_uint_eq(tir_eval_cast(TIR_INT64, UINT(8), 0x80), 0x80);
	ck_assert_uint_eq(tir_eval_cast(INT(8), TIR_INT32, 0x1234), 0x34);
	ck_assert_uint_eq(tir_eval_cast(TIR_BOOL, TIR_INT32, 256), 1);
	ck_assert_uint_eq(tir_eval_cast(TIR_INT32, TIR_BOOL, 1), 1);
	ck_assert_uint_eq(tir_eval_cast(TIR_INT32, INT(1), 1), 0xffffffff);
}
END_TEST

START_TEST(casts_between_integers_and_floats)
{
	uint64_t state = 5;
	for (unsigned i = 0; i < 100000; i++) {
		uint64_t v = next_random(&state) >> i % 64;
		must(f32(tir_eval_cast(TIR_F32, UINT(64), v)) == (double)(float)v);
		must(f32(tir_eval_cast(TIR_F32, TIR_INT64, v)) == (double)(float)(int64_t)v);
		/* long double holds v whole; rounding it to bfloat16's 8 bits by hand */
		int e;
		long double m = frexpl((long double)v, &e);
		double want = (double)ldexpl(rintl(ldexpl(m, 8)), e - 8);
		must(tir_float_value(BF16, tir_eval_cast(BF16, UINT(64), v)) == want);
	}
	ck_assert_uint_eq(tir_eval_cast(INT(8), TIR_F32, tir_float_bits(TIR_F32, -1.9)), 0xff);
	ck_assert_uint_eq(tir_eval_cast(INT(8), TIR_F32, tir_float_bits(TIR_F32, 300)), 0x7f);
	ck_assert_uint_eq(tir_eval_cast(INT(8), TIR_F32, tir_float_bits(TIR_F32, -300)), 0x80);
	ck_assert_uint_eq(tir_eval_cast(UINT(8), TIR_F32, tir_float_bits(TIR_F32, -3)), 0);
	ck_assert_uint_eq(tir_eval_cast(TIR_INT32, TIR_F32, 0x7fc00000), 0);
	ck_assert_uint_eq(tir_eval_cast(UINT(64), F64, tir_float_bits(F64, ldexp(1, 63))),
	        UINT64_C(1) << 63);
	ck_assert_uint_eq(tir_eval_cast(TIR_BOOL, TIR_F32, 0x7fc00000), 1);
	ck_assert_uint_eq(tir_eval_cast(TIR_BOOL, TIR_F32, 0x80000000), 0);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("scalar");
	TCase *t = tcase_create("scalar");
	tcase_set_timeout(t, 600);
	tcase_add_loop_test(t, every_code_means_what_the_standard_says, 0, NREFERENCES);
	tcase_add_loop_test(t, nan_stays_nan, 0, NREFERENCES);
	tcase_add_loop_test(t, rounding_finds_the_nearest_and_ties_go_to_even, 0, NREFERENCES);
	tcase_add_test(t, float64_to_float16_rounds_once);
#ifdef __FLT16_MAX__
	tcase_add_test(t, float16_agrees_with_the_compilers);
#endif
	tcase_add_test(t, float16_operations_round_after_each);
	tcase_add_test(t, floor_division_has_the_divisors_sign);
	tcase_add_test(t, division_traps_where_it_must);
	tcase_add_test(t, integers_wrap_at_their_width);
	tcase_add_test(t, shifts);
	tcase_add_test(t, float_comparisons_are_ordered_and_min_takes_the_second);
	tcase_add_test(t, casts_between_integers);
	tcase_add_test(t, casts_between_integers_and_floats);
	suite_add_tcase(s, t);
	return run_suite(s);
}
