/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cse/values.c: value numbering.
 *
 * Idea.   A value is found by a key of words: operator, type, payload, operands' values; equal keys,
 *         one value.  What the level allows is brought into one form before: sums and products
 *         by linear.c, other operations by canonical.c; copies are what they are of.
 * Keeps   operands' values smaller than the value: the order of values is a topological order.
 * Costs   one probe a node; each node once, but loads once for each state of memory. */
#include "cse/values.h"

enum { MAX_FORMS = 8, WORDS = 12 };

/* ---- Keys --------------------------------------------------------------------------------*/
static bool is_leaf(const struct tir_expr *e)
{
	return e->n == 0; /* ops.def */
}

/* The key of e as it is written. */
static void plain_key(const struct tir_expr *e, const uint32_t *kids, struct cse_new_key *key)
{
	uint64_t payload = e->u.bits;
	if (e->op == TIR_VAR || e->op == TIR_LET)
		payload = e->u.var->id;
	else if (e->op == TIR_BUFFER_DATA || e->op == TIR_ADDRESS_OF || tir_ops[e->op].reads)
		payload = cse_values_buffer(e->u.buffer)->id;
	else if (is_leaf(e) && e->op != TIR_INT_IMM)
		payload = e->id;
	key->op = e->op;
	key->n = KEY_HEAD + e->n;
	key->words[KEY_TYPE] = cse_key_type(e->type);
	key->words[KEY_LOW] = (uint32_t)payload;
	key->words[KEY_HIGH] = (uint32_t)(payload >> 32);
	for (uint32_t i = 0; i < e->n; i++)
		key->words[KEY_HEAD + i] = kids[i];
}

/* ---- Expressions -------------------------------------------------------------------------*/
static bool reads(const struct tir_expr *e)
{
	return e->flags & (TIR_READS_MEM | TIR_HAS_EFFECT);
}

static struct cse_seen *seen_slot(const struct cse_values *v, uint32_t state, uint32_t expr)
{
	uint64_t h = hash_mix(hash_mix(0, state), expr) >> 16;
	for (;; h++) {
		struct cse_seen *s = &v->seen[h & (v->nseen_slots - 1)];
		if (s->value == CSE_NO_VALUE || (s->state == state && s->expr == expr))
			return s;
	}
}

static void grow_seen(struct cse_values *v)
{
	struct cse_seen *old = v->seen;
	uint32_t n = v->nseen_slots;
	v->nseen_slots = n ? 2 * n : 256;
	v->seen = arena_alloc(v->arena, v->nseen_slots * sizeof *v->seen);
	memset(v->seen, 0xff, v->nseen_slots * sizeof *v->seen);
	for (uint32_t i = 0; i < n; i++)
		if (old[i].value != CSE_NO_VALUE)
			*seen_slot(v, old[i].state, old[i].expr) = old[i];
}

uint32_t cse_value_seen(const struct cse_values *v, const struct tir_expr *e, uint32_t state)
{
	return v->nseen_slots ? seen_slot(v, state, e->id)->value : CSE_NO_VALUE;
}

/* Make *n numbers all; new ones are of no value. */
static void extend(struct cse_values *v, uint32_t **of, uint32_t *n, uint32_t all)
{
	*of = arena_grow(v->arena, *of, *n * sizeof **of, all * sizeof **of);
	memset(*of + *n, 0xff, (all - *n) * sizeof **of);
	*n = all;
}

/* What is found to be a constant that nothing has been written as yet has the constant itself for its form. */
static void note(struct cse_values *v, const struct tir_expr *e, uint32_t value)
{
	if (!v->all.at[value].form && cse_op(v, value) == TIR_INT_IMM && e->n)
		note(v, tir_int(v->m, e->type, (int64_t)cse_payload(cse_key(v, value))), value);
	if (!v->all.at[value].form)
		v->all.at[value].form = e->id + 1;
	if (!reads(e)) {
		if (e->id >= v->nexprs) /* made since, and so will be others */
			extend(v, &v->number, &v->nexprs, v->m->nexprs + v->m->nexprs / 2);
		v->number[e->id] = value;
		return;
	}
	if (2 * v->nseen >= v->nseen_slots)
		grow_seen(v);
	*seen_slot(v, v->state, e->id) = (struct cse_seen){v->state, e->id, value};
	v->nseen++;
}

static uint32_t opaque(struct cse_values *v, struct tir_type t)
{
	uint32_t key[KEY_HEAD] = {cse_key_type(t), v->all.n};
	return cse_value_of_key(v, CSE_KEY_OPAQUE, key, KEY_HEAD);
}

/* The version that a load reads.  What is asked for on the way gets its number, and the way is gone again. */
static uint32_t version_of(struct cse_values *v, const struct tir_expr *e,
        const struct cse_new_key *key, uint32_t *stored, bool *past)
{
	uint64_t looks = v->looks;
	for (;;) {
		uint32_t version = cse_values_version(v, e, key->words + KEY_HEAD,
		        key->n - KEY_HEAD, stored, past);
		const struct tir_expr *asked = v->asked;
		if (!asked)
			return version;
		v->asked = NULL;
		v->looks = looks;
		cse_value(v, asked);
	}
}

/* A load, or what is known to lie there; a call that reads anything depends on all memory. */
static uint32_t value_of_read(struct cse_values *v, const struct tir_expr *e,
        struct cse_new_key *key)
{
	uint32_t stored = CSE_NO_VALUE, version = CSE_NO_VALUE;
	bool past = false;
	if (v->opaque_reads)
		return opaque(v, e->type);
	if (e->op == TIR_LOAD || e->op == TIR_MASKED_LOAD)
		version = version_of(v, e, key, &stored, &past);
	if (stored != CSE_NO_VALUE && cse_key(v, stored)[KEY_TYPE] == key->words[KEY_TYPE])
		return stored;
	key->words[KEY_HIGH] = version == CSE_NO_VALUE ? v->state : version;
	uint32_t value = cse_value_of_key(v, key->op, key->words, key->n);
	v->all.at[value].past_stores |= past;
	v->all.at[value].reads = true;
	return value;
}

/* What the caller says e is equal to.  A form whose form is another one is followed a few times. */
static bool value_of_normal_form(struct cse_values *v, const struct tir_expr *e, uint32_t *value)
{
	if (reads(e) || e->flags & TIR_HAS_LET || e->type.code == TIR_TYPE_HANDLE ||
	        v->nkeys == MAX_FORMS)
		return false;
	const struct tir_expr *form = v->key(v->ctx, v->m, e);
	if (!form || form == e || !tir_type_eq(form->type, e->type) || reads(form) ||
	        form->flags & TIR_HAS_LET)
		return false;
	v->nkeys++;
	*value = cse_value(v, form);
	v->nkeys--;
	return true;
}

/* The value of what has no operands and reads nothing. */
static uint32_t number_leaf(struct cse_values *v, const struct tir_expr *e)
{
	uint32_t words[KEY_HEAD];
	struct cse_new_key key = {.words = words};
	if (e->op == TIR_VAR && v->of_var[e->u.var->id] != CSE_NO_VALUE)
		return v->of_var[e->u.var->id];
	plain_key(e, NULL, &key);
	return cse_value_of_key(v, key.op, words, KEY_HEAD);
}

/* The value of e, whose operands are numbered. */
static uint32_t number(struct cse_values *v, const struct tir_expr *e)
{
	if (!e->n && !v->key && !reads(e))
		return number_leaf(v, e);
	uint32_t few[KEY_HEAD + CSE_MAX_KIDS], kids_few[CSE_MAX_KIDS], *kids = kids_few;
	struct cse_new_key key = {.words = few};
	uint32_t value;
	if (e->op == TIR_VAR && v->of_var[e->u.var->id] != CSE_NO_VALUE)
		return v->of_var[e->u.var->id];
	if (e->n > CSE_MAX_KIDS) {
		kids = arena_alloc(v->arena, e->n * sizeof *kids);
		key.words = arena_alloc(v->arena, (KEY_HEAD + e->n) * sizeof *few);
	}
	for (uint32_t i = 0; i < e->n; i++)
		kids[i] = cse_value_in(v, e->arg[i], v->state);
	if (e->op == TIR_LET && v->of_var[e->u.var->id] != CSE_NO_VALUE)
		return kids[1];
	if (v->key && value_of_normal_form(v, e, &value))
		return value;
	if (cse_linear(v, e, kids, &value) || cse_quotient(v, e, kids, &value) ||
	        (e->op == TIR_CAST && cse_cast(v, e, kids, &value)))
		return value;
	plain_key(e, kids, &key);
	bool here = tir_ops[e->op].reads || (e->op == TIR_CALL && tir_call_effect(e) == TIR_READS);
	if (here)
		return value_of_read(v, e, &key);
	cse_canonical(v, e, &key);
	if (key.n == KEY_HEAD + 1 && (e->op == TIR_MIN || e->op == TIR_MAX))
		return key.words[KEY_HEAD];
	return cse_value_of_key(v, key.op, key.words, key.n);
}

/* A Let's variable is known by its value while its body is numbered. */
static void enter_let(struct cse_values *v, const struct tir_expr *e)
{
	const struct tir_expr *value = e->arg[0];
	if (!reads(value) && !(value->flags & TIR_HAS_LET) && v->level != CSE_WRITTEN)
		cse_values_bind(v, e->u.var, cse_value_in(v, value, v->state));
}

uint32_t cse_value(struct cse_values *v, const struct tir_expr *root)
{
	uint32_t open = v->stack.n, value = cse_value_in(v, root, v->state);
	if (value != CSE_NO_VALUE)
		return value;
	VEC_MORE(v->arena, &v->stack, root->depth);
	VEC_PUSH(v->arena, &v->stack, ((struct cse_walk){root, 0}));
	while (v->stack.n > open) {
		struct cse_walk *top = &v->stack.at[v->stack.n - 1];
		const struct tir_expr *e = top->e;
		if (e->op == TIR_LET && top->next == 1)
			enter_let(v, e);
		if (top->next < e->n) {
			const struct tir_expr *arg = e->arg[top->next++];
			if (cse_value_in(v, arg, v->state) != CSE_NO_VALUE)
				continue;
			if (!arg->n)
				note(v, arg, number(v, arg));
			else
				VEC_PUSH(v->arena, &v->stack, ((struct cse_walk){arg, 0}));
			continue;
		}
		value = number(v, e);
		note(v, e, value);
		v->stack.n--;
	}
	return value;
}

void cse_values_bind(struct cse_values *v, const struct tir_var *var, uint32_t value)
{
	v->of_var[var->id] = value;
}

/* The variable of a Let that may read memory stands for itself, and has one scope: nothing that holds it is computed
 * anywhere else. */
static bool holds_read_let(const struct tir_expr *e)
{
	return (e->flags & TIR_HAS_LET) && reads(e);
}

void cse_values_store(struct cse_values *v, const struct tir_stmt *s, uint32_t where)
{
	const struct tir_store *store = tir_as_store(s);
	uint32_t index[TIR_MAX_RANK];
	for (uint32_t i = 0; i < s->nindex; i++)
		index[i] = cse_value(v, store->index[i].e);
	/* what an unknown function returns is another value each time */
	bool known = !v->no_loads && !store->mask.e && !(store->value.e->flags & TIR_HAS_EFFECT) &&
	             !holds_read_let(store->value.e) &&
	             (s->nindex == 0 ||
	                     cse_hits_once(v, store->index[s->nindex - 1].e, index[s->nindex - 1]));
	uint32_t stored = known ? cse_value(v, store->value.e) : CSE_NO_VALUE;
	cse_memory_store(v, s, index, stored, where);
}

void cse_values_forget(struct cse_values *v)
{
	v->work = v->arena;
	lookup_forget(&v->lookup);
	v->made.at = NULL;
	v->made.n = v->made.cap = v->nsorted = 0;
}

void cse_values_init(struct cse_values *v, struct tir_module *m, const struct tir_func *f,
        const struct cse_options *options, struct arena *arena)
{
	cse_values_init_in(v, m, f, options, arena, arena);
}

void cse_values_init_in(struct cse_values *v, struct tir_module *m, const struct tir_func *f,
        const struct cse_options *options, struct arena *arena, struct arena *work)
{
	tir_enter(f);
	*v = (struct cse_values){.m = m,
	        .arena = arena,
	        .work = work,
	        .level = options->level,
	        .no_loads = options->no_loads,
	        .key = options->key,
	        .ctx = options->ctx,
	        .nexprs = m->nexprs,
	        .nvars = m->nvars};
	v->number = arena_alloc(arena, m->nexprs * sizeof *v->number);
	memset(v->number, 0xff, m->nexprs * sizeof *v->number);
	v->of_var = arena_alloc(arena, m->nvars * sizeof *v->of_var);
	memset(v->of_var, 0xff, m->nvars * sizeof *v->of_var);
	lookup_init(&v->lookup, work, m->nexprs - m->nvars);
	VEC_ROOM(arena, &v->all, m->nexprs + m->nexprs / 2);
	VEC_ROOM(arena, &v->words, WORDS * m->nexprs);
	v->lane = cse_value_of_key(v, CSE_KEY_LANE, (uint32_t[KEY_HEAD]){0}, KEY_HEAD);
	cse_memory_init(v, f, options);
}
