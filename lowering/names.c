/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lowering/names.c: what a name stands for where it is used.
 *
 * Idea.   A name has the value that its expression had where it was bound.  Who computes that expression again, or a part of
 *         it, reads memory as it is by then.  So the table of names is this file's own, and it gives a name's
 *         expression away only where the same value comes out: all that the expression reads must lie in memory that
 *         nothing may have written since.  What is true of the value itself can be asked everywhere
 *         (lower_known).
 *         The statements have numbers in the order of the text.  Between a binding and a use in its scope run those between
 *         the two; and if the use is in a loop that the binding is not in, all of that loop.
 * Needs   statements that are built in the order of the text: some may be left out.
 * Keeps   values: where anything is not known, the name stays a name.
 * Costs   a walk over the function; a question looks at MOST_NODES nodes, and at MOST_WRITES writes for each load. */
#include "analysis/analysis.h"
#include "lowering/internal.h"

enum { MOST_NODES = 64, MOST_WRITES = 256, NOWHERE = UINT32_MAX };

/* A statement. */
struct place {
	const struct tir_stmt *s;
	uint32_t loop; /* the innermost one around it, or NOWHERE */
	uint32_t end;  /* the first place behind what is in it */
};
struct write {
	uint32_t at;
	const struct tir_buffer *buffer; /* NULL: a call, which may write to all that it can see */
};
struct name {
	const struct tir_stmt *s; /* the loop or binding it is of */
	uint32_t at;              /* its place */
};
struct lower_names {
	struct name *name; /* by variable number */
	VEC(struct place) place;
	VEC(struct write) write; /* in the order of the text */
	uint32_t loop;           /* the walk is in it */
	uint32_t here;           /* the statement that is built */
};

/* ---- The function, before it is built ----------------------------------------------------*/
static void note(struct lower *l, const struct tir_stmt *s, uint32_t at)
{
	struct lower_names *n = l->names;
	if (s->kind == TIR_FOR || s->kind == TIR_BIND) {
		n->name[tir_var_of(s)->id] = (struct name){s, at};
		lower_note_factor(l, s);
	}
	if (tir_stmt_flags(s) & TIR_HAS_EFFECT)
		VEC_PUSH(l->arena, &n->write, ((struct write){at, NULL}));
	if (s->kind == TIR_STORE)
		VEC_PUSH(l->arena, &n->write, ((struct write){at, tir_as_store(s)->buffer}));
}

static void walk(struct lower *l, const struct tir_seq *code)
{
	struct lower_names *n = l->names;
	for (const struct tir_stmt *s = code->first; s; s = s->next) {
		uint32_t around = n->loop, at = n->place.n;
		VEC_PUSH(l->arena, &n->place, ((struct place){s, around, 0}));
		note(l, s, at);
		if (s->kind == TIR_FOR || s->kind == TIR_WHILE || s->kind == TIR_LAUNCH)
			n->loop = at;
		walk(l, tir_body(s));
		walk(l, tir_orelse(s));
		n->place.at[at].end = n->place.n;
		n->loop = around;
	}
}

void lower_names_begin(struct lower *l, const struct tir_func *f)
{
	l->names = ARENA_NEW(l->arena, struct lower_names);
	l->names->name = ARENA_NEWN(l->arena, struct name, tir_numbers_of(f).nvars);
	l->names->loop = NOWHERE;
	walk(l, &f->body);
	l->names->here = 0;
}

void lower_names_enter(struct lower *l, const struct tir_stmt *s)
{
	struct lower_names *n = l->names;
	while (n->here < n->place.n && n->place.at[n->here].s != s)
		n->here++;
}

/* ---- Memory between a binding and here ---------------------------------------------------*/
/* The first place that surely is not reached on the way from `from` to the statement that is built. */
static uint32_t end_of_way(const struct lower_names *n, uint32_t from)
{
	const struct place *here = &n->place.at[n->here];
	uint32_t loop = here->s->kind == TIR_WHILE ? n->here : here->loop, end = n->here;
	for (; loop != NOWHERE && loop > from; loop = n->place.at[loop].loop)
		end = n->place.at[loop].end;
	return end;
}

/* The first write behind the place. */
static uint32_t first_write(const struct lower_names *n, uint32_t at)
{
	uint32_t lo = 0, hi = n->write.n;
	while (lo < hi) {
		uint32_t middle = lo + (hi - lo) / 2;
		if (n->write.at[middle].at > at)
			hi = middle;
		else
			lo = middle + 1;
	}
	return lo;
}

/* May anything have written to the buffer since that place?  A call in the statement itself may have. */
static bool may_be_written(const struct lower *l, const struct tir_buffer *b, uint32_t from)
{
	const struct lower_names *n = l->names;
	uint32_t end = end_of_way(n, from), first = first_write(n, from);
	for (uint32_t i = first; i < n->write.n; i++) {
		const struct write *w = &n->write.at[i];
		if (w->at >= end && (w->at > n->here || w->buffer))
			return false;
		if (i - first == MOST_WRITES || (w->buffer ? alias_may(l->facts, w->buffer, b)
		                                           : alias_escapes(l->facts, b)))
			return true;
	}
	return false;
}

bool lower_is_stored_to(const struct lower *l, const struct tir_buffer *b)
{
	const struct lower_names *n = l->names;
	uint32_t i = n->here ? first_write(n, n->here - 1) : 0;
	return i < n->write.n && n->write.at[i].at == n->here && n->write.at[i].buffer == b;
}

/* Do all loads in e read what they read at that place? */
static bool reads_the_same(const struct lower *l, const struct tir_expr *e, uint32_t from,
        unsigned *nodes)
{
	bool load = e->op == TIR_LOAD || e->op == TIR_MASKED_LOAD;
	if (!(e->flags & TIR_READS_MEM))
		return true;
	if (*nodes == 0 || e->op == TIR_CALL || (load && may_be_written(l, e->u.buffer, from)))
		return false;
	--*nodes;
	for (uint32_t i = 0; i < e->n; i++)
		if (!reads_the_same(l, e->arg[i], from, nodes))
			return false;
	return true;
}

/* ---- Asking ------------------------------------------------------------------------------*/
/* What the name is bound to, and where; NULL: it is no such name. */
static const struct tir_expr *bound_to(const struct lower *l, const struct tir_expr *e,
        uint32_t *at)
{
	const struct name *n = e->op == TIR_VAR ? &l->names->name[e->u.var->id] : NULL;
	if (!n || !n->s || n->s->kind != TIR_BIND)
		return NULL;
	*at = n->at;
	return tir_as_bind(n->s)->value.e;
}

const struct tir_expr *lower_value_here(const struct lower *l, const struct tir_expr *e)
{
	const struct lower_names *n = l->names;
	const struct tir_expr *value;
	uint32_t at;
	while ((value = bound_to(l, e, &at))) {
		unsigned nodes = MOST_NODES;
		if (value->flags & (TIR_HAS_EFFECT | TIR_HAS_LET) || n->here == n->place.n ||
		        !reads_the_same(l, value, at, &nodes))
			break;
		e = value;
	}
	return e;
}

int64_t lower_known(const struct lower *l, const struct tir_expr *e, lower_fact *fact)
{
	const struct tir_expr *value;
	uint32_t at;
	while ((value = bound_to(l, e, &at)))
		e = value;
	return fact(e);
}
