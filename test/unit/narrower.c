/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Numbers that are kept in narrower types than they are computed in (proof/replay): the two halves of each text are the same or not. */
#include "halves.h"
#include "proof/proof.h"

#define HEAD                                                                                       \
	"# from tvm.script import tirx as T\n\n@T.prim_func(s_tir=True)\n"                         \
	"def f(A: T.Buffer((8,), \"uint8\"), B: T.Buffer((8,), \"int8\"), C: T.Buffer((8,), "      \
	"\"int32\"), O: T.Buffer((8,), \"int32\")):\n"                                             \
	"    T.func_attr({\"tirx.noalias\": True})\n"
#define A(i)    "T.Cast(\"int32\", A[" #i "])"
#define B(i)    "T.Cast(\"int32\", B[" #i "])"
#define O       "    for p in range(1):\n        O[0] = "
#define WORD(x) "T.Cast(\"int32\", " x ")"
#define BYTE(x) "T.Cast(\"uint8\", " x ")"
#define HALF(x) "T.Cast(\"uint16\", " x ")"

static struct {
	const char *what, *text;
	bool is_same;
} rows[] = {
        {"a maximum of bytes as words",
                HEAD O "T.max(T.max(" B(0) ", " B(1) "), " B(2) ")\n" O
                        WORD("T.max(B[1], T.max(B[2], B[0]))") "\n",
                true},
        {"a maximum of words, and of their lowest bytes",
                HEAD O "T.max(C[0], C[1])\n" O
                        WORD("T.max(T.Cast(\"int8\", C[0]), T.Cast(\"int8\", C[1]))") "\n",
                false},
        {"a maximum of bytes with a sign, and of the same without one",
                HEAD O "T.max(" B(0) ", " B(1) ")\n" O
                        WORD("T.max(T.Cast(\"uint8\", B[0]), T.Cast(\"uint8\", B[1]))") "\n",
                false},
        {"a maximum in bytes with the least of them",
                HEAD O "T.max(T.max(-200, " B(0) "), " B(1) ")\n" O
                        WORD("T.max(T.max(T.int8(-128), B[0]), B[1])") "\n",
                true},
        {"a maximum of lowest bytes, in two orders",
                HEAD O WORD("T.max(T.max(T.max(T.Cast(\"int8\", C[0]), T.Cast(\"int8\", C[1])), "
                            "T.Cast(\"int8\", C[2])), T.Cast(\"int8\", C[3]))") "\n" O
                        WORD("T.max(T.max(T.Cast(\"int8\", C[0]), T.Cast(\"int8\", C[2])), "
                             "T.max(T.Cast(\"int8\", C[1]), T.Cast(\"int8\", C[3])))") "\n",
                true},
        {"a minimum with 255, and with -1",
                HEAD O "T.min(C[0], -1)\n" O "T.min(C[0], " WORD("T.uint8(255)") ")\n", false},
        {"a sum of words that fits 16 bits",
                HEAD O
                "(" A(0) " + " A(1) ") * 128\n" O WORD(HALF("(" A(1) " + " A(0) ") * 128")) "\n",
                true},
        {"a sum of words that does not",
                HEAD O
                "(" A(0) " + " A(1) ") * 129\n" O WORD(HALF("(" A(1) " + " A(0) ") * 129")) "\n",
                false},
        {"what a mask leaves, in 8 bits",
                HEAD O
                "T.bitwise_and(C[0], 15) * 17\n" O WORD(BYTE("T.bitwise_and(C[0], 15) * 17")) "\n",
                true},
        {"what a mask leaves, in 7 bits of 8",
                HEAD O
                "T.bitwise_and(C[0], 15) * 18\n" O WORD(BYTE("T.bitwise_and(C[0], 15) * 18")) "\n",
                false},
        {"a byte that is shifted right",
                HEAD O "T.shift_right(" A(0) ", 4) * 17\n" O
                        WORD(BYTE("T.shift_right(" A(0) ", 4) * 17")) "\n",
                true},
        {"a byte that is shifted right by less",
                HEAD O "T.shift_right(" A(0) ", 3) * 17\n" O
                        WORD(BYTE("T.shift_right(" A(0) ", 3) * 17")) "\n",
                false},
        {"a byte that is shifted left",
                HEAD O "T.shift_left(" A(0) ", 8) + 255\n" O
                        WORD(HALF("T.shift_left(" A(0) ", 8) + 255")) "\n",
                true},
        {"a byte that is shifted left by more",
                HEAD O "T.shift_left(" A(0) ", 9) + 255\n" O
                        WORD(HALF("T.shift_left(" A(0) ", 9) + 255")) "\n",
                false},
        {"a remainder", HEAD O "C[0] % 16 * 17\n" O WORD(BYTE("C[0] % 16 * 17")) "\n", true},
        {"a larger remainder", HEAD O "C[0] % 17 * 17\n" O WORD(BYTE("C[0] % 17 * 17")) "\n",
                false},
        {"a quotient that is rounded down",
                HEAD O "(" B(0) " // 3 + 43) * 2\n" O WORD(BYTE("(" B(0) " // 3 + 43) * 2")) "\n",
                true},
        {"a quotient that is rounded down, and below 0",
                HEAD O "(" B(0) " // 3 + 42) * 2\n" O WORD(BYTE("(" B(0) " // 3 + 42) * 2")) "\n",
                false},
        {"a quotient that is rounded towards 0",
                HEAD O
                "T.truncdiv(" B(0) ", 3) + 42\n" O WORD(BYTE("T.truncdiv(" B(0) ", 3) + 42")) "\n",
                true},
        {"a quotient that is rounded towards 0, and below it",
                HEAD O
                "T.truncdiv(" B(0) ", 3) + 41\n" O WORD(BYTE("T.truncdiv(" B(0) ", 3) + 41")) "\n",
                false},
};

START_TEST(numbers_in_narrower_types)
{
	struct arena arena = {0}, pass = {0};
	const char *why = NULL;
	struct tir_func *half[2];
	read_halves(rows[_i].text, &arena, half);
	enum proof_verdict v = proof_replay(half[0], half[1], &(struct proof_contract){0}, &pass,
	        &why);
	ck_assert_msg((v == PROOF_PROVED) == rows[_i].is_same, "%s: %d", rows[_i].what, v);
	arena_free(&pass);
	arena_free(&arena);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("narrower");
	TCase *t = tcase_create("narrower");
	tcase_add_loop_test(t, numbers_in_narrower_types, 0, (int)(sizeof rows / sizeof *rows));
	suite_add_tcase(s, t);
	return run_suite(s);
}
