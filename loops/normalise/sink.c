/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/normalise/sink.c: move a nest into the branches of the `if` beside it, if both name the same memory (code sinking).
 *
 * Idea    nest; if n > 0: S is if n > 0: nest; S else: nest.  So what sets the elements that a branch adds to stands in front of
 *         that in one sequence, and what follows a branch behind it.
 * Needs   a condition that cannot fail and reads no memory: the nest in front of it does not change it.
 * Keeps   nests that name none of the memory that a branch stores to, that allocate memory, that something leaves, or that are
 *         long.
 * Costs   two copies of each nest that is moved. */
#include "loops/nest/private.h"
#include "loops/normalise/respell.h"

enum { MOST_MOVED = 8, MOST_NODES = 200 };

struct sink {
	struct tir_module *m;
	struct arena *arena;
	uint32_t left; /* nests */
	bool any;
	/* Of the condition that is looked at: what its branches store to. */
	VEC(const struct tir_buffer *) stored;
	/* Of the nest that is looked at. */
	uint32_t nodes;
};

static bool note_stored(void *ctx, struct tir_stmt *s)
{
	struct sink *k = ctx;
	if (s->kind == TIR_STORE)
		VEC_PUSH(k->arena, &k->stored, tir_as_store(s)->buffer);
	return true;
}

static bool count_node(void *ctx, const struct tir_expr *e)
{
	(void)e;
	return ++((struct sink *)ctx)->nodes <= MOST_NODES;
}

/* Count the operands' nodes; false: the statement forbids a copy. */
static bool read_stmt(void *ctx, struct tir_stmt *s)
{
	struct sink *k = ctx;
	const struct tir_expr *e[TIR_MAX_OPERANDS];
	uint32_t n = tir_stmt_exprs(s, e, TIR_MAX_OPERANDS);
	if (s->kind != TIR_FOR && s->kind != TIR_STORE && s->kind != TIR_BIND && s->kind != TIR_IF)
		return false;
	for (uint32_t i = 0; i < n; i++)
		if (!tir_walk_expr(e[i], k->arena, count_node, k))
			return false;
	return true;
}

/* Is it an `if` whose condition a nest in front of it does not change?  Then k->stored is what its branches store to. */
static bool open_branches(struct sink *k, const struct tir_stmt *s)
{
	unsigned not_pure = TIR_MAY_TRAP | TIR_READS_MEM | TIR_HAS_EFFECT | TIR_HAS_LET;
	if (!s || s->kind != TIR_IF || tir_value_of(s)->flags & not_pure)
		return false;
	k->stored.n = 0;
	tir_walk_stmts(tir_body(s), note_stored, k);
	tir_walk_stmts(tir_orelse(s), note_stored, k);
	return true;
}

/* May the nest stand in the branches, and does it name what they store to? */
static bool belongs(struct sink *k, const struct tir_stmt *s)
{
	bool names = false;
	if (!s || s->kind != TIR_FOR || !k->left || tir_seq_leaves(tir_body(s)))
		return false;
	for (uint32_t i = 0; i < k->stored.n && !names; i++)
		names = private_stmt_names(s, k->stored.at[i]);
	k->nodes = 0;
	return names && tir_walk_stmts(tir_body(s), read_stmt, k);
}

static struct tir_seq sink_seq(struct sink *k, const struct tir_seq *s);

/* Add copies of the statements from s to end, not with it, with variables of their own. */
static void add_copies(struct sink *k, struct tir_seq *out, const struct tir_stmt *s,
        const struct tir_stmt *end)
{
	struct tir_subst fresh = {.m = k->m, .arena = k->arena};
	struct tir_seq all = {0};
	for (; s != end; s = s->next)
		tir_seq_add(&all, tir_stmt_copy(k->m->arena, s));
	tir_seq_append(out, tir_subst_seq(&fresh, &all));
}

/* The branch between the nests from `from` to s, which has it, and from there to end. */
static struct tir_seq branch(struct sink *k, const struct tir_stmt *from, const struct tir_stmt *s,
        const struct tir_stmt *end, const struct tir_seq *in)
{
	struct tir_seq out = {0};
	add_copies(k, &out, from, s);
	tir_seq_append(&out, sink_seq(k, in));
	add_copies(k, &out, s->next, end);
	return out;
}

/* Add the `if` with the nests around it, from `from` on, in its branches; what stands behind them then. */
static const struct tir_stmt *add_if(struct sink *k, struct tir_seq *out,
        const struct tir_stmt *from, const struct tir_stmt *s)
{
	const struct tir_stmt *end = s->next;
	struct tir_stmt *t = tir_stmt_copy(k->m->arena, s);
	for (const struct tir_stmt *n = from; n != s; n = n->next)
		k->left--;
	for (; belongs(k, end); end = end->next)
		k->left--;
	k->any |= from != s || end != s->next;
	tir_set_body(t, branch(k, from, s, end, tir_body(s)));
	tir_as_if(t)->orelse = branch(k, from, s, end, tir_orelse(s));
	tir_seq_add(out, t);
	return end;
}

/* The sequence, with nests in the branches that they belong to. */
static struct tir_seq sink_seq(struct sink *k, const struct tir_seq *s)
{
	struct tir_seq out = {0};
	for (const struct tir_stmt *t = s->first; t;) {
		const struct tir_stmt *end = t, *from = t;
		uint32_t n = 0;
		while (end && end->kind == TIR_FOR)
			end = end->next;
		bool open = open_branches(k, end);
		for (const struct tir_stmt *l = t; open && l != end; l = l->next) {
			bool here = n < k->left && belongs(k, l);
			n = here ? n + 1 : 0;
			from = here ? from : l->next;
		}
		from = open ? from : end == t ? t->next : end;
		for (; t != from; t = t->next)
			tir_seq_add(&out, tir_stmt_copy(k->m->arena, t));
		t = open ? add_if(k, &out, from, end) : from;
	}
	return out;
}

struct tir_func *loops_sink(struct tir_func *f, const struct loops_options *options,
        struct arena *arena, struct loops_vectors *vectors)
{
	struct sink k = {.m = f->module, .arena = arena, .left = MOST_MOVED};
	(void)options;
	(void)vectors;
	struct tir_seq body = sink_seq(&k, &f->body);
	return k.any ? tir_func_with_body(f, body) : f;
}
