/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cse/cost.c: what may be shared, and what is worth a name.
 *
 * May be shared: what is no atom, reads no memory, calls nothing but pure functions and holds no Let
 * (requirement 1 of docs/cse.md).
 * Is worth a name, computed twice: anything that costs an instruction (profiles.def has other rules),
 * but
 *  - base + constant: the base gets the name; addresses take the constant for free, and elsewhere one
 *    addition is cheaper than a register;
 *  - casts, ramps and broadcasts alone: what is below them gets the name;
 *  - a bool: a comparison next to its branch is free, a bool kept across blocks is not (measured
 *    +45 %, docs/hexagon.md); a division or a call in it gets the name, if it is not the bool itself. */
#include "cse/internal.h"
#include "target/target.h"

enum { EXPENSIVE = 20, ENOUGH = 4 }; /* weights: a division is expensive */
enum { NEAR = 16, FAR = 90 };        /* statements between two uses */

bool cse_is_shareable(const struct cse_plan *p, const struct tir_expr *e, enum cse_reason *why)
{
	bool call = e->op == TIR_CALL && tir_call_effect(e) > TIR_READS;
	*why = e->flags & TIR_HAS_EFFECT ? CSE_EFFECT : CSE_NREASONS;
	if (cse_is_atom(e) || e->flags & (TIR_HAS_EFFECT | TIR_HAS_LET) ||
	        (!p->options.constants &&
	                !(e->flags & (TIR_HAS_VAR | TIR_READS_MEM | TIR_HAS_CALL))))
		return false;
	if (e->type.code == TIR_TYPE_HANDLE || e->type.code == TIR_TYPE_VOID)
		return false;
	if (call)
		return false; /* likely and its like keep their place; their operand is shared */
	*why = CSE_ELIGIBLE;
	if (p->options.no_loads && e->flags & TIR_READS_MEM)
		return false;
	return !p->options.eligible || p->options.eligible(p->options.ctx, e);
}

/* What one node costs, its operands aside. */
static uint32_t node_cost(const struct tir_expr *e)
{
	if (cse_is_atom(e) && e->op != TIR_CALL)
		return 0;
	bool by_constant = e->n > 1 && e->arg[1]->op == TIR_INT_IMM;
	return target_cost(target_op_of_node(e, by_constant), target_type_of(e->type))->weight;
}

bool cse_leaves_loop(const struct tir_expr *e)
{
	bool external = e->op == TIR_CALL &&
	                (e->u.call.builtin == TIR_BUILTIN_CALL_EXTERN ||
	                        e->u.call.builtin == TIR_BUILTIN_CALL_PURE_EXTERN);
	return e->op == TIR_LOAD || external || (e->op != TIR_CALL && node_cost(e) >= EXPENSIVE);
}

/* The cost of e, at most `limit`; shared nodes count as often as they occur. */
static uint32_t cost(const struct tir_expr *e, uint32_t limit)
{
	uint32_t sum = node_cost(e);
	for (uint32_t i = 0; i < e->n && sum < limit; i++)
		sum += cost(e->arg[i], limit - sum);
	return sum;
}

/* base + constant or base - constant, also of vectors. */
static bool is_offset(const struct tir_expr *e)
{
	if (e->op != TIR_ADD && e->op != TIR_SUB)
		return false;
	const struct tir_expr *b = e->arg[1];
	if (b->op == TIR_BROADCAST)
		b = b->arg[0];
	return b->op == TIR_INT_IMM;
}

static enum cse_reason cse_pays(void *ctx, const struct cse_candidate *c)
{
	const struct tir_expr *e = c->expr;
	(void)ctx;
	if (c->saves_load)
		return CSE_NAMED;
	if (c->uses ==
	        1) /* LLVM moves loads out of loops that have no store LLVM cannot tell apart */
		return e->op != TIR_LOAD || c->past_stores ? CSE_NAMED : CSE_SCALAR;
	if (e->op == TIR_CAST || e->op == TIR_RAMP || e->op == TIR_BROADCAST)
		return CSE_CHEAP;
	if (is_offset(e))
		return CSE_OFFSET;
	bool is_bool = e->type.code == TIR_TYPE_BOOL;
	if (is_bool ? node_cost(e) >= EXPENSIVE : !c->in_arms || cost(e, EXPENSIVE) >= EXPENSIVE)
		return CSE_NAMED;
	return c->in_arms ? CSE_ARMS : CSE_CONDITION;
}

/* A vector that HVX does not hold (floats on v67, parts of 128 bytes) lives in scalar registers, of
 * which there are 28: kept for later it is spilt, which costs what loading it again does, and more
 * (conv2d_nchw_sched_unroll: 1.12 of the packets). */
static bool takes_many_registers(struct tir_type t)
{
	return t.lanes > 4 && !target_holds(t);
}

/* A scalar that is loaded from variables plus constants: where nothing that may hit it lies between
 * its uses, LLVM sees that too (heat_3d, whose element is used seven times: 1.02 with a name). */
static bool is_plain_load(const struct tir_expr *e)
{
	bool plain = e->op == TIR_LOAD && e->type.lanes == 1;
	for (uint32_t i = 0; i < e->n && plain; i++)
		plain = cse_is_atom(is_offset(e->arg[i]) ? e->arg[i]->arg[0] : e->arg[i]);
	return plain;
}

/* LLVM loads it before the loop, and once more behind it: kept for that it holds a register all through
 * the loop, which costs more (symm at -O2: 1.07 of the packets with a name). */
static bool outlives_loop(const struct cse_candidate *c)
{
	return c->starts_in_loop && !c->past_stores && !c->saves_load && !c->leaves_loop &&
	       c->uses > 1 && is_plain_load(c->expr);
}

/* A name for what one statement loads twice only puts the load before the address that the statement
 * stores to: for these that is never better (hardswish_f32 1.03 of the packets, rx_index_put_acc 1.05),
 * for integers of 32 bits, which multiply-add instructions take, it is now and then (20-load-twice 0.95).  So it is for
 * what scalars one statement computes twice of its loads (a bfloat16 addition: 1.12 of the packets with a name). */
static bool is_wide_or_float(struct tir_type t)
{
	return t.lanes == 1 && (tir_is_float(t) || t.bits > 32);
}

/* Does LLVM find it by itself?  It does where one use dominates the others, all are written in one way, and not too much is written
 * in between (its search for a load's value gives up after a hundred instructions), it moves loads out
 * of loops, and shares what lies in one arm.  A name before a statement also turns the order of its loads,
 * for which nothing is saved (layout_threshold_nhw_32h16w: 1.05 of the packets).  LLVM shares when its
 * other simplifications are done: those see more single uses, and make better code of them (named here:
 * noalias_rows 1.07 of the packets, kv_cache_transpose_append 1.08, tree_attn_paged_cpu 1.02). */
static bool llvm_finds(const struct cse_candidate *c, bool load)
{
	if (c->past_stores || c->is_rewritten)
		return false;
	bool turned = c->turns_loads && c->expr->type.lanes == 1;
	bool near = c->distance >= 1 && c->distance <= NEAR;
	bool plain = is_plain_load(c->expr) && !c->saves_load && !c->leaves_loop && c->uses > 1 &&
	             c->distance <= FAR;
	bool inside = c->in_statement && c->expr->type.lanes == 1 &&
	              (c->expr->op != TIR_LOAD || is_wide_or_float(c->expr->type));
	return (c->is_dominated && (c->in_operand || near || turned || plain || inside)) ||
	       (load && (c->leaves_loop || c->in_both_arms));
}

/* A sum of variables times constants.  LLVM finds it however it is written: scalar evolution has one form of it.
 * e is cheap, so its tree is small. */
static bool is_linear(const struct tir_expr *e)
{
	if (e->op == TIR_ADD || e->op == TIR_SUB)
		return is_linear(e->arg[0]) && is_linear(e->arg[1]);
	if (e->op == TIR_MUL)
		return (e->arg[0]->op == TIR_INT_IMM && is_linear(e->arg[1])) ||
		       (e->arg[1]->op == TIR_INT_IMM && is_linear(e->arg[0]));
	return e->op == TIR_VAR || e->op == TIR_INT_IMM;
}

/* Left to LLVM are also pure computations that another one like it dominates, and scalar arithmetic of a
 * few instructions.  Named before, it only gets another order (measured: 0.93 to 1.07 of the packets,
 * 1.00 in the mean).  But LLVM does not look for what several arms have in common, if it is no address, and
 * what only our rules take for equal it does not find (rows of an image at a pitch: 80 packets without a name, 65 with it). */
static enum cse_reason cse_pays_on_hexagon(void *ctx, const struct cse_candidate *c)
{
	const struct tir_expr *e = c->expr;
	bool pure = !(e->flags & TIR_READS_MEM) && !c->saves_load;
	bool load = e->op == TIR_LOAD || e->op == TIR_MASKED_LOAD || c->saves_load;
	bool cheap = tir_is_int(e->type) && e->type.lanes == 1 && cost(e, EXPENSIVE) < EXPENSIVE;
	if (pure && c->leaves_loop)
		return c->uses == 1 && c->guards < 2 ? CSE_SCALAR : CSE_NAMED;
	bool common = !c->is_dominated && !c->in_arms && !c->in_index && e->flags & TIR_READS_MEM &&
	              cost(e, ENOUGH) >= ENOUGH;
	if (llvm_finds(c, load))
		return CSE_SCALAR;
	bool rewritten = c->is_rewritten && !(cheap && is_linear(e));
	if (!rewritten && ((cheap && !load && !common) || (pure && c->is_dominated)))
		return CSE_SCALAR;
	if ((e->op == TIR_LOAD && takes_many_registers(e->type)) || outlives_loop(c))
		return CSE_REGISTERS;
	return cse_pays(ctx, c);
}

static enum cse_reason cse_pays_in_size(void *ctx, const struct cse_candidate *c)
{
	struct cse_candidate anywhere = *c;
	anywhere.in_arms = false;
	return cse_pays(ctx, &anywhere);
}

static enum cse_reason cse_pays_always(void *ctx, const struct cse_candidate *c)
{
	(void)ctx;
	(void)c;
	return CSE_NAMED;
}

static enum cse_reason cse_pays_if_larger(void *ctx, const struct cse_candidate *c)
{
	(void)ctx;
	return cost(c->expr, 2) >= 2 ? CSE_NAMED : CSE_SINGLE;
}

/* Does e hold a T.if_then_else, a call to TVM?  In doubt: yes. */
static bool holds_choice(const struct tir_expr *e, uint32_t *budget)
{
	if (!(e->flags & TIR_HAS_LAZY))
		return false;
	if (e->op == TIR_IF_THEN_ELSE || *budget == 0)
		return true;
	--*budget;
	for (uint32_t i = 0; i < e->n; i++)
		if (holds_choice(e->arg[i], budget))
			return true;
	return false;
}

/* TVM's first pass shares what holds no call and no load, and is no vector made of scalars. */
static bool cse_legacy_shares(void *ctx, const struct tir_expr *e)
{
	uint32_t budget = 1000;
	(void)ctx;
	return e->op != TIR_RAMP && e->op != TIR_BROADCAST &&
	       !(e->flags & (TIR_READS_MEM | TIR_HAS_CALL)) && !holds_choice(e, &budget);
}

/* The one of TVM 0.27 leaves conditions alone, too. */
static bool cse_tvm_shares(void *ctx, const struct tir_expr *e)
{
	return e->type.code != TIR_TYPE_BOOL && cse_legacy_shares(ctx, e);
}

const struct cse_reasoninfo cse_reasons[CSE_NREASONS] = {
#define REASON(NAME, word, passed, text) [CSE_##NAME] = {word, text, passed},
#include "cse/reasons.def"
};

/* ---- Profiles ----------------------------------------------------------------------------*/
static const struct {
	const char *name, *text;
	struct cse_options options;
} profiles[] = {
#define PROFILE(word, equal, with_loads, fixed, moves, ahead, leaves, shares, pays, names, about)  \
	{word, about,                                                                              \
	        {.level = equal,                                                                   \
	                .no_loads = !(with_loads),                                                 \
	                .constants = fixed,                                                        \
	                .out_of_loops = moves,                                                     \
	                .early = ahead,                                                            \
	                .leaves_names = leaves,                                                    \
	                .prefix = names,                                                           \
	                .largest_first = (ahead) == CSE_IN_SCOPE,                                  \
	                .profitable = pays,                                                        \
	                .eligible = shares}},
#include "cse/profiles.def"
};

bool cse_level_of(const char *name, enum cse_level *level)
{
	static const char *const names[] = {[CSE_WRITTEN] = "written",
	        [CSE_SYNTACTIC] = "none",
	        [CSE_COMMUTATIVE] = "commutative",
	        [CSE_ASSOC] = "assoc",
	        [CSE_AFFINE] = "affine",
	        [CSE_RANGES] = "ranges"};
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (!strcmp(name, names[i])) {
			*level = (enum cse_level)i;
			return true;
		}
	return false;
}

const struct cse_options *cse_profile(const char *name)
{
	for (size_t i = 0; i < sizeof profiles / sizeof *profiles; i++)
		if (!name || !strcmp(name, profiles[i].name))
			return &profiles[i].options;
	return NULL;
}

const char *cse_profile_name(size_t i, const char **text)
{
	if (i >= sizeof profiles / sizeof *profiles)
		return NULL;
	*text = profiles[i].text;
	return profiles[i].name;
}
