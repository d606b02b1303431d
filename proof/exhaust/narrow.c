/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* proof/exhaust/narrow.c: are two programs the same but for what they store, where that is a function of one byte, or of one sum of bytes?
 *
 * Idea.    A function of one byte has 256 values, and one of a sum of bytes as many as lie between the sum's bounds: all are computed, of both
 *          programs.  Everything else of the two must be the same.  A table is a buffer that f has not, which one loop fills with a function of its variable.
 * Costs    256 times the nodes of what is stored otherwise.
 * Wrong if something beside the byte and numbers takes part, or a step is not computed as the program does it. */
#include "proof/nest.h"

enum { STEPS = 512 /* of an expression */, VALUES = 256, MOST_VALUES = 4096 };

/* A buffer of g's alone: what element `var` is. */
struct table {
	const struct tir_buffer *buffer;
	const struct tir_var *var;
	const struct tir_expr *value;
};
struct both {
	struct proof_walk walk;
	VEC(struct table) tables;
};
struct trial {
	const struct both *both;
	const struct tir_expr *byte;
	uint64_t bits;             /* what it is */
	const struct tir_var *var; /* of the table that is looked up */
	uint64_t element;          /* what it is */
	uint32_t steps;
};

static struct tir_type signed_of(unsigned bits)
{
	return tir_type(TIR_TYPE_INT, bits, 1);
}

/* The bits as a signed number of 64. */
static int64_t as_number(const struct tir_expr *e, uint64_t bits)
{
	return (int64_t)tir_eval_cast(signed_of(64), e->type, bits);
}

/* floor((x * y * 2^max(s, 0) + 2^(r - 1)) / 2^r), r = q + max(-s, 0): as long as 64 bits hold that. */
static bool try_scale(const struct tir_expr *e, const uint64_t *x, uint64_t *out)
{
	__extension__ typedef __int128 wide;
	int64_t s = as_number(e->arg[3], x[3]), q = as_number(e->arg[2], x[2]);
	int64_t y = as_number(e->arg[1], x[1]);
	if (s < -31 || s > 31 || q < 1 || q > 31 || y == 1 << 30 || e->arg[0]->type.bits > 32)
		return false;
	wide r = q + (s < 0 ? -s : 0), unit = (wide)1 << r;
	wide sum = (wide)as_number(e->arg[0], x[0]) * ((wide)1 << (s > 0 ? s : 0)) * y + unit / 2;
	if (sum > INT64_MAX || sum < INT64_MIN)
		return false;
	wide quotient = sum / unit - (sum % unit < 0);
	*out = tir_eval_cast(e->type, signed_of(64), (uint64_t)(int64_t)quotient);
	return true;
}

static bool try_expr(struct trial *t, const struct tir_expr *e, uint64_t *out);

/* What the lookup in a table gives for this byte; false: it is no table, or the index lies outside. */
static bool try_table(struct trial *t, const struct tir_expr *e, uint64_t *out)
{
	const struct table *x = t->both->tables.at, *end = x + t->both->tables.n;
	uint64_t at;
	while (x < end && x->buffer != e->u.buffer)
		x++;
	if (x == end || t->var || e->n != 1 || !try_expr(t, e->arg[0], &at) ||
	        as_number(e->arg[0], at) < 0 || as_number(e->arg[0], at) >= VALUES)
		return false;
	t->var = x->var;
	t->element = at;
	bool known = try_expr(t, x->value, out);
	t->var = NULL;
	return known;
}

/* The bits of e with that byte; false: nobody knows. */
static bool try_expr(struct trial *t, const struct tir_expr *e, uint64_t *out)
{
	uint64_t x[4];
	if (!t->steps-- || e->type.lanes != 1 || !tir_is_integral(e->type))
		return false;
	if (e == t->byte) {
		*out = t->bits;
		return true;
	}
	if (e->op == TIR_INT_IMM) {
		*out = tir_eval_cast(e->type, signed_of(64), (uint64_t)e->u.i);
		return true;
	}
	if (t->var && e->op == TIR_VAR && e->u.var == t->var) {
		*out = t->element;
		return true;
	}
	if (e->op == TIR_LOAD)
		return try_table(t, e, out);
	if (e->n == 0 || e->n > 4)
		return false;
	for (uint32_t i = 0; i < e->n; i++)
		if (!try_expr(t, e->arg[i], &x[i]))
			return false;
	switch ((enum tir_op)e->op) {
	case TIR_CAST: *out = tir_eval_cast(e->type, e->arg[0]->type, x[0]); return true;
	case TIR_CALL:
		return e->u.call.builtin == TIR_BUILTIN_Q_MULTIPLY_SHIFT && e->n == 4 &&
		       try_scale(e, x, out);
	case TIR_ANY_ARITHMETIC:
	case TIR_ANY_SHIFT:
	case TIR_BITAND:
	case TIR_BITOR:
	case TIR_BITXOR:
		return !tir_overflows((enum tir_op)e->op, e->arg[0]->type, x[0], x[1]) &&
		       tir_eval_binary((enum tir_op)e->op, e->arg[0]->type, x[0], x[1], out);
	case TIR_ANY_LEAF:
	case TIR_ANY_COMPARISON:
	case TIR_ANY_LOGIC:
	case TIR_BITNOT:
	case TIR_ANY_CHOICE:
	case TIR_ANY_VECTOR:
	case TIR_LET:
	case TIR_ANY_MEMORY:
	case TIR_NOPS: break;
	}
	return false;
}

/* Numbers that are summed up: do they lie from *lo to *hi? */
static bool bound_sum(const struct tir_expr *e, uint32_t *steps, int64_t *lo, int64_t *hi)
{
	enum { LARGE = 1 << 20 };
	int64_t of[2][2];
	bool is_sum = e->op == TIR_ADD || e->op == TIR_SUB;
	if (!*steps || !--*steps || e->type.lanes != 1 || !tir_is_int(e->type))
		return false;
	if (e->op == TIR_INT_IMM) {
		*lo = *hi = as_number(e, (uint64_t)e->u.i);
	} else if (e->type.bits == 8) { /* whatever it is */
		bool negative = e->type.code == TIR_TYPE_INT;
		*lo = negative ? INT8_MIN : 0;
		*hi = negative ? INT8_MAX : UINT8_MAX;
	} else if (e->op == TIR_CAST && e->type.code == TIR_TYPE_INT && e->type.bits >= 16) {
		return bound_sum(e->arg[0], steps, lo, hi) && *lo >= INT16_MIN && *hi <= INT16_MAX;
	} else if (is_sum && e->type.code == TIR_TYPE_INT && e->type.bits == 32) {
		for (int i = 0; i < 2; i++)
			if (!bound_sum(e->arg[i], steps, &of[i][0], &of[i][1]))
				return false;
		*lo = of[0][0] + (e->op == TIR_ADD ? of[1][0] : -of[1][1]);
		*hi = of[0][1] + (e->op == TIR_ADD ? of[1][1] : -of[1][0]);
	} else {
		return false;
	}
	return *lo >= -LARGE && *hi <= LARGE;
}

/* A sum of two numbers that both are read from memory in e, the outermost one. */
static const struct tir_expr *find_sum(const struct tir_expr *e, uint32_t *steps)
{
	const struct tir_expr *found = NULL;
	if (!*steps || !--*steps || e->op == TIR_LOAD)
		return NULL;
	if ((e->op == TIR_ADD || e->op == TIR_SUB) && e->arg[0]->flags & TIR_READS_MEM &&
	        e->arg[1]->flags & TIR_READS_MEM)
		return e;
	for (uint32_t i = 0; i < e->n && !found; i++)
		found = find_sum(e->arg[i], steps);
	return found;
}

/* A load of a byte in e. */
static const struct tir_expr *find_byte(const struct tir_expr *e, uint32_t *steps)
{
	const struct tir_expr *found = NULL;
	if (!(*steps)--)
		*steps = 0;
	if (!*steps || e->op == TIR_LOAD)
		return *steps && e->type.bits == 8 ? e : NULL;
	for (uint32_t i = 0; i < e->n && !found; i++)
		found = find_byte(e->arg[i], steps);
	return found;
}

/* Have a and b the same value for all values of the input?  False also if one of them cannot be evaluated. */
static bool same_for(const struct both *w, const struct tir_expr *input, const struct tir_expr *a,
        const struct tir_expr *b)
{
	uint32_t steps = STEPS;
	struct trial t = {.both = w, .byte = input};
	int64_t least, most;
	if (!input || !tir_type_eq(a->type, b->type) || !bound_sum(input, &steps, &least, &most) ||
	        most - least >= MOST_VALUES)
		return false;
	for (int64_t v = least; v <= most; v++) {
		uint64_t x, y;
		t.bits = tir_eval_cast(input->type, signed_of(64), (uint64_t)v);
		t.steps = STEPS;
		if (!try_expr(&t, a, &x))
			return false;
		t.steps = STEPS;
		if (!try_expr(&t, b, &y) || x != y)
			return false;
	}
	return true;
}

/* The same for all values of the byte that a loads, or of the sum of two that it loads? */
static bool same_values(const struct both *w, const struct tir_expr *a, const struct tir_expr *b)
{
	uint32_t steps = STEPS, more = STEPS;
	return same_for(w, find_byte(a, &steps), a, b) || same_for(w, find_sum(a, &more), a, b);
}

/* Do the changed statements store the same, for all values of a byte, to the same element? */
static bool same_changed(void *ctx, const struct tir_stmt *s, const struct tir_stmt *t,
        const struct tir_stmt **next)
{
	struct both *w = ctx;
	bool same = proof_same_head(s, t) && tir_mask_of(s) == tir_mask_of(t) &&
	            same_values(w, tir_value_of(s), tir_value_of(t));
	*next = t->next;
	for (uint32_t i = 0; same && i < s->nindex; i++)
		same = tir_as_store(s)->index[i].e == tir_as_store(t)->index[i].e;
	w->walk.why = "a value of a byte is another one, or not known";
	return same;
}

/* for v in range(256): table[v] = e */
static bool is_fill(const struct tir_stmt *s, const struct tir_buffer *b, struct table *out)
{
	const struct tir_for *l = s && s->kind == TIR_FOR ? tir_as_for(s) : NULL;
	const struct tir_stmt *x = l ? l->body.first : NULL;
	if (!x || x->next || x->kind != TIR_STORE || tir_as_store(x)->buffer != b ||
	        x->nindex != 1 || tir_mask_of(x) || tir_as_store(x)->index[0].e != l->var->expr ||
	        !proof_is_plain(s) || tir_loop_step(s) != 1 || l->min.e->op != TIR_INT_IMM ||
	        l->min.e->u.i != 0 || l->extent.e->op != TIR_INT_IMM || l->extent.e->u.i != VALUES)
		return false;
	*out = (struct table){b, l->var, tir_value_of(x)};
	return true;
}

static bool is_another(void *ctx, struct tir_stmt *s)
{
	return tir_buffer_of(s) != ctx;
}

/* Does f not define the allocation? */
static bool is_new(const struct tir_func *f, struct tir_buffer *b)
{
	return b->kind == TIR_BUFFER_ALLOC && tir_walk_stmts(&f->body, is_another, b);
}

/* g's statements, those that make tables left out. */
static struct tir_seq without_tables(struct both *w, const struct tir_func *f,
        const struct tir_func *g)
{
	struct tir_seq out = {0};
	for (const struct tir_stmt *s = g->body.first; s; s = s->next) {
		struct table x;
		struct tir_buffer *b = s->kind == TIR_ALLOC ? tir_as_alloc(s)->buffer : NULL;
		if (b && is_new(f, b) && b->ndim == 1 && b->shape[0]->op == TIR_INT_IMM &&
		        b->shape[0]->u.i == VALUES && !b->strides && !b->elem_offset &&
		        is_fill(s->next, b, &x)) {
			VEC_PUSH(w->walk.arena, &w->tables, x);
			s = s->next;
		} else {
			tir_seq_add(&out, tir_stmt_copy(w->walk.arena, s));
		}
	}
	return out;
}

enum proof_verdict proof_narrow(const struct tir_func *f, const struct tir_func *g,
        const struct proof_contract *contract, struct arena *arena, const char **why)
{
	(void)contract;
	struct diag silent = {0};
	struct both w = {.walk = {.arena = arena,
	                         .is_changed = proof_stores_other,
	                         .same_changed = same_changed,
	                         .why = "a variable is used out of its scope"}};
	w.walk.ctx = &w;
	struct tir_seq body = without_tables(&w, f, g);
	bool ok = tir_verify_func(g, &silent) && proof_walk_seq(&w.walk, &f->body, &body);
	*why = w.walk.why;
	return ok ? PROOF_PROVED : PROOF_REFUTED;
}
