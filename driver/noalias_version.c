/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* driver/noalias_version.c: loop versioning: a function whose buffers may overlap has a second version, for those that do not.
 *
 * Idea      the function is optimised a second time, as if it said tirx.noalias.  If more of its loops become vectors then, or it
 *           takes less time by the model, or fewer values of its loops that are dear are different ones, both are kept: where the buffers
 *           lie is tested when it is called (lowering/apart.c).
 * Preserves what a function does: each version is proved by what it may assume. */
#include "driver/optimize.h"

enum { BUFFERS = 6 }; /* each pair is a test */

/* Is it known where the buffer ends? */
static bool is_plain(const struct tir_buffer *b)
{
	for (uint32_t i = 0; i < b->ndim; i++)
		if (b->shape[i]->flags & (TIR_READS_MEM | TIR_HAS_EFFECT | TIR_MAY_TRAP) ||
		        b->shape[i]->type.lanes != 1 || b->shape[i]->type.code != TIR_TYPE_INT)
			return false;
	return b->elem.bits >= 8 && !b->strides && !b->elem_offset && !b->offset_var &&
	       !b->offset_factor;
}

static bool is_loop(const struct tir_stmt *s)
{
	return s->kind == TIR_FOR;
}

bool driver_may_be_versioned(const struct driver_optimizer *r, const struct tir_func *f)
{
	const struct driver_optimizations *o = r->options;
	uint32_t n = 0;
	if (!o->loops.vectorize || !r->proof || o->loops.alias || o->cse.alias || f->noalias ||
	        o->bisects || o->bisects_loops || !tir_seq_any(&f->body, is_loop))
		return false;
	for (uint32_t i = 0; i < f->params.n; i++) {
		const struct tir_param *p = &f->params.at[i];
		if (p->buffer ? !is_plain(p->buffer) : !tir_is_integral(p->var->type))
			return false;
		n += p->buffer != NULL;
	}
	return n > 1 && n <= BUFFERS;
}

static void tell(const struct driver_optimizer *r)
{
	const struct loops_options *o = &r->options->loops;
	for (uint32_t i = 0; o->remark && i < r->vectors.n; i++) {
		const struct loops_vectorized *v = &r->vectors.at[i];
		enum loops_unit unit = loops_reasons[v->reason].unit;
		bool scalar = unit == LOOPS_UNIT_NONE || unit == LOOPS_UNIT_LOOPS ||
		              v->reason == LOOPS_HOISTED || v->reason == LOOPS_VERSIONED;
		enum loops_reason why = scalar ? v->reason : LOOPS_NOALIAS;
		struct loops_remark x = {
		        why, r->f, tir_as_for(v->loop)->var->expr, v->loop->at, v->amount, NULL};
		o->remark(o->ctx, &x);
	}
}

struct times {
	struct driver_optimizer *r;
	const struct tir_func *func[2];
	uint64_t time[2];
};

static void take_times(void *ctx)
{
	struct times *t = ctx;
	t->r->arena.pool = NULL;
	for (int i = 0; i < 2; i++)
		t->time[i] = loops_time(t->func[i], &t->r->options->loops, &t->r->arena);
}

/* Does it take less time by the model?  The test takes some, too.  Without memory it does not. */
static bool takes_less(struct driver_optimizer *r, const struct tir_func *apart,
        const struct tir_func *plain)
{
	enum { LESS = 90 }; /* hundredths */
	struct times t = {r, {apart, plain}, {0, 0}};
	bool known = arena_guard(&r->arena, take_times, &t);
	arena_free(&r->arena);
	return known && t.time[0] < t.time[1] * LESS / 100;
}

/* ---- Values -------------------------------------------------------------------------------*/
/* Different values of what is loaded that take a division or a call each. */
struct dear {
	const struct tir_func *f;
	struct driver_optimizer *r;
	struct arena *arena;
	VEC(bool) known; /* by number */
	uint32_t n;
};

static void note_dear(void *ctx, const struct cse_numbered *x)
{
	struct dear *d = ctx;
	const struct tir_expr *e = x->expr;
	bool divides = tir_ops[e->op].traps && e->arg[1]->op != TIR_INT_IMM &&
	               e->arg[1]->op != TIR_FLOAT_IMM;
	bool calls = e->op == TIR_CALL && tir_is_float(e->type);
	if (!(e->flags & TIR_READS_MEM) || (!divides && !calls))
		return;
	while (d->known.n <= x->value)
		VEC_PUSH(d->arena, &d->known, false);
	d->n += !d->known.at[x->value];
	d->known.at[x->value] = true;
}

static void count_dear(void *ctx)
{
	struct dear *d = ctx;
	d->arena->pool = NULL;
	cse_number(d->f, &d->r->options->cse, d->arena, note_dear, d);
}

/* How many there are; 0: there is not enough memory. */
static uint32_t dear_values(struct driver_optimizer *r, const struct tir_func *f)
{
	struct dear d = {.f = f, .r = r, .arena = &r->arena};
	bool known = arena_guard(&r->arena, count_dear, &d);
	arena_free(&r->arena);
	return known ? d.n : 0;
}

struct tir_func *driver_with_noalias_version(struct driver_optimizer *r, const struct tir_func *f,
        void (*optimize)(struct driver_optimizer *r))
{
	struct driver_trial t;
	struct tir_func *plain = r->f, *apart = arena_copy(r->m->arena, f, sizeof *f);
	uint32_t vectors = r->vectors.n; /* of the plain version */
	apart->noalias = true;
	bool shares = dear_values(r, apart) < dear_values(r, f);
	driver_trial_begin(r, &t);
	r->is_trial = t.is_trial; /* it is made as the first version is */
	r->is_beside = true;
	r->vectors.n = 0;
	r->f = apart;
	optimize(r);
	apart = r->f;
	r->is_beside = false;
	driver_trial_end(r, &t);
	r->f = plain;
	if (r->vectors.n <= vectors && !shares && !takes_less(r, apart, plain))
		return plain;
	tell(r);
	plain = arena_copy(r->m->arena, plain, sizeof *plain);
	plain->apart = apart;
	return plain;
}
