/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What may be computed in fewer bits (proof/exhaust/shrink.c), by the ranges that the proof knows (proof/values/bounds.c): each pair of values is
 * one that is proved, or one that is just too wide; and of loops by what their extents compute (proof/values/number_survey.c). */
#include "frontend/frontend.h"
#include "proof/proof.h"
#include "proof/values/number.h"
#include "suite.h"

#define HEAD                                                                                       \
	"# from tvm.script import tirx as T\n\n@T.prim_func(s_tir=True)\n"                         \
	"def f(A: T.Buffer((64,), \"uint8\"), X: T.Buffer((1,), \"int32\"), O: T.Buffer((64,), "   \
	"\"uint8\"), n: T.int32, N: T.Buffer((n,), \"int8\"), W: T.Buffer((300,), "                \
	"\"uint8\")):\n"

/* Names, which both functions have; what one stores and the other. */
struct pair {
	const char *names, *before, *after;
	bool right;
};

static struct tir_func *with(struct arena *a, struct tir_func *f, uint32_t store)
{
	struct tir_seq body = {0};
	uint32_t i = 0;
	for (const struct tir_stmt *s = f->body.first; s; s = s->next) {
		struct tir_stmt *t = tir_stmt_copy(a, s);
		t->next = NULL;
		if (s->kind != TIR_STORE || i++ == store)
			tir_seq_add(&body, t);
	}
	return tir_func_with_body(f, body);
}

static enum proof_verdict verdict(const struct pair *p)
{
	struct arena arena = {0}, scratch = {0};
	struct diag diag = {0};
	char text[4096];
	const char *why;
	snprintf(text, sizeof text,
	        HEAD "%s    O[T.Ramp(0, 1, 64)] = %s\n    O[T.Ramp(0, 1, 64)] = %s\n", p->names,
	        p->before, p->after);
	struct tir_module *m = frontend_read(source_text(&arena, "text", text, strlen(text)),
	        &arena, &diag);
	ck_assert_msg(m, "%s", text);
	struct tir_func *f = with(&arena, m->funcs.at[0], 0), *g = with(&arena, m->funcs.at[0], 1);
	enum proof_verdict v = proof_shrink(f, g, &(struct proof_contract){0}, &scratch, &why);
	arena_free(&scratch);
	arena_free(&arena);
	return v;
}

#define NAME(value) "    v = T.bind(T.Cast(\"uint8\", " value "))\n"
#define WIDE "T.Cast(\"uint8x64\", T.Cast(\"int32x64\", T.Broadcast(v, 64)) + T.Broadcast(100, 64))"
#define SHORT "T.Broadcast(v, 64) + T.Broadcast(T.uint8(100), 64)"
#define ODD(c)                                                                                     \
	"T.Cast(\"uint8x64\", T.Cast(\"int32x64\", A[T.Ramp(0, 1, 64)] & T.Broadcast(T.uint8(1), " \
	"64)) * T.Broadcast(" c ", 64))"
#define FEW(c)                                                                                     \
	"(A[T.Ramp(0, 1, 64)] & T.Broadcast(T.uint8(1), 64)) * T.Broadcast(T.uint8(" c "), 64)"

/* An index, and the byte of it. */
#define FAR(op) "T.Broadcast(X[0], 64) " op " T.Cast(\"int32x64\", A[T.Ramp(0, 1, 64)])"
#define NEAR_BYTES(op)                                                                             \
	"T.Cast(\"int32x64\", T.Cast(\"uint8x64\", T.Broadcast(X[0], 64)) " op " A[T.Ramp(0, 1, "  \
	"64)])"

/* 32 lanes of a first number, and 32 of a second one; or the other way round. */
#define FOUR(a)  #a ", " #a ", " #a ", " #a
#define LANES(a) FOUR(a) ", " FOUR(a) ", " FOUR(a) ", " FOUR(a)
#define OF(a, b)                                                                                   \
	"T.Shuffle([" a ", " b "], [" LANES(0) ", " LANES(0) ", " LANES(1) ", " LANES(1) "])"
#define BACK(a, b)                                                                                 \
	"T.Shuffle([" a ", " b "], [" LANES(1) ", " LANES(1) ", " LANES(0) ", " LANES(0) "])"
#define MASK   OF("T.bool(True)", "T.bool(False)")
#define UNMASK BACK("T.bool(True)", "T.bool(False)")
#define WIDE_SUM(c)                                                                                \
	"T.Cast(\"uint8x64\", T.Cast(\"int32x64\", A[T.Ramp(0, 1, 64)] & T.Broadcast(T.uint8(1), " \
	"64)) + " c ")"
#define SHORT_SUM(c)     "(A[T.Ramp(0, 1, 64)] & T.Broadcast(T.uint8(1), 64)) + " c
#define ARMS(mask, a, b) "T.Select(" mask ", T.Broadcast(" a ", 64), T.Broadcast(" b ", 64))"

static const struct pair pairs[] = {
        /* by a size, which is not negative */
        {NAME("T.min(n, 155)"), WIDE, SHORT, true},
        {NAME("T.min(n, 156)"), WIDE, SHORT, false},
        {NAME("T.min(X[0], 155)"), WIDE, SHORT, false},
        /* by a signed sum, which does not overflow */
        {NAME("T.max(X[0], 0) + 1 >> 24"), WIDE, SHORT, true},
        {NAME("T.max(X[0], -1) - 1 >> 24"), WIDE, SHORT, false},
        {NAME("T.Cast(\"int32\", T.Cast(\"int16\", X[0]) * T.int16(2)) & 155"), WIDE, SHORT, true},
        {NAME("T.Cast(\"int32\", T.max(T.Cast(\"int16\", X[0]), T.int16(0)) + T.int16(1)) // 256"),
                WIDE, SHORT, false},
        {NAME("(T.max(X[0], 0) + 1) // 16777216"), WIDE, SHORT, true},
        /* by a quotient, a remainder, a shift */
        {NAME("T.max(n, 0) // 13849389"), WIDE, SHORT, true},
        {NAME("T.max(n, 0) // 13700000"), WIDE, SHORT, false},
        {NAME("X[0] % 156"), WIDE, SHORT, true},
        {NAME("X[0] % 157"), WIDE, SHORT, false},
        {NAME("T.truncmod(X[0], 100)"), WIDE, SHORT, false},
        {NAME("T.truncmod(T.max(X[0], 0), T.max(T.min(X[0], 100), 1))"), WIDE, SHORT, true},
        {NAME("T.truncdiv(T.max(X[0], 0), T.max(X[0], 100000000))"), WIDE, SHORT, true},
        {NAME("156 + T.truncdiv(T.min(T.max(X[0], -9), -1), 10)"), WIDE, SHORT, false},
        {NAME("156 + T.min(T.max(X[0], -9), -1) // 10"), WIDE, SHORT, true},
        {NAME("T.max(X[0], -5) // T.max(X[0], 100000000)"), WIDE, SHORT, false},
        {NAME("n >> 24"), WIDE, SHORT, true},
        {NAME("n >> 23"), WIDE, SHORT, false},
        {NAME("T.Select(X[0] < 5, 155, 0)"), WIDE, SHORT, true},
        {NAME("T.Select(X[0] < 5, 156, 0)"), WIDE, SHORT, false},
        /* by a name of a name */
        {"    w = T.bind(T.min(n, 50))\n" NAME("w * 3"), WIDE, SHORT, true},
        {"    w = T.bind(T.min(n, 52))\n" NAME("w * 3"), WIDE, SHORT, false},
        /* constants that wrap around are the same, others are not */
        {"", ODD("255"), FEW("255"), true},
        {"", ODD("255"), FEW("254"), false},
        {"", ODD("255"), FEW("127"), false},
        /* an index lies in the buffer: of one of up to 256 elements a byte of it is enough */
        {"", "A[" FAR("-") "]", "A[" NEAR_BYTES("-") "]", true},
        {"", "A[" FAR("-") "]", "A[" NEAR_BYTES("+") "]", false},
        {"", "W[" FAR("-") "]", "W[" NEAR_BYTES("-") "]", false},
        {"", "A[" FAR("&") "]", "A[" NEAR_BYTES("&") "]", true},
        {"", "A[" FAR(">>") "]", "A[" NEAR_BYTES(">>") "]", false},
        {"", "A[" FAR("-") "]", "W[" NEAR_BYTES("-") "]", false},
        /* constants lane by lane */
        {"", WIDE_SUM(OF("1", "254")), SHORT_SUM(OF("T.uint8(1)", "T.uint8(254)")), true},
        {"", WIDE_SUM(OF("1", "254")), SHORT_SUM(BACK("T.uint8(1)", "T.uint8(254)")), false},
        {"", WIDE_SUM(OF("1", "254")), SHORT_SUM(OF("T.uint8(1)", "T.uint8(253)")), false},
        {"", WIDE_SUM(OF("1", "300") " >> T.Broadcast(1, 64)"),
                SHORT_SUM(OF("T.uint8(1)", "T.uint8(44)") " >> T.Broadcast(T.uint8(1), 64)"),
                false},
        {"", WIDE_SUM(ARMS(MASK, "1", "254")), SHORT_SUM(ARMS(MASK, "T.uint8(1)", "T.uint8(254)")),
                true},
        {"", WIDE_SUM(ARMS(MASK, "1", "254")),
                SHORT_SUM(ARMS(UNMASK, "T.uint8(1)", "T.uint8(254)")), false},
};

START_TEST(what_fits_is_proved)
{
	ck_assert_int_eq(verdict(&pairs[_i]) == PROOF_PROVED, pairs[_i].right);
}
END_TEST

static const struct {
	const char *extent;
	int64_t last; /* of the loop's variable */
} loops[] = {
        {"n % 3", 1},
        {"X[0] & 6", 5},
        {"(X[0] & 7) >> 1", 2},
        {"T.truncdiv(X[0] % 8, 2) * (n & 3)", 8},
        {"T.Cast(\"int32\", n > X[0])", 0},
        {"T.Cast(\"int32\", T.Cast(\"uint8\", X[0]))", 254},
        /* a sum of 8 bits may wrap around */
        {"T.Cast(\"int32\", (N[0] & T.int8(100)) + T.int8(100))", 126},
        {"X[0] | 3", INT32_MAX - 1},
};

START_TEST(loops_are_bounded_by_what_their_extents_compute)
{
	struct arena arena = {0};
	struct diag diag = {0};
	struct numbers n;
	char text[1024];
	snprintf(text, sizeof text, HEAD "    for i in range(%s):\n        O[0] = A[0]\n",
	        loops[_i].extent);
	struct tir_module *m = frontend_read(source_text(&arena, "text", text, strlen(text)),
	        &arena, &diag);
	ck_assert_msg(m, "%s", text);
	const struct tir_func *f = m->funcs.at[0];
	proof_numbers_begin(&n, f, &(struct proof_contract){0}, &arena);
	const struct number_var *v = &n.var[tir_var_of(f->body.first)->id];
	ck_assert(v->bounded);
	ck_assert_int_eq(v->lo, 0);
	ck_assert_int_eq(v->hi, loops[_i].last);
	arena_free(&arena);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("bounds");
	TCase *t = tcase_create("bounds");
	tcase_add_loop_test(t, what_fits_is_proved, 0, (int)(sizeof pairs / sizeof *pairs));
	tcase_add_loop_test(t, loops_are_bounded_by_what_their_extents_compute, 0,
	        (int)(sizeof loops / sizeof *loops));
	suite_add_tcase(s, t);
	return run_suite(s);
}
