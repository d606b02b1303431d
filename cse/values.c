/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cse/values.c: value numbering.
 *
 * Idea.   A value is found by a key of words: operator, type, payload, operands' values; equal keys,
 *         one value.  What the level allows is brought into one form before: sums and products
 *         by linear.c, other operations by canonical.c; copies are what they are of.
 * Keeps   operands' values smaller than the value: the order of values is a topological order.
 * Costs   one probe a node; each node once, but loads once for each state of memory. */
#include "cse/values.h"

enum { MAX_FORMS = 8, APART = 20, WORDS = 12 };

/* ---- Keys --------------------------------------------------------------------------------*/
/* What is numbered in a row has operands, offsets and versions that were numbered in a row; factors that grow
 * by one go from line to line, an odd number of lines apart, so that in the end all lines are met. */
static struct lookup_key lookup_key(uint32_t op, const uint32_t *key, uint32_t n)
{
	bool is_sum = op == CSE_KEY_SUM;
	uint64_t h = n | (uint64_t)op << 32;
	uint32_t near = ((op + n) << 16) + key[KEY_LOW] + key[KEY_HIGH];
	for (uint32_t i = 0; i + 1 < n; i += 2)
		h = hash_mix(h, key[i] | (uint64_t)key[i + 1] << 32);
	uint32_t step = is_sum ? cse_term_words(key[KEY_TYPE]) : 1;
	for (uint32_t i = KEY_HEAD; i < n; i += step)
		near += key[i] + (is_sum ? key[i + 1] * APART : 0);
	return (struct lookup_key){near, (uint32_t)((n & 1 ? hash_mix(h, key[n - 1]) : h) >> 16)};
}

/* A variable's value comes with its node, and what is equal to nothing is never found again. */
static bool is_alone(uint32_t op)
{
	return op == TIR_VAR || op == CSE_KEY_OPAQUE;
}

static bool key_of_value(void *ctx, uint32_t number, struct lookup_key *k)
{
	const struct cse_values *v = ctx;
	uint32_t op = cse_op(v, number);
	if (!is_alone(op))
		*k = lookup_key(op, cse_key(v, number), v->all.at[number].nwords);
	return !is_alone(op);
}

static bool same_words(const uint32_t *a, const uint32_t *b, uint32_t n)
{
	uint32_t i = 0;
	while (i < n && a[i] == b[i])
		i++;
	return i == n;
}

static uint32_t new_value(struct cse_values *v, uint32_t op, const uint32_t *key, uint32_t nwords)
{
	struct cse_value x = {.key = v->words.n, .nwords = nwords, .op = op};
	VEC_MORE(v->arena, &v->words, nwords);
	memcpy(&v->words.at[v->words.n], key, nwords * sizeof *key);
	v->words.n += nwords;
	VEC_PUSH(v->arena, &v->all, x);
	return v->all.n - 1;
}

uint32_t cse_value_of_key(struct cse_values *v, uint32_t op, const uint32_t *key, uint32_t nwords)
{
	struct lookup_entry *entry;
	if (is_alone(op))
		return new_value(v, op, key, nwords);
	lookup_room(&v->lookup, v->work, key_of_value, v);
	struct lookup_key k = lookup_key(op, key, nwords);
	for (uint32_t i = 0; (entry = lookup_slot(&v->lookup, k, i))->number; i++) {
		if (entry->hash != k.hash)
			continue;
		const struct cse_value *x = &v->all.at[entry->number - 1];
		if (x->op == op && x->nwords == nwords &&
		        same_words(&v->words.at[x->key], key, nwords))
			return entry->number - 1;
	}
	uint32_t value = new_value(v, op, key, nwords);
	lookup_add(&v->lookup, entry, k, value);
	return value;
}

uint32_t cse_key_kids(const struct cse_values *v, uint32_t value, uint32_t *step)
{
	uint32_t op = cse_op(v, value);
	*step = op == CSE_KEY_SUM ? cse_term_words(cse_key(v, value)[KEY_TYPE]) : 1;
	return op == CSE_KEY_OPAQUE ? v->all.at[value].nwords : KEY_HEAD;
}

static bool is_leaf(const struct tir_expr *e)
{
	return e->n == 0 || tir_ops[e->op].form == TIR_FORM_LEAF;
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
	memcpy(key->words + KEY_HEAD, kids, e->n * sizeof *kids);
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

void cse_values_room(struct cse_values *v)
{
	if (v->nexprs < v->m->nexprs)
		extend(v, &v->number, &v->nexprs, v->m->nexprs);
	uint32_t n = v->nvars, all = v->m->nvars;
	if (n == all)
		return;
	v->bound = arena_grow(v->arena, v->bound, n, all);
	memset(v->bound + n, CSE_UNBOUND, all - n);
	extend(v, &v->of_var, &v->nvars, all);
}

static void note(struct cse_values *v, const struct tir_expr *e, uint32_t value)
{
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

/* A load, or what is known to lie there; a call that reads anything depends on all memory. */
static uint32_t value_of_read(struct cse_values *v, const struct tir_expr *e,
        struct cse_new_key *key)
{
	uint32_t stored = CSE_NO_VALUE, version = CSE_NO_VALUE;
	bool past = false;
	if (v->opaque_reads)
		return opaque(v, e->type);
	if (e->op == TIR_LOAD || e->op == TIR_MASKED_LOAD)
		version = cse_values_version(v, e, key->words + KEY_HEAD, key->n - KEY_HEAD,
		        &stored, &past);
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

/* The value of e, whose operands are numbered. */
static uint32_t number(struct cse_values *v, const struct tir_expr *e)
{
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
	if (cse_linear(v, e, kids, &value) || cse_quotient(v, e, kids, &value))
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
	bool known_value;
	if (!v->own)
		known_value = !reads(value) && !(value->flags & TIR_HAS_LET);
	else if (v->own[e->u.var->id] == CSE_UNBOUND)
		known_value = !(value->flags & TIR_HAS_EFFECT);
	else
		known_value = v->own[e->u.var->id] == CSE_BOUND && !reads(value);
	if (known_value)
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
			if (cse_value_in(v, arg, v->state) == CSE_NO_VALUE)
				VEC_PUSH(v->arena, &v->stack, ((struct cse_walk){arg, 0}));
			continue;
		}
		value = number(v, e);
		note(v, e, value);
		v->stack.n--;
	}
	return value;
}

/* The same operation on operands of the same types. */
static bool same_operation(const struct tir_expr *a, const struct tir_expr *b)
{
	bool same = a->op == b->op && a->n == b->n && a->u.bits == b->u.bits &&
	            tir_type_eq(a->type, b->type);
	for (uint32_t i = 0; same && i < a->n; i++)
		same = tir_type_eq(a->arg[i]->type, b->arg[i]->type);
	return same;
}

/* Is b known to have a's number?  1: yes, 0: no, -1: that depends on their operands, they are pushed. */
static int push_pair(struct cse_values *v, const struct tir_expr *a, const struct tir_expr *b)
{
	uint32_t x = cse_value_in(v, a, v->state), y = cse_value_in(v, b, v->state);
	if (y == CSE_NO_VALUE && b->op == TIR_VAR)
		y = v->of_var[b->u.var->id];
	if (a == b || y != CSE_NO_VALUE)
		return a == b || x == y;
	if (!b->n || !same_operation(a, b))
		return 0;
	VEC_PUSH(v->arena, &v->stack, ((struct cse_walk){a, 0}));
	VEC_PUSH(v->arena, &v->stack, ((struct cse_walk){b, 0}));
	return -1;
}

bool cse_values_alike(struct cse_values *v, const struct tir_expr *a, const struct tir_expr *b)
{
	uint32_t open = v->stack.n;
	/* memory and the Lets around would have a say, too */
	if (v->key || (a->flags | b->flags) & (TIR_READS_MEM | TIR_HAS_EFFECT | TIR_HAS_LET))
		return false;
	cse_value(v, a);
	int same = push_pair(v, a, b);
	while (v->stack.n > open && same) {
		struct cse_walk *top = &v->stack.at[v->stack.n - 2];
		if (top->next == top->e->n) {
			note(v, top[1].e, cse_value_in(v, top->e, v->state));
			v->stack.n -= 2;
			continue;
		}
		uint32_t i = top->next++;
		same = push_pair(v, top[0].e->arg[i], top[1].e->arg[i]);
	}
	v->stack.n = open;
	return same != 0;
}

void cse_values_bind(struct cse_values *v, const struct tir_var *var, uint32_t value)
{
	v->of_var[var->id] = value;
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
