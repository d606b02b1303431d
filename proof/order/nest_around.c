/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* proof/order/nest_around.c: where in a nest a statement stands: the loops and conditions around it, and its times. */
#include "proof/nest.h"

/* ---- Where it is -------------------------------------------------------------------------*/
struct proof_sum proof_nest_var_sum(uint32_t var)
{
	return (struct proof_sum){.n = 1, .term = {{1, var}}};
}

/* The loop's variable is this sum from here on. */
static void define(struct proof_nest *n, const struct tir_stmt *loop, const struct proof_sum *sum)
{
	const struct tir_for *iter = tir_as_for(loop);
	struct proof_local l = {iter->var, NULL, *sum};
	n->shown[n->nloops] = (struct proof_shown){iter->var->name, *sum};
	VEC_PUSH(n->arena, &n->local, l);
}

void proof_nest_begin(struct proof_nest *n)
{
	struct proof_sum l = proof_nest_var_sum(PROOF_BASE);
	proof_sum_var(&l, PROOF_COPY, 1);
	define(n, n->loop, &l);
	proof_nest_push_var(n, PROOF_BASE);
	n->before[n->ntimes] = proof_nest_var_sum(PROOF_COPY); /* and nothing after */
	n->after[n->ntimes++] = (struct proof_sum){0};
}

void proof_nest_enter(struct proof_nest *n, struct proof_around a)
{
	VEC_PUSH(n->arena, &n->inside, a);
	if (!a.loop)
		return;
	n->large |= n->nloops == PROOF_DEPTH;
	if (!n->large) {
		struct proof_sum v = proof_nest_var_sum(PROOF_INNER + n->nloops++);
		define(n, a.loop, &v);
	}
	proof_nest_push_var(n, PROOF_INNER + n->nloops - 1);
}

void proof_nest_enter_lanes(struct proof_nest *n, const struct tir_stmt *loop)
{
	proof_nest_enter(n, (struct proof_around){.loop = loop});
	if (!n->large)
		n->after[n->ntimes - 1] = (struct proof_sum){0};
	n->nlanes++;
}

void proof_nest_leave(struct proof_nest *n)
{
	bool loop = n->inside.at[--n->inside.n].loop != NULL;
	n->nloops -= loop && !n->large;
	n->ntimes -= loop;
}

static bool has_room(struct proof_nest *n)
{
	n->large |= n->ntimes + 1 >= PROOF_TIMES;
	return n->ntimes + 1 < PROOF_TIMES;
}

void proof_nest_push(struct proof_nest *n, int64_t before, int64_t after, int64_t per_copy)
{
	if (has_room(n)) {
		n->before[n->ntimes] = (struct proof_sum){.constant = before};
		n->after[n->ntimes] = (struct proof_sum){.constant = after};
		proof_sum_var(&n->after[n->ntimes], PROOF_COPY, per_copy);
	}
	n->ntimes++;
}

void proof_nest_push_var(struct proof_nest *n, uint32_t var)
{
	if (has_room(n)) {
		n->before[n->ntimes] = (struct proof_sum){0};
		proof_sum_var(&n->before[n->ntimes], var, 1);
		n->after[n->ntimes] = n->before[n->ntimes];
	}
	n->ntimes++;
}
