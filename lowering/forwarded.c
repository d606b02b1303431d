/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lowering/forwarded.c: loops in which LLVM would keep a vector that another store has changed a part of.
 *
 * Idea.   LLVM 22's pass loop-load-elim takes what an iteration stores for what the next one loads, where both move on by their own
 *         size.  It checks other stores only at distances that are multiples of the size, and misses a store that
 *         changes a part of what is loaded.  So the iterations of such a loop get an empty `asm` that may
 *         change memory that nobody else has: then no pass tells what iterations have to do with each other.  The pass takes loops
 *         that hold no other one; a loop inside may have become one vector, or a few: its accesses are of any size.
 * Needs   the facts of the function.
 * Keeps   loops in which each store meets what is loaded in full or not at all, as scalars of one size do.
 * Costs   no instruction; pairs of MOST accesses, and the stores for each pair that LLVM may forward.
 * Wrong if two accesses are said to keep apart that do not (analysis/). */
#include "analysis/analysis.h"
#include "lowering/internal.h"

enum {
	MOST = 256,
	SHORT = 4, /* iterations at least of a loop that LLVM makes vectors of */
	LONG = 8, /* iterations at most of a loop that LLVM unrolls in full, though their number is not constant */
	MANY = 32, /* iterations at least of a loop of loops that it does not unroll in full */
};

/* What an access touches: `bytes` from `at` on, and `lo` to `hi` farther on where loops inside move it. */
struct touched {
	const struct tir_buffer *root; /* NULL: any memory */
	bool loads;
	int64_t bytes;        /* of all lanes */
	bool known;           /* its lanes are neighbours, and all that follows is known */
	struct affine_sum at; /* bytes in the root */
	int64_t lo, hi;
	bool moves; /* the next iteration's is `by` bytes farther on; false: that is not known */
	int64_t by;
	bool is_scalar; /* one element, whatever LLVM makes of loops inside */
};
struct forwarding {
	const struct facts *facts;
	const struct tir_stmt *loop;
	uint32_t number;            /* of the loop */
	const struct tir_expr *own; /* its variable; NULL: it has none */
	struct arena scratch;
	VEC(const struct tir_expr *) shorts; /* variables of loops inside that are short */
	VEC(struct touched) all;
};

/* Is the distance in bytes so small that a sum of a few cannot overflow 64 bits? */
static bool is_small(int64_t bytes)
{
	const int64_t most = INT64_C(1) << 48;
	return -most < bytes && bytes < most;
}

/* Is it the variable of a loop of so few iterations that LLVM makes no vectors of it? */
static bool is_short(const struct forwarding *f, const struct tir_expr *e)
{
	bool is = false;
	for (uint32_t i = 0; i < f->shorts.n; i++)
		is |= f->shorts.at[i] == e;
	return is;
}

/* Does a loop inside move the term? */
static bool is_moved_inside(const struct forwarding *f, const struct affine_term *t)
{
	for (uint32_t k = 0; k < t->n; k++)
		if (t->x[k] != f->own && !facts_is_invariant(f->facts, t->x[k], f->number))
			return true;
	return false;
}

/* Add what the term may be to x's `lo` and `hi`. */
static bool add_range(const struct forwarding *f, const struct affine_term *t, struct touched *x)
{
	int64_t lo, hi, least, most;
	if (t->n != 1 || !range_limits(f->facts, t->x[0], &lo, &hi) ||
	        __builtin_mul_overflow(lo, t->factor, &least) ||
	        __builtin_mul_overflow(hi, t->factor, &most))
		return false;
	return !__builtin_add_overflow(x->lo, least < most ? least : most, &x->lo) &&
	       !__builtin_add_overflow(x->hi, least < most ? most : least, &x->hi) &&
	       is_small(x->lo) && is_small(x->hi);
}

/* Leave in `at` what no loop inside moves. */
static bool part_sum(const struct forwarding *f, struct touched *x)
{
	struct affine_sum all = x->at;
	x->at.n = 0;
	x->is_scalar = true;
	for (uint32_t i = 0; i < all.n; i++) {
		if (!is_moved_inside(f, &all.term[i]))
			x->at.term[x->at.n++] = all.term[i];
		else if (!add_range(f, &all.term[i], x))
			return false;
		else
			x->is_scalar &= is_short(f, all.term[i].x[0]);
	}
	return true;
}

/* How many bytes farther on is the place in the next iteration? */
static bool growth(const struct forwarding *f, const struct affine_sum *at, int64_t *by)
{
	struct affine_sum g;
	if (f->loop->kind != TIR_FOR)
		return false;
	const struct tir_expr *step = tir_as_for(f->loop)->more->step.e;
	if ((step && step->op != TIR_INT_IMM) || !affine_growth(f->facts, at, f->loop, &g) || g.n)
		return false;
	return !__builtin_mul_overflow(g.constant, step ? step->u.i : 1, by) && is_small(*by);
}

static void note(struct forwarding *f, const struct access *a)
{
	struct tir_type t = a->load ? a->load->type : tir_value_of(a->stmt)->type;
	struct touched x = {.root = alias_root(a->buffer),
	        .loads = a->kind & ACCESS_READ,
	        .bytes = (int64_t)tir_type_bytes(tir_lanes(a->buffer->elem, 1)) * t.lanes};
	int64_t lanes, stride, width;
	x.known = access_bytes(f->facts, a, &x.at, &lanes, &stride, &width) && lanes == 1 &&
	          part_sum(f, &x);
	x.moves = access_is_invariant(f->facts, a, f->number) ||
	          (x.known && growth(f, &x.at, &x.by));
	x.is_scalar = t.lanes == 1 && (a->loop == f->number || (x.known && x.is_scalar));
	VEC_PUSH(&f->scratch, &f->all, x);
}

static bool may_meet(const struct touched *a, const struct touched *b)
{
	return !a->root || !b->root || a->root == b->root;
}

/* How many bytes a's `at` lies behind b's. */
static bool distance(const struct touched *a, const struct touched *b, int64_t *bytes)
{
	struct affine_sum d = a->at;
	bool known = a->known && b->known && affine_add_sum(&d, &b->at, -1) && !d.n &&
	             is_small(d.constant);
	*bytes = known ? d.constant : 0;
	return known;
}

/* Has each access one size and one place in an iteration, and have both the same size? */
static bool are_alike(const struct touched *a, const struct touched *b)
{
	return a->known && b->known && a->lo == a->hi && b->lo == b->hi && a->bytes == b->bytes;
}

/* May LLVM take what the store writes for what the next iteration loads? */
static bool may_forward(const struct touched *store, const struct touched *load)
{
	int64_t d, by = load->by;
	if ((store->moves && !store->by) || (load->moves && !load->by))
		return false;
	if (!store->moves || !load->moves || !distance(store, load, &d))
		return true;
	if (are_alike(store, load))
		return by == store->by && (by == load->bytes || by == -load->bytes) &&
		       d + store->lo == by + load->lo;
	return by == store->by && d + store->lo < by + load->hi + load->bytes &&
	       by + load->lo < d + store->hi + store->bytes;
}

/* May the store change a part of what is loaded, or more than that? */
static bool may_change_part(const struct touched *store, const struct touched *load)
{
	int64_t d;
	if (store->is_scalar && load->is_scalar && store->bytes == load->bytes)
		return false;
	return !are_alike(store, load) || !distance(store, load, &d) ||
	       (d + store->lo - load->lo) % load->bytes;
}

/* May LLVM take what the store writes for what the next iteration loads, though another store changes a part of that? */
static bool is_in_danger(const struct forwarding *f, const struct touched *store,
        const struct touched *load)
{
	if (!load->loads || store->loads || !may_meet(store, load) || !may_forward(store, load))
		return false;
	for (uint32_t i = 0; i < f->all.n; i++) {
		const struct touched *other = &f->all.at[i];
		if (other != store && !other->loads && may_meet(other, load) &&
		        may_change_part(other, load))
			return true;
	}
	return false;
}

/* An assembly statement of nothing that may change memory which no other instruction can. */
static void build_effect(struct lower *l)
{
	static const char name[] = "memory";
	enum { INACCESSIBLE_READ_AND_WRITTEN = 3 << 2 };
	LLVMTypeRef t = LLVMFunctionType(LLVMVoidTypeInContext(l->ctx), NULL, 0, false);
	LLVMValueRef nothing = LLVMGetInlineAsm(t, "", 0, "", 0, true, false,
	        LLVMInlineAsmDialectATT, false);
	LLVMValueRef call = LLVMBuildCall2(l->b, t, nothing, NULL, 0, "");
	LLVMAddCallSiteAttribute(call, LLVMAttributeFunctionIndex,
	        LLVMCreateEnumAttribute(l->ctx,
	                LLVMGetEnumAttributeKindForName(name, sizeof name - 1),
	                INACCESSIBLE_READ_AND_WRITTEN));
}

/* Does the number of iterations depend on the variable of f's loop, or of one around it that LLVM does not unroll in full? */
static bool is_variable(const struct forwarding *f, const struct tir_for *inside)
{
	for (uint32_t n = f->number; n != FACTS_NO_LOOP; n = facts_loop_around(f->facts, n)) {
		const struct tir_stmt *s = facts_loop_stmt(f->facts, n);
		if (s->kind == TIR_FOR && (n == f->number || trip_most(f->facts, s) >= MANY) &&
		        facts_names(f->facts, inside->extent.e, tir_var_of(s)))
			return true;
	}
	return false;
}

/* May LLVM make something else of s, if that is a loop inside?  Note the variable of a short one. */
static bool may_go(void *ctx, struct tir_stmt *s)
{
	struct forwarding *f = ctx;
	if (s->kind == TIR_FOR && trip_most(f->facts, s) < SHORT)
		VEC_PUSH(&f->scratch, &f->shorts, tir_var_of(s)->expr);
	return s->kind != TIR_FOR || trip_most(f->facts, s) <= LONG ||
	       trip_least(f->facts, s) == trip_most(f->facts, s) || !is_variable(f, tir_as_for(s));
}

void lower_keep_loads(struct lower *l, const struct tir_stmt *loop)
{
	struct forwarding f = {.facts = l->facts,
	        .loop = loop,
	        .number = facts_loop(l->facts, loop),
	        .own = tir_var_of(loop) ? tir_var_of(loop)->expr : NULL};
	struct access_list list = {0};
	bool runs_once = loop->kind == TIR_FOR && trip_most(l->facts, loop) <= 1;
	if (!runs_once && tir_walk_stmts(tir_body(loop), may_go, &f))
		access_collect(l->facts, tir_body(loop), MOST, f.number, &f.scratch, &list);
	for (uint32_t i = 0; i < list.all.n; i++)
		note(&f, &list.all.at[i]);
	bool danger = list.all.n == MOST;
	for (uint32_t i = 0; i < f.all.n && !danger; i++)
		for (uint32_t k = 0; k < f.all.n && !danger; k++)
			danger = is_in_danger(&f, &f.all.at[i], &f.all.at[k]);
	if (danger)
		build_effect(l);
	arena_free(&f.scratch);
}
