/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lowering/hexagon/hints/loop.c: what LLVM is told of a loop on Hexagon.
 *
 * Idea.   LLVM's vectoriser, where it may use HVX, takes loops that it makes slower.  Each is described to
 *         target/vectorizer.c, and is told to stay as it is where that is so.  64 bits may be there where a
 *         value of 32 is scaled by a constant, which HVX does in 32 (products.c).
 * Keeps   what the program does: these are hints.
 * Costs   MAX_NODES steps a loop. */
#include "lowering/hexagon/internal.h"

enum {
	MAX_STMTS = 32,
	MAX_DEPTH = 32,
	MANY = 1 << 20,
	MAX_NODES = 1024, /* of all walks of a loop: terms that are shared are met once a path */
};

/* The iterations of a loop, 0 if they are not known. */
static int64_t trips(const struct tir_stmt *s)
{
	bool plain = s->kind == TIR_FOR && tir_as_for(s)->extent.e->op == TIR_INT_IMM &&
	             !tir_as_for(s)->more->step.e;
	return plain ? tir_as_for(s)->extent.e->u.i : 0;
}

/* What of a body may still be looked at. */
struct look {
	struct lower *l;
	const struct tir_stmt *loop;
	const struct tir_var *var; /* the loop's */
	uint32_t stmts, nodes;
	struct target_loop as; /* what the vectoriser sees */
	const struct tir_stmt *stmt[MAX_STMTS];
};

/* How many elements a later iteration is behind one; false if that is not known. */
static bool growth_of(struct look *k, const struct tir_buffer *b,
        const struct tir_expr *const *index, uint32_t n, int64_t *growth)
{
	const struct facts *f = k->l->hexagon->facts;
	struct affine_sum at, by;
	int64_t size = 1;
	affine_clear(&at);
	for (uint32_t i = n; i-- > 0;) {
		bool known = i == 0 || (b->shape[i] && b->shape[i]->op == TIR_INT_IMM);
		if (!affine_add(&at, affine_of(f, index[i]), size) || !known ||
		        (i && __builtin_mul_overflow(size, b->shape[i]->u.i, &size)))
			return false;
	}
	bool grows = affine_growth(f, &at, k->loop, &by) && by.n == 0;
	*growth = grows ? by.constant : 0;
	return grows;
}

/* Tell of an access how it goes from one iteration to the next. */
static void describe_access(struct look *k, const struct tir_buffer *b,
        const struct tir_expr *const *index, uint32_t n)
{
	int64_t growth;
	if (growth_of(k, b, index, n, &growth))
		target_add_step(&k->as, growth);
	else
		k->as.scattered = true;
}

static bool is_lane(struct tir_type t)
{
	return t.lanes == 1 && tir_is_int(t) && t.bits <= 32;
}

/* ---- Scaled values ----------------------------------------------------------------------*/
/* (x * by + round) >> shift in 64 bits, cut again. */
struct scaling {
	const struct tir_expr *x;
	int64_t by, round, shift;
};

/* The constant among the two operands of e, which has this operator; the other one goes to *rest. */
static bool split(const struct tir_expr *e, enum tir_op op, const struct tir_expr **rest,
        int64_t *n)
{
	for (uint32_t i = 0; e->op == op && i < 2; i++)
		if (e->arg[1 - i]->op == TIR_INT_IMM && (i == 0 || op != TIR_SHR)) {
			*n = e->arg[1 - i]->u.i;
			*rest = e->arg[i];
			return true;
		}
	return false;
}

static bool is_written_out(const struct tir_expr *e, struct scaling *s)
{
	const struct tir_expr *v = e->op == TIR_CAST ? e->arg[0] : NULL;
	if (!v || v->type.code != TIR_TYPE_INT || v->type.bits != 64 ||
	        !split(v, TIR_SHR, &v, &s->shift))
		return false;
	s->round = 0;
	split(v, TIR_ADD, &v, &s->round);
	if (!split(v, TIR_MUL, &v, &s->by) || v->op != TIR_CAST)
		return false;
	s->x = v->arg[0];
	return true;
}

static bool is_call(const struct tir_expr *e, struct scaling *s)
{
	if (e->op != TIR_CALL || e->u.call.builtin != TIR_BUILTIN_Q_MULTIPLY_SHIFT)
		return false;
	for (uint32_t i = 1; i < 4; i++)
		if (e->arg[i]->op != TIR_INT_IMM || e->arg[i]->u.i < INT32_MIN ||
		        e->arg[i]->u.i > INT32_MAX)
			return false;
	int64_t up = e->arg[3]->u.i > 0 ? e->arg[3]->u.i : 0;
	s->x = e->arg[0];
	s->shift = e->arg[2]->u.i + up - e->arg[3]->u.i;
	if (s->shift < 1 || s->shift > 62 || up > 16)
		return false;
	s->by = e->arg[1]->u.i * (INT64_C(1) << up);
	s->round = INT64_C(1) << (s->shift - 1);
	return true;
}

/* x if e scales it in 64 bits as HVX can do it in 32 (lower_is_scaling() of what LLVM makes of it), else NULL. */
static const struct tir_expr *scaled(const struct tir_expr *e)
{
	struct scaling s;
	if (!is_lane(e->type) || !(is_written_out(e, &s) || is_call(e, &s)))
		return NULL;
	bool wide = s.by > 1 << 16 && s.by < INT64_C(1) << 32 && (s.by & (s.by - 1));
	bool rounds = s.round >= 0 && !(s.round & (s.round - 1));
	bool fits = is_lane(s.x->type) && (s.x->type.code == TIR_TYPE_INT || s.x->type.bits < 32);
	return wide && rounds && fits && s.shift >= 1 && s.shift <= 62 ? s.x : NULL;
}

/* ---- Bodies -----------------------------------------------------------------------------*/
/* Is e the same in all iterations?  Then LLVM computes it in front of them. */
static bool is_fixed(struct look *k, const struct tir_expr *e, unsigned depth)
{
	if (depth == 0 || ++k->nodes > MAX_NODES || e->op == TIR_LOAD || e->op == TIR_CALL ||
	        (e->op == TIR_VAR && e->u.var == k->var))
		return false;
	for (uint32_t i = 0; i < k->stmts && e->op == TIR_VAR; i++)
		if (tir_var_of(k->stmt[i]) == e->u.var)
			return false;
	for (uint32_t i = 0; i < e->n; i++)
		if (!is_fixed(k, e->arg[i], depth - 1))
			return false;
	return true;
}

/* Is e the bits of a float, as a lane?  LLVM makes one load of both. */
static bool is_bits(const struct tir_expr *e)
{
	return e->op == TIR_CALL && e->u.call.builtin == TIR_BUILTIN_REINTERPRET &&
	       is_lane(e->type) && e->arg[0]->op == TIR_LOAD && tir_is_float(e->arg[0]->type);
}

/* Tell of one node, of whose value perhaps only the bits are used; false: what is below it changes nothing in the iterations. */
static bool describe_node(struct look *k, const struct tir_expr *e, bool bits)
{
	bool divides = tir_node_traps(e) && e->op != TIR_LOAD;
	if (divides && is_lane(e->type) && is_fixed(k, e, MAX_DEPTH))
		return false;
	if (e->op == TIR_LOAD)
		describe_access(k, e->u.buffer, e->arg, e->n);
	k->as.divides |= divides;
	k->as.calls |= e->op == TIR_CALL;
	k->as.other_types |= !tir_ops[e->op].compare && !is_lane(e->type) && !bits;
	return true;
}

/* Tell of an expression; false: it is too large. */
static bool describe(struct look *k, const struct tir_expr *e)
{
	VEC(const struct tir_expr *) todo = {0};
	VEC_PUSH(k->l->arena, &todo, e);
	while (todo.n) {
		e = todo.at[--todo.n];
		const struct tir_expr *x = scaled(e);
		bool bits = is_bits(e);
		e = x ? x : bits ? e->arg[0] : e;
		if (++k->nodes > MAX_NODES)
			return false;
		for (uint32_t i = describe_node(k, e, bits) ? 0 : e->n; i < e->n; i++)
			VEC_PUSH(k->l->arena, &todo, e->arg[i]);
	}
	return true;
}

/* Tell of what a statement itself is. */
static void describe_stmt(struct look *k, const struct tir_stmt *t)
{
	bool few = trips(t) > 0 && trips(t) <= TARGET_FEW && t->for_kind == TIR_SERIAL;
	switch (t->kind) {
	case TIR_BIND: break;
	case TIR_STORE:
		k->as.other_types |= tir_as_store(t)->mask.e ||
		                     !is_lane(tir_as_store(t)->buffer->elem);
		break;
	case TIR_IF: k->as.branches = true; break;
	case TIR_FOR:
		k->as.loops |= !few;
		k->as.copies *= few && k->as.copies < MANY ? trips(t) : 1;
		break;
	case TIR_ALLOC:
	case TIR_ASSERT:
	case TIR_ATTR:
	case TIR_BLOCK:
	case TIR_BREAK:
	case TIR_CONTINUE:
	case TIR_DECL:
	case TIR_EVALUATE:
	case TIR_LAUNCH:
	case TIR_RETURN:
	case TIR_WHILE: k->as.calls = true; break;
	}
}

/* Tell of a body; false: it is too large. */
static bool describe_body(struct look *k, const struct tir_seq *body)
{
	for (const struct tir_stmt *t = body->first; t; t = t->next) {
		const struct tir_expr *index[TIR_MAX_RANK];
		if (k->stmts == MAX_STMTS || (tir_value_of(t) && !describe(k, tir_value_of(t))))
			return false;
		describe_stmt(k, t);
		k->stmt[k->stmts++] = t;
		for (uint32_t i = 0; i < t->nindex; i++)
			if (!describe(k, index[i] = tir_as_store(t)->index[i].e))
				return false;
		if (t->kind == TIR_STORE)
			describe_access(k, tir_as_store(t)->buffer, index, t->nindex);
		if (!describe_body(k, tir_body(t)))
			return false;
	}
	return true;
}

/* ---- What an iteration leaves to the next one -------------------------------------------*/
static bool is_element(const struct tir_expr *e, const struct tir_stmt *store)
{
	if (e->op != TIR_LOAD || e->u.buffer != tir_as_store(store)->buffer ||
	        e->n != store->nindex)
		return false;
	for (uint32_t i = 0; i < e->n; i++)
		if (e->arg[i] != tir_as_store(store)->index[i].e)
			return false;
	return true;
}

/* Does e read the element that the statement stores to, or (NULL) any buffer that the body stores to? */
static bool reads(struct look *k, const struct tir_expr *e, const struct tir_stmt *store)
{
	if (++k->nodes > MAX_NODES)
		return true;
	bool found = store && is_element(e, store);
	for (uint32_t i = 0; i < k->stmts && !found; i++) {
		const struct tir_stmt *t = k->stmt[i];
		found = (e->op == TIR_LOAD && !store && tir_buffer_of(t) == e->u.buffer) ||
		        (e->op == TIR_VAR && t->kind == TIR_BIND &&
		                tir_as_bind(t)->var == e->u.var &&
		                reads(k, tir_as_bind(t)->value.e, store));
	}
	for (uint32_t i = 0; i < e->n && !found; i++)
		found = reads(k, e->arg[i], store);
	return found;
}

/* Is s a sum, or a maximum and so on: b = b + x, x without b? */
static bool is_reduction(struct look *k, const struct tir_stmt *s)
{
	const struct tir_expr *e = tir_as_store(s)->value.e;
	enum tir_op op = e->op == TIR_SUB ? TIR_ADD : e->op;
	if (op != TIR_ADD && op != TIR_MUL && op != TIR_MIN && op != TIR_MAX && op != TIR_BITAND &&
	        op != TIR_BITOR && op != TIR_BITXOR)
		return op == TIR_SELECT;
	while (e->op == op || (e->op == TIR_SUB && op == TIR_ADD)) {
		bool in[2] = {reads(k, e->arg[0], s), reads(k, e->arg[1], s)};
		if (in[0] == in[1] || (in[1] && e->op == TIR_SUB))
			return false;
		e = e->arg[in[1]];
	}
	return is_element(e, s);
}

/* Does an iteration leave the next one a value, in one place, that it made of what it got so itself?  Then
 * there is nothing to be done side by side (deriche), but to be pipelined. */
static bool is_recurrent(struct look *k)
{
	for (uint32_t i = 0; i < k->stmts; i++) {
		const struct tir_stmt *s = k->stmt[i];
		const struct tir_expr *index[TIR_MAX_RANK];
		int64_t growth;
		bool read = false, written = false;
		if (s->kind != TIR_STORE)
			continue;
		for (uint32_t n = 0; n < s->nindex; n++)
			index[n] = tir_as_store(s)->index[n].e;
		for (uint32_t n = 0; n <= i && !read; n++) {
			const struct tir_stmt *t = k->stmt[n];
			read = !written && tir_value_of(t) && reads(k, tir_value_of(t), s);
			written |= t->kind == TIR_STORE &&
			           tir_as_store(t)->buffer == tir_as_store(s)->buffer;
		}
		if (read && growth_of(k, tir_as_store(s)->buffer, index, s->nindex, &growth) &&
		        growth == 0 && reads(k, tir_as_store(s)->value.e, NULL) &&
		        !is_reduction(k, s))
			return true;
	}
	return false;
}

/* ---- Iterations -------------------------------------------------------------------------*/
/* Does the loop run the same number of times, however often the loops around come to it? */
static bool has_equal_rows(const struct lower *l, const struct tir_stmt *s)
{
	const struct facts *f = l->hexagon->facts;
	if (s->kind != TIR_FOR || tir_as_for(s)->more->step.e)
		return false;
	uint32_t loop = facts_loop(f, s);
	return loop != FACTS_NO_LOOP &&
	       facts_is_invariant(f, tir_as_for(s)->extent.e, facts_loop_outermost(f, loop));
}

/* Estimate how often the loop runs.  Rows of different lengths have half of the longest on average.  Assume many iterations where the
 * extent is the same each time and not known. */
static int64_t usual_trips(const struct lower *l, const struct tir_stmt *s)
{
	if (s->kind != TIR_FOR || tir_as_for(s)->more->step.e || trips(s))
		return trips(s);
	int64_t most = has_equal_rows(l, s) ? INT64_MAX : trip_most(l->hexagon->facts, s);
	return most < INT64_MAX ? most / 2 : MANY;
}

/* Does each store go on with the loop, so that nothing is added up in it? */
static bool stores_rows(struct look *k)
{
	bool rows = true;
	for (uint32_t i = 0; i < k->stmts && rows; i++) {
		const struct tir_stmt *s = k->stmt[i];
		const struct tir_expr *index[TIR_MAX_RANK];
		int64_t growth;
		for (uint32_t n = 0; n < s->nindex; n++)
			index[n] = tir_as_store(s)->index[n].e;
		rows = s->kind != TIR_STORE ||
		       (growth_of(k, tir_as_store(s)->buffer, index, s->nindex, &growth) &&
		               growth == 1);
	}
	return rows;
}

/* Does each vector that the body stores, of this number of lanes, fill a register? */
static bool fills_registers(const struct look *k, unsigned lanes)
{
	bool fills = true;
	for (uint32_t i = 0; i < k->stmts && fills; i++)
		fills = k->stmt[i]->kind != TIR_STORE ||
		        tir_buffer_of(k->stmt[i])->elem.bits / 8 * lanes >= TARGET_HVX_BYTES;
	return fills;
}

/* Of rows whose iterations are not known, but are fewer than a vector of bytes has lanes: the most lanes that they fill, if these
 * fill registers.  LLVM does not know that the iterations are so few, and makes vectors that they never fill.  0: LLVM chooses. */
static unsigned short_width(struct look *k)
{
	bool open = !trips(k->loop) && has_equal_rows(k->l, k->loop) && stores_rows(k);
	int64_t most = open ? trip_most(k->l->hexagon->facts, k->loop) : INT64_MAX;
	unsigned width = 1;
	while (most < TARGET_HVX_BYTES && 2 * width <= most)
		width *= 2;
	return width > 1 && fills_registers(k, width) ? width : 0;
}

/* *width: how many lanes LLVM's vectors are to have, or 0. */
static bool is_for_lanes(struct lower *l, const struct tir_stmt *s, unsigned *width)
{
	enum {
		SHORT = 16
	}; /* a row of which LLVM makes vectors of half a register, or of two words */
	struct look k = {.l = l, .loop = s, .var = tir_var_of(s)};
	int64_t usual = l->hexagon->vectorizes ? usual_trips(l, s) : 0;
	k.as = (struct target_loop){
	        .trips = usual, .serial = s->for_kind == TIR_SERIAL, .copies = 1};
	if (usual <= TARGET_FEW || !describe_body(&k, tir_body(s)))
		return false;
	*width = short_width(&k);
	if (trips(s) >= SHORT && trips(s) < TARGET_LANES && stores_rows(&k))
		k.as.trips = TARGET_LANES;
	if (!target_vectorizes(&k.as))
		return false;
	k.as.carried = is_recurrent(&k) || lower_is_followed(l, s);
	return target_vectorizes(&k.as);
}

/* What LLVM splits off when it unrolls the loop has this hint and is not unrolled again.  LLVM itself gives it no hint of
 * the loop's. */
static LLVMMetadataRef remainder_hint(struct lower *l, LLVMMetadataRef hint)
{
	static const char key[] = "llvm.loop.unroll.followup_remainder";
	LLVMMetadataRef part[] = {LLVMMDStringInContext2(l->ctx, key, sizeof key - 1), hint,
	        lower_hint(l->ctx, "llvm.loop.unroll.disable", 0, 0)};
	return LLVMMDNodeInContext2(l->ctx, part, sizeof part / sizeof *part);
}

void lower_mark_rare(struct lower *l, LLVMValueRef branch)
{
	const LLVMMetadataRef hint[] = {lower_hint(l->ctx, "llvm.loop.vectorize.enable", 1, false),
	        lower_hint(l->ctx, "llvm.loop.unroll.count", 32, 1)};
	lower_give_hints(l->ctx, branch, hint, sizeof hint / sizeof *hint);
}

void lower_mark_unlikely(struct lower *l, LLVMValueRef branch)
{
	enum { USUAL = 2000 };
	LLVMTypeRef word = LLVMInt32TypeInContext(l->ctx);
	LLVMMetadataRef x[3] = {LLVMMDStringInContext2(l->ctx, "branch_weights", 14),
	        LLVMValueAsMetadata(LLVMConstInt(word, 1, false)),
	        LLVMValueAsMetadata(LLVMConstInt(word, USUAL, false))};
	LLVMSetMetadata(branch, LLVMGetMDKindIDInContext(l->ctx, "prof", 4),
	        LLVMMetadataAsValue(l->ctx, LLVMMDNodeInContext2(l->ctx, x, 3)));
}

void lower_mark_loop(struct lower *l, const struct tir_stmt *s, LLVMValueRef branch)
{
	unsigned width = 0;
	bool lanes = is_for_lanes(l, s, &width);
	if (s->kind == TIR_FOR)
		l->hexagon->for_lanes[tir_as_for(s)->var->id] = lanes;
	unsigned copies = !lanes ? lower_copies(l, s) : 0;
	copies = copies || lanes ? copies : lower_crowded(l, s);
	copies = copies || lanes ? copies : lower_is_stream(l, s);
	LLVMMetadataRef hint[LOWER_HINTS];
	unsigned n = 0;
	if (lanes && width)
		hint[n++] = lower_hint(l->ctx, "llvm.loop.vectorize.width", 32, width);
	if (l->scalar_loops || (l->hexagon->vectorizes && !lanes))
		hint[n++] = lower_hint(l->ctx, "llvm.loop.vectorize.enable", 1, false);
	if (lower_is_carried(l, s, copies == 1)) {
		hint[n++] = lower_hint(l->ctx, "llvm.loop.pipeline.disable", 1, true);
		hint[n] = remainder_hint(l, hint[n - 1]);
		n++;
	}
	if (copies)
		hint[n++] = lower_hint(l->ctx, "llvm.loop.unroll.count", 32, copies);
	if (n)
		lower_give_hints(l->ctx, branch, hint, n);
}
