/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Sums and products of floats that stores go on with, and which may be computed in any order (struct proof_contract): the two halves of each text
 * are the same or not, with that promise and without it. */
#include "halves.h"
#include "proof/proof.h"

#define HEAD                                                                                       \
	"# from tvm.script import tirx as T\n\n@T.prim_func(s_tir=True)\n"                         \
	"def f(A: T.Buffer((8,), \"float32\"), O: T.Buffer((8,), \"float32\")):\n"                 \
	"    T.func_attr({\"tirx.noalias\": True})\n"
#define OR "    for p in range(1):\n"

static struct {
	const char *what, *text;
	enum proof_verdict plain, any_order;
} rows[] = {
        {"a sum, backwards",
                HEAD OR "        for i in range(8):\n            O[0] = O[0] + A[i]\n" OR
                        "        for i in range(8):\n            O[0] = A[7 - i] + O[0]\n",
                PROOF_REFUTED, PROOF_PROVED},
        {"a product, backwards",
                HEAD OR "        for i in range(8):\n            O[0] = O[0] * A[i]\n" OR
                        "        for i in range(8):\n            O[0] = A[7 - i] * O[0]\n",
                PROOF_REFUTED, PROOF_PROVED},
        {"two sums, added",
                HEAD OR "        for i in range(8):\n            O[0] = O[0] + A[i]\n" OR
                        "        P = T.alloc_buffer((1,), \"float32\")\n"
                        "        P[0] = T.float32(-0.0)\n"
                        "        for i in range(4):\n"
                        "            O[0] = O[0] + A[i * 2]\n"
                        "            P[0] = P[0] + A[i * 2 + 1]\n"
                        "        O[0] = O[0] + P[0]\n",
                PROOF_REFUTED, PROOF_PROVED},
        {"a sum that begins with -0.0", /* which plain proofs do not know to be nothing */
                HEAD OR "        O[0] = T.float32(-0.0)\n        O[0] = O[0] + A[0]\n" OR
                        "        O[0] = A[0]\n",
                PROOF_REFUTED, PROOF_PROVED},
        {"a sum that begins with 0.0: it is never -0.0",
                HEAD OR "        O[0] = T.float32(0.0)\n        O[0] = O[0] + A[0]\n" OR
                        "        O[0] = A[0]\n",
                PROOF_REFUTED, PROOF_REFUTED},
        {"a term less",
                HEAD OR "        for i in range(8):\n            O[0] = O[0] + A[i]\n" OR
                        "        for i in range(7):\n            O[0] = O[0] + A[i]\n",
                PROOF_REFUTED, PROOF_REFUTED},
        {"a term twice",
                HEAD OR "        for i in range(8):\n            O[0] = O[0] + A[i]\n" OR
                        "        for i in range(8):\n            O[0] = O[0] + A[T.max(i, 1)]\n",
                PROOF_REFUTED, PROOF_REFUTED},
        {"a term that is another sum",
                HEAD OR "        O[0] = O[0] + (A[0] + A[1])\n" OR
                        "        O[0] = O[0] + A[0]\n        O[0] = O[0] + A[1]\n",
                PROOF_REFUTED, PROOF_REFUTED},
        {"a sum that is stored elsewhere",
                HEAD OR "        O[0] = (O[1] + A[0]) + A[1]\n" OR
                        "        O[0] = (O[1] + A[1]) + A[0]\n",
                PROOF_REFUTED, PROOF_REFUTED},
        {"an element of its own that is stored elsewhere",
                HEAD OR "        O[0] = O[1] + A[0]\n        O[0] = O[0] + A[1]\n" OR
                        "        O[0] = O[1] + A[1]\n        O[0] = O[0] + A[0]\n",
                PROOF_REFUTED, PROOF_REFUTED},
        {"differences",
                HEAD OR "        for i in range(8):\n            O[0] = O[0] - A[i]\n" OR
                        "        for i in range(8):\n            O[0] = O[0] - A[7 - i]\n",
                PROOF_REFUTED, PROOF_REFUTED},
        {"a product of a sum",
                HEAD OR "        for i in range(8):\n            O[0] = O[0] + A[i] * A[0]\n" OR
                        "        O[0] = O[0] + A[0] * A[0]\n        for i in range(7):\n"
                        "            O[0] = O[0] + A[0] * A[i + 1]\n",
                PROOF_REFUTED, PROOF_REFUTED},
        {"maxima",
                HEAD OR "        for i in range(8):\n            O[0] = T.max(O[0], A[i])\n" OR
                        "        for i in range(8):\n            O[0] = T.max(O[0], A[7 - i])\n",
                PROOF_REFUTED, PROOF_REFUTED},
};

START_TEST(sums_and_products_alone)
{
	struct arena arena = {0}, pass = {0};
	const char *why = NULL;
	struct tir_func *half[2];
	read_halves(rows[_i].text, &arena, half);
	for (int any = 0; any < 2; any++) {
		const struct proof_contract contract = {.any_order = any};
		enum proof_verdict v = proof_replay(half[0], half[1], &contract, &pass, &why);
		ck_assert_msg(v == (any ? rows[_i].any_order : rows[_i].plain), "%s: %d",
		        rows[_i].what, v);
	}
	arena_free(&pass);
	arena_free(&arena);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("any_order");
	TCase *t = tcase_create("any_order");
	tcase_add_loop_test(t, sums_and_products_alone, 0, (int)(sizeof rows / sizeof *rows));
	suite_add_tcase(s, t);
	return run_suite(s);
}
