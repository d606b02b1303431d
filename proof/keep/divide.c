/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* proof/keep/divide.c: check quotients that are computed by names in front of loops (loops/values/divide.c).
 *
 * Idea    Both programs are walked in step.  Names that g has alone are not compared: each must hold if_then_else(g, v, 0), where g asks
 *         whether a divisor d is above 0.  Where an operand of g is if_then_else(0 < d, q, n // d) in which q names such a v, it is n // d,
 *         if v is n // d itself; or v is (2^k - 1) // d, and q the product that this reciprocal makes of n, whose bounds allow k.
 *         (Of x, not negative, the quotient is (x + 1) * v >> k if (x + 1) * d is 2^k at most, or x less than d: for k = 32 of 16
 *         bits, for k = 64 of 32, for k = 63 - clz(d) of 31, or 2^31 and d less than that.)
 *         With n // d in the place of each of these the operand is f's.
 * Needs   f verified.  Shares nothing with loops/ and analysis/.
 * Costs   the nodes of g that f has not; NAMES of them for each division.
 * Wrong if a name holds something else where it is used: what it loads must not be stored to, and is loaded by the first iteration
 *         anyway; so are the extents known that it asks about. */
#include "proof/values/bounds.h"

enum { NAMES = 64, STEPS = 1 << 20, LOOPS = 64 };

struct kept {
	const struct tir_var *var;
	const struct tir_expr *value, *asked; /* if_then_else(asked, value, 0) */
	uint32_t loops;                       /* around it */
	bool sure; /* what it loads is loaded in the first iteration of the loops inside it anyway */
};
struct divided {
	const struct tir_func *f;
	const struct proof_contract *contract;
	struct tir_module *m;
	struct arena *arena;
	VEC(bool) in_f; /* by variable: f binds it */
	struct kept kept[NAMES];
	uint32_t nkept;
	const struct tir_stmt
	        *loop[LOOPS]; /* around, of g; NULL: a condition, or another statement */
	uint32_t nloops;
	struct proof_scope scope;
	struct proof_bounding bounds;
	uint32_t steps;
	VEC(const struct tir_expr *) done; /* by expression of g: what it is in f */
	VEC(uint32_t) stamps, strict;      /* of the statement */
	VEC(const struct tir_expr *) todo;
	uint32_t stamp;
	bool undecided;
	const char *why;
};

static bool fail(struct divided *w, const char *why)
{
	w->why = why;
	return false;
}

/* ---- What a quotient is -------------------------------------------------------------------*/
static struct tir_type uint_of(unsigned bits)
{
	return tir_type(TIR_TYPE_UINT, bits, 1);
}

static bool divides(const struct tir_expr *e)
{
	return (e->op == TIR_DIV || e->op == TIR_MOD || e->op == TIR_FLOORDIV ||
	               e->op == TIR_FLOORMOD) &&
	       tir_is_int(e->type) && e->type.lanes == 1;
}

static const struct tir_expr *made(struct divided *w, enum tir_op op, const struct tir_expr *a,
        const struct tir_expr *b)
{
	return tir_binary(w->m, op, a, b);
}

static const struct tir_expr *number(struct divided *w, struct tir_type t, int64_t n)
{
	return tir_int(w->m, t, n);
}

static const struct tir_expr *to(struct divided *w, struct tir_type t, const struct tir_expr *e)
{
	return tir_type_eq(t, e->type) ? e : tir_cast(w->m, t, e);
}

/* 0 < e */
static const struct tir_expr *above_0(struct divided *w, const struct tir_expr *e)
{
	return made(w, TIR_LT, number(w, e->type, 0), e);
}

/* Of a condition that is perhaps called likely: the condition. */
static const struct tir_expr *plain(const struct tir_expr *c)
{
	bool likely = c->op == TIR_CALL && c->u.call.builtin == TIR_BUILTIN_LIKELY;
	return likely ? c->arg[0] : c;
}

/* What x may be: 16, 31, 32 bits. */
enum size { OF_16, OF_31, OF_32, SIZES };

/* k, where it depends on d. */
static const struct tir_expr *power(struct divided *w, const struct tir_expr *d)
{
	const struct tir_expr *z = to(w, tir_type(d->type.code, 32, 1), d);
	z = tir_call(w->m, TIR_BUILTIN_CLZ, NULL, TIR_INT32, 1, &z);
	return tir_cast(w->m, uint_of(64), made(w, TIR_SUB, number(w, TIR_INT32, 63), z));
}

/* 2^k - 1 by d. */
static const struct tir_expr *reciprocal(struct divided *w, const struct tir_expr *d,
        enum size size)
{
	struct tir_type t = uint_of(size == OF_16 ? 32 : 64);
	const struct tir_expr *most = number(w, t, INT64_C(0xffffffff)), *one = number(w, t, 1);
	if (size == OF_32)
		most = tir_unary(w->m, TIR_BITNOT, number(w, t, 0));
	if (size == OF_31)
		most = made(w, TIR_SUB, made(w, TIR_SHL, one, power(w, d)), one);
	most = made(w, TIR_FLOORDIV, most, to(w, t, d));
	return size == OF_31 ? tir_cast(w->m, uint_of(32), most) : most;
}

/* (x + 1) * v >> k as a word, v the reciprocal of d: by its halves, where it has 64 bits, as x has 32 then. */
static const struct tir_expr *high(struct divided *w, const struct tir_expr *x,
        const struct tir_expr *v, const struct tir_expr *d, enum size size)
{
	struct tir_type word = uint_of(32), wide = uint_of(64);
	const struct tir_expr *by = number(w, wide, 32);
	if (size != OF_32) {
		const struct tir_expr *next = made(w, TIR_ADD, x, number(w, word, 1));
		next = made(w, TIR_MUL, tir_cast(w->m, wide, next), tir_cast(w->m, wide, v));
		by = size == OF_31 ? power(w, d) : by;
		return tir_cast(w->m, word, made(w, TIR_SHR, next, by));
	}
	const struct tir_expr *y = tir_cast(w->m, wide, x),
	                      *l = tir_cast(w->m, wide, tir_cast(w->m, word, v)),
	                      *h = made(w, TIR_SHR, v, by);
	l = made(w, TIR_SHR, made(w, TIR_ADD, made(w, TIR_MUL, y, l), l), by);
	h = made(w, TIR_ADD, made(w, TIR_ADD, made(w, TIR_MUL, y, h), h), l);
	return tir_cast(w->m, word, made(w, TIR_SHR, h, by));
}

/* What e = n op d is for d above 0 by its reciprocal v.  signs: n may be below 0, and counts from -1 down or, where the quotient is
 * rounded to zero, by its absolute value. */
static const struct tir_expr *product(struct divided *w, const struct tir_expr *e,
        const struct tir_expr *v, bool signs, enum size size)
{
	struct tir_type word = uint_of(32);
	bool floors = e->op == TIR_FLOORDIV || e->op == TIR_FLOORMOD;
	const struct tir_expr *n = e->arg[0], *x = to(w, word, n), *s = NULL, *q = x;
	if (signs) {
		s = made(w, TIR_SHR, n, number(w, n->type, n->type.bits - 1));
		s = tir_cast(w->m, word, s);
		q = made(w, TIR_BITXOR, q, s);
		q = floors ? q : made(w, TIR_SUB, q, s);
	}
	q = high(w, q, v, e->arg[1], size);
	if (signs) {
		q = made(w, TIR_BITXOR, q, s);
		q = floors ? q : made(w, TIR_SUB, q, s);
	}
	if (e->op == TIR_MOD || e->op == TIR_FLOORMOD)
		q = made(w, TIR_SUB, x, made(w, TIR_MUL, q, to(w, word, e->arg[1])));
	return to(w, e->type, q);
}

/* Do the bounds of the dividend, as f has it, allow such a product? */
static bool is_exact(struct divided *w, const struct tir_expr *n, enum size size, bool signs)
{
	struct proof_bounds b = proof_bounds_of(&w->bounds, n, PROOF_DEEPEST);
	int64_t most = size == OF_16 ? UINT16_MAX : size == OF_31 ? INT32_MAX : UINT32_MAX;
	int64_t least = size == OF_16 ? -UINT16_MAX : INT32_MIN;
	bool ok = b.known && b.hi <= most && b.lo >= (signs ? least : 0);
	w->undecided |= !ok;
	return ok;
}

/* ---- Names -------------------------------------------------------------------------------*/
/* Is a loop of that extent around, inside of the name? */
static bool runs(const struct divided *w, const struct kept *k, const struct tir_expr *extent)
{
	for (uint32_t i = k->loops; i < w->nloops; i++)
		if (w->loop[i] && tir_as_for(w->loop[i])->extent.e == extent)
			return true;
	return false;
}

/* Does what the name asks hold here, where c does: is it c, and perhaps that loops around run? */
static bool holds(const struct divided *w, const struct kept *k, const struct tir_expr *c)
{
	const struct tir_expr *a = k->asked;
	while (a != c && a->op == TIR_AND && a->arg[0]->op == TIR_LT &&
	        a->arg[0]->arg[0]->op == TIR_INT_IMM && a->arg[0]->arg[0]->u.i == 0 &&
	        runs(w, k, a->arg[0]->arg[1]))
		a = a->arg[1];
	return a == c;
}

/* Does the program do what stands here in the first iteration of the loops around it from the name on?  Those whose iterations are
 * not known the name asks about. */
static bool is_first(const struct divided *w, const struct kept *k)
{
	for (uint32_t i = k->loops; i < w->nloops; i++) {
		const struct tir_stmt *l = w->loop[i];
		const struct tir_expr *a = k->asked, *n = l ? tir_as_for(l)->extent.e : NULL;
		if (!l || !tir_loop_ascends(l))
			return false;
		while (a->op == TIR_AND && a->arg[0]->arg[1] != n)
			a = a->arg[1];
		if (a->op != TIR_AND && !(n->op == TIR_INT_IMM && n->u.i > 0))
			return false;
	}
	return true;
}

/* Is q, in g, what e is where c holds, by the name k?  was: e's dividend in f. */
static bool is_quotient(struct divided *w, const struct kept *k, const struct tir_expr *c,
        const struct tir_expr *q, const struct tir_expr *e, const struct tir_expr *was)
{
	const struct tir_expr *v = k->var->expr, *d = e->arg[1];
	if (!holds(w, k, c))
		return false;
	if (k->value == e)
		return q == v;
	for (enum size size = OF_16; e->type.bits <= 32 && size < SIZES; size++) {
		if (k->value != reciprocal(w, d, size))
			continue;
		for (int signs = e->type.code == TIR_TYPE_INT; signs >= 0; signs--)
			if (product(w, e, v, signs, size) == q)
				return is_exact(w, was, size, signs);
	}
	return false;
}

/* Make room for what is noted of e. */
static void make_room(struct divided *w, const struct tir_expr *e)
{
	while (w->done.n <= e->id) {
		VEC_PUSH(w->arena, &w->done, NULL);
		VEC_PUSH(w->arena, &w->stamps, 0);
		VEC_PUSH(w->arena, &w->strict, 0);
	}
}

/* What e of g is in f, whose operands are known: a division, if it is one or something else behind a guard. */
static const struct tir_expr *undone(struct divided *w, const struct tir_expr *e,
        const struct tir_expr *other)
{
	const struct tir_expr *x = e->op == TIR_IF_THEN_ELSE ? e->arg[2] : e;
	const struct tir_expr *c = plain(e->arg[0]);
	if (x == e || !divides(x) || c != above_0(w, x->arg[1]) || !divides(other))
		return NULL;
	for (uint32_t i = 0; i < w->nkept; i++) {
		struct kept *k = &w->kept[i];
		if (!is_quotient(w, k, c, e->arg[1], x, other->arg[0]))
			continue;
		make_room(w, other);
		k->sure |= w->strict.at[other->id] == w->stamp && is_first(w, k);
		return other;
	}
	return NULL;
}

/* ---- Operands ----------------------------------------------------------------------------*/
/* Find what e is in f, its operands first. */
static bool undo_node(void *ctx, const struct tir_expr *e)
{
	struct divided *w = ctx;
	make_room(w, e);
	if (w->stamps.at[e->id] == w->stamp)
		return true;
	const struct tir_expr **arg = ARENA_NEWN(w->arena, const struct tir_expr *, e->n + 1U), *x;
	bool same = true;
	for (uint32_t i = 0; i < e->n; i++) {
		arg[i] = w->done.at[e->arg[i]->id];
		same = same && arg[i] == e->arg[i];
	}
	x = e->op == TIR_IF_THEN_ELSE ? undone(w, e, arg[2]) : NULL;
	x = x ? x : same ? e : tir_with_args(w->m, e, arg);
	make_room(w, e);
	w->done.at[e->id] = x;
	w->stamps.at[e->id] = w->stamp;
	return true;
}

/* Note what is evaluated with e, of f, in any case. */
static void note_strict(struct divided *w, const struct tir_expr *e)
{
	w->todo.n = 0;
	VEC_PUSH(w->arena, &w->todo, e);
	while (w->todo.n) {
		e = w->todo.at[--w->todo.n];
		make_room(w, e);
		if (w->strict.at[e->id] == w->stamp)
			continue;
		w->strict.at[e->id] = w->stamp;
		for (uint32_t i = 0; i < tir_strict_args(e); i++)
			VEC_PUSH(w->arena, &w->todo, e->arg[i]);
	}
}

/* Is y, of g, x of f? */
static bool same_operand(struct divided *w, const struct tir_expr *x, const struct tir_expr *y)
{
	if (x == y)
		return true;
	w->stamp++;
	w->steps = STEPS;
	note_strict(w, x);
	tir_walk_expr(y, w->arena, undo_node, w);
	return w->done.at[y->id] == x || fail(w, "an operand is another one");
}

/* ---- Statements --------------------------------------------------------------------------*/
static bool same_seq(struct divided *w, const struct tir_seq *f, const struct tir_seq *g);

/* What d, perhaps in a wider unsigned type, is a cast of: 0 and what is above it stay so. */
static const struct tir_expr *without_cast(const struct tir_expr *d)
{
	bool widens = d->op == TIR_CAST && d->type.code == TIR_TYPE_UINT &&
	              tir_is_int(d->arg[0]->type) && d->arg[0]->type.bits <= d->type.bits;
	return widens ? d->arg[0] : d;
}

/* May nothing but a load trap? */
static bool is_harmless(void *ctx, const struct tir_expr *e)
{
	(void)ctx;
	return e->op == TIR_LOAD || !tir_node_traps(e);
}

/* Read a name that f has not; false with the reason: it may trap, or change something. */
static bool read_name(struct divided *w, const struct tir_stmt *t)
{
	const struct tir_expr *e = tir_value_of(t);
	const struct tir_expr *value = e->op == TIR_IF_THEN_ELSE ? e->arg[1] : NULL, *v = value;
	if (v && v->op == TIR_CAST && v->type.bits == 32 && v->arg[0]->type.bits == 64)
		v = v->arg[0]; /* a reciprocal that has so many bits */
	if (!v || v->n != 2 || !divides(v) || e->flags & (TIR_HAS_EFFECT | TIR_HAS_LET) ||
	        e->arg[2]->op != TIR_INT_IMM)
		return fail(w, "a name holds no quotient behind a guard");
	const struct tir_expr *a = e->arg[0], *d = v->arg[1];
	for (; a->op == TIR_AND; a = a->arg[1])
		if (a->arg[0]->flags & TIR_READS_MEM)
			return fail(w, "a name asks what memory holds");
	if ((a != above_0(w, d) && a != above_0(w, without_cast(d))) ||
	        !tir_walk_expr(v->arg[0], w->arena, is_harmless, NULL) ||
	        !tir_walk_expr(e->arg[0], w->arena, is_harmless, NULL))
		return fail(w, "a name divides where the program may not");
	if (w->nkept == NAMES)
		return fail(w, "there are too many names");
	w->kept[w->nkept++] = (struct kept){
	        tir_as_bind(t)->var, value, e->arg[0], w->nloops, false};
	return true;
}

struct between {
	struct divided *w;
	const struct tir_buffer *b;
};

static bool is_apart(void *ctx, const struct tir_expr *e)
{
	const struct between *x = ctx;
	return e->op != TIR_LOAD || !proof_may_overlap(x->w->f, x->w->contract, e->u.buffer, x->b);
}

struct passing {
	struct divided *w;
	const struct kept *k;
};

/* Does the statement leave what the name loads as it is, and come back? */
static bool passes(void *ctx, struct tir_stmt *s)
{
	struct passing *p = ctx;
	struct between x = {p->w, tir_buffer_of(s)};
	bool leaves = s->kind == TIR_WHILE || s->kind == TIR_BREAK || s->kind == TIR_CONTINUE ||
	              s->kind == TIR_RETURN || s->kind == TIR_ASSERT ||
	              tir_stmt_flags(s) & TIR_HAS_EFFECT;
	bool writes = s->kind == TIR_STORE || s->kind == TIR_ALLOC;
	return !leaves && (!writes || tir_walk_expr(p->k->value, p->w->arena, is_apart, &x));
}

/* Names that load, from number n on, are behind the statement: did they hold what the program loads in it?  They end with it. */
static bool end_loads(struct divided *w, uint32_t n, const struct tir_stmt *t)
{
	uint32_t left = n;
	for (uint32_t i = n; i < w->nkept; i++) {
		const struct kept k = w->kept[i];
		struct passing p = {w, &k};
		if (!(k.value->flags & TIR_READS_MEM) && !(k.asked->flags & TIR_READS_MEM)) {
			w->kept[left++] = k;
			continue;
		}
		if (t->kind != TIR_FOR || !k.sure || !tir_walk_stmts(tir_body(t), passes, &p))
			return fail(w, "a name loads what the program may not, or may change");
	}
	w->nkept = left;
	return true;
}

/* The bodies of both, with what is around them in scope. */
static bool same_bodies(struct divided *w, const struct tir_stmt *s, const struct tir_stmt *t)
{
	uint32_t around = w->scope.around.n;
	struct proof_around in = {s->kind == TIR_FOR ? s : NULL, tir_value_of(s), true};
	if (w->nloops == LOOPS)
		return fail(w, "statements are too deep");
	if (s->kind == TIR_FOR)
		VEC_PUSH(w->arena, &w->scope.around, in);
	w->loop[w->nloops++] = s->kind == TIR_FOR ? t : NULL;
	w->bounds.stamp++;
	bool ok = same_seq(w, tir_body(s), tir_body(t)) &&
	          same_seq(w, tir_orelse(s), tir_orelse(t));
	w->bounds.stamp++;
	w->nloops--;
	w->scope.around.n = around;
	return ok;
}

/* Are both statements the same? */
static bool same_stmt(struct divided *w, const struct tir_stmt *s, const struct tir_stmt *t)
{
	const struct tir_expr *a[TIR_MAX_OPERANDS], *b[TIR_MAX_OPERANDS];
	uint32_t n = tir_stmt_exprs(s, a, TIR_MAX_OPERANDS);
	if (!proof_same_head(s, t) || tir_stmt_exprs(t, b, TIR_MAX_OPERANDS) != n ||
	        tir_var_of(s) != tir_var_of(t) ||
	        (s->kind == TIR_FOR && tir_loop_step(s) != tir_loop_step(t)))
		return fail(w, "a statement is another one");
	for (uint32_t i = 0; i < n; i++)
		if (!same_operand(w, a[i], b[i]))
			return false;
	if (s->kind == TIR_BIND) {
		struct proof_local l = {tir_as_bind(s)->var, tir_as_bind(s)->value.e, {0}};
		VEC_PUSH(w->arena, &w->scope.binds, l);
	}
	return same_bodies(w, s, t);
}

/* Are both sequences the same, but for names that g has alone?  These end with the sequence. */
static bool same_seq(struct divided *w, const struct tir_seq *f, const struct tir_seq *g)
{
	uint32_t names = w->nkept, first = names;
	const struct tir_stmt *s = f->first;
	for (const struct tir_stmt *t = g->first; t; t = t->next) {
		const struct tir_var *v = t->kind == TIR_BIND ? tir_as_bind(t)->var : NULL;
		if (v && !(v->id < w->in_f.n && w->in_f.at[v->id])) {
			if (!read_name(w, t))
				return false;
			continue;
		}
		if (!s)
			return fail(w, "a statement was added");
		if (!same_stmt(w, s, t) || !end_loads(w, first, t))
			return false;
		first = w->nkept;
		s = s->next;
	}
	w->nkept = names;
	return !s || fail(w, "a statement was lost");
}

/* Note a variable that f binds. */
static bool note_var(void *ctx, struct tir_stmt *s)
{
	struct divided *w = ctx;
	const struct tir_var *v = s->kind == TIR_BIND ? tir_as_bind(s)->var : NULL;
	while (v && w->in_f.n <= v->id)
		VEC_PUSH(w->arena, &w->in_f, false);
	if (v)
		w->in_f.at[v->id] = true;
	return true;
}

enum proof_verdict proof_divided(const struct tir_func *f, const struct tir_func *g,
        const struct proof_contract *contract, struct arena *arena, const char **why)
{
	struct diag silent = {0};
	struct divided *w = ARENA_NEW(arena, struct divided);
	*w = (struct divided){.f = f, .contract = contract, .m = f->module, .arena = arena};
	w->bounds = (struct proof_bounding){
	        .f = f, .scope = &w->scope, .arena = arena, .steps = &w->steps};
	*why = "a variable is used out of its scope";
	if (!tir_verify_func(g, &silent))
		return PROOF_REFUTED;
	tir_walk_stmts(&f->body, note_var, w);
	bool ok = same_seq(w, &f->body, &g->body);
	*why = w->why;
	return ok ? PROOF_PROVED : w->undecided ? PROOF_UNDECIDED : PROOF_REFUTED;
}
