/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/nest/growth.c: how far an index may grow with a loop before it leaves its row. */
#include "loops/nest/growth.h"

int64_t loops_most_of_index(const struct tir_stmt *loop, const struct tir_expr *index,
        const struct tir_expr *size, bool is_store)
{
	/* windows that are read overlap: A[i * 2 + k]; elements that are stored to seldom do */
	const int64_t least_row = is_store ? 2 : 4;
	const struct tir_expr *x = tir_as_for(loop)->var->expr;
	struct affine_sum sum;
	bool goes = false;
	int64_t most = size->op == TIR_INT_IMM ? size->u.i : INT64_MAX;
	affine_clear(&sum);
	if (index->type.lanes != 1 || !affine_read(&sum, index, 1, NULL, NULL))
		return INT64_MAX;
	for (uint32_t i = 0; i < sum.n; i++) {
		bool is_x = sum.term[i].n == 1 && sum.term[i].x[0] == x;
		int64_t row = sum.term[i].factor;
		goes |= is_x && row == 1;
		if (!is_x && row >= least_row && row < most)
			most = row;
	}
	return goes ? most : INT64_MAX;
}
