/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* proof/values/number.c: the numbers of expressions.
 *
 * Idea.   Operands first; a variable that is bound to a value has the value's number, in the state in which it was bound.
 *         A load has that of what the last store wrote there, if that is known; else of the version of its class that was
 *         made last but for stores, and loops of them, that surely write elsewhere.
 *         Stores are numbered, in their order, when the first load after them is: so no load waits for another one.
 * Needs   the states of number_state.c; every variable that an expression names defined.
 * Costs   a node once, one that reads memory once a state; a load looks past stores, then past runs, as n->looks lasts.
 * Wrong if a store is looked past that may write what is loaded. */
#include "proof/values/number.h"

enum {
	ONE_BY_ONE = 16,
	FORMS = 8,
	COST_LOOK = 1,
	COST_TEST = 16,
	COST_RUN = 512,
	APART_DEPTH = 40
};

static bool may_look(struct numbers *n, uint32_t cost)
{
	n->looks -= n->looks < cost ? n->looks : cost;
	return n->looks != 0;
}

static uint32_t number_walk(struct numbers *n, const struct tir_expr *root, uint32_t state);

/* ---- Another iteration -------------------------------------------------------------------*/
static bool is_inside(const struct numbers *n, const struct tir_var *v, uint32_t loop)
{
	uint32_t at = n->var[v->id].loop;
	return at != NUMBER_NONE && at >= loop && at < n->loops.at[loop].end;
}

/* A question about another iteration of a loop. */
struct other {
	uint32_t loop;  /* NUMBER_NONE: of no loop; only memory is another one */
	uint32_t asked; /* which question it is */
	uint32_t bound; /* the variable of the binding whose value it is about, or NUMBER_NONE */
	bool calls;     /* in what is asked about, a function may write between two loads */
};

/* The number of a load there: nothing is known of it, but that its like in the same expression reads the same, as nothing
 * is written meanwhile.  A binding has read it at another time. */
static uint32_t number_other_load(struct numbers *n, const struct tir_expr *e,
        const struct other *o, uint32_t *kids)
{
	if (o->calls)
		return proof_number_unique(n, e->type);
	kids[e->n] = o->bound;
	return proof_number_of_words(n, NUMBER_OTHER_LOAD, e->type,
	        proof_number_buffer(e->u.buffer)->id | (uint64_t)o->asked << 32, kids, e->n + 1);
}

static uint32_t number_other_in(struct numbers *n, const struct tir_expr *e, struct other o,
        int depth);

/* The number there of a variable that the loop defines. */
static uint32_t number_other_var(struct numbers *n, const struct tir_var *v, struct other o,
        int depth)
{
	const struct tir_stmt *by = n->var[v->id].by;
	if (by->kind != TIR_BIND)
		return proof_number_of_words(n, NUMBER_OTHER, v->type,
		        v->id | (uint64_t)o.loop << 32, NULL, 0);
	const struct tir_expr *value = tir_as_bind(by)->value.e;
	o.bound = v->id;
	o.calls = value->flags & TIR_HAS_EFFECT;
	return number_other_in(n, value, o, depth);
}

/* The number of e, a part of what is asked about. */
static uint32_t number_other_in(struct numbers *n, const struct tir_expr *e, struct other o,
        int depth)
{
	enum { KIDS = 8 };
	uint32_t kids[KIDS + 1];
	bool calls = tir_ops[e->op].reads ? e->op != TIR_LOAD
	                                  : e->op == TIR_CALL && number_reads(e);
	if (o.loop == NUMBER_NONE && !number_reads(e))
		return number_walk(n, e, n->state);
	if (calls || e->flags & TIR_HAS_LET || e->n > KIDS || !depth || !may_look(n, COST_LOOK))
		return proof_number_unique(n, e->type);
	if (e->op == TIR_VAR && is_inside(n, e->u.var, o.loop))
		return number_other_var(n, e->u.var, o, depth - 1);
	if (!e->n && e->op != TIR_LOAD)
		return number_walk(n, e, n->state);
	for (uint32_t i = 0; i < e->n; i++)
		kids[i] = number_other_in(n, e->arg[i], o, depth - 1);
	return e->op == TIR_LOAD ? number_other_load(n, e, &o, kids)
	                         : proof_number_of_operation(n, e, kids);
}

/* The number of e in any iteration of the loop: the variables that it defines are other ones than those of now, and
 * nothing is known of what memory holds.  NUMBER_NONE: of no loop; only memory is another one, for each load. */
static uint32_t number_other(struct numbers *n, const struct tir_expr *e, uint32_t loop)
{
	const struct other o = {
	        loop, n->nothers++, NUMBER_NONE, loop == NUMBER_NONE || e->flags & TIR_HAS_EFFECT};
	return number_other_in(n, e, o, APART_DEPTH);
}

/* Number the bounds of the variable. */
static void number_bounds(struct numbers *n, uint32_t value)
{
	const struct number_value x = n->all.at[value];
	struct number_var *v = &n->var[(uint32_t)x.payload];
	const struct tir_for *loop = tir_as_for(v->by);
	if (!v->bounds) {
		v->bounds = ARENA_NEW(n->arena, struct number_bounds);
		v->bounds->min = v->bounds->apart = NUMBER_NONE;
	}
	if (x.op == NUMBER_OTHER) {
		uint32_t in = (uint32_t)(x.payload >> 32);
		v->bounds->other_min = number_other(n, loop->min.e, in);
		v->bounds->other_extent = number_other(n, loop->extent.e, in);
		v->bounds->apart = in;
		return;
	}
	/* what reads memory was read before the loop: nothing is known of it */
	bool reads = number_reads(loop->min.e) || number_reads(loop->extent.e);
	v->bounds->extent = reads ? proof_number_unique(n, loop->extent.e->type)
	                          : number_walk(n, loop->extent.e, n->state);
	v->bounds->min = reads ? proof_number_unique(n, loop->min.e->type)
	                       : number_walk(n, loop->min.e, n->state);
}

/* ---- What is written elsewhere -----------------------------------------------------------*/
static bool differ(struct numbers *n, uint32_t a, uint32_t b)
{
	uint32_t asked;
	enum number_apart apart = proof_number_differ(n, a, b, &asked);
	for (int tries = 0; apart == NUMBER_ASKS && tries < 64; tries++) {
		number_bounds(n, asked);
		apart = proof_number_differ(n, a, b, &asked);
	}
	return apart == NUMBER_APART;
}

/* Different in one dimension, two elements are two, unless rows of the buffer overlap. */
static bool has_rows(const struct tir_buffer *b)
{
	return b->ndim < 2 || !b->strides;
}

/* Does no store of the loop, in any iteration, write what the indices name? */
static bool loop_misses(struct numbers *n, uint32_t loop, const struct tir_buffer *b,
        const uint32_t *index, uint32_t count)
{
	const struct number_loop l = n->loops.at[loop];
	for (uint32_t i = 0; i < l.nstores; i++) {
		const struct number_loop_store *x = &n->all_stores.at[l.store + i];
		const struct tir_store *s = tir_as_store(x->s);
		bool here = !x->idle && n->alias_class[s->buffer->id] == n->alias_class[b->id];
		bool misses = !here;
		if (!may_look(n, here ? COST_TEST : COST_LOOK))
			return false;
		if (here && (proof_number_buffer(s->buffer) != b || s->s.nindex != count ||
		                    !has_rows(b)))
			return false;
		for (uint32_t k = 0; k < count && !misses; k++)
			misses = differ(n, number_other(n, s->index[k].e, loop), index[k]);
		if (!misses)
			return false;
	}
	return true;
}

/* Does the store miss the element at these indices, as one of them differs? */
static bool store_misses(struct numbers *n, const struct number_store *x,
        const struct tir_buffer *b, const uint32_t *index)
{
	bool misses = false;
	uint32_t count = x->s->nindex, first = x->first;
	for (uint32_t i = 0; has_rows(b) && i < count && !misses; i++)
		misses = differ(n, n->words.at[first + i], index[i]);
	return misses;
}

/* ---- Loads -------------------------------------------------------------------------------*/
struct load {
	const struct tir_buffer *b;
	uint32_t count, *index;
	uint32_t at;     /* the version that it reads */
	uint32_t stored; /* what is known to lie there, or NUMBER_NONE */
};

static const struct number_store *store_of(const struct numbers *n, uint32_t version)
{
	const struct number_version *x = &n->versions.at[version];
	return x->by == NUMBER_BY_STORE ? &n->stores.at[x->what] : NULL;
}

/* Is it a store to the buffer, of as many indices? */
static bool is_alike(const struct number_store *x, const struct load *l)
{
	return x && proof_number_buffer(tir_as_store(x->s)->buffer) == l->b &&
	       x->s->nindex == l->count;
}

static bool is_equal(const struct numbers *n, const struct number_store *x, const struct load *l)
{
	return !l->count || !memcmp(n->words.at + x->first, l->index, l->count * sizeof *l->index);
}

/* Look past the last thing that was written; false: that may be what is loaded. */
static bool look_past(struct numbers *n, struct load *l)
{
	const struct number_version x = n->versions.at[l->at];
	const struct number_store *s = store_of(n, l->at);
	if (x.by == NUMBER_BY_LOOP && loop_misses(n, x.what, l->b, l->index, l->count)) {
		l->at = x.before;
		return true;
	}
	if (!is_alike(s, l))
		return false;
	if (is_equal(n, s, l) || !store_misses(n, s, l->b, l->index))
		return false;
	l->at = x.before;
	return true;
}

/* The same, a run at a time. */
static bool look_past_run(struct numbers *n, struct load *l)
{
	const struct number_store *s = store_of(n, l->at);
	uint32_t before;
	if (!is_alike(s, l) || !has_rows(l->b) || !proof_number_run_has(n, l->at, l->index))
		return look_past(n, l);
	uint32_t found = proof_number_run_find(n, l->at, l->index, &before);
	l->at = found != NUMBER_NONE ? found : before;
	return found == NUMBER_NONE;
}

/* Let the load see the memory of an older version, past stores that miss it: one by one, then by runs of stores; where it
 * gets too far, as it was. */
static void look_back(struct numbers *n, struct load *l)
{
	uint32_t now = l->at, step = 0;
	while (step < ONE_BY_ONE && look_past(n, l))
		step++;
	if (step < ONE_BY_ONE)
		return;
	l->at = now;
	bool more = true;
	while (more && may_look(n, COST_RUN))
		more = look_past_run(n, l);
	if (more) /* too far, and as far from everywhere: no version on the way will do */
		l->at = now;
}

/* Once for each version that the way back begins at: however much is looked at by then, the answer is one. */
static void find_version(struct numbers *n, struct load *l)
{
	uint32_t at = proof_number_of_words(n, NUMBER_FOUND, TIR_VOID,
	        l->b->id | (uint64_t)l->at << 32, l->index, l->count);
	if (n->all.at[at].note == NUMBER_NONE) {
		look_back(n, l);
		n->all.at[at].note = l->at;
	}
	l->at = n->all.at[at].note;
	const struct number_store *s = store_of(n, l->at);
	l->stored = is_alike(s, l) && is_equal(n, s, l) ? s->stored : NUMBER_NONE;
}

/* kids has room for one more. */
static uint32_t number_of_load(struct numbers *n, const struct tir_expr *e, uint32_t *kids,
        uint32_t state)
{
	struct load l = {proof_number_buffer(e->u.buffer), e->n, kids, 0, NUMBER_NONE};
	l.at = proof_number_version_in(n, n->alias_class[l.b->id], state);
	if (e->op == TIR_LOAD)
		find_version(n, &l);
	if (l.stored != NUMBER_NONE && tir_type_eq(n->all.at[l.stored].type, e->type))
		return l.stored;
	kids[e->n] = l.at;
	return proof_number_of_words(n, e->op, e->type, l.b->id, kids, e->n + 1);
}

/* A load; a call that reads anything depends on all memory. */
static uint32_t number_of_read(struct numbers *n, const struct tir_expr *e, const uint32_t *kids,
        uint32_t state)
{
	uint32_t few[TIR_MAX_RANK + 2], *word = few;
	if (e->n + 1 > TIR_MAX_RANK + 2)
		word = arena_alloc(n->arena, (e->n + 1) * sizeof *word);
	if (e->n)
		memcpy(word, kids, e->n * sizeof *word);
	if (e->op != TIR_CALL)
		return number_of_load(n, e, word, state);
	word[e->n] = state;
	return proof_number_of_words(n, e->op, e->type, e->u.bits, word, e->n + 1);
}

/* ---- Stores on the way here --------------------------------------------------------------*/
/* Does each lane of the index name another element?  Where two meet, the last one written stays. */
static bool hits_once(const struct numbers *n, uint32_t index, uint32_t lanes)
{
	struct number_sum s;
	uint64_t stride = 0;
	if (lanes == 1)
		return true;
	proof_number_sum_of(n, index, &s);
	for (uint32_t i = 0; i < s.n; i++)
		if (s.term[i].value == n->lane)
			stride = (uint64_t)s.term[i].factor;
		else if (n->all.at[s.term[i].value].type.lanes > 1)
			return false;
	/* i * stride is 0 modulo 2^w for no i of 1 ... lanes - 1 */
	uint64_t low = stride & (0 - stride), all = UINT64_MAX >> (64 - s.type.bits);
	return low && all / low >= lanes - 1u;
}

/* Number what a store writes and where; NUMBER_NONE if lanes may hit one element twice or the value may differ each time.  So it is
 * where an operand calls a function that may write: another operand may read memory before that call, or after it. */
static void number_store(struct numbers *n, uint32_t at)
{
	struct number_store *x = &n->stores.at[at];
	const struct tir_store *s = tir_as_store(x->s);
	uint32_t index[TIR_MAX_RANK], count = s->s.nindex, state = x->state;
	const struct tir_expr *value = s->value.e;
	bool calls = tir_stmt_flags(x->s) & TIR_HAS_EFFECT;
	for (uint32_t i = 0; i < count; i++)
		index[i] = calls && number_reads(s->index[i].e)
		                   ? number_other(n, s->index[i].e, NUMBER_NONE)
		                   : number_walk(n, s->index[i].e, state);
	/* what an unknown function returns is another value each time */
	bool known = !s->mask.e && !(calls && number_reads(value)) &&
	             (!count || hits_once(n, index[count - 1], s->index[count - 1].e->type.lanes));
	uint32_t stored = known ? number_walk(n, value, state) : NUMBER_NONE;
	x->stored = stored;
	x->first = n->words.n;
	for (uint32_t i = 0; i < count; i++)
		VEC_PUSH(n->arena, &n->words, index[i]);
}

/* ---- Expressions -------------------------------------------------------------------------*/
/* What the caller says e is equal to. */
static bool number_of_form(struct numbers *n, const struct tir_expr *e, uint32_t *number)
{
	if (!n->contract->key || number_reads(e) || e->flags & TIR_HAS_LET ||
	        e->type.code == TIR_TYPE_HANDLE || n->nkeys == FORMS)
		return false;
	const struct tir_expr *form = n->contract->key(n->contract->ctx, n->m, e);
	if (!form || form == e || !tir_type_eq(form->type, e->type) || number_reads(form) ||
	        form->flags & TIR_HAS_LET)
		return false;
	n->nkeys++; /* a form whose form is another one is followed a few times */
	*number = number_walk(n, form, n->state);
	n->nkeys--;
	return true;
}

/* The variable of a Let that the pass made stands for its value; so does one of the program if that reads no
 * memory, or if these are followed and nothing in the Let may write. */
static void enter_let(struct numbers *n, const struct tir_expr *e, uint32_t state)
{
	struct number_var *v = &n->var[e->u.var->id];
	const struct tir_expr *value = e->arg[0];
	bool known = !(value->flags & TIR_HAS_EFFECT);
	if (v->bound != NUMBER_UNBOUND)
		known = (v->bound == NUMBER_BOUND && !number_reads(value)) ||
		        (n->follows_lets && !(e->flags & TIR_HAS_EFFECT));
	if (!known)
		return;
	n->confused |= v->e &&
	               proof_number_known(n, v->e, v->state) != proof_number_known(n, value, state);
	v->e = value;
	v->state = state;
}

struct search {
	const struct tir_var *var;
	uint32_t left; /* nodes to look at */
};

static bool is_other(void *ctx, const struct tir_expr *e)
{
	struct search *s = ctx;
	return s->left && s->left-- && (e->op != TIR_VAR || e->u.var != s->var);
}

/* Is the body of a Let surely the same whatever its variable is? */
static bool is_idle_let(struct numbers *n, const struct tir_expr *let)
{
	struct search s = {let->u.var, 256};
	struct arena scratch = arena_scratch(n->arena);
	bool idle = !(let->arg[0]->flags & TIR_HAS_EFFECT) &&
	            tir_walk_expr(let->arg[1], &scratch, is_other, &s);
	arena_free(&scratch);
	return idle;
}

/* The number of e, whose operands have theirs, in n->kids from number `from` on. */
static uint32_t number_node(struct numbers *n, const struct tir_expr *e, uint32_t state,
        uint32_t from)
{
	uint32_t number;
	for (uint32_t i = 0; i < e->n; i++)
		VEC_PUSH(n->arena, &n->kids, proof_number_known(n, e->arg[i], state));
	if (e->op == TIR_LET && (n->var[e->u.var->id].e || is_idle_let(n, e)))
		return n->kids.at[from + 1];
	if (number_of_form(n, e, &number))
		return number;
	if (tir_ops[e->op].reads || (e->op == TIR_CALL && tir_call_effect(e) == TIR_READS))
		return number_of_read(n, e, n->kids.at + from, state);
	return proof_number_of_operation(n, e, n->kids.at + from);
}

/* The next one that must be numbered before the node can be, or NULL. */
static const struct tir_expr *next_of(struct numbers *n, struct number_walk *top, uint32_t *state)
{
	const struct tir_expr *e = top->e;
	*state = top->state;
	if (e->op == TIR_VAR && !top->next++) {
		*state = n->var[e->u.var->id].state;
		return n->var[e->u.var->id].e;
	}
	if (e->op == TIR_LET && top->next == 1)
		enter_let(n, e, top->state);
	return top->next < e->n ? e->arg[top->next++] : NULL;
}

/* The number of e in that state of memory; goes by a stack, as expressions are deep. */
static uint32_t number_walk(struct numbers *n, const struct tir_expr *root, uint32_t state)
{
	uint32_t open = n->walk.n, number = proof_number_known(n, root, state);
	if (number != NUMBER_NONE)
		return number;
	VEC_PUSH(n->arena, &n->walk, ((struct number_walk){root, state, 0}));
	while (n->walk.n > open) {
		struct number_walk *top = &n->walk.at[n->walk.n - 1];
		const struct tir_expr *e = top->e, *next;
		uint32_t in, from = n->kids.n;
		while ((next = next_of(n, top, &in)) &&
		        proof_number_known(n, next, in) != NUMBER_NONE)
			;
		if (next) {
			VEC_PUSH(n->arena, &n->walk, ((struct number_walk){next, in, 0}));
			continue;
		}
		state = top->state;
		const struct number_var *v = e->op == TIR_VAR ? &n->var[e->u.var->id] : NULL;
		number = v && v->e ? proof_number_known(n, v->e, v->state)
		                   : number_node(n, e, state, from);
		proof_number_note(n, e, state, number);
		n->kids.n = from;
		n->walk.n--;
	}
	return number;
}

/* Those on the way here that have no numbers yet: a load looks at them. */
static void number_stores(struct numbers *n)
{
	while (n->nknown < n->path.n)
		number_store(n, n->path.at[n->nknown++]);
}

uint32_t proof_number_in(struct numbers *n, const struct tir_expr *e, uint32_t state)
{
	number_stores(n);
	return number_walk(n, e, state);
}

/* The number of e if such variables stand for themselves; past *left nodes, and in a Let, for its value as elsewhere. */
static uint32_t number_named(struct numbers *n, const struct tir_expr *e, uint32_t state,
        uint32_t *left)
{
	uint32_t kids[NAMED_KIDS + 1] = {0};
	const struct number_var *v = e->op == TIR_VAR ? &n->var[e->u.var->id] : NULL;
	if (v && number_is_name(v))
		return proof_number_of_operation(n, e, kids);
	if (!*left || !(e->n || (v && v->e)) || e->n > NAMED_KIDS || e->op == TIR_LET)
		return number_walk(n, e, state);
	--*left;
	if (v)
		return number_named(n, v->e, v->state, left);
	for (uint32_t i = 0; i < e->n; i++)
		kids[i] = number_named(n, e->arg[i], state, left);
	bool reads = tir_ops[e->op].reads || (e->op == TIR_CALL && tir_call_effect(e) == TIR_READS);
	return reads ? number_of_read(n, e, kids, state) : proof_number_of_operation(n, e, kids);
}

uint32_t proof_number_of_names(struct numbers *n, const struct tir_expr *e)
{
	uint32_t left = NAMED_NODES;
	number_stores(n);
	return number_named(n, e, n->state, &left);
}

bool proof_number_range_of(struct numbers *n, const struct tir_expr *e, int64_t *lo, int64_t *hi)
{
	struct number_sum sum;
	number_stores(n);
	proof_number_sum_of(n, number_other(n, e, NUMBER_NONE), &sum);
	return proof_number_range(n, &sum, lo, hi);
}
