/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* proof/order/nest.c: what a nest does to memory, and when, as questions.
 *
 * Idea.    An access is made once for each iteration l of the loop and of the loops inside it.  After, l is
 *          copy k of those that are done at once from some base on: l is base + k.  Before, its time is the
 *          base, then k, then for each level its statement's place in the text and the inner loop's
 *          variable.  After, k counts where the copies are: in the place in the text.
 *          A statement on vectors does k last: all copies load, then they store in their order.  So it does the
 *          variables of loops whose iterations are lanes, too.
 * Needs    to be told of each statement of the nest (unroll_and_jam.c), with the place it has in both texts.
 * Wrong if a load or store is left out, or two buffers that may overlap are taken for different memory. */
#include "proof/nest.h"

/* ---- Iterations --------------------------------------------------------------------------*/
static struct proof_reader reader(struct proof_nest *n, struct proof_set *s)
{
	return (struct proof_reader){.arena = n->arena,
	        .atoms = &n->atoms,
	        .local = n->local.at,
	        .nlocals = n->local.n,
	        .outer = n->scope->binds.at,
	        .nouter = n->scope->binds.n,
	        .set = s};
}

/* 0 <= copy < factor, and `many` has an iteration that begins at base. */
static void add_copy(struct proof_nest *n, struct proof_reader *r, const struct proof_sum *base,
        uint32_t copy)
{
	struct proof_sum from = proof_nest_var_sum(copy), below = {.constant = n->factor - 1};
	proof_sum_var(&below, copy, -1);
	proof_add(n->arena, r->set, PROOF_AT_LEAST_0, &from);
	proof_add(n->arena, r->set, PROOF_AT_LEAST_0, &below);
	r->once = true;
	proof_read_range(r, n->many, base);
	r->once = false;
}

/* Add the lane's number, but for what its loops begin at. */
static void add_lane(const struct proof_nest *n, struct proof_sum *s, int64_t by)
{
	for (uint32_t i = 0; i <= n->nlanes; i++)
		proof_sum_var(s, i ? PROOF_INNER + i - 1 : PROOF_COPY, by * n->lane_by[i]);
}

/* The iterations in which the statement that the walk is at is run. */
static struct proof_set iterations(struct proof_nest *n)
{
	struct proof_set s = {.ndims = PROOF_INNER + n->nloops, .nvars = PROOF_INNER + n->nloops};
	struct proof_reader r = reader(n, &s);
	struct proof_sum base = proof_nest_var_sum(PROOF_BASE);
	uint32_t loops = 0;
	add_copy(n, &r, &base, PROOF_COPY);
	if (n->to) {
		struct proof_sum from = {.constant = -n->lane_begin - (int64_t)n->from},
		                 below = {.constant = n->lane_begin + (int64_t)n->to - 1};
		add_lane(n, &from, 1);
		add_lane(n, &below, -1);
		proof_add(n->arena, &s, PROOF_AT_LEAST_0, &from);
		proof_add(n->arena, &s, PROOF_AT_LEAST_0, &below);
	}
	proof_read_scope(&r, n->f, n->scope);
	for (uint32_t i = 0; i < n->inside.n; i++) {
		const struct proof_around *a = &n->inside.at[i];
		struct proof_sum v = proof_nest_var_sum(PROOF_INNER + loops);
		loops += a->loop != NULL;
		proof_read_around(&r, a, &v);
	}
	return s;
}

/* ---- Memory ------------------------------------------------------------------------------*/
/* The root's number; those that may overlap are one memory. */
static uint32_t number_of(struct proof_nest *n, const struct tir_buffer *root)
{
	uint32_t k = 0;
	while (k < n->root.n && n->root.at[k] != root)
		k++;
	if (k < n->root.n)
		return k;
	VEC_PUSH(n->arena, &n->root, root);
	VEC_PUSH(n->arena, &n->memory, k);
	for (uint32_t i = 0; i < k; i++) {
		uint32_t from = n->memory.at[i];
		if (!proof_may_overlap(n->f, n->contract, n->root.at[i], root))
			continue;
		for (uint32_t j = 0; j < k; j++)
			if (n->memory.at[j] == from)
				n->memory.at[j] = k;
	}
	return k;
}

/* The access's first byte behind its root's pointer; NULL: not known. */
static const struct proof_sum *read_byte(struct proof_nest *n, struct proof_reader *r,
        const struct tir_buffer *b, const struct proof_access *a)
{
	struct proof_sum byte = {0};
	bool ok = proof_read_byte(r, n->scope, b, a->nindex, a->index, &byte);
	return ok ? arena_copy(n->arena, &byte, sizeof byte) : NULL;
}

/* A load of what its own statement stores to meets nothing that the store does not meet as well. */
static void drop_loads(struct proof_nest *n, const struct tir_buffer *b, uint32_t nindex,
        const struct tir_expr *const *index)
{
	uint32_t from = n->access.n - n->loads.n, kept = from;
	for (uint32_t i = 0; i < n->loads.n; i++) {
		const struct tir_expr *e = n->loads.at[i];
		bool same = e->u.buffer == b && e->n == nindex &&
		            !memcmp(e->arg, index, nindex * sizeof *index);
		if (!same)
			n->access.at[kept++] = n->access.at[from + i];
	}
	n->access.n = kept;
}

static bool is_own(const struct proof_nest *n, const struct tir_buffer *b)
{
	for (uint32_t i = 0; i < n->own.n; i++)
		if (n->own.at[i] == b)
			return true;
	return false;
}

/* Lanes of neighbours, as their first index; NULL: it is none such. */
static const struct tir_expr *first_lane(const struct tir_buffer *b, const struct tir_expr *e)
{
	bool next = e->op == TIR_RAMP && e->arg[1]->op == TIR_INT_IMM && e->arg[1]->u.i == 1;
	return next && !b->strides ? e->arg[0] : NULL;
}

/* Read where the access is: one element, neighbours from there on, or anywhere. */
static void read_place(struct proof_nest *n, const struct tir_buffer *b,
        const struct tir_expr *const *index, struct proof_access *a)
{
	struct proof_reader r = reader(n, &a->where);
	struct proof_sum *sum = ARENA_NEWN(n->arena, struct proof_sum, a->nindex + 1);
	bool known = true;
	a->layout = b->strides ? PROOF_NO_LAYOUT : b->id;
	a->width = tir_elem_bytes(b->elem);
	for (uint32_t i = 0; i < a->nindex && known; i++) {
		const struct tir_expr *e = index[i];
		if (e->type.lanes > 1) {
			a->layout = PROOF_NO_LAYOUT;
			a->width *= e->type.lanes;
			e = i + 1 == a->nindex ? first_lane(b, e) : NULL;
		}
		known = e != NULL;
		if (known)
			sum[i] = proof_read(&r, e);
	}
	a->index = sum;
	a->byte = known ? read_byte(n, &r, b, a) : NULL;
}

/* Add an access of the nest: its iterations, indices as sums, bytes, and its time before and after the change. */
static void add_access(struct proof_nest *n, const struct tir_buffer *b, uint32_t nindex,
        const struct tir_expr *const *index, bool writes)
{
	if (is_own(n, b))
		return;
	struct proof_access a = {.where = iterations(n), .writes = writes, .nindex = nindex};
	a.name = arena_printf(n->arena, "the %s of %s", writes ? "store" : "load", b->name);
	a.nshown = 1 + n->nloops;
	a.shown = arena_copy(n->arena, n->shown, a.nshown * sizeof *a.shown);
	a.base = number_of(n, proof_root(b));
	read_place(n, b, index, &a);
	uint32_t ntimes = n->ntimes + 2 + n->nlanes;
	a.ntime_before = a.ntime_after = ntimes;
	struct proof_sum *before = ARENA_NEWN(n->arena, struct proof_sum, ntimes);
	struct proof_sum *after = ARENA_NEWN(n->arena, struct proof_sum, ntimes);
	memcpy(before, n->before, n->ntimes * sizeof *before);
	memcpy(after, n->after, n->ntimes * sizeof *after);
	before[n->ntimes].constant = after[n->ntimes].constant = writes;
	if (n->to && n->by_lane) {
		after[n->ntimes] = (struct proof_sum){0};
		add_lane(n, &after[n->ntimes], 1);
		after[n->ntimes + 1].constant = writes;
	} else if (n->to) {
		after[n->ntimes + 1] = proof_nest_var_sum(PROOF_COPY);
		for (uint32_t i = 0; i < n->nlanes; i++)
			after[n->ntimes + 2 + i] = proof_nest_var_sum(PROOF_INNER + i);
	}
	a.before = before;
	a.after = after;
	VEC_PUSH(n->arena, &n->access, a);
}

/* ---- Operands ----------------------------------------------------------------------------*/
/* May the node, its operands aside, be evaluated at another time? */
static const char *check_node(const struct proof_nest *n, const struct tir_expr *e)
{
	if (e->type.lanes > 1 && !n->vectors)
		return "it works on vectors";
	if (e->op == TIR_CALL && tir_call_effect(e) > TIR_PURE)
		return "it calls a function that may have an effect";
	if (e->op == TIR_LET || e->op == TIR_MASKED_LOAD || e->op == TIR_BUFFER_DATA ||
	        e->op == TIR_ADDRESS_OF)
		return "it takes an address or names a part of an operand";
	if (e->op == TIR_CALL && tir_node_traps(e)) /* a division traps in any order */
		return "it may trap";
	return NULL;
}

/* Add a load, once a statement. */
static void read_load(struct proof_nest *n, const struct tir_expr *e)
{
	for (uint32_t i = 0; i < n->loads.n; i++)
		if (n->loads.at[i] == e)
			return;
	VEC_PUSH(n->arena, &n->loads, e);
	if (e->u.buffer->elem.lanes > 1)
		n->why = "it works on vectors";
	add_access(n, e->u.buffer, e->n, e->arg, false);
}

/* Read the node of an expression; false: n->why says why it cannot be, or there are too many accesses. */
static bool visit(void *ctx, const struct tir_expr *e)
{
	struct proof_nest *n = ctx;
	const char *why = check_node(n, e);
	if (why)
		n->why = why;
	n->large |= n->access.n >= PROOF_ACCESSES;
	if (e->op == TIR_LOAD && !n->why && !n->large)
		read_load(n, e);
	return !n->why && !n->large;
}

void proof_nest_read(struct proof_nest *n, const struct tir_stmt *s)
{
	const struct tir_expr *op[TIR_MAX_OPERANDS], *index[TIR_MAX_RANK];
	uint32_t nops = tir_stmt_exprs(s, op, TIR_MAX_OPERANDS);
	n->loads.n = 0;
	n->large |= n->ntimes + 1 >= PROOF_TIMES;
	for (uint32_t i = 0; i < nops && !n->why && !n->large; i++)
		tir_walk_expr(op[i], n->arena, visit, n);
	if (s->kind == TIR_BIND) {
		struct proof_local l = {tir_as_bind(s)->var, tir_as_bind(s)->value.e, {0}};
		VEC_PUSH(n->arena, &n->local, l);
	}
	if (s->kind != TIR_STORE || n->why || n->large)
		return;
	if (tir_as_store(s)->mask.e || tir_as_store(s)->buffer->elem.lanes > 1 ||
	        s->nindex > TIR_MAX_RANK) {
		n->why = "it works on vectors";
		return;
	}
	for (uint32_t i = 0; i < s->nindex; i++)
		index[i] = tir_as_store(s)->index[i].e;
	if (!n->to)
		drop_loads(n, tir_as_store(s)->buffer, s->nindex, index);
	add_access(n, tir_as_store(s)->buffer, s->nindex, index, true);
}

/* ---- The questions -----------------------------------------------------------------------*/
enum proof_verdict proof_nest_order(struct proof_nest *n, struct proof *p, struct arena *arena,
        const char **witness)
{
	*witness = n->why;
	if (n->large || n->why)
		return n->large ? PROOF_UNDECIDED : PROOF_REFUTED;
	for (uint32_t i = 0; i < n->access.n; i++)
		n->access.at[i].memory = n->memory.at[n->access.at[i].base];
	return proof_order(p, n->access.at, n->access.n, arena, witness);
}

/* Does the node read nothing that the nest writes? */
static bool reads_none(void *ctx, const struct tir_expr *e)
{
	struct proof_nest *n = ctx;
	if (e->op != TIR_LOAD)
		return true;
	uint32_t root = number_of(n, proof_root(e->u.buffer));
	for (uint32_t i = 0; i < n->access.n; i++)
		if (n->access.at[i].writes &&
		        n->memory.at[n->access.at[i].base] == n->memory.at[root])
			return false;
	return true;
}

/* Is what the loop's bounds read what it was before the nest? */
static bool is_still(struct proof_nest *n, const struct tir_stmt *loop)
{
	const struct tir_for *l = tir_as_for(loop);
	return tir_walk_expr(l->min.e, n->arena, reads_none, n) &&
	       tir_walk_expr(l->extent.e, n->arena, reads_none, n);
}

/* The same to each of some sets that are compared: if it holds more than it should, that makes none of them
 * wider than another, but the answer no is not sure. */
static bool add_scope_alike(struct proof_nest *n, struct proof_reader *r)
{
	proof_read_scope(r, n->f, n->scope);
	bool sure = !r->set->wider;
	r->set->wider = false;
	return sure;
}

/* Is iteration base + copy of `many` always before those of the rest? */
static enum proof_verdict is_behind(struct proof_nest *n, struct proof *p,
        const struct tir_stmt *rest)
{
	enum { BASE, COPY, SECOND, ALL };
	const char *witness;
	struct proof_set s = {.ndims = ALL, .nvars = ALL};
	struct proof_reader r = reader(n, &s);
	struct proof_sum base = proof_nest_var_sum(BASE), second = proof_nest_var_sum(SECOND),
	                 not_behind = base;
	proof_read_scope(&r, n->f, n->scope);
	add_copy(n, &r, &base, COPY);
	r.once = is_still(n, rest);
	proof_read_range(&r, rest, &second);
	proof_sum_var(&not_behind, COPY, 1);
	proof_sum_var(&not_behind, SECOND, -1);
	proof_add(n->arena, &s, PROOF_AT_LEAST_0, &not_behind);
	return proof_never(p, &s, n->arena, &witness);
}

/* Is a later base never that of an iteration that is not later? */
static enum proof_verdict is_ascending(struct proof_nest *n, struct proof *p)
{
	enum { FIRST, FIRST_COPY, SECOND, SECOND_COPY, ALL };
	const char *witness;
	struct proof_set s = {.ndims = ALL, .nvars = ALL};
	struct proof_reader r = reader(n, &s);
	struct proof_sum first = proof_nest_var_sum(FIRST), second = proof_nest_var_sum(SECOND),
	                 later = {.constant = -1};
	add_copy(n, &r, &first, FIRST_COPY);
	add_copy(n, &r, &second, SECOND_COPY);
	proof_sum_add(&later, &second, 1);
	proof_sum_add(&later, &first, -1);
	proof_add(n->arena, &s, PROOF_AT_LEAST_0, &later);
	proof_sum_var(&first, FIRST_COPY, 1);
	proof_sum_var(&first, SECOND, -1);
	proof_sum_var(&first, SECOND_COPY, -1);
	proof_add(n->arena, &s, PROOF_AT_LEAST_0, &first);
	return proof_never(p, &s, n->arena, &witness);
}

/* l = base + copy, of the first piece. */
static void add_first_piece(struct proof_nest *n, struct proof_reader *r)
{
	struct proof_sum base = proof_nest_var_sum(0);
	proof_sum_var(&base, 1, -1);
	add_copy(n, r, &base, 1);
}

/* Is no more known of each atom than the questions say?  Of n * n, say, it is. */
static bool has_free_atoms(const struct proof_nest *n)
{
	bool all = true;
	for (uint32_t i = 0; i < n->atoms.all.n; i++) {
		const struct tir_expr *e = n->atoms.all.at[i];
		all &= e->op == TIR_VAR && e->type.code == TIR_TYPE_INT && e->type.bits >= 32;
	}
	return all;
}

enum proof_verdict proof_nest_iterations(struct proof_nest *n, struct proof *p,
        const struct tir_stmt *rest)
{
	struct proof_set whole = {.ndims = 1, .nvars = 1};
	struct proof_set piece[2] = {{.ndims = 1, .nvars = 2}, {.ndims = 1, .nvars = 1}};
	struct proof_reader r = reader(n, &whole);
	struct proof_sum l = proof_nest_var_sum(0);
	bool sure = add_scope_alike(n, &r);
	r.once = true;
	proof_read_range(&r, n->loop, &l);
	r = reader(n, &piece[0]);
	add_scope_alike(n, &r);
	add_first_piece(n, &r);
	r = reader(n, &piece[1]);
	add_scope_alike(n, &r);
	r.once = rest && is_still(n, rest);
	if (rest)
		proof_read_range(&r, rest, &l);
	enum proof_verdict v = proof_partition(p, &whole, piece, rest ? 2 : 1);
	if (v == PROOF_PROVED)
		v = is_ascending(n, p);
	if (v == PROOF_PROVED && rest)
		v = is_behind(n, p, rest);
	sure &= has_free_atoms(n);
	return v == PROOF_REFUTED && !sure ? PROOF_UNDECIDED : v;
}
