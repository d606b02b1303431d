/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cse/memory.c: what memory a load reads.
 *
 * Idea.   Buffers that may overlap share an alias class (survey.c).  Each class has a version; a store makes a
 *         new one, so does whatever is not known.  A load is numbered with its class's version; it looks
 *         past stores and loops of stores that surely write elsewhere, and finds the value of one that
 *         writes just there.
 * Needs   to be told of everything that writes, in execution order.
 * Costs   a store O(1), a load at most WALK stores of its own class, or the runs of stores behind those
 *         (runs.c); a loop the classes it writes. */
#include "cse/values.h"

/* Stores that a load looks past one by one, before it skips runs of them. */
enum { WALK = 16, ALIAS_CLASSES = (1 << 30) - 1 };

struct writes {
	struct cse_values *v;
	struct arena scratch;
	VEC(struct cse_loop_write) all;
	uint32_t *kept; /* by alias class: its number among the writes */
};

static uint32_t alias_class_of(const struct cse_values *v, const struct tir_buffer *b)
{
	return v->alias_class[b->id];
}

/* ---- What loops write --------------------------------------------------------------------*/
/* Keep each of the writes from number `from` on once. */
static void distinct(struct writes *s, uint32_t from)
{
	uint32_t kept = from;
	s->v->stamps++;
	for (uint32_t i = from; i < s->all.n; i++) {
		struct cse_loop_write w = s->all.at[i];
		if (s->v->stamp[w.alias_class] == s->v->stamps) {
			s->all.at[s->kept[w.alias_class]].by_stores &= w.by_stores;
			continue;
		}
		s->v->stamp[w.alias_class] = s->v->stamps;
		s->kept[w.alias_class] = kept;
		s->all.at[kept++] = w;
	}
	s->all.n = kept;
}

static void add_write(struct writes *s, uint32_t alias_class, bool by_store)
{
	VEC_PUSH(&s->scratch, &s->all, ((struct cse_loop_write){alias_class, by_store}));
}

static void add_writes(struct writes *s, struct tir_stmt *t)
{
	bool effect = tir_stmt_flags(t) & TIR_HAS_EFFECT;
	if (t->kind == TIR_STORE)
		VEC_PUSH(s->v->arena, &s->v->stores, t);
	if (t->kind == TIR_STORE || t->kind == TIR_ALLOC)
		add_write(s, alias_class_of(s->v, tir_buffer_of(t)), t->kind == TIR_STORE);
	for (uint32_t i = 0; effect && i < s->v->nalias_classes; i++)
		if (s->v->escapes[i])
			add_write(s, i, false);
}

/* The variable a statement defines, in the innermost of the open loops. */
static void add_var(struct writes *s, const struct tir_stmt *t, uint32_t loop)
{
	struct cse_var *x = &s->v->vars[tir_var_of(t)->id];
	x->loop = loop;
	x->counts = t->kind != TIR_BIND;
	if (t->kind == TIR_FOR)
		cse_bound_var(x, t);
}

/* The writes of a sequence stay on the list, for the loops around it. */
static void find_writes(struct writes *s, const struct tir_seq *seq, uint32_t around)
{
	for (struct tir_stmt *t = seq->first; t; t = t->next) {
		uint32_t from = s->all.n, number = s->v->loops.n, store = s->v->stores.n;
		bool loop = t->kind == TIR_FOR || t->kind == TIR_WHILE || t->kind == TIR_LAUNCH;
		uint32_t inside = loop ? number : around;
		if (loop)
			VEC_PUSH(s->v->arena, &s->v->loops, ((struct cse_loop){0}));
		if (tir_var_of(t))
			add_var(s, t, inside);
		add_writes(s, t);
		find_writes(s, tir_body(t), inside);
		find_writes(s, tir_orelse(t), inside);
		if (!loop)
			continue;
		distinct(s, from);
		s->v->loops.at[number] = (struct cse_loop){s->v->loop_write.n, s->all.n - from,
		        store, s->v->stores.n - store, s->v->loops.n};
		for (uint32_t i = from; i < s->all.n; i++)
			VEC_PUSH(s->v->arena, &s->v->loop_write, s->all.at[i]);
	}
}

/* ---- Versions ----------------------------------------------------------------------------*/
/* The alias class holds something else from now on. */
static void set_version(struct cse_values *v, uint32_t alias_class, uint32_t where,
        enum cse_writer by, uint32_t what)
{
	struct cse_undo u = {alias_class, v->current[alias_class]};
	struct cse_version x = {alias_class & ALIAS_CLASSES, by, u.version, what};
	VEC_PUSH(v->arena, &v->undo, u);
	v->state = v->current[alias_class] = v->versions.n;
	VEC_PUSH(v->arena, &v->versions, x);
	VEC_PUSH(v->work, &v->made, ((struct cse_made){where, v->now}));
}

/* Anything may have been written there. */
static void clobber(struct cse_values *v, uint32_t alias_class, uint32_t where)
{
	set_version(v, alias_class, where, CSE_BY_ANYTHING, 0);
}

void cse_memory_init(struct cse_values *v, const struct tir_func *f,
        const struct cse_options *options)
{
	struct writes s = {.v = v, .scratch = arena_scratch(v->arena)};
	v->f = f;
	v->alias = options->alias;
	cse_survey(v, f, options);
	v->current = ARENA_NEWN(v->arena, uint32_t, v->nalias_classes);
	v->stamp = ARENA_NEWN(v->arena, uint32_t, v->nalias_classes);
	s.kept = ARENA_NEWN(&s.scratch, uint32_t, v->nalias_classes);
	v->nbounds = v->m->nvars;
	v->vars = ARENA_NEWN(v->arena, struct cse_var, v->nbounds);
	for (uint32_t i = 0; i < v->nbounds; i++)
		v->vars[i].loop = CSE_NO_VALUE;
	VEC_ROOM(v->arena, &v->loops, v->nloops);
	VEC_ROOM(v->arena, &v->stores, v->nstores);
	find_writes(&s, &f->body, CSE_NO_VALUE);
	arena_free(&s.scratch);
	/* a store makes one, what a loop writes to one at its entry and one behind it */
	uint32_t most = v->nalias_classes + v->stores.n + 2 * v->loop_write.n;
	VEC_ROOM(v->arena, &v->versions, most);
	VEC_ROOM(v->work, &v->made, most);
	for (uint32_t i = 0; i < v->nalias_classes; i++)
		clobber(v, i, 0);
	v->undo.n = 0;
	v->looks = cse_looks(v);
}

bool cse_hits_once(const struct cse_values *v, const struct tir_expr *e, uint32_t index)
{
	struct cse_sum s;
	if (e->type.lanes == 1)
		return true;
	cse_sum_of(v, index, &s);
	uint64_t mask = s.type.bits < 64 ? (UINT64_C(1) << s.type.bits) - 1 : UINT64_MAX;
	uint64_t stride = 0;
	for (uint32_t i = 0; i < s.n; i++)
		if (s.term[i].value == v->lane)
			stride = s.term[i].factor;
		else if (cse_type_of_key(cse_key(v, s.term[i].value)[KEY_TYPE]).lanes > 1)
			return false;
	/* i * stride is 0 modulo 2^w for no i of 1 ... lanes - 1 */
	uint64_t low = stride & (0 - stride);
	return s.type.lanes == 1 || (low && mask / low >= s.type.lanes - 1u);
}

void cse_memory_store(struct cse_values *v, const struct tir_stmt *s, const uint32_t *index,
        uint32_t stored, uint32_t where)
{
	const struct tir_buffer *b = tir_as_store(s)->buffer;
	uint32_t words[STORE_HEAD] = {cse_values_buffer(b)->id, stored, s->nindex};
	uint32_t what = v->words.n;
	VEC_MORE(v->arena, &v->words, STORE_HEAD + s->nindex);
	memcpy(v->words.at + what, words, sizeof words);
	memcpy(v->words.at + what + STORE_HEAD, index, s->nindex * sizeof *index);
	v->words.n += STORE_HEAD + s->nindex;
	set_version(v, v->alias_class[b->id], where, CSE_BY_STORE, what);
}

void cse_values_alloc(struct cse_values *v, const struct tir_stmt *s, uint32_t where)
{
	clobber(v, v->alias_class[tir_as_alloc(s)->buffer->id], where);
}

void cse_values_call(struct cse_values *v, uint32_t where)
{
	for (uint32_t i = 0; i < v->nalias_classes; i++)
		if (v->escapes[i])
			clobber(v, i, where);
}

struct cse_mark cse_values_enter(struct cse_values *v)
{
	return (struct cse_mark){v->undo.n, v->state, v->dirty.n};
}

void cse_values_leave(struct cse_values *v, struct cse_mark mark)
{
	while (v->undo.n > mark.undo) {
		struct cse_undo u = v->undo.at[--v->undo.n];
		VEC_PUSH(v->arena, &v->dirty, u.alias_class);
		v->current[u.alias_class] = u.version;
	}
	v->state = mark.state;
}

void cse_values_meet(struct cse_values *v, struct cse_mark mark, uint32_t where)
{
	v->stamps++;
	for (uint32_t i = mark.dirty; i < v->dirty.n; i++) {
		uint32_t alias_class = v->dirty.at[i];
		if (v->stamp[alias_class] == v->stamps)
			continue;
		v->stamp[alias_class] = v->stamps;
		clobber(v, alias_class, where);
	}
	v->dirty.n = mark.dirty;
}

uint32_t cse_values_loop(struct cse_values *v)
{
	return v->next_loop++;
}

void cse_values_iterate(struct cse_values *v, uint32_t loop, uint32_t where)
{
	const struct cse_loop *l = &v->loops.at[loop];
	for (uint32_t i = 0; i < l->n; i++) {
		struct cse_loop_write w = v->loop_write.at[l->first + i];
		set_version(v, w.alias_class, where, w.by_stores ? CSE_BY_LOOP : CSE_BY_ANYTHING,
		        w.by_stores ? loop : 0);
	}
}

/* ---- Loads -------------------------------------------------------------------------------*/
uint32_t cse_values_version(struct cse_values *v, const struct tir_expr *load,
        const uint32_t *index, uint32_t nindex, uint32_t *stored, bool *past)
{
	const struct tir_buffer *b = cse_values_buffer(load->u.buffer);
	uint32_t now = v->current[v->alias_class[b->id]], at = now;
	int step = 0;
	for (; step < WALK && load->op == TIR_LOAD; step++) {
		const struct cse_version x = v->versions.at[at];
		if (x.by == CSE_BY_LOOP && cse_loop_misses(v, x.what, b, index, nindex)) {
			at = x.before;
			continue;
		}
		if (x.by != CSE_BY_STORE)
			break;
		const uint32_t *s = &v->words.at[x.what];
		if (s[STORE_BUFFER] != b->id || s[STORE_RANK] != nindex)
			break;
		if (!memcmp(s + STORE_HEAD, index, nindex * sizeof *index)) {
			*stored = s[STORE_VALUE];
			break;
		}
		if (!cse_stores_elsewhere(v, b, s + STORE_HEAD, index, nindex))
			break;
		at = x.before;
	}
	if (step == WALK)
		at = cse_runs_version(v, b, index, nindex, now, stored);
	if (at ==
	        CSE_NO_VALUE) /* too far, and as far from everywhere: no version on the way will do */
		at = now;
	*past = at != now;
	return at;
}

static void sort_versions(struct cse_values *v)
{
	uint32_t n = v->versions.n, *first = ARENA_NEWN(v->work, uint32_t, v->nalias_classes + 2);
	v->sorted = ARENA_NEWN(v->work, uint32_t, n);
	for (uint32_t i = 0; i < n; i++)
		first[v->versions.at[i].alias_class + 2]++;
	for (uint32_t i = 2; i < v->nalias_classes + 2; i++)
		first[i] += first[i - 1];
	for (uint32_t i = 0; i < n; i++)
		v->sorted[first[v->versions.at[i].alias_class + 1]++] = i;
	v->first_of = first;
	v->nsorted = n;
}

bool cse_values_undisturbed(const struct cse_values *v, const struct tir_buffer *b, uint32_t from,
        uint32_t to)
{
	uint32_t alias_class = v->alias_class[b->id];
	if (v->made.n < v->versions.n)
		return false;
	if (v->nsorted != v->versions.n)
		sort_versions((struct cse_values *)v); /* what was sorted is kept */
	uint32_t lo = v->first_of[alias_class], end = v->first_of[alias_class + 1], hi = end;
	while (lo < hi) {
		uint32_t mid = lo + (hi - lo) / 2;
		if (v->made.at[v->sorted[mid]].stmt_number < from)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo == end || v->made.at[v->sorted[lo]].stmt_number >= to;
}
