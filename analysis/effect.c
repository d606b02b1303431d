/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* analysis/effect.c: what running statements may do.
 *
 * Idea.   The flags that each expression carries, and the kinds of statements.
 * Costs   O(statements) and their operands' roots. */
#include "analysis/internal.h"

unsigned effect_of_stmt(const struct tir_stmt *s)
{
	uint8_t flags = tir_stmt_flags(s);
	unsigned effects = (flags & TIR_READS_MEM ? EFFECT_READS : 0u) |
	                   (flags & TIR_HAS_EFFECT ? EFFECT_UNKNOWN : 0u);
	switch (s->kind) {
	case TIR_STORE: return effects | EFFECT_WRITES;
	case TIR_WHILE: return effects | EFFECT_LASTS;
	case TIR_BREAK:
	case TIR_CONTINUE:
	case TIR_RETURN:
	case TIR_ASSERT: return effects | EFFECT_LEAVES;
	case TIR_BIND:
	case TIR_ALLOC:
	case TIR_DECL:
	case TIR_FOR:
	case TIR_IF:
	case TIR_ATTR:
	case TIR_LAUNCH:
	case TIR_EVALUATE:
	case TIR_BLOCK: return effects;
	}
	return effects;
}

static bool add_effects(void *ctx, struct tir_stmt *s)
{
	*(unsigned *)ctx |= effect_of_stmt(s);
	return true;
}

unsigned effect_of(const struct tir_seq *code)
{
	unsigned effects = 0;
	tir_walk_stmts(code, add_effects, &effects);
	return effects;
}
