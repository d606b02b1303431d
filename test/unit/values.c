/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* test/unit/values.c: value numbering by itself: what it takes for equal, from which level on, and what
 * comes close to a rule but must stay apart; the same of the proof's, which has one level, and its
 * ranges.  The rules themselves are proved by test/rules.py. */
#include "cse/values.h"
#include "frontend/frontend.h"
#include "proof/values/number.h"
#include "suite.h"
#include "values.h"

static struct arena arena;

static void teardown(void)
{
	arena_free(&arena);
}

static const char head[] =
        "# from tvm.script import tirx as T\n\n@T.prim_func\n"
        "def main(A: T.Buffer((64,), \"int32\"), B: T.Buffer((64,), \"int32\"), x: T.int32, "
        "y: T.int32, z: T.int32, u: T.uint32, v: T.uint32, a: T.int64, b: T.int64, s: T.int8, "
        "t: T.uint8, p: T.float32, q: T.float32, r: T.float32):\n";

/* A function that evaluates the two. */
static struct tir_func *read_pair(const char *left, const char *right)
{
	struct sbuf text = {0};
	struct diag d = {0};
	sbuf_printf(&text, "%s    T.evaluate(%s)\n    T.evaluate(%s)\n", head, left, right);
	struct tir_module *m = frontend_read(source_text(&arena, "text", text.text,
	                                             strlen(text.text)),
	        &arena, &d);
	ck_assert_msg(m != NULL, "%s or %s cannot be read", left, right);
	sbuf_free(&text);
	return m->funcs.at[0];
}

static bool are_equal(struct tir_func *f, enum cse_level level, bool turned)
{
	struct cse_values v;
	const struct tir_expr *a = tir_value_of(f->body.first),
	                      *b = tir_value_of(f->body.first->next);
	cse_values_init(&v, f->module, f, &(struct cse_options){.level = level}, &arena);
	if (turned) /* numbers are given in the order of meeting: it must not matter */
		cse_value(&v, b);
	return cse_value(&v, a) == cse_value(&v, b);
}

static const struct proof_contract no_promise;

/* Are they equal for the proof, which has one level? */
static bool proof_says_equal(struct tir_func *f, bool turned)
{
	struct numbers n;
	const struct tir_expr *a = tir_value_of(f->body.first),
	                      *b = tir_value_of(f->body.first->next);
	proof_numbers_begin(&n, f, &no_promise, &arena);
	if (turned)
		proof_number_in(&n, b, n.state);
	return proof_number_in(&n, a, n.state) == proof_number_in(&n, b, n.state);
}

START_TEST(equal_are_what_the_rules_say_and_nothing_else)
{
	const struct row *r = &table[_i];
	struct tir_func *f = read_pair(r->left, r->right);
	for (int turned = 0; turned < 2; turned++)
		ck_assert_msg(proof_says_equal(f, turned) == (r->level < NEVER),
		        "%s and %s are%s equal for the proof", r->left, r->right,
		        r->level < NEVER ? " not" : "");
	for (int level = CSE_SYNTACTIC; level <= CSE_RANGES; level++)
		for (int turned = 0; turned < 2; turned++)
			ck_assert_msg(are_equal(f, level, turned) == (level >= r->level),
			        "%s and %s are%s equal at level %d", r->left, r->right,
			        level >= r->level ? " not" : "", level);
}
END_TEST

/* What exceeds a limit is numbered as it is written: equal to itself, never to anything else. */
START_TEST(long_sums_and_sets_stay_sound)
{
	for (int n = 10; n <= 24; n++)
		for (int min = 0; min < 2; min++) {
			struct sbuf one = {0}, other = {0};
			for (int i = 0; i < n; i++) {
				const char *open = i + 1 < n ? min ? "T.min(" : "(" : "";
				const char *close = i + 1 < n ? min ? ", " : " + " : "";
				sbuf_printf(&one, "%sA[%d]%s", open, i, close);
				sbuf_printf(&other, "%sA[%d]%s", open, i ? i : 63, close);
			}
			for (int i = 0; i + 1 < n; i++) {
				sbuf_printf(&one, ")");
				sbuf_printf(&other, ")");
			}
			struct tir_func *same = read_pair(one.text, one.text);
			struct tir_func *apart = read_pair(one.text, other.text);
			ck_assert(are_equal(same, CSE_AFFINE, false));
			ck_assert(!are_equal(apart, CSE_AFFINE, false));
			ck_assert(proof_says_equal(same, false));
			ck_assert(!proof_says_equal(apart, false));
			sbuf_free(&one);
			sbuf_free(&other);
		}
}
END_TEST

/* The value of a, when the variables y and z stand for these constants. */
static uint32_t value_where(struct cse_values *v, const struct tir_func *f, int64_t y, int64_t z,
        const struct tir_expr *e)
{
	const struct tir_expr *cy = tir_int(f->module, TIR_INT32, y);
	const struct tir_expr *cz = tir_int(f->module, TIR_INT32, z);
	cse_values_init(v, f->module, f, &(struct cse_options){.level = CSE_AFFINE}, &arena);
	cse_values_bind(v, f->params.at[3].var, cse_value(v, cy));
	cse_values_bind(v, f->params.at[4].var, cse_value(v, cz));
	return cse_value(v, e);
}

/* The reader refuses such shifts, but a variable may turn out to be the amount. */
START_TEST(a_shift_out_of_range_is_no_multiplication)
{
	static const struct {
		const char *left, *right;
		int y, z;
		bool equal;
	} row[] = {
	        {"x << y", "x * z", 3, 8, true},
	        {"x << y", "x * z", 32, 1, false},
	        {"x << y", "x << z", 32, 0, false},
	        {"x << y", "x << z", -1, 31, false},
	        {"x >> y", "x // z", 3, 8, true},
	        {"x >> y", "x // z", 31, INT32_MIN, false},
	        {"x >> y", "x // z", 32, 1, false},
	        {"x >> y", "x >> z", -1, 31, false},
	};
	for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
		struct tir_func *f = read_pair(row[i].left, row[i].right);
		const struct tir_stmt *a = f->body.first;
		struct cse_values v;
		uint32_t left = value_where(&v, f, row[i].y, row[i].z, tir_value_of(a));
		ck_assert_msg((left == cse_value(&v, tir_value_of(a->next))) == row[i].equal,
		        "%s and %s with %d and %d", row[i].left, row[i].right, row[i].y, row[i].z);
	}
}
END_TEST

START_TEST(a_bound_variable_is_its_value)
{
	struct tir_func *f = read_pair("x + 1", "y * 4 + z + 1");
	const struct tir_stmt *a = f->body.first;
	struct cse_values v;
	const struct tir_expr *seventeen = tir_int(f->module, TIR_INT32, 17);
	const struct tir_expr *eighteen = tir_int(f->module, TIR_INT32, 18);
	uint32_t sum = value_where(&v, f, 3, 5, tir_value_of(a->next));
	ck_assert_uint_eq(sum, cse_value(&v, eighteen));
	cse_values_bind(&v, f->params.at[2].var, cse_value(&v, seventeen));
	ck_assert_uint_eq(cse_value(&v, tir_value_of(a)), sum);
	struct numbers n;
	proof_numbers_begin(&n, f, &no_promise, &arena);
	n.var[f->params.at[2].var->id].e = seventeen;
	n.var[f->params.at[3].var->id].e = tir_int(f->module, TIR_INT32, 3);
	n.var[f->params.at[4].var->id].e = tir_int(f->module, TIR_INT32, 5);
	ck_assert_uint_eq(proof_number_in(&n, tir_value_of(a), 0),
	        proof_number_in(&n, eighteen, 0));
	ck_assert_uint_eq(proof_number_in(&n, tir_value_of(a->next), 0),
	        proof_number_in(&n, eighteen, 0));
}
END_TEST

/* b is a, written otherwise, and asked for when a's work arena is gone. */
START_TEST(what_is_forgotten_is_found_again)
{
	struct arena work = {0};
	struct tir_func *f = read_pair("(x + y) * 3 + z", "z + y * 3 + 3 * x");
	struct cse_values v;
	const struct tir_expr *a = tir_value_of(f->body.first),
	                      *b = tir_value_of(f->body.first->next);
	cse_values_init_in(&v, f->module, f, &(struct cse_options){.level = CSE_AFFINE}, &arena,
	        &work);
	uint32_t number = cse_value(&v, a);
	cse_values_forget(&v);
	arena_free(&work);
	ck_assert_uint_eq(cse_value(&v, b), number);
	ck_assert(!cse_values_undisturbed(&v, f->params.at[0].buffer, 0, 1));
}
END_TEST

/* The difference of two indices, and whether no lane of one meets a lane of the other. */
static const struct apart {
	const char *left, *right;
	bool disjoint;
} indices[] = {
        {"x", "x + 1", true},
        {"x", "x", false},
        {"x", "y", false},
        {"x * 2", "y * 2 + 1", true},
        {"x * 4 + 1", "y * 6 + 2", true},
        {"x * 4 + 1", "y * 6 + 3", false},
        {"x - 5", "x + 5", true},
        {"T.Ramp(x, 1, 4)", "T.Ramp(x + 4, 1, 4)", true},
        {"T.Ramp(x, 1, 4)", "T.Ramp(x + 3, 1, 4)", false},
        {"T.Ramp(x + 4, 1, 4)", "T.Ramp(x, 1, 4)", true},
        {"T.Ramp(x, -1, 4)", "x + 1", true},
        {"T.Ramp(x, -1, 4)", "x - 3", false},
        {"T.Ramp(x, -1, 4)", "x - 4", true},
        {"T.Ramp(x * 8, 1, 4)", "T.Ramp(y * 8 + 4, 1, 4)", true},
        {"T.Ramp(x * 8, 1, 4)", "T.Ramp(y * 8 + 5, 1, 4)", false},
        {"T.Ramp(x * 8, 1, 4)", "T.Ramp(y * 8 - 4, 1, 4)", true},
        {"x", "T.Cast(\"int32\", a) + 1", false},
        {"a", "x", false},
        {"u", "u + T.uint32(1)", true},
        /* lane i of one, lane j of the other: what is alike in both does not cancel */
        {"T.Ramp(x, y, 4)", "T.Ramp(x + 1, y, 4)", false},
        {"T.Ramp(x, y, 4)", "x + 1", false},
        {"T.Ramp(x, y * 4, 4)", "T.Ramp(x + 1, y * 4, 4)", true},
        {"A[T.Ramp(x, 1, 4)]", "A[T.Ramp(x, 1, 4)] + T.Broadcast(1, 4)", false},
        {"A[T.Ramp(x, 1, 4)] * T.Broadcast(2, 4)",
                "A[T.Ramp(x, 1, 4)] * T.Broadcast(2, 4) + T.Broadcast(1, 4)", true},
        /* lanes that wrap */
        {"u + T.uint32(1)", "T.Ramp(u, T.uint32(1), 4)", false},
        {"s + T.int8(-56)", "T.Ramp(s, T.int8(100), 4)", false},
        {"t + T.uint8(44)", "T.Ramp(t, T.uint8(100), 4)", false},
        {"a * T.int64(-9223372036854775808) + b + T.int64(2)", "T.Ramp(b, T.int64(1), 6)", false},
};

START_TEST(disjoint_indices_never_meet)
{
	const struct apart *r = &indices[_i];
	struct tir_func *f = read_pair(r->left, r->right);
	struct cse_values v;
	struct numbers n;
	uint32_t asked;
	cse_values_init(&v, f->module, f, &(struct cse_options){.level = CSE_AFFINE}, &arena);
	proof_numbers_begin(&n, f, &no_promise, &arena);
	uint32_t a = proof_number_in(&n, tir_value_of(f->body.first), n.state);
	uint32_t b = proof_number_in(&n, tir_value_of(f->body.first->next), n.state);
	ck_assert_msg((proof_number_differ(&n, a, b, &asked) == NUMBER_APART) == r->disjoint &&
	                      (proof_number_differ(&n, b, a, &asked) == NUMBER_APART) ==
	                              r->disjoint,
	        "%s and %s may%s meet for the proof", r->left, r->right, r->disjoint ? " not" : "");
	a = cse_value(&v, tir_value_of(f->body.first));
	b = cse_value(&v, tir_value_of(f->body.first->next));
	ck_assert_msg(cse_disjoint(&v, a, b) == r->disjoint &&
	                      cse_disjoint(&v, b, a) == r->disjoint,
	        "%s and %s may%s meet", r->left, r->right, r->disjoint ? " not" : "");
}
END_TEST

/* x counts 1, 3, 5, ... */
START_TEST(a_loop_with_a_step_leaves_numbers_out)
{
	static const struct apart row[] = {
	        {"x", "y * 2", true},
	        {"x", "y * 2 + 1", false},
	        {"x * 3", "y * 6", true},
	        {"x * 3", "y * 6 + 3", false},
	        {"x + y * 4", "z * 4", true},
	        {"x + y * 4", "z * 4 + 3", false},
	        {"x * 5", "y * 10 + 1", true},
	        {"x * 5", "y * 10 + 5", false},
	};
	for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
		struct tir_func *f = read_pair(row[i].left, row[i].right);
		struct numbers n;
		uint32_t asked;
		proof_numbers_begin(&n, f, &no_promise, &arena);
		struct number_var *x = &n.var[f->params.at[2].var->id];
		x->step = 2;
		x->rest = 1;
		uint32_t a = proof_number_in(&n, tir_value_of(f->body.first), n.state);
		uint32_t b = proof_number_in(&n, tir_value_of(f->body.first->next), n.state);
		ck_assert_msg((proof_number_differ(&n, a, b, &asked) == NUMBER_APART) ==
		                      row[i].disjoint,
		        "%s and %s", row[i].left, row[i].right);
	}
}
END_TEST

/* x is 0 to 4, y is 0 to 6. */
static void bound(struct numbers *n, const struct tir_func *f)
{
	for (uint32_t k = 0; k < 2; k++) {
		struct number_var *v = &n->var[f->params.at[2 + k].var->id];
		v->bounded = true;
		v->hi = 4 + 2 * k;
	}
}

START_TEST(the_proof_knows_quotients_that_are_written_otherwise)
{
	static const struct {
		const char *left, *right;
		bool equal;
	} row[] = {
	        {"x & 7", "x", true},
	        {"x & 7", "x % 8", true},
	        {"x & 3", "x % 4", true},
	        {"x & 3", "x", false},
	        {"x >> 3", "y >> 3", true},
	        {"T.truncdiv(T.truncmod(z, 100), 200)",
	                "T.truncdiv(T.truncdiv(T.truncmod(z, 100), 100), 2)", true},
	        {"T.truncdiv(T.truncmod(z, 100), 100)", "0", true},
	        {"T.truncdiv(T.truncmod(z, 100), 99)", "0", false},
	        {"T.truncdiv(x - 4, 5)", "0", true},
	        {"T.truncdiv(x - 5, 5)", "0", false},
	        {"T.truncdiv(x + 1, 5)", "0", false},
	        {"(z << 3 & 7) & 1", "1 & (z << 3 & 7)", true},
	        {"x & y", "y & x", true},
	        {"z & 6", "6 & z", true},
	        {"x >> 2", "y >> 2", false},
	        {"x % 4 + z", "(x & 3) + z", true},
	        {"T.uint8(0) - T.FloorDiv(T.uint8(0), t) * t", "T.FloorMod(T.uint8(0), t)", true},
	        {"9 - T.FloorDiv(9, z) * z", "T.FloorMod(9, z)", true},
	        {"2 - T.FloorDiv(9, z) * z", "T.FloorMod(9, z) - 7", true},
	        {"2 - T.FloorDiv(9, z) * z", "T.FloorMod(9, z) - 6", false},
	        {"9 - T.truncdiv(9, z) * z", "T.truncmod(9, z)", true},
	        {"9 - T.truncdiv(9, z) * z", "T.FloorMod(9, z)", false},
	        {"9 - T.FloorDiv(9, z) * y", "T.FloorMod(9, z)", false},
	};
	for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
		struct tir_func *f = read_pair(row[i].left, row[i].right);
		struct numbers n;
		proof_numbers_begin(&n, f, &no_promise, &arena);
		bound(&n, f);
		uint32_t a = proof_number_in(&n, tir_value_of(f->body.first), n.state);
		uint32_t b = proof_number_in(&n, tir_value_of(f->body.first->next), n.state);
		ck_assert_msg((a == b) == row[i].equal, "%s and %s", row[i].left, row[i].right);
	}
}
END_TEST

/* Casts of what cannot wrap around are looked through. */
START_TEST(indices_are_compared_as_whole_numbers)
{
	static const struct apart row[] = {
	        {"T.Cast(\"int64\", z) * T.int64(10)", "z * 10 + 1", true},
	        {"T.Cast(\"int64\", z) * T.int64(10)", "z * 10", false},
	        {"T.Cast(\"int64\", z) * T.int64(10) + T.int64(7)", "x * 10 + 1", true},
	        {"T.Cast(\"int64\", z) * T.int64(10) + T.int64(5)", "x * 5", false},
	        {"T.Cast(\"int64\", z + 1)", "T.Cast(\"int64\", z)", true},
	        {"T.Cast(\"int64\", z + 1)", "T.Cast(\"int64\", z) + T.int64(1)", false},
	        {"T.Cast(\"int64\", z) * T.Cast(\"int64\", x)", "x * z + 1", true},
	        {"T.Cast(\"int64\", z) * T.Cast(\"int64\", x)", "x * z", false},
	        {"T.Cast(\"int64\", z) * T.Cast(\"int64\", x)", "x * x + 1", false},
	        {"T.Ramp(T.Cast(\"int64\", z), T.int64(1), 4)", "z + 4", true},
	        {"T.Ramp(T.Cast(\"int64\", z), T.int64(1), 4)", "z + 3", false},
	        {"T.Cast(\"int64\", u + T.uint32(1))", "T.Cast(\"int64\", u) - T.int64(4294967295)",
	                false},
	        {"T.Cast(\"int64\", s + T.int8(1))", "T.Cast(\"int64\", s) - T.int64(255)", false},
	        {"T.Cast(\"int64\", T.Cast(\"int32\", a))", "a + T.int64(4294967296)", false},
	        {"T.Cast(\"int64\", T.Cast(\"uint32\", z))", "z + 1", false},
	        {"x * 8", "z * 7 + 5", true},
	        {"x * 8", "z * 7 + 4", false},
	        {"x * 6", "z * 7 + 1", true},
	        {"x * 6", "z * 7 + 3", false},
	        {"x * 36 + y", "z * 35 + 11", true},
	        {"x * 36 + y", "z * 35 + 10", false},
	        {"x * 6", "z * 14 + x * 2 + 13", true},
	};
	for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
		struct tir_func *f = read_pair(row[i].left, row[i].right);
		struct numbers n;
		uint32_t asked;
		proof_numbers_begin(&n, f, &no_promise, &arena);
		bound(&n, f);
		uint32_t a = proof_number_in(&n, tir_value_of(f->body.first), n.state);
		uint32_t b = proof_number_in(&n, tir_value_of(f->body.first->next), n.state);
		ck_assert_msg((proof_number_differ(&n, a, b, &asked) == NUMBER_APART) ==
		                              row[i].disjoint &&
		                      (proof_number_differ(&n, b, a, &asked) == NUMBER_APART) ==
		                              row[i].disjoint,
		        "%s and %s", row[i].left, row[i].right);
	}
}
END_TEST

/* What the proof knows of a value whatever memory holds, and where a sum is computed early, so that it may overflow. */
static const struct lies {
	const char *text;
	int64_t lo, hi;
} ranges[] = {
        {"x % 8", 0, 7},
        {"x", INT32_MIN, INT32_MAX},
        {"A[x] % 8", 0, 7},
        {"A[x] & 15", 0, 15},
        {"T.truncmod(A[x], 8)", -7, 7},
        {"(A[x] % 8) * 4 + 2", 2, 30},
        {"(A[x] % 8) << 2", 0, 28},
        {"(A[x] % 8) * (A[y] % 4)", 0, 21},
        {"T.truncmod(A[x], 4) * (A[y] % 4)", -9, 9},
        {"T.Select(x < y, A[x] % 4, A[y] % 4 + 8)", 0, 11},
        {"T.max(A[x], 5)", 5, INT32_MAX},
        /* a cast wraps round */
        {"T.Cast(\"int64\", A[x] % 8)", 0, 7},
        {"T.Cast(\"int8\", A[x] % 100)", 0, 99},
        {"T.Cast(\"int8\", A[x] % 300)", INT8_MIN, INT8_MAX},
        {"T.Cast(\"uint8\", x % 8 - 1)", 0, UINT8_MAX},
        {"T.Cast(\"int32\", s) * 2", 2 * INT8_MIN, 2 * INT8_MAX},
        /* so does a sum that nobody says the program computes; as a whole number it is what it is */
        {"T.max(x, 0) + 1", 1, INT64_C(1) + INT32_MAX},
        {"(T.max(x, 0) + 1) // 2", INT32_MIN / 2, INT32_MAX / 2},
        {"T.max(T.max(x, 0) + 1, -9)", -9, INT32_MAX},
};

START_TEST(a_range_holds_whatever_memory_holds)
{
	const struct lies *r = &ranges[_i];
	struct tir_func *f = read_pair(r->text, "0");
	struct numbers n;
	int64_t lo, hi;
	proof_numbers_begin(&n, f, &no_promise, &arena);
	ck_assert_msg(proof_number_range_of(&n, tir_value_of(f->body.first), &lo, &hi), "%s",
	        r->text);
	ck_assert_msg(lo == r->lo && hi == r->hi, "%s lies between %lld and %lld", r->text,
	        (long long)lo, (long long)hi);
}
END_TEST

/* A load in a loop, and a store behind it: is what is loaded what was there before the loop? */
static const struct kept {
	const char *load, *store;
	bool kept;
} loads[] = {
        {"j + 8", "j", true},
        {"j * 2 + 1", "j * 2", true},
        {"x % 4 + 8", "j", true},
        {"8", "j", true},
        {"j + 1", "j", false},
        {"j", "j + 1", false},
        {"j * 2", "j", false},
        {"x", "j", false},
        {"7", "j", false},
};

START_TEST(a_loop_keeps_what_none_of_its_iterations_writes)
{
	const struct kept *r = &loads[_i];
	struct sbuf text = {0};
	struct diag d = {0};
	sbuf_printf(&text,
	        "%s    T.func_attr({\"tirx.noalias\": True})\n    for j in range(8):\n"
	        "        B[j] = A[%s]\n        A[%s] = x\n",
	        head, r->load, r->store);
	struct tir_module *m = frontend_read(source_text(&arena, "text", text.text,
	                                             strlen(text.text)),
	        &arena, &d);
	ck_assert_msg(m != NULL, "%s and %s cannot be read", r->load, r->store);
	sbuf_free(&text);
	const struct tir_func *f = m->funcs.at[0];
	const struct tir_expr *load = tir_value_of(tir_body(f->body.first)->first);
	struct numbers n;
	proof_numbers_begin(&n, f, &no_promise, &arena);
	uint32_t before = n.state;
	proof_numbers_iterate(&n, proof_numbers_loop(&n));
	bool kept = proof_number_in(&n, load, n.state) == proof_number_in(&n, load, before);
	ck_assert_msg(kept == r->kept, "A[%s] is%s what was there before A[%s]", r->load,
	        kept ? "" : " not", r->store);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("values");
	TCase *c = tcase_create("values");
	tcase_add_checked_fixture(c, NULL, teardown);
	tcase_add_loop_test(c, equal_are_what_the_rules_say_and_nothing_else, 0,
	        sizeof table / sizeof *table);
	tcase_add_test(c, long_sums_and_sets_stay_sound);
	tcase_add_test(c, a_shift_out_of_range_is_no_multiplication);
	tcase_add_test(c, a_bound_variable_is_its_value);
	tcase_add_test(c, a_loop_with_a_step_leaves_numbers_out);
	tcase_add_test(c, the_proof_knows_quotients_that_are_written_otherwise);
	tcase_add_test(c, indices_are_compared_as_whole_numbers);
	tcase_add_test(c, what_is_forgotten_is_found_again);
	tcase_add_loop_test(c, disjoint_indices_never_meet, 0, sizeof indices / sizeof *indices);
	tcase_add_loop_test(c, a_range_holds_whatever_memory_holds, 0,
	        sizeof ranges / sizeof *ranges);
	tcase_add_loop_test(c, a_loop_keeps_what_none_of_its_iterations_writes, 0,
	        sizeof loads / sizeof *loads);
	suite_add_tcase(suite, c);
	return run_suite(suite);
}
