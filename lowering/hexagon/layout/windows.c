/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lowering/hexagon/layout/windows.c: sliding windows: vectors of bytes that begin between two lines of memory.
 *
 * Idea.   A line is 128 bytes at a multiple of 128: what HVX loads at once.  What is computed lane
 *         by lane from loads that all begin k bytes behind a line is, k lanes on, what the same
 *         computation makes of that line and the next.  Where neighbours need the lines anyway
 *         (the columns of a 3x3 window: k = 127, 0, 1), it is computed for whole lines, shared by
 *         all of them, and only the result is shifted, instead of each load.
 *         Computations that differ only in where their loads begin are one form.
 * Needs   HVX of 128 bytes; loads of 128 bytes from buffers whose beginning and size are multiples
 *         of 128, so that with one byte of a line the whole line may be read.
 * Keeps   every lane: a computation lane by lane knows nothing of other lanes.
 * Costs   a walk over the function; forms are found by hash; a form's members sorted. */
#include <stdlib.h>

#include "lowering/hexagon/internal.h"

enum { LINE = TARGET_HVX_BYTES, MAX_DEPTH = 256, MAX_OPERANDS = 2 };

struct form {
	uint64_t hash;
	uint8_t op;
	struct tir_type type;
	const void *leaf[2];          /* LOAD: buffer, the index but for its constant */
	uint32_t arg[MAX_OPERANDS];   /* forms; 0: leaf[i] is the operand itself */
	int64_t behind[MAX_OPERANDS]; /* where the operand begins, from the first one */
	uint32_t next;                /* of the same slot */
	uint32_t ops, loads;          /* instructions; loads that nothing else needs shifted */
	bool direct;                  /* LOAD: needed shifted as it is */
	bool whole;                   /* decided: compute lines, shift the result */
	bool below;                   /* part of such a form */
	VEC(int64_t) begins;          /* of its members */
};

/* Of an expression. */
struct window {
	uint32_t form; /* 0: none */
	bool known;
	int64_t begin; /* in lanes, from the form's leaves */
};

struct lower_lines {
	struct window *window; /* by expression number */
	struct window *named; /* by variable number: what the name's value is, where it was bound */
	uint32_t *load;       /* by variable number: load_behind() of its value */
	VEC(struct form) form; /* from 1 */
	uint32_t *slot, nslots;
	LLVMValueRef *var[LOWER_SIDES]; /* by variable number */
};

/* ---- Forms -------------------------------------------------------------------------------*/
static bool is_same(const struct form *a, const struct form *b)
{
	bool same = a->hash == b->hash && a->op == b->op && tir_type_eq(a->type, b->type);
	for (int i = 0; i < MAX_OPERANDS; i++)
		same = same && a->leaf[i] == b->leaf[i] && a->arg[i] == b->arg[i] &&
		       a->behind[i] == b->behind[i];
	return same;
}

static uint64_t mix(uint64_t h, uint64_t v)
{
	h = (h ^ v) * 0x9e3779b97f4a7c15u;
	return h ^ h >> 29;
}

static void grow(struct lower *l, struct lower_lines *n)
{
	n->nslots = n->nslots ? n->nslots * 2 : 64;
	n->slot = ARENA_NEWN(l->arena, uint32_t, n->nslots);
	for (uint32_t i = 1; i < n->form.n; i++) {
		uint32_t *s = &n->slot[n->form.at[i].hash & (n->nslots - 1)];
		n->form.at[i].next = *s;
		*s = i;
	}
}

/* The number of the form that is like f. */
static uint32_t intern(struct lower *l, struct form f, uint64_t h)
{
	struct lower_lines *n = l->hexagon->lines;
	h = mix(mix(h, f.op),
	        (uint64_t)f.type.code << 24 | (uint64_t)f.type.bits << 16 | f.type.lanes);
	for (int i = 0; i < MAX_OPERANDS; i++)
		h = mix(mix(h, f.arg[i]), (uint64_t)f.behind[i]);
	f.hash = h;
	if (n->form.n >= n->nslots)
		grow(l, n);
	uint32_t *slot = &n->slot[h & (n->nslots - 1)];
	for (uint32_t i = *slot; i; i = n->form.at[i].next)
		if (is_same(&n->form.at[i], &f))
			return i;
	f.next = *slot;
	VEC_PUSH(l->arena, &n->form, f);
	return *slot = n->form.n - 1;
}

static int64_t modulo(int64_t v)
{
	return (v % LINE + LINE) % LINE;
}

/* A load of a line's length from memory that lies in lines. */
static bool find_load(struct lower *l, const struct tir_expr *e, struct window *p)
{
	const struct tir_buffer *b = e->u.buffer;
	struct tir_type t = tir_lanes(e->type, 1);
	if (e->n != 1 || !tir_is_int(t) || t.bits != 8 || e->type.lanes != LINE ||
	        e->arg[0]->op != TIR_RAMP || !tir_is_const_int(e->arg[0]->arg[1]) ||
	        e->arg[0]->arg[1]->u.i != 1 || b->elem.lanes != 1 ||
	        !lower_lies_in_lines(l, b, LINE))
		return false;
	const struct tir_expr *rest = lower_split_offset(e->arg[0]->arg[0], &p->begin);
	if (rest && affine_divisor(rest) % LINE)
		return false;
	struct form f = {.op = TIR_LOAD, .type = e->type, .leaf = {b, rest}};
	p->form = intern(l, f, mix(b->id, rest ? rest->id + 1 : 0));
	return true;
}

static bool is_lanewise(const struct tir_expr *e)
{
	return (lower_is_lanewise(e) || e->op == TIR_CAST) && tir_is_int(e->type) &&
	       e->type.bits <= 16;
}

static struct window window_of(struct lower *l, const struct tir_expr *e);

/* Is it the larger operand less the smaller one?  That is one instruction (match/difference.c). */
static bool is_difference(const struct tir_expr *e)
{
	if (e->op != TIR_SUB)
		return false;
	const struct tir_expr *x = e->arg[0], *y = e->arg[1];
	return x->op == TIR_MAX && y->op == TIR_MIN && x->arg[0] == y->arg[0] &&
	       x->arg[1] == y->arg[1];
}

/* A scalar operation of what a multiplication of bytes does on the way costs nothing. */
static uint32_t cost_of(const struct tir_expr *e, const struct form *f)
{
	if (e->op == TIR_CAST ||
	        ((e->op == TIR_MUL || e->op == TIR_SHL) && !(f->arg[0] && f->arg[1])))
		return 0;
	return e->type.bits == 16 ? 2 : 1;
}

/* Operands that all begin as far behind a line. */
static bool find_operation(struct lower *l, const struct tir_expr *e, struct window *p)
{
	struct form f = {.op = e->op, .type = e->type};
	uint64_t h = 0;
	bool any = false;
	for (uint32_t i = 0; i < e->n; i++) {
		if (e->arg[i]->op == TIR_BROADCAST && e->arg[i]->type.lanes == LINE) {
			f.leaf[i] = e->arg[i];
			h = mix(h, e->arg[i]->id);
			continue;
		}
		struct window a = window_of(l, e->arg[i]);
		if (!a.form)
			return false;
		p->begin = any ? p->begin : a.begin;
		any = true;
		f.arg[i] = a.form;
		f.behind[i] = a.begin - p->begin;
		if (modulo(f.behind[i]))
			return false;
		f.ops += l->hexagon->lines->form.at[a.form].ops;
	}
	f.ops = is_difference(e) ? 1 : f.ops + cost_of(e, &f);
	p->form = any ? intern(l, f, h) : 0;
	return any;
}

/* As deep as one expression: a variable's value was asked before it. */
static struct window window_of(struct lower *l, const struct tir_expr *e)
{
	struct window *p = &l->hexagon->lines->window[e->id], found = {.known = true};
	bool ok = false;
	if (p->known)
		return *p;
	if (e->type.lanes == LINE && e->depth <= MAX_DEPTH && !(e->flags & TIR_HAS_EFFECT)) {
		if (e->op == TIR_LOAD)
			ok = find_load(l, e, &found);
		else if (e->op == TIR_VAR)
			ok = (found = l->hexagon->lines->named[e->u.var->id]).form;
		else if (is_lanewise(e) && e->n <= MAX_OPERANDS)
			ok = find_operation(l, e, &found);
	}
	if (!ok)
		found = (struct window){.known = true};
	*p = found;
	if (ok)
		VEC_PUSH(l->arena, &l->hexagon->lines->form.at[found.form].begins, found.begin);
	return found;
}

/* ---- The function, before it is built ----------------------------------------------------*/
/* The form of the load that e is, but for casts and scalar factors; 0: it is none. */
static uint32_t load_behind(struct lower *l, const struct tir_expr *e)
{
	struct lower_lines *n = l->hexagon->lines;
	while (e) {
		uint32_t form = window_of(l, e).form;
		const struct tir_expr *next = NULL;
		if (!form || e->op == TIR_LOAD)
			return form;
		if (e->op == TIR_VAR)
			return n->load[e->u.var->id];
		if (e->op == TIR_CAST)
			next = e->arg[0];
		else if (e->op == TIR_MUL || e->op == TIR_SHL)
			for (uint32_t i = 0; i < 2; i++)
				next = e->arg[1 - i]->op == TIR_BROADCAST ? e->arg[i] : next;
		e = next;
	}
	return 0;
}

/* The load that an operand is so is needed where it begins. */
static void need_directly(struct lower *l, const struct tir_expr *e)
{
	uint32_t form = load_behind(l, e);
	if (form)
		l->hexagon->lines->form.at[form].direct = true;
}

static void survey_expr(struct lower *l, const struct tir_expr *root)
{
	VEC(const struct tir_expr *) todo = {0};
	VEC_PUSH(l->arena, &todo, root);
	while (todo.n) {
		const struct tir_expr *e = todo.at[--todo.n];
		if (l->met[e->id] == l->round)
			continue;
		l->met[e->id] = l->round;
		bool mixed = !window_of(l, e).form;
		for (uint32_t i = 0; i < e->n; i++) {
			if (mixed && e->arg[i]->type.lanes == LINE)
				need_directly(l, e->arg[i]);
			VEC_PUSH(l->arena, &todo, e->arg[i]);
		}
	}
}

static bool survey_stmt(void *ctx, struct tir_stmt *s)
{
	struct lower *l = ctx;
	struct tir_operand *op[TIR_MAX_OPERANDS];
	uint32_t n = tir_stmt_operands(s, op, TIR_MAX_OPERANDS);
	if (s->kind == TIR_DECL)
		lower_note_view(l, s); /* its alignment is asked for before it is lowered */
	for (uint32_t i = 0; i < n; i++)
		survey_expr(l, op[i]->e);
	if (s->kind == TIR_BIND) {
		const struct tir_bind *b = tir_as_bind(s);
		l->hexagon->lines->named[b->var->id] = window_of(l, b->value.e);
		l->hexagon->lines->load[b->var->id] = load_behind(l, b->value.e);
	}
	return true;
}

static int by_value(const void *a, const void *b)
{
	int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
	return x < y ? -1 : x > y;
}

/* How many members lie between lines, and how many lines they touch that no member is. */
static void count(struct form *f, uint32_t *between, uint32_t *lines)
{
	int64_t last = INT64_MIN, done = INT64_MIN;
	*between = *lines = 0;
	qsort(f->begins.at, f->begins.n, sizeof *f->begins.at, by_value);
	for (uint32_t i = 0; i < f->begins.n; i++) {
		int64_t at = f->begins.at[i], line = at - modulo(at);
		if (at == last)
			continue;
		last = at;
		*between += at != line;
		for (int64_t k = line; k <= line + (at == line ? 0 : LINE); k += LINE) {
			if (k <= done)
				continue;
			*lines += !bsearch(&k, f->begins.at, f->begins.n, sizeof k, by_value);
			done = k;
		}
	}
}

static void decide(struct lower_lines *n)
{
	for (uint32_t i = 1; i < n->form.n; i++) {
		struct form *f = &n->form.at[i];
		uint32_t between, lines;
		f->loads = f->op == TIR_LOAD && !f->direct;
		for (int k = 0; k < MAX_OPERANDS; k++)
			f->loads += f->arg[k] ? n->form.at[f->arg[k]].loads : 0;
		count(f, &between, &lines);
		f->whole = f->ops && lines * f->ops + between < between * (f->ops + f->loads);
	}
	for (uint32_t i = n->form.n; i-- > 1;)
		for (int k = 0; k < MAX_OPERANDS; k++)
			n->form.at[n->form.at[i].arg[k]].below |= n->form.at[i].whole ||
			                                          n->form.at[i].below;
}

void lower_lines_survey(struct lower *l, const struct tir_func *f)
{
	const struct tir_module *m = l->m;
	l->hexagon->lines = NULL;
	l->side = LOWER_PLAIN;
	if (!target_has_hvx(l->hvx))
		return;
	struct lower_lines *n = l->hexagon->lines = ARENA_NEW(l->arena, struct lower_lines);
	n->window = ARENA_NEWN(l->arena, struct window, m->nexprs);
	n->named = ARENA_NEWN(l->arena, struct window, m->nvars);
	n->load = ARENA_NEWN(l->arena, uint32_t, m->nvars);
	VEC_PUSH(l->arena, &n->form, ((struct form){0}));
	for (int i = LOWER_LOW; i <= LOWER_HIGH; i++) {
		n->var[i] = ARENA_NEWN(l->arena, LLVMValueRef, m->nvars);
		l->memo[i] = ARENA_NEWN(l->arena, struct memo, m->nexprs);
	}
	l->round++;
	tir_walk_stmts(&f->body, survey_stmt, l);
	decide(n);
}

/* ---- Values ------------------------------------------------------------------------------*/
unsigned lower_lines_offset(const struct lower *l, const struct tir_expr *e)
{
	if (!l->hexagon->lines || l->side != LOWER_PLAIN)
		return 0;
	struct window p = l->hexagon->lines->window[e->id];
	return p.form && l->hexagon->lines->form.at[p.form].whole ? (unsigned)modulo(p.begin) : 0;
}

void lower_lines_enter(struct lower *l, enum lower_side side, unsigned offset)
{
	l->side = side;
	l->delta = side == LOWER_LOW ? -(int)offset : LINE - (int)offset;
}

void lower_lines_leave(struct lower *l)
{
	l->side = LOWER_PLAIN;
	l->delta = 0;
}

LLVMValueRef lower_from_lines(struct lower *l, const struct tir_expr *e)
{
	LLVMValueRef side[2];
	unsigned k = lower_lines_offset(l, e);
	if (!k || e->type.bits != 8)
		return NULL;
	for (unsigned i = 0; i < 2; i++) {
		lower_lines_enter(l, i ? LOWER_HIGH : LOWER_LOW, k);
		side[i] = lower_expr(l, e);
	}
	lower_lines_leave(l);
	return lower_lanes(l, side[0], side[1], k, LINE);
}

LLVMValueRef lower_variable(struct lower *l, const struct tir_expr *e)
{
	uint32_t id = e->u.var->id;
	return l->side == LOWER_PLAIN ? NULL : l->hexagon->lines->var[l->side][id];
}

void lower_lines_bind(struct lower *l, const struct tir_stmt *s, lower_bound *value)
{
	struct window p = l->hexagon->lines ? l->hexagon->lines->window[tir_as_bind(s)->value.e->id]
	                                    : (struct window){0};
	const struct form *f = p.form ? &l->hexagon->lines->form.at[p.form] : NULL;
	if (!f || !(f->whole || f->below) || !modulo(p.begin))
		return;
	for (enum lower_side i = LOWER_LOW; i <= LOWER_HIGH; i++) {
		lower_lines_enter(l, i, (unsigned)modulo(p.begin));
		LLVMValueRef v = value(l, s);
		l->hexagon->lines->var[i][tir_as_bind(s)->var->id] = v;
	}
	lower_lines_leave(l);
}
