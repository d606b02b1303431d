/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Random loop nests with two accesses each: what analysis/ says of them against running every pair of
 * iterations.  Triangles, steps, bounds that are read from parameters, views at offsets and of other
 * widths, strides, vectors, names.  It may know less than is true, never more; how often it knows all is
 * counted. */
#include "analysis/analysis.h"
#include "suite.h"

enum { DEPTH = 3, NESTS = 6000, MOST = 400, SIZES = 3 };

static uint64_t seed;
static int64_t pick(int64_t lo, int64_t hi)
{
	seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	return lo + (int64_t)((seed >> 33) % (uint64_t)(hi - lo + 1));
}

static struct arena arena;
static struct tir_module *m;
static struct tir_func *f;
static struct tir_stmt *loop[DEPTH];
static uint32_t depth;
static struct tir_var *size, *name;
static const struct tir_expr *named;
static int64_t n; /* what size is */

/* ---- Expressions -------------------------------------------------------------------------*/
static const struct tir_expr *num(int64_t v)
{
	return tir_int(m, TIR_INT32, v);
}

static const struct tir_expr *add(const struct tir_expr *a, const struct tir_expr *b)
{
	return tir_binary(m, TIR_ADD, a, b);
}

static const struct tir_expr *mul(const struct tir_expr *a, int64_t by)
{
	return tir_binary(m, TIR_MUL, a, num(by));
}

/* A sum of what is in scope: `inner` loops, the size, rests of divisions. */
static const struct tir_expr *any_sum(uint32_t inner, bool wild)
{
	const struct tir_expr *e = num(pick(-3, 9));
	for (uint32_t i = 0; i < inner; i++) {
		const struct tir_expr *v = tir_as_for(loop[i])->var->expr;
		switch (pick(0, wild ? 9 : 4)) {
		case 0: break;
		case 1: e = add(e, v); break;
		case 2: e = add(e, mul(v, pick(-4, 4))); break;
		case 3: e = add(e, mul(v, pick(1, 2) * 8)); break;
		case 4: e = tir_binary(m, TIR_SUB, e, v); break;
		case 5: e = add(e, tir_binary(m, TIR_MUL, v, size->expr)); break;
		case 6:
			e = add(e,
			        mul(tir_binary(m, TIR_FLOORMOD, v, num(pick(2, 3))), pick(1, 3)));
			break;
		case 7: e = add(e, mul(tir_binary(m, TIR_FLOORDIV, v, num(2)), pick(1, 5))); break;
		case 8: e = named ? add(e, mul(name->expr, pick(1, 2))) : e; break;
		default: e = add(e, size->expr); break;
		}
	}
	return e;
}

static int64_t eval(const struct tir_expr *e, const int64_t *at)
{
	int64_t a, b;
	if (e->op == TIR_INT_IMM)
		return e->u.i;
	if (e->op == TIR_VAR) {
		for (uint32_t i = 0; i < depth; i++)
			if (tir_as_for(loop[i])->var == e->u.var)
				return at[i];
		return e->u.var == size ? n : eval(named, at);
	}
	a = eval(e->arg[0], at);
	b = eval(e->arg[1], at);
	switch ((enum tir_op)e->op) {
	case TIR_ADD: return a + b;
	case TIR_SUB: return a - b;
	case TIR_MUL: return a * b;
	case TIR_MIN: return a < b ? a : b;
	case TIR_FLOORDIV: return a >= 0 ? a / b : -((-a + b - 1) / b);
	case TIR_FLOORMOD: return ((a % b) + b) % b;
	case TIR_ANY_LEAF:
	case TIR_DIV:
	case TIR_MOD:
	case TIR_MAX:
	case TIR_ANY_COMPARISON:
	case TIR_ANY_LOGIC:
	case TIR_ANY_BITWISE:
	case TIR_ANY_SHIFT:
	case TIR_ANY_OTHER:
	case TIR_NOPS: ck_abort_msg("%s", tir_ops[e->op].name);
	}
	return 0;
}

/* ---- A nest ------------------------------------------------------------------------------*/
static struct tir_stmt *new_loop(uint32_t i)
{
	static const char *const names[] = {"i", "j", "k"};
	struct tir_stmt *s = tir_stmt_new(m, TIR_FOR, (struct span){0});
	const struct tir_expr *extent = num(pick(1, 5));
	struct tir_for *l = tir_as_for(s);
	l->var = tir_var_new(m, names[i], TIR_INT32);
	s->for_kind = TIR_SERIAL;
	l->min.e = pick(0, 2)        ? num(0)
	           : i && pick(0, 1) ? tir_as_for(loop[pick(0, i - 1)])->var->expr
	                             : num(pick(-2, 3));
	switch (pick(0, 5)) {
	case 0: extent = size->expr; break;
	case 1:
		if (i)
			extent = tir_as_for(loop[pick(0, i - 1)])->var->expr;
		break;
	case 2:
		if (i)
			extent = tir_binary(m, TIR_SUB, num(5), tir_as_for(loop[i - 1])->var->expr);
		break;
	case 3: extent = tir_binary(m, TIR_MIN, size->expr, num(3)); break;
	default: break;
	}
	l->extent.e = extent;
	if (!pick(0, 4))
		tir_loop_more(m->arena, s)->step.e = num(pick(2, 3));
	return s;
}

static struct tir_buffer *new_buffer(const char *text, enum tir_buffer_kind kind, unsigned bits,
        uint32_t rank)
{
	struct tir_buffer *b = tir_buffer_new(m, text, kind, tir_type(TIR_TYPE_INT, bits, 1));
	b->scope = "global";
	b->ndim = rank;
	b->shape = ARENA_NEWN(m->arena, const struct tir_expr *, rank);
	for (uint32_t i = 0; i < rank; i++)
		b->shape[i] = num(1000);
	if (kind != TIR_BUFFER_DECL)
		b->root = b;
	return b;
}

/* A view of a buffer, in front of what comes next in out. */
static struct tir_buffer *new_view(struct tir_buffer *of, struct tir_seq *out, uint32_t inner)
{
	static const unsigned bits[] = {8, 16, 32};
	struct tir_buffer *b = new_buffer("V", TIR_BUFFER_DECL, bits[pick(0, 2)],
	        (uint32_t)pick(1, 2));
	struct tir_stmt *s = tir_stmt_new(m, TIR_DECL, (struct span){0});
	b->root = of->root;
	if (pick(0, 2))
		b->elem_offset = pick(0, 1) ? num(pick(0, 9)) : any_sum(inner, true);
	if (!pick(0, 2)) {
		b->strides = ARENA_NEWN(m->arena, const struct tir_expr *, b->ndim);
		for (uint32_t i = 0; i < b->ndim; i++)
			b->strides[i] = num(pick(1, 6));
	}
	struct tir_decl *decl = tir_as_decl(s);
	decl->buffer = b;
	decl->value.e = tir_buffer_data(m, of);
	tir_seq_add(out, s);
	return b;
}

static struct tir_stmt *new_store(struct tir_buffer *b, uint32_t inner)
{
	struct tir_stmt *s = tir_stmt_new(m, TIR_STORE, (struct span){0});
	struct tir_store *st = tir_as_store(s);
	st->buffer = b;
	s->nindex = b->ndim;
	st->index = ARENA_NEWN(m->arena, struct tir_operand, b->ndim);
	for (uint32_t i = 0; i < b->ndim; i++)
		st->index[i].e = any_sum(inner, true);
	if (!pick(0, 3)) {
		struct tir_operand *last = &st->index[b->ndim - 1];
		last->e = tir_ramp(m, last->e, num(pick(0, 3) ? 1 : pick(-2, 3)),
		        (unsigned)pick(2, 4));
	}
	st->value.e = tir_zero(m, tir_lanes(b->elem, st->index[b->ndim - 1].e->type.lanes));
	return s;
}

static struct tir_stmt *store[2];
static uint32_t common; /* loops around both */

static void new_nest(void)
{
	struct tir_seq *code;
	arena = (struct arena){0};
	m = tir_module_new(&arena);
	f = tir_func_new(m, "f");
	size = tir_var_new(m, "n", TIR_INT32);
	name = tir_var_new(m, "x", TIR_INT32);
	named = NULL;
	struct tir_buffer *a = new_buffer("A", TIR_BUFFER_PARAM, 8u << pick(0, 2),
	        (uint32_t)pick(1, 2));
	/* a dimension of a parameter: so it is not negative */
	struct tir_buffer *b = new_buffer("N", TIR_BUFFER_PARAM, 8, 1);
	b->shape[0] = size->expr;
	VEC_PUSH(&arena, &f->params, ((struct tir_param){.buffer = a}));
	VEC_PUSH(&arena, &f->params, ((struct tir_param){.buffer = b}));
	VEC_PUSH(&arena, &f->syms, ((struct tir_sym){size, TIR_SYM_TYPEVAR}));
	code = &f->body;
	struct tir_buffer *v = pick(0, 1) ? new_view(a, code, 0) : a;
	depth = (uint32_t)pick(1, DEPTH);
	common = 0;
	for (uint32_t i = 0; i < depth; i++) {
		loop[i] = new_loop(i);
		tir_seq_add(code, loop[i]);
		code = &tir_as_for(loop[i])->body;
		common++;
		if (!named && !pick(0, 2)) {
			struct tir_stmt *bind = tir_stmt_new(m, TIR_BIND, (struct span){0});
			named = any_sum(i + 1, false);
			tir_as_bind(bind)->var = name;
			tir_as_bind(bind)->value.e = named;
			tir_seq_add(code, bind);
		}
	}
	if (!pick(0, 5))
		v = new_view(a, code, depth);
	store[0] = new_store(pick(0, 1) ? a : v, depth);
	store[1] = new_store(pick(0, 1) ? v : tir_as_store(store[0])->buffer, depth);
	if (!pick(0, 5))
		for (uint32_t i = 0; i < store[1]->nindex && tir_as_store(store[0])->buffer ==
		                                                     tir_as_store(store[1])->buffer;
		        i++)
			tir_as_store(store[1])->index[i].e = tir_as_store(store[0])->index[i].e;
	tir_seq_add(code, store[0]);
	tir_seq_add(code, store[1]);
}

/* ---- Running it --------------------------------------------------------------------------*/
struct instance {
	int64_t at[DEPTH], count[DEPTH]; /* variables, and the numbers of iterations */
};
static struct instance all[MOST];
static uint32_t nall;

/* False: too many. */
static bool run(uint32_t i, struct instance *x)
{
	if (i == depth || i == DEPTH) {
		if (nall == MOST)
			return false;
		all[nall++] = *x;
		return true;
	}
	int64_t min = eval(tir_as_for(loop[i])->min.e, x->at),
	        extent = eval(tir_as_for(loop[i])->extent.e, x->at);
	int64_t step = tir_loop_step(loop[i]);
	for (int64_t k = 0; k * step < extent; k++) {
		x->at[i] = min + k * step;
		x->count[i] = k;
		if (!run(i + 1, x))
			return false;
	}
	return true;
}

/* The indices of the store's lane in that iteration. */
static void elements(const struct tir_stmt *s, const struct instance *x, int64_t lane,
        int64_t *index)
{
	for (uint32_t i = 0; i < s->nindex; i++) {
		const struct tir_expr *e = tir_as_store(s)->index[i].e;
		index[i] = e->op == TIR_RAMP
		                   ? eval(e->arg[0], x->at) + lane * eval(e->arg[1], x->at)
		                   : eval(e, x->at);
	}
}

static int64_t lanes_of(const struct tir_stmt *s)
{
	return tir_as_store(s)->index[s->nindex - 1].e->type.lanes;
}

/* Give the store's buffer room, so that its indices are in bounds in all iterations. */
static void make_room(struct tir_stmt *s)
{
	struct tir_store *st = tir_as_store(s);
	struct tir_buffer *b = st->buffer;
	int64_t index[2], least[2] = {0, 0};
	for (uint32_t k = 0; k < nall; k++)
		for (int64_t l = 0; l < lanes_of(s); l++) {
			elements(s, &all[k], l, index);
			for (uint32_t i = 0; i < s->nindex; i++)
				least[i] = index[i] < least[i] ? index[i] : least[i];
		}
	for (uint32_t i = 0; i < s->nindex; i++) {
		struct tir_operand *op = &st->index[i];
		const struct tir_expr *more = num(-least[i]);
		op->e = op->e->op == TIR_RAMP ? tir_ramp(m, add(op->e->arg[0], more), op->e->arg[1],
		                                        op->e->type.lanes)
		                              : add(op->e, more);
	}
	for (uint32_t k = 0; k < nall; k++)
		for (int64_t l = 0; l < lanes_of(s); l++) {
			elements(s, &all[k], l, index);
			for (uint32_t i = 0; i < s->nindex; i++)
				if (index[i] >= b->shape[i]->u.i)
					b->shape[i] = num(index[i] + 1);
		}
}

static int64_t byte_of(const struct tir_stmt *s, const struct instance *x, int64_t lane)
{
	const struct tir_buffer *b = tir_buffer_of(s);
	int64_t index[2], at = 0, offset = b->elem_offset ? eval(b->elem_offset, x->at) : 0;
	elements(s, x, lane, index);
	for (uint32_t i = 0; i < s->nindex; i++)
		at = b->strides ? at + index[i] * b->strides[i]->u.i
		                : at * b->shape[i]->u.i + index[i];
	return (at + offset) * tir_elem_bytes(b->elem);
}

static bool meet(const struct instance *x, const struct instance *y)
{
	int64_t v = tir_elem_bytes(tir_buffer_of(store[0])->elem),
	        w = tir_elem_bytes(tir_buffer_of(store[1])->elem);
	for (int64_t i = 0; i < lanes_of(store[0]); i++)
		for (int64_t k = 0; k < lanes_of(store[1]); k++) {
			int64_t d = byte_of(store[1], y, k) - byte_of(store[0], x, i);
			if (d < v && -d < w)
				return true;
		}
	return false;
}

/* ---- Comparing ---------------------------------------------------------------------------*/
static struct {
	uint32_t asked, met, known, distances, exact;
} tally;

static const char *shown(void)
{
	struct sbuf text = {0};
	tir_print_func(f, &text);
	return text.text;
}

static bool allows(enum dependence_when when, int64_t by, int64_t d)
{
	switch (when) {
	case DEPENDENCE_SAME: return d == 0;
	case DEPENDENCE_ANY: return true;
	case DEPENDENCE_LATER: return d > 0;
	case DEPENDENCE_EARLIER: return d < 0;
	case DEPENDENCE_BY: return d == by;
	}
	return false;
}

/* Loops that the query does not name, outside of the first: the same iteration. */
static bool fits(const struct dependence_query *q, uint32_t first, const struct instance *x,
        const struct instance *y)
{
	for (uint32_t i = 0; i < depth; i++) {
		int64_t d = y->count[i] - x->count[i];
		if (i < first ? d != 0
		              : i - first < q->n &&
		                        !allows(q->at[i - first].when, q->at[i - first].by, d))
			return false;
	}
	return true;
}

static void compare_query(const struct facts *facts, const struct access *a, const struct access *b)
{
	struct dependence_query q = {.facts = facts};
	uint32_t first = (uint32_t)pick(0, depth - 1);
	bool met = false;
	q.n = (uint32_t)pick(1, depth - first);
	for (uint32_t i = 0; i < q.n; i++)
		q.at[i] = (struct dependence_loop){
		        loop[first + i], (enum dependence_when)pick(0, DEPENDENCE_BY), pick(-2, 2)};
	for (uint32_t i = 0; i < nall && !met; i++)
		for (uint32_t k = 0; k < nall && !met; k++)
			met = fits(&q, first, &all[i], &all[k]) && meet(&all[i], &all[k]);
	bool said = dependence_may(&q, a, b);
	ck_assert_msg(said || !met, "seed %d: they meet, first %u, when %d %d %d by %d, n %d:\n%s",
	        (int)seed, first, q.at[0].when, q.at[1].when, q.at[2].when, (int)q.at[0].by, (int)n,
	        shown());
	tally.asked++;
	tally.met += met;
	tally.known += said == met;
}

static void compare_distances(const struct facts *facts, const struct access *a,
        const struct access *b)
{
	const struct tir_stmt *nest[DEPTH] = {loop[0], loop[1], loop[2]};
	struct dependence dep = dependence_between(facts, a, b, depth, nest);
	bool never = true;
	for (uint32_t l = 0; l < depth; l++) {
		int64_t least = INT64_MAX, greatest = INT64_MIN;
		const struct distance *d = &dep.loop[l];
		for (uint32_t i = 0; i < nall; i++)
			for (uint32_t k = 0; k < nall; k++) {
				bool outer = !memcmp(all[i].count, all[k].count,
				        l * sizeof *all[i].count);
				if (!outer || !meet(&all[i], &all[k]))
					continue;
				int64_t by = all[k].count[l] - all[i].count[l];
				unsigned sign = by < 0   ? SIGN_NEGATIVE
				                : by > 0 ? SIGN_POSITIVE
				                         : SIGN_ZERO;
				never = false;
				ck_assert_msg(d->signs & sign && by >= d->least &&
				                      by <= d->greatest,
				        "distance %d in loop %u not in %u [%d, %d], n %d:\n%s",
				        (int)by, l, d->signs, (int)d->least, (int)d->greatest,
				        (int)n, shown());
				least = by < least ? by : least;
				greatest = by > greatest ? by : greatest;
			}
		tally.distances++;
		tally.exact += least > greatest ? !d->signs
		                                : d->least == least && d->greatest == greatest;
	}
	ck_assert_msg(never || !dep.never, "not never, n %d:\n%s", (int)n, shown());
}

START_TEST(answers_are_never_more_than_true)
{
	for (int nest = 0; nest < NESTS; nest++) {
		struct instance x = {0};
		new_nest();
		n = pick(0, SIZES);
		nall = 0;
		if (run(0, &x) && nall) {
			struct facts *facts;
			make_room(store[0]);
			if (tir_buffer_of(store[1]) != tir_buffer_of(store[0]) ||
			        store[0] != store[1])
				make_room(store[1]);
			facts = facts_begin(f, NULL, &arena);
			struct access a = access_of_store(store[0],
			        facts_loop(facts, loop[depth - 1]));
			struct access b = access_of_store(store[1],
			        facts_loop(facts, loop[depth - 1]));
			for (int i = 0; i < 3; i++)
				compare_query(facts, &a, &b);
			if (nall < 100)
				compare_distances(facts, &a, &b);
		}
		arena_free(&arena);
	}
	if (getenv("TIRC_TALLY"))
		printf("asked %u, met %u, known %u; distances %u, exact %u\n", tally.asked,
		        tally.met, tally.known, tally.distances, tally.exact);
	ck_assert_uint_gt(tally.asked, NESTS);
	ck_assert_uint_gt(tally.met * 10, tally.asked);
	ck_assert_uint_gt(tally.known * 10, tally.asked * 6);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("analysis_random");
	TCase *t = tcase_create("random");
	seed = 1;
	tcase_add_test(t, answers_are_never_more_than_true);
	suite_add_tcase(s, t);
	return run_suite(s);
}
