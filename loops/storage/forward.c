/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/storage/forward.c: two stores to one element, one behind the other in a fused nest, as one (store forwarding, dead store
 * elimination).
 *
 * Idea    C[i] = a; C[i] = max(C[i], b) is C[i] = max(a, b): what the first one stores stands in the place of the load, and nobody else sees it.
 * Needs   the same element, perhaps of views of one buffer; all that the second one loads of memory that may be C's is that element; a value that cannot trap, or a load
 *         that is evaluated in any case.
 * Costs   the nodes of the operands of such stores, MOST_NODES at most each. */
#include "loops/storage/fuse.h"

enum { MOST_NODES = 400 };

struct forward {
	struct tir_module *m;
	struct arena *arena;
	const struct facts *facts;
	const struct fused *fused;
	const struct tir_stmt *loop; /* the fused one around; NULL: none */
	uint32_t around;             /* the innermost loop around, by its number */
	struct tir_subst subst;
};
/* The second store's value, while it is looked at. */
struct look {
	const struct forward *w;
	const struct tir_stmt *first;
	const struct tir_expr *load; /* of the element; NULL: none yet */
	uint32_t nodes;
	bool ok;
};

/* Do both access the same bytes in the same iteration? */
static bool is_same(const struct forward *w, const struct access *a, const struct access *b)
{
	struct affine_sum x, y;
	int64_t by, with, stride[2], width[2];
	bool same = access_rank(a) == access_rank(b) && a->buffer == b->buffer;
	for (uint32_t i = 0; same && i < access_rank(a); i++)
		same = access_index(a, i) == access_index(b, i);
	if (same || a->buffer->root != b->buffer->root || !a->buffer->root ||
	        !tir_type_eq(a->buffer->elem, b->buffer->elem) ||
	        !access_bytes(w->facts, a, &x, &by, &stride[0], &width[0]) ||
	        !access_bytes(w->facts, b, &y, &with, &stride[1], &width[1]))
		return same;
	return by == with && stride[0] == stride[1] && width[0] == width[1] &&
	       affine_add_sum(&x, &y, -1) && !x.n && !x.constant;
}

/* Note a load of the element; what else may be in its place forbids one store. */
static bool see_node(void *ctx, const struct tir_expr *e)
{
	struct look *l = ctx;
	bool is_load = e->op == TIR_LOAD || e->op == TIR_MASKED_LOAD;
	l->ok = l->ok && l->nodes++ < MOST_NODES;
	struct access first = access_of_store(l->first, l->w->around), a;
	if (is_load)
		a = access_of_load(e, l->first, l->w->around);
	if (e->op == TIR_LOAD && (!l->load || e == l->load) && is_same(l->w, &first, &a) &&
	        tir_type_eq(e->type, tir_value_of(l->first)->type))
		l->load = e;
	else if (is_load && alias_may(l->w->facts, e->u.buffer, tir_buffer_of(l->first)))
		l->ok = false;
	return l->ok;
}

static bool count_node(void *ctx, const struct tir_expr *e)
{
	(void)e;
	return ++((struct look *)ctx)->nodes < MOST_NODES;
}

/* Is the load evaluated whenever e is? */
static bool is_needed(struct look *l, const struct tir_expr *e)
{
	uint32_t n = tir_is_lazy(e) ? tir_strict_args(e) : e->n;
	bool found = e == l->load;
	for (uint32_t i = 0; i < n && !found && l->nodes < MOST_NODES; i++) {
		l->nodes++;
		found = is_needed(l, e->arg[i]);
	}
	return found;
}

static bool is_pure(const struct tir_expr *e)
{
	return !(e->flags & (TIR_HAS_EFFECT | TIR_HAS_LET | TIR_HAS_ADDRESS));
}

/* Is the second one a store to the element of the first one, and may both be one?  l->load: what that value stands for. */
static bool is_same_element(struct look *l, const struct tir_stmt *second)
{
	const struct tir_stmt *s = l->first;
	if (s->kind != TIR_STORE || !second || second->kind != TIR_STORE || tir_mask_of(s) ||
	        tir_mask_of(second) || !is_pure(tir_value_of(s)) ||
	        !is_pure(tir_value_of(second)) ||
	        !tir_type_eq(tir_value_of(s)->type, tir_value_of(second)->type))
		return false;
	for (uint32_t i = 0; i < s->nindex; i++)
		if (tir_as_store(s)->index[i].e->flags & (TIR_READS_MEM | TIR_HAS_EFFECT))
			return false;
	struct access a = access_of_store(s, l->w->around),
	              b = access_of_store(second, l->w->around);
	if (!is_same(l->w, &a, &b))
		return false;
	l->ok = true;
	tir_walk_expr(tir_value_of(second), l->w->arena, see_node, l);
	bool traps = tir_value_of(s)->flags & TIR_MAY_TRAP;
	return l->ok && tir_walk_expr(tir_value_of(s), l->w->arena, count_node, l) &&
	       (!traps || (l->load && is_needed(l, tir_value_of(second))));
}

static struct tir_seq forward_seq(struct forward *w, const struct tir_seq *seq);

/* A copy of the statement, with one store for two in fused nests. */
static struct tir_stmt *copy_of(struct forward *w, const struct tir_stmt *s)
{
	struct tir_stmt *x = tir_stmt_copy(w->m->arena, s);
	const struct tir_stmt *loop = w->loop;
	uint32_t around = w->around;
	for (uint32_t i = 0; i < w->fused->all.n && !w->loop; i++)
		w->loop = w->fused->all.at[i] == s ? s : NULL;
	if (s->kind == TIR_FOR)
		w->around = facts_loop(w->facts, s);
	tir_set_body(x, forward_seq(w, tir_body(s)));
	tir_set_orelse(x, forward_seq(w, tir_orelse(s)));
	w->loop = loop;
	w->around = around;
	return x;
}

/* The sequence, and those in it, with one store for two. */
static struct tir_seq forward_seq(struct forward *w, const struct tir_seq *seq)
{
	struct tir_seq out = {0};
	for (const struct tir_stmt *s = seq->first; s; s = s->next) {
		struct tir_stmt *x = copy_of(w, s);
		while (s->next && w->loop) {
			struct look l = {.w = w, .first = x};
			if (!is_same_element(&l, s->next))
				break;
			s = s->next;
			struct tir_stmt *y = tir_stmt_copy(w->m->arena, s);
			w->subst.stamp++;
			if (l.load) {
				tir_subst_node(&w->subst, l.load, tir_value_of(x));
				tir_as_store(y)->value.e = tir_subst_expr(&w->subst,
				        tir_value_of(y));
			}
			x = y;
		}
		tir_seq_add(&out, x);
	}
	return out;
}

struct tir_func *loops_forward(struct tir_func *f, const struct fused *fused,
        const struct loops_options *options, struct arena *arena)
{
	struct facts_options known = {.alias = options->alias, .ctx = options->ctx};
	struct forward w = {.m = f->module,
	        .arena = arena,
	        .facts = facts_begin(f, &known, arena),
	        .subst = {.m = f->module, .arena = arena},
	        .around = FACTS_NO_LOOP,
	        .fused = fused};
	return tir_func_with_body(f, forward_seq(&w, &f->body));
}
