/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lowering/hexagon/hints/crowded.c: loops that LLVM must not unroll, or not in full, since they would need more registers than HVX has.
 *
 * Idea.   HVX has four registers of predicates.  A loop that compares as much in one iteration is not unrolled: predicates that do
 *         not fit are spilled through vectors (two choices among 128 int32 took 332 packets for 20 rows, and take 230).
 *         A loop of few iterations that LLVM unrolls in full has no variable any more: what it loads is the same in all iterations of the
 *         loop around, and LLVM loads it in front of that.  What does not fit HVX's registers is spilled, and reloaded in
 *         pairs of which often one is used.  Two iterations a body hide the latency of a load.  So the loop is unrolled by two (a matrix
 *         product of 40 x 96 x 64 bytes took 2,400 packets, and takes 1,660).
 * Needs   loads of whole registers, from memory that the loop around does not store to.
 * Keeps   what the program does: this is a hint.
 * Costs   MAX_ACCESSES squared a loop. */
#include "lowering/hexagon/internal.h"

enum {
	REGISTERS = 32,
	PREDICATES = 4, /* registers of them */
	AT_ONCE = 2,
	MAX_ACCESSES = 128, /* of the loop around */
};

/* The iterations of a loop that holds no other one, if they are more than AT_ONCE and come in such groups; else 0. */
static int64_t groups(const struct tir_stmt *s)
{
	if (s->kind != TIR_FOR || s->for_kind != TIR_SERIAL || tir_as_for(s)->more->step.e ||
	        tir_as_for(s)->extent.e->op != TIR_INT_IMM)
		return 0;
	for (const struct tir_stmt *t = tir_body(s)->first; t; t = t->next)
		if (t->kind != TIR_BIND && t->kind != TIR_STORE)
			return 0;
	int64_t trips = tir_as_for(s)->extent.e->u.i;
	return trips > AT_ONCE && trips % AT_ONCE == 0 ? trips : 0;
}

static bool is_written(const struct facts *f, const struct access_list *all,
        const struct tir_buffer *b)
{
	for (uint32_t i = 0; i < all->all.n; i++)
		if (all->all.at[i].kind & ACCESS_WRITE && alias_may(f, all->all.at[i].buffer, b))
			return true;
	return false;
}

/* Does the load change with the loop's variable, and with nothing else that changes in the loop around? */
static bool is_held(const struct facts *f, const struct access *a, const struct tir_stmt *loop,
        uint32_t around)
{
	const struct tir_expr *var = tir_var_of(loop)->expr;
	struct affine_sum at, by;
	int64_t lanes, stride, width;
	bool moves = false;
	if (!access_bytes(f, a, &at, &lanes, &stride, &width) || lanes != 1)
		return false;
	for (uint32_t i = 0; i < at.n; i++)
		for (uint32_t x = 0; x < at.term[i].n; x++) {
			moves |= at.term[i].x[x] == var;
			if (at.term[i].x[x] != var &&
			        !facts_is_invariant(f, at.term[i].x[x], around))
				return false;
		}
	return moves && affine_growth(f, &at, loop, &by) && by.n == 0;
}

/* Does what is loaded in all iterations of a loop, and is the same in the loop around, fill more than all registers? */
static bool is_crowded(struct lower *l, const struct tir_stmt *s)
{
	const struct facts *f = l->hexagon->facts;
	uint32_t loop = groups(s) && target_has_hvx(l->hvx) ? facts_loop(f, s) : FACTS_NO_LOOP;
	uint32_t around = loop != FACTS_NO_LOOP ? facts_loop_around(f, loop) : loop;
	if (around == FACTS_NO_LOOP)
		return false;
	struct arena scratch = arena_scratch(l->arena);
	struct access_list here, all;
	access_collect(f, tir_body(s), MAX_ACCESSES, loop, &scratch, &here);
	access_collect(f, tir_body(facts_loop_stmt(f, around)), MAX_ACCESSES, around, &scratch,
	        &all);
	int64_t bytes = 0;
	for (uint32_t i = 0; i < here.all.n && here.whole && all.whole; i++) {
		const struct access *a = &here.all.at[i];
		int64_t size = a->load ? tir_type_bytes(a->load->type) : 0;
		if (size >= TARGET_HVX_BYTES && is_held(f, a, s, around) &&
		        !is_written(f, &all, a->buffer))
			bytes += size;
	}
	arena_free(&scratch);
	return bytes * groups(s) > REGISTERS * TARGET_HVX_BYTES;
}

/* ---- Predicates ---------------------------------------------------------------------------*/
static bool add_predicates(void *ctx, const struct tir_expr *e)
{
	int64_t *bytes = ctx;
	switch (e->op) {
	case TIR_ANY_COMPARISON:
		if (tir_type_bytes(e->arg[0]->type) >= TARGET_HVX_BYTES)
			*bytes += tir_type_bytes(e->arg[0]->type);
		break;
	default: break;
	}
	return true;
}

/* Does one iteration of a loop that holds no other one compare for all registers of predicates? */
static bool fills_predicates(struct lower *l, const struct tir_stmt *s)
{
	struct arena scratch = arena_scratch(l->arena);
	int64_t bytes = 0;
	bool inner = s->kind == TIR_FOR && target_has_hvx(l->hvx);
	for (const struct tir_stmt *t = inner ? tir_body(s)->first : NULL; t && inner;
	        t = t->next) {
		inner = t->kind == TIR_BIND || t->kind == TIR_STORE;
		if (inner)
			tir_walk_expr(tir_value_of(t), &scratch, add_predicates, &bytes);
	}
	arena_free(&scratch);
	return inner && bytes >= PREDICATES * TARGET_HVX_BYTES;
}

unsigned lower_crowded(struct lower *l, const struct tir_stmt *s)
{
	if (fills_predicates(l, s))
		return 1;
	return is_crowded(l, s) ? AT_ONCE : 0;
}
