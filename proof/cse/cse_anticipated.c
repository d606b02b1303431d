/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* proof/cse/cse_anticipated.c: part of the proof: nothing that may trap is computed in vain.
 *
 * Idea.   One walk over g finds for each sequence and expression the new names it *surely* reads:
 *         strict operands, both arms of a choice, both arms of an if, the body of a loop that surely
 *         runs, up to what may leave it.  A new name whose value may trap must be read so in its
 *         own sequence, or in what its Let stands before.
 * Costs   each node that may hold a new name once, each name once for every statement between its binding and its reading. */
#include "proof/cse/cse.h"

enum { LEAVES_LOOP = 1, LEAVES_FUNC = 2, MAX_NEST = 500 };

struct names {
	uint32_t *at;
	uint32_t n, cap;
};
struct known { /* what a lazy node or a Let surely reads, in pool */
	uint32_t first, n;
	bool done;
};
struct needs {
	struct tir_module *m;
	struct arena *arena;
	const struct number_var *in_f;
	uint32_t oldest; /* node that may hold a new name */
	const uint32_t *holder;
	const struct tir_expr *const *guard;
	struct numbers *numbers;    /* of f and g */
	const bool *stays, *stored; /* struct cse_proof */
	bool *traps, *needed;   /* by variable: its value may trap, names expanded; it is read */
	uint32_t *bound_in;     /* by variable: the sequence that binds it */
	uint32_t *seen, stamp;  /* by expression: met in the walk of that number */
	uint32_t *marked, mark; /* by variable: the same for sets of names */
	struct known *of_node;  /* by expression; NULL: there was none yet */
	struct names pool;
	VEC(const struct tir_expr *) todo, special; /* of the walks that are open */
	uint32_t sequences, nest;
	bool ok;
};

static void push(struct needs *n, struct names *list, uint32_t var)
{
	VEC_PUSH(n->arena, list, var);
}

/* ---- Expressions -------------------------------------------------------------------------*/
/* The elements of a buffer that begins where its memory does, one behind the other; 0: not known. */
static int64_t elements_of(const struct tir_buffer *b)
{
	int64_t n = 1;
	for (uint32_t i = 0; i < b->ndim; i++)
		if (b->shape[i]->op != TIR_INT_IMM || b->shape[i]->u.i <= 0 ||
		        __builtin_mul_overflow(n, b->shape[i]->u.i, &n))
			return 0;
	return b->strides || b->elem_offset ? 0 : n;
}

/* Does the load surely stay inside its buffer, whatever memory holds? */
static bool load_fits(struct numbers *n, const struct tir_expr *load)
{
	const struct tir_buffer *b = load->u.buffer, *root = b->root;
	int64_t elements = elements_of(b);
	if (load->op != TIR_LOAD || load->n != b->ndim || !root || root->kind == TIR_BUFFER_DECL ||
	        (b != root && !b->starts_there) || !tir_type_eq(b->elem, root->elem) ||
	        elements == 0 || elements > elements_of(root))
		return false;
	for (uint32_t i = 0; i < load->n; i++) {
		int64_t lo, hi;
		bool known = tir_is_int(load->arg[i]->type) && load->arg[i]->type.lanes == 1 &&
		             proof_number_range_of(n, load->arg[i], &lo, &hi);
		if (!known || lo < 0 || hi >= b->shape[i]->u.i)
			return false;
	}
	return true;
}

/* A load may leave its buffer, unless the ranges of its indices say that it does not. */
static bool node_traps(const struct needs *n, const struct tir_expr *e)
{
	return e->op == TIR_LOAD ? !load_fits(n->numbers, e) : tir_node_traps(e);
}

/* May computing e trap, the names in it expanded? */
static bool may_trap(struct needs *n, const struct tir_expr *root)
{
	uint32_t stamp = ++n->stamp, open = n->todo.n;
	bool trap = false;
	VEC_PUSH(n->arena, &n->todo, root);
	while (n->todo.n > open && !trap) {
		const struct tir_expr *e = n->todo.at[--n->todo.n];
		bool harmless = e->id < n->oldest && !(e->flags & TIR_MAY_TRAP);
		if (harmless || n->seen[e->id] == stamp)
			continue;
		n->seen[e->id] = stamp;
		trap = node_traps(n, e) || (e->op == TIR_VAR && n->traps[e->u.var->id]);
		for (uint32_t i = 0; i < e->n; i++)
			VEC_PUSH(n->arena, &n->todo, e->arg[i]);
	}
	n->todo.n = open;
	return trap;
}

static void read_by(struct needs *n, const struct tir_expr *root, struct names *out);

static bool holds(const struct names *list, uint32_t from, uint32_t var)
{
	for (uint32_t i = from; i < list->n; i++)
		if (list->at[i] == var)
			return true;
	return false;
}

/* Keep of out, from number `from` on, what other holds too. */
static void keep_common(struct needs *n, struct names *out, uint32_t from,
        const struct names *other)
{
	uint32_t kept = from;
	n->mark++;
	for (uint32_t i = 0; i < other->n; i++)
		n->marked[other->at[i]] = n->mark;
	for (uint32_t i = from; i < out->n; i++)
		if (n->marked[out->at[i]] == n->mark)
			out->at[kept++] = out->at[i];
	out->n = kept;
}

/* A Let of the pass: its body must read its variable if the value may trap. */
static void read_by_let(struct needs *n, const struct tir_expr *e, struct names *out)
{
	bool fresh = !n->in_f[e->u.var->id].bound;
	read_by(n, e->arg[0], out);
	if (fresh)
		n->traps[e->u.var->id] = may_trap(n, e->arg[0]);
	uint32_t from = out->n;
	read_by(n, e->arg[1], out);
	if (fresh && n->traps[e->u.var->id] && !holds(out, from, e->u.var->id))
		n->ok = false;
}

/* The operand that is always evaluated, and what both arms read. */
static void read_by_choice(struct needs *n, const struct tir_expr *e, struct names *out)
{
	struct names other = {0};
	read_by(n, e->arg[0], out);
	uint32_t from = out->n;
	read_by(n, e->arg[1], out);
	if (e->n == 3)
		read_by(n, e->arg[2], &other);
	keep_common(n, out, from, &other);
}

/* What a lazy node or a Let surely reads, found once. */
static void read_by_node(struct needs *n, const struct tir_expr *e, struct names *out)
{
	if (!n->of_node)
		n->of_node = ARENA_NEWN(n->arena, struct known, n->m->nexprs);
	struct known *k = &n->of_node[e->id];
	struct names list = {0};
	if (!k->done && n->nest < MAX_NEST) {
		n->nest++;
		if (e->op == TIR_LET)
			read_by_let(n, e, &list);
		else
			read_by_choice(n, e, &list);
		n->nest--;
		*k = (struct known){n->pool.n, list.n, true};
		for (uint32_t i = 0; i < list.n; i++)
			push(n, &n->pool, list.at[i]);
	}
	for (uint32_t i = 0; i < k->n; i++)
		push(n, out, n->pool.at[k->first + i]);
}

/* Add the new names that evaluating root surely reads to out. */
static void read_by(struct needs *n, const struct tir_expr *root, struct names *out)
{
	uint32_t stamp = ++n->stamp, todo = n->todo.n, special = n->special.n;
	VEC_PUSH(n->arena, &n->todo, root);
	while (n->todo.n > todo) {
		const struct tir_expr *e = n->todo.at[--n->todo.n];
		if (e->id < n->oldest || n->seen[e->id] == stamp)
			continue;
		n->seen[e->id] = stamp;
		if (e->op == TIR_VAR && !n->in_f[e->u.var->id].bound)
			push(n, out, e->u.var->id);
		if (e->op == TIR_LET || (tir_is_lazy(e) && e->n > 1))
			VEC_PUSH(n->arena, &n->special, e);
		else
			for (uint32_t i = 0; i < tir_strict_args(e); i++)
				VEC_PUSH(n->arena, &n->todo, e->arg[i]);
	}
	while (n->special.n > special)
		read_by_node(n, n->special.at[--n->special.n], out);
}

/* ---- Statements --------------------------------------------------------------------------*/
static unsigned check_seq(struct needs *n, const struct tir_seq *f, const struct tir_seq *g,
        struct names *out);

/* Both arms of an if. */
static unsigned check_arms(struct needs *n, const struct tir_stmt *f, const struct tir_stmt *s,
        struct names *out)
{
	struct names other = {0};
	uint32_t from = out->n;
	const struct tir_if *branch = tir_as_if(f);
	unsigned leaves = check_seq(n, &branch->body, tir_body(s), out);
	leaves |= check_seq(n, &branch->orelse, tir_orelse(s), &other);
	keep_common(n, out, from, &other);
	return leaves;
}

/* A loop that may not run reads what is computed only if it does. */
static void keep_guarded(struct needs *n, const struct tir_stmt *loop, struct names *out,
        uint32_t from)
{
	uint32_t kept = from;
	for (uint32_t i = from; i < out->n; i++)
		if (loop->kind == TIR_FOR && tir_loop_ascends(loop) &&
		        proof_cse_asks(n->guard[out->at[i]], tir_as_for(loop)->extent.e))
			out->at[kept++] = out->at[i];
	out->n = kept;
}

/* The body of a loop.  Where no iteration ever runs, nothing traps. */
static unsigned check_body(struct needs *n, const struct tir_stmt *f, const struct tir_stmt *s,
        struct names *out)
{
	bool ok = n->ok;
	unsigned leaves = check_seq(n, tir_body(f), tir_body(s), out);
	if (number_is_idle(n->numbers, s))
		n->ok = ok;
	return leaves;
}

/* Add what the statement s of g (f's is the one it comes from) surely reads to out; returns how it
 * may leave the sequence. */
static unsigned check_stmt(struct needs *n, const struct tir_stmt *f, const struct tir_stmt *s,
        struct names *out)
{
	const struct tir_expr *op[TIR_MAX_OPERANDS];
	uint32_t k = tir_stmt_exprs(s, op, TIR_MAX_OPERANDS), from;
	unsigned leaves = 0;
	for (uint32_t i = 0; i < k; i++) {
		read_by(n, op[i], out);
		if (op[i]->flags & TIR_HAS_EFFECT)
			leaves |= LEAVES_FUNC;
	}
	bool runs = s->kind == TIR_ATTR ||
	            ((s->kind == TIR_FOR || s->kind == TIR_LAUNCH) &&
	                    tir_as_for(s)->extent.e->op == TIR_INT_IMM &&
	                    tir_as_for(s)->extent.e->u.i > 0 && tir_loop_ascends(s));
	switch (s->kind) {
	case TIR_IF: return leaves | check_arms(n, f, s, out);
	case TIR_BREAK:
	case TIR_CONTINUE: return leaves | LEAVES_LOOP;
	case TIR_RETURN:
	case TIR_ASSERT: return leaves | LEAVES_FUNC;
	case TIR_FOR:
	case TIR_WHILE:
	case TIR_LAUNCH:
	case TIR_ATTR:
		from = out->n;
		leaves |= check_body(n, f, s, out);
		if (!runs)
			keep_guarded(n, s, out, from);
		if (s->kind == TIR_FOR)
			leaves &= LEAVES_FUNC;
		return s->kind == TIR_WHILE ? LEAVES_FUNC : leaves;
	case TIR_BIND:
	case TIR_STORE:
	case TIR_ALLOC:
	case TIR_DECL:
	case TIR_BLOCK: /* driver_optimize leaves functions with blocks alone */
	case TIR_EVALUATE: return leaves;
	}
	return leaves;
}

/* One sequence while it is checked. */
struct checked {
	uint32_t id;
	unsigned leaves;
	struct names bound; /* new names bound since something might leave */
	struct names *out;
};

/* These are read for sure, here. */
static void note_reads(struct needs *n, const struct checked *c, const struct names *reads)
{
	for (uint32_t i = 0; i < reads->n; i++) {
		uint32_t var = reads->at[i];
		if (n->bound_in[var] == c->id)
			n->needed[var] = true;
		else if (!c->leaves)
			push(n, c->out, var);
	}
}

/* It is too late for the names bound up to here. */
static void close_bindings(struct needs *n, struct checked *c)
{
	for (uint32_t i = 0; i < c->bound.n; i++) {
		uint32_t var = c->bound.at[i];
		n->bound_in[var] = 0;
		n->ok &= n->needed[var] || !n->traps[var];
	}
	c->bound.n = 0;
}

/* The extent that the last condition of the guard asks about, 0 < extent; *guard: the conditions before it, NULL: there are none. */
static const struct tir_expr *last_extent(const struct tir_expr **guard)
{
	bool many = (*guard)->op == TIR_AND;
	const struct tir_expr *extent = (many ? (*guard)->arg[1] : *guard)->arg[1];
	*guard = many ? (*guard)->arg[0] : NULL;
	return extent;
}

/* Does a guard ask about a loop that never runs?  Then the value behind it is never computed. */
static bool is_shut(const struct tir_expr *guard)
{
	while (guard) {
		const struct tir_expr *extent = last_extent(&guard);
		if (extent->op == TIR_INT_IMM && extent->u.i <= 0)
			return true;
	}
	return false;
}

/* Does the guard ask about a loop of that extent? */
static bool asks(const struct tir_expr *guard, const struct tir_expr *extent)
{
	while (guard)
		if (last_extent(&guard) == extent)
			return true;
	return false;
}

/* Names whose guard asks about a loop that never runs are never computed. */
static void note_idle(struct needs *n, const struct checked *c, const struct tir_stmt *t)
{
	bool idle = t && t->kind == TIR_FOR && number_is_idle(n->numbers, t) &&
	            !(tir_as_for(t)->extent.e->flags & TIR_READS_MEM);
	for (uint32_t i = 0; i < c->bound.n && idle; i++)
		n->needed[c->bound.at[i]] |= asks(n->guard[c->bound.at[i]],
		        tir_as_for(t)->extent.e);
}

static void note_name(struct needs *n, struct checked *c, const struct tir_stmt *s)
{
	const struct tir_bind *bind = tir_as_bind(s);
	n->traps[bind->var->id] = !is_shut(n->guard[bind->var->id]) && may_trap(n, bind->value.e);
	n->bound_in[bind->var->id] = c->id;
	push(n, &c->bound, bind->var->id);
}

/* Does the statement, or NULL, bind what f stores there? */
static bool names_stored(const struct needs *n, const struct tir_stmt *t)
{
	return n->stored && t && t->kind == TIR_BIND && n->stored[tir_as_bind(t)->var->id];
}

/* New names bound here must be read before anything that may leave; out gets what the sequence
 * surely reads of others.  A binding that g dropped read the name that holds its value. */
static unsigned check_seq(struct needs *n, const struct tir_seq *f, const struct tir_seq *g,
        struct names *out)
{
	struct checked c = {.id = ++n->sequences, .out = out};
	struct names here = {0};
	const struct tir_stmt *s = f->first;
	for (const struct tir_stmt *t = g->first; s || t;) {
		if (proof_cse_is_gone(n->stays, s)) {
			s = s->next;
			continue;
		}
		if (names_stored(n, t)) {
			here.n = 0;
			check_stmt(n, t, t, &here);
			note_reads(n, &c, &here);
			t = t->next;
			continue;
		}
		bool added = t && t->kind == TIR_BIND && !n->in_f[tir_as_bind(t)->var->id].bound;
		bool dropped = s && s->kind == TIR_BIND &&
		               !(t && t->kind == TIR_BIND &&
		                       tir_as_bind(t)->var == tir_as_bind(s)->var);
		unsigned now = 0;
		here.n = 0;
		if (!added && dropped) {
			if (n->holder[tir_as_bind(s)->var->id] != NUMBER_NONE)
				push(n, &here, n->holder[tir_as_bind(s)->var->id]);
		} else {
			now = check_stmt(n, added ? t : s, t, &here);
			note_idle(n, &c, t);
		}
		note_reads(n, &c, &here);
		if (added)
			note_name(n, &c, t);
		if (now)
			close_bindings(n, &c);
		c.leaves |= now;
		if (added || !dropped)
			t = t->next;
		if (!added)
			s = s->next;
	}
	close_bindings(n, &c);
	return c.leaves;
}

bool proof_cse_anticipated(const struct cse_proof *proof, struct arena *arena, const char **why)
{
	struct tir_module *m = proof->f->module;
	struct needs n = {.m = m,
	        .oldest = proof->oldest,
	        .holder = proof->holder,
	        .guard = proof->guard,
	        .numbers = proof->numbers,
	        .stays = proof->stays,
	        .stored = proof->stored,
	        .in_f = proof->var,
	        .arena = arena,
	        .ok = true};
	struct names all = {0};
	n.traps = ARENA_NEWN(arena, bool, m->nvars);
	n.needed = ARENA_NEWN(arena, bool, m->nvars);
	n.bound_in = ARENA_NEWN(arena, uint32_t, m->nvars);
	n.marked = ARENA_NEWN(arena, uint32_t, m->nvars);
	n.seen = ARENA_NEWN(arena, uint32_t, m->nexprs);
	check_seq(&n, &proof->f->body, &proof->g->body, &all);
	if (!n.ok)
		*why = "a computation that may trap is placed where it is not anticipated";
	return n.ok;
}
