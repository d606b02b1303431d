/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/storage/twice_class.c: which loops are worth comparing.
 *
 * Idea    One walk from the inside: a loop's hash is made of those of its statements, a node's of those of its operands.  A loop is of no
 *         class if no run has it, whatever stands beside it: nobody compares it with any other one.
 * Costs   a step a statement, and one an expression that they have. */
#include "loops/storage/twice.h"

enum { DEEP = 64 };

/* A hash of the expression: of its operators and constants, whatever variables and buffers it names.  Of what is very deep it is that of
 * its operator. */
static uint64_t hash_expr(struct twice *t, const struct tir_expr *e)
{
	uint64_t h = hash_mix(e->op, e->op == TIR_INT_IMM ? e->u.bits : e->type.bits);
	if (!e->n || e->depth > DEEP)
		return hash_mix(h, e->depth);
	if (t->hash[e->id])
		return t->hash[e->id];
	for (uint32_t k = 0; k < e->n; k++)
		h = hash_mix(h, hash_expr(t, e->arg[k]));
	return t->hash[e->id] = h;
}

static bool class_key(void *ctx, uint32_t number, struct lookup_key *k)
{
	const struct twice *t = ctx;
	uint64_t h = t->classes.at[number].hash;
	*k = (struct lookup_key){(uint32_t)h, (uint32_t)(h >> 32)};
	return true;
}

/* The number of the class of that hash, from 1. */
static uint32_t class_of(struct twice *t, uint64_t hash)
{
	struct lookup_key k = {(uint32_t)hash, (uint32_t)(hash >> 32)};
	struct lookup_entry *entry;
	uint32_t i = 0, class = t->classes.n;
	lookup_room(&t->by_hash, t->arena, class_key, t);
	for (entry = lookup_slot(&t->by_hash, k, 0); entry->number;
	        entry = lookup_next(&t->by_hash, k, &i, entry))
		if (t->classes.at[entry->number - 1].hash == hash)
			return entry->number;
	VEC_PUSH(t->arena, &t->classes, (struct twice_class){.hash = hash});
	lookup_add(&t->by_hash, entry, k, class);
	return class + 1;
}

/* Statements as they are read. */
struct part {
	uint64_t hash;
	const struct tir_buffer *own; /* that they store to */
	uint32_t loops;               /* the most around each other */
	bool ok;                      /* a run may have them */
};

static void join(struct part *to, const struct part *x)
{
	to->ok &= x->ok && (!to->own || !x->own || to->own == x->own);
	to->own = to->own ? to->own : x->own;
	to->loops = x->loops > to->loops ? x->loops : to->loops;
	to->hash = hash_mix(to->hash, x->hash);
}

static void read_seq(struct twice *t, const struct tir_seq *seq, struct part *around);

/* Read the statement; a loop gets its class. */
static struct part read_stmt(struct twice *t, const struct tir_stmt *s)
{
	const struct tir_expr *e[TIR_MAX_OPERANDS];
	const unsigned no_run_has = TIR_HAS_EFFECT | TIR_HAS_LET | TIR_HAS_ADDRESS;
	struct part x = {.hash = s->kind, .own = s->kind == TIR_STORE ? tir_buffer_of(s) : NULL};
	uint32_t n = tir_stmt_exprs(s, e, TIR_MAX_OPERANDS);
	x.ok = twice_is_plain(s) && !(tir_stmt_flags(s) & no_run_has);
	for (uint32_t i = 0; i < n; i++)
		x.hash = hash_mix(x.hash, hash_expr(t, e[i]));
	read_seq(t, tir_body(s), &x);
	read_seq(t, tir_orelse(s), &x);
	if (s->kind != TIR_FOR)
		return x;
	x.loops++;
	bool may_be = x.ok && x.own && x.loops <= TWICE_LOOPS;
	t->class_of[tir_var_of(s)->id] = may_be ? class_of(t, x.hash) : 0;
	return x;
}

/* Read the statements of the sequence; what they are belongs to what holds it. */
static void read_seq(struct twice *t, const struct tir_seq *seq, struct part *around)
{
	struct part all = {.ok = true};
	for (const struct tir_stmt *s = seq->first; s; s = s->next) {
		const struct part x = read_stmt(t, s);
		join(&all, &x);
	}
	if (seq->first)
		join(around, &all);
}

bool twice_has_loops(const struct tir_seq *seq)
{
	uint32_t n = 0;
	for (const struct tir_stmt *s = seq->first; s && n < 2; s = s->next)
		n += s->kind == TIR_FOR;
	return n > 1;
}

/* So in the sequence, or in one that it holds? */
static bool any_beside(const struct tir_seq *seq)
{
	bool any = twice_has_loops(seq);
	for (const struct tir_stmt *s = seq->first; s && !any; s = s->next)
		any = any_beside(tir_body(s)) || any_beside(tir_orelse(s));
	return any;
}

bool twice_classify(struct twice *t)
{
	if (!any_beside(&t->f->body))
		return false;
	t->hash = ARENA_NEWN(t->arena, uint64_t, t->m->nexprs);
	t->class_of = ARENA_NEWN(t->arena, uint32_t, t->m->nvars);
	struct part all = {.ok = true};
	read_seq(t, &t->f->body, &all);
	return true;
}

void twice_add_member(struct twice *t, struct members *all, const struct tir_stmt *s)
{
	uint32_t class = s->kind == TIR_FOR ? t->class_of[tir_var_of(s)->id] : 0, n = all->at.n;
	VEC_PUSH(t->arena, &all->at, ((struct member){.s = s, .class = class}));
	if (!class)
		return;
	struct twice_class *c = &t->classes.at[class - 1];
	if (c->in != all)
		c->first = n;
	else
		all->at.at[c->last].later = n;
	c->in = all;
	c->last = n;
}
