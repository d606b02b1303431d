/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* frontend/build/loop.c: for loops of every spelling (tirscript 3.2). */
#include "frontend/internal.h"

struct loop_name {
	uint32_t sym;
	struct span at;
};
struct header {
	enum tir_for_kind kind;
	struct tir_operand min, extent, step;
	const char *tag;
	const struct tir_attr *annotations;
};

/* ---- Bounds -----------------------------------------------------------------------------*/
static bool as_bound(struct reader *r, const struct value *v, struct tir_operand *out)
{
	char buf[40];
	if (v->kind != V_ERROR && v->kind != V_INT && v->kind != V_EXPR && v->kind != V_SCALAR)
		return frontend_fail(r, v->at, "a loop's bound must be an integer, not %s",
		        frontend_value_name(v));
	*out = (struct tir_operand){frontend_as_expr(r, v), v->at};
	if (!out->e)
		return false;
	return (tir_is_int(out->e->type) && out->e->type.lanes == 1) ||
	       frontend_fail(r, v->at, "a loop's bound must be an integer, not %s",
	               tir_type_name(out->e->type, buf));
}

/* From start and stop to min and extent, of one type. */
static bool bounds(struct reader *r, const struct value *start, const struct value *stop,
        struct header *h)
{
	if (!stop) {
		if (!as_bound(r, start, &h->extent))
			return false;
		h->min = (struct tir_operand){tir_int(r->m, h->extent.e->type, 0), start->at};
		return true;
	}
	if (!as_bound(r, start, &h->min) || !as_bound(r, stop, &h->extent) ||
	        !frontend_promote(r, stop->at, &h->min.e, &h->extent.e))
		return false;
	h->extent.e = frontend_extent_of(r, h->min.e, h->extent.e, stop->at);
	return h->extent.e != NULL;
}

static bool set_step(struct reader *r, const struct value *v, struct header *h)
{
	int64_t step;
	if (!v || v->kind == V_NONE)
		return true;
	if (!frontend_as_int(r, v, "the step of a loop", 1, INT32_MAX, &step))
		return false;
	struct value k = {.kind = V_INT, .i = step, .at = v->at};
	if (step != 1)
		h->step = (struct tir_operand){frontend_literal(r, &k, h->min.e->type), v->at};
	return step == 1 || h->step.e;
}

/* unroll= is short for an annotation: all, and it. */
static void add_unroll(struct reader *r, const struct value *unroll, struct value *all)
{
	bool off = unroll->kind == V_BOOL && !unroll->i;
	struct value *item = ARENA_NEWN(r->scratch, struct value, all->n + 2);
	if (all->n)
		memcpy(item, all->item, all->n * sizeof *item);
	item[all->n] = (struct value){.kind = V_STRING,
	        .at = unroll->at,
	        .str = off ? "disable_unroll" : "pragma_unroll"};
	item[all->n + 1] = *unroll;
	if (off)
		item[all->n + 1].i = 1;
	all->item = item;
	all->n += 2;
}

static bool set_annotations(struct reader *r, const struct value *v, const struct value *unroll,
        struct header *h)
{
	struct value all = {.kind = V_DICT};
	bool given = v && v->kind != V_NONE, more = unroll && unroll->kind != V_NONE;
	if (given && v->kind != V_DICT)
		return frontend_fail(r, v->at, "annotations must be a dictionary");
	if (more && unroll->kind != V_BOOL && unroll->kind != V_INT)
		return frontend_fail(r, unroll->at, "unroll must be a bool or an integer, not %s",
		        frontend_value_name(unroll));
	if (!given && !more)
		return true;
	if (given)
		all = *v;
	if (more)
		add_unroll(r, unroll, &all);
	h->annotations = frontend_as_attr(r, &all);
	return h->annotations != NULL;
}

/* range, T.serial, T.parallel, T.vectorized, T.unroll, T.thread_binding */
static bool single_loop(struct reader *r, const struct value *v, struct header *h)
{
	static const uint8_t kinds[NFORMS] = {[F_parallel] = TIR_PARALLEL,
	        [F_vectorized] = TIR_VECTORIZED,
	        [F_unroll] = TIR_UNROLLED,
	        [F_thread_binding] = TIR_THREAD};
	struct args a;
	bool range = v->form == F_range, thread = v->form == F_thread_binding;
	if (!frontend_bind_args(r, &frontend_forms[v->form], v->item, v->n, v->at, &a))
		return false;
	if (thread && !a.arg[2] && a.arg[1] && a.arg[1]->kind == V_STRING) {
		a.arg[2] = a.arg[1]; /* T.thread_binding(n, "threadIdx.x") */
		a.arg[1] = NULL;
	}
	const struct value *stop = a.arg[1] && a.arg[1]->kind != V_NONE ? a.arg[1] : NULL;
	h->kind = (enum tir_for_kind)kinds[v->form];
	if (thread && (!a.arg[2] || a.arg[2]->kind == V_NONE))
		return frontend_fail(r, v->at, "T.thread_binding needs thread=");
	if (thread && (!frontend_as_string(r, a.arg[2], "a thread", &h->tag) ||
	                      !frontend_check_thread(r, a.arg[2]->at, h->tag)))
		return false;
	const struct value *step = thread ? NULL : a.arg[3], *notes = thread ? a.arg[3] : a.arg[2];
	if (range) {
		step = a.arg[2];
		notes = a.arg[3];
	}
	return bounds(r, a.arg[0], stop, h) && set_step(r, step, h) &&
	       set_annotations(r, notes, range || v->form == F_serial ? a.arg[4] : NULL, h);
}

/* ---- Names ------------------------------------------------------------------------------*/
static bool loop_names(struct reader *r, struct range target, struct loop_name *names, uint32_t n)
{
	const struct node *whole = &r->tree.nodes.at[target.end - 1];
	bool tuple = whole->kind == N_TUPLE;
	for (uint32_t i = 0; i < n; i++) {
		const struct node *k = tuple ? &r->tree.nodes.at[target.begin + i] : whole;
		if (k->kind != N_NAME)
			return frontend_fail(r, k->at, "a loop's variable must be a name");
		names[i] = (struct loop_name){k->sym, k->at};
	}
	return true;
}

/* The head is wrong: read the body for its own mistakes. */
static bool bad_loop(struct reader *r, const struct syntax *s)
{
	frontend_scope_open(r);
	for (uint32_t i = s->target.begin; i < s->target.end; i++)
		if (r->tree.nodes.at[i].kind == N_NAME)
			frontend_scope_failed(r, r->tree.nodes.at[i].sym, r->tree.nodes.at[i].at);
	r->loose.n = 0;
	enum jump jump = r->jump;
	r->jump = IN_SERIAL;
	frontend_read_for_errors(r, s->body);
	r->jump = jump;
	frontend_scope_close(r);
	return false;
}

static void read_body(struct reader *r, const struct syntax *s, enum tir_for_kind kind,
        struct tir_seq *seq)
{
	static const uint8_t jumps[] = {[TIR_SERIAL] = IN_SERIAL,
	        [TIR_PARALLEL] = IN_PARALLEL,
	        [TIR_VECTORIZED] = IN_VECTORIZED,
	        [TIR_UNROLLED] = IN_UNROLLED,
	        [TIR_THREAD] = IN_THREADS};
	enum jump jump = r->jump;
	const char *unordered = r->unordered;
	r->jump = (enum jump)jumps[kind];
	if (kind == TIR_PARALLEL || kind == TIR_VECTORIZED)
		r->unordered = kind == TIR_PARALLEL ? "parallel" : "vectorized";
	r->hooks->read_suite(r, s->body, seq);
	r->unordered = unordered;
	r->jump = jump;
}

static struct tir_stmt *add_loop(struct reader *r, const struct header *h, struct loop_name x,
        struct span at, struct tir_seq *seq)
{
	struct tir_stmt *t = frontend_add_stmt(r, TIR_FOR, at, seq);
	t->for_kind = h->kind;
	struct tir_for *loop = tir_as_for(t);
	loop->min = h->min;
	loop->extent = h->extent;
	if (h->step.e || h->tag || h->annotations)
		*tir_loop_more(r->m->arena, t) = (struct tir_loop_more){
		        h->annotations, h->tag, h->step};
	loop->var = frontend_scope_var(r, x.sym, h->min.e->type, x.at);
	struct entity *e = frontend_scope_find(r, x.sym);
	if (e && e->var == loop->var)
		e->loop = true;
	VEC_PUSH(r->scratch, &r->open_loops, t);
	return t;
}

/* for at in T.grid(n, m): the loops at_0 and at_1, of which at is the tuple. */
static struct loop_name *name_all(struct reader *r, struct loop_name all, uint32_t n)
{
	struct loop_name *names = ARENA_NEWN(r->scratch, struct loop_name, n);
	for (uint32_t i = 0; i < n; i++) {
		names[i] = (struct loop_name){frontend_scope_numbered(r, all.sym, i), all.at};
	}
	return names;
}

/* Give the tuple of the open loops of a grid its name. */
static void define_all(struct reader *r, struct loop_name all, uint32_t n)
{
	struct value tuple = {.kind = V_TUPLE, .at = all.at, .n = n};
	tuple.item = ARENA_NEWN(r->scratch, struct value, n);
	for (uint32_t i = 0; i < n; i++) {
		const struct tir_stmt *loop = r->open_loops.at[r->open_loops.n - n + i];
		tuple.item[i] = expr_value(tir_as_for(loop)->var->expr, all.at);
	}
	if (frontend_scope_value(r, all.sym, &tuple, all.at))
		frontend_scope_find(r, all.sym)->loop = true;
}

/* for i, j in T.grid(n, m): a loop in a loop. */
static bool read_grid(struct reader *r, const struct syntax *s, const struct value *v,
        const struct loop_name *names, uint32_t n, struct tir_seq *seq)
{
	uint32_t blocks = r->blocks;
	const struct node *target = &r->tree.nodes.at[s->target.end - 1];
	bool together = target->kind == N_NAME && v->n > 1;
	struct loop_name all = names[0];
	if (together) {
		n = v->n;
		names = name_all(r, all, n);
	}
	if (v->n != n || n == 0) {
		frontend_fail(r, v->at, "%u loop variable%s for %u extent%s", n, n == 1 ? "" : "s",
		        v->n, v->n == 1 ? "" : "s");
		return bad_loop(r, s);
	}
	struct header *h = ARENA_NEWN(r->scratch, struct header, n);
	for (uint32_t i = 0; i < n; i++)
		if (v->item[i].keyword || !bounds(r, &v->item[i], NULL, &h[i]) ||
		        !frontend_nest(r, v->item[i].at)) {
			if (v->item[i].keyword)
				frontend_fail(r, v->item[i].at, "T.grid takes extents only");
			r->blocks = blocks;
			return bad_loop(r, s);
		}
	if (!frontend_check_loose(r))
		return bad_loop(r, s);
	frontend_scope_open(r);
	for (uint32_t i = 0; i < n; i++)
		seq = &tir_as_for(add_loop(r, &h[i], names[i], s->at, seq))->body;
	if (together)
		define_all(r, all, n);
	read_body(r, s, TIR_SERIAL, seq);
	r->open_loops.n -= n;
	frontend_scope_close(r);
	r->blocks = blocks;
	return true;
}

bool frontend_read_for(struct reader *r, const struct syntax *s, struct tir_seq *seq)
{
	struct value v = frontend_eval(r, s->value);
	struct header h = {.kind = TIR_SERIAL};
	const struct node *last = &r->tree.nodes.at[s->target.end - 1];
	uint32_t n = last->kind == N_TUPLE ? last->n : 1;
	struct loop_name *names = ARENA_NEWN(r->scratch, struct loop_name, n);
	if (v.kind == V_ERROR || !loop_names(r, s->target, names, n))
		return bad_loop(r, s);
	if (is_form(&v, F_grid))
		return read_grid(r, s, &v, names, n, seq);
	bool loop = v.kind == V_FORM && (v.form == F_range || v.form == F_thread_binding ||
	                                        (v.form >= F_serial && v.form <= F_unroll));
	if (!loop) {
		frontend_fail(r, v.at,
		        "'for' takes range, T.serial, T.parallel, T.vectorized, T.unroll, "
		        "T.thread_binding or T.grid, not %s",
		        frontend_value_name(&v));
		return bad_loop(r, s);
	}
	if (n != 1) {
		frontend_fail(r, v.at, "%u loop variables for one range", n);
		return bad_loop(r, s);
	}
	if (!single_loop(r, &v, &h) || !frontend_check_loose(r))
		return bad_loop(r, s);
	frontend_scope_open(r);
	struct tir_stmt *t = add_loop(r, &h, names[0], s->at, seq);
	read_body(r, s, h.kind, &tir_as_for(t)->body);
	r->open_loops.n--;
	frontend_scope_close(r);
	return true;
}

bool frontend_add_launch(struct reader *r, const char *tag, const struct value *extent,
        struct tir_var *(*name)(struct reader *r, void *ctx, struct tir_type t), void *ctx,
        struct span at, bool with, struct tir_seq **seq)
{
	struct tir_operand n = {frontend_as_expr(r, extent), extent->at};
	if (!n.e || !frontend_check_loose(r))
		return false;
	if (!tir_is_int(n.e->type) || n.e->type.lanes != 1)
		return frontend_fail(r, n.at, "the extent of a thread must be an integer");
	struct tir_stmt *t = frontend_add_stmt(r, TIR_LAUNCH, at, *seq);
	tir_loop_more(r->m->arena, t)->tag = tag;
	struct tir_for *loop = tir_as_for(t);
	loop->extent = n;
	t->with = with;
	loop->var = name(r, ctx, n.e->type);
	r->jump = r->jump == NO_LOOP ? NO_LOOP : IN_LAUNCH;
	*seq = &loop->body;
	return true;
}

static struct tir_var *new_name(struct reader *r, void *ctx, struct tir_type t)
{
	const struct loop_name *x = ctx;
	return frontend_scope_var(r, x->sym, t, x->at);
}

bool frontend_read_launch(struct reader *r, const struct value *v, uint32_t sym,
        struct span name_at, struct span at, bool with, struct tir_seq **seq)
{
	struct args a;
	const char *tag;
	struct loop_name x = {sym, name_at};
	return frontend_bind_args(r, &frontend_forms[F_launch_thread], v->item, v->n, v->at, &a) &&
	       frontend_as_string(r, a.arg[0], "a thread", &tag) &&
	       frontend_check_thread(r, a.arg[0]->at, tag) && frontend_nest(r, at) &&
	       frontend_add_launch(r, tag, a.arg[1], new_name, &x, at, with, seq);
}
