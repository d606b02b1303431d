/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What the tests of calls across --extern-header call wrongly. */
struct tirc_pair {
	int a, b;
};
int tirc_sum(int n, ...);
int tirc_pair(struct tirc_pair p);
int tirc_one(int i);
