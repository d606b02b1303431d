/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* proof/order/isl.c: all that is said to isl.
 *
 * Idea.    A set becomes a matrix of its constraints; isl says whether it is empty, or how sets of points
 *          relate.  Of isl's three answers the one about an error decides nothing: verdict_of is the
 *          only place that looks at one.
 * Bounds   isl counts its operations.  A question may go on to where the ones before it were allowed
 *          to, and if that is not enough be asked once more with PROOF_OPERATIONS_QUESTION of its own; all
 *          of a proof end at PROOF_OPERATIONS_PROOF.
 * Memory   isl's objects are freed by whoever takes them, on failure too, so chains need no tests.  None is
 *          alive while an arena is asked for memory, for that may not come back.
 * Wrong if a column of the matrix stands for another variable, or a result is used beside verdict_of. */
#include <stdlib.h>

#include "proof/internal.h"

/* libLLVM exports another isl under the same names.  What is hidden here it cannot serve. */
#pragma GCC visibility push(hidden)
#include <isl/ctx.h>
#include <isl/map.h>
#include <isl/mat.h>
#include <isl/options.h>
#include <isl/point.h>
#include <isl/set.h>
#include <isl/space.h>
#include <isl/val.h>
#include <isl/version.h>
#pragma GCC visibility pop

struct proof {
	isl_ctx *ctx;
	uint64_t question, whole, granted; /* operations */
	struct proof_counts counts;
};

const char *proof_isl_version(char *buf)
{
	const char *v = isl_version();
	snprintf(buf, PROOF_VERSION_BYTES, "%.*s", (int)strcspn(v, "\n"), v);
	return buf;
}

/* ---- A run -------------------------------------------------------------------------------*/
struct proof *proof_begin(void)
{
	struct proof *p = calloc(1, sizeof *p);
	if (!p || !(p->ctx = isl_ctx_alloc())) {
		free(p);
		return NULL;
	}
	isl_options_set_on_error(p->ctx, ISL_ON_ERROR_CONTINUE);
	proof_limit(p, 0, 0);
	return p;
}

void proof_end(struct proof *p)
{
	if (p)
		isl_ctx_free(p->ctx);
	free(p);
}

static void grant(struct proof *p)
{
	p->granted = p->granted + p->question < p->whole ? p->granted + p->question : p->whole;
	isl_ctx_set_max_operations(p->ctx, p->granted);
}

void proof_limit(struct proof *p, uint64_t question, uint64_t whole)
{
	p->question = question ? question : PROOF_OPERATIONS_QUESTION;
	p->whole = whole ? whole : PROOF_OPERATIONS_PROOF;
	p->granted = 0;
	isl_ctx_reset_error(p->ctx);
	isl_ctx_reset_operations(p->ctx);
	grant(p);
}

const struct proof_counts *proof_count(const struct proof *p)
{
	return &p->counts;
}

void proof_counted(struct proof *p, enum proof_verdict verdict)
{
	p->counts.proofs[verdict]++;
}

/* ---- Verdicts ----------------------------------------------------------------------------*/
static enum proof_verdict verdict_of(isl_bool holds)
{
	switch (holds) {
	case isl_bool_true: return PROOF_PROVED;
	case isl_bool_false: return PROOF_REFUTED;
	case isl_bool_error: return PROOF_UNDECIDED;
	}
	return PROOF_UNDECIDED;
}

/* Ask, and once more if it is only that the operations granted so far are used up. */
static enum proof_verdict ask(struct proof *p, isl_bool (*question)(isl_ctx *ctx, void *arg),
        void *arg)
{
	p->counts.questions++;
	for (bool again = true;; again = false) {
		enum proof_verdict v = verdict_of(question(p->ctx, arg));
		bool quota = isl_ctx_last_error(p->ctx) == isl_error_quota;
		if (v == PROOF_UNDECIDED)
			isl_ctx_reset_error(p->ctx);
		if (v != PROOF_UNDECIDED || !quota || !again || p->granted == p->whole)
			return v;
		grant(p);
	}
}

/* ---- Sets --------------------------------------------------------------------------------*/
/* Which column a variable has: params first, then the set's own. */
struct columns {
	const uint32_t *of; /* by variable, then by parameter */
	uint32_t nvars, n;
};

static uint32_t column_of(const struct columns *c, uint32_t var)
{
	return c->of[var < PROOF_PARAM(0) ? var : c->nvars + (var & ~PROOF_PARAM(0))];
}

/* Set a row of a matrix to the sum times `sign`, a column each for constant and variables. */
static isl_mat *set_row(isl_mat *m, isl_ctx *ctx, const struct columns *c, uint32_t row,
        const struct proof_sum *s, int sign)
{
	for (uint32_t i = 0; i <= c->n; i++)
		m = isl_mat_set_element_si(m, (int)row, (int)i, 0);
	m = isl_mat_set_element_val(m, (int)row, 0,
	        isl_val_mul(isl_val_int_from_si(ctx, s->constant), isl_val_int_from_si(ctx, sign)));
	for (uint32_t i = 0; i < s->n; i++)
		m = isl_mat_set_element_val(m, (int)row, 1 + (int)column_of(c, s->term[i].var),
		        isl_val_mul(isl_val_int_from_si(ctx, s->term[i].factor),
		                isl_val_int_from_si(ctx, sign)));
	return m;
}

/* The points where the constraints, but for maxima, hold. */
static isl_basic_set *plain_set(isl_ctx *ctx, const struct columns *c, isl_space *space,
        const struct proof_set *s)
{
	uint32_t n[2] = {0, 0};
	for (uint32_t i = 0; i < s->all.n; i++)
		if (s->all.at[i].relation != PROOF_MAX_IS_0)
			n[s->all.at[i].relation]++;
	isl_mat *m[2] = {isl_mat_alloc(ctx, n[0], 1 + c->n), isl_mat_alloc(ctx, n[1], 1 + c->n)};
	n[0] = n[1] = 0;
	for (uint32_t i = 0; i < s->all.n; i++) {
		enum proof_relation r = s->all.at[i].relation;
		if (r != PROOF_MAX_IS_0)
			m[r] = set_row(m[r], ctx, c, n[r]++, &s->all.at[i].sum, 1);
	}
	return isl_basic_set_from_constraint_matrices(space, m[PROOF_IS_0], m[PROOF_AT_LEAST_0],
	        isl_dim_cst, isl_dim_param, isl_dim_set, isl_dim_div);
}

/* The points where x = 0 and y <= 0. */
static isl_set *arm(isl_ctx *ctx, const struct columns *c, isl_space *space,
        const struct proof_sum *x, const struct proof_sum *y)
{
	isl_mat *eq = set_row(isl_mat_alloc(ctx, 1, 1 + c->n), ctx, c, 0, x, 1);
	isl_mat *ineq = set_row(isl_mat_alloc(ctx, 1, 1 + c->n), ctx, c, 0, y, -1);
	return isl_set_from_basic_set(isl_basic_set_from_constraint_matrices(space, eq, ineq,
	        isl_dim_cst, isl_dim_param, isl_dim_set, isl_dim_div));
}

/* The set with all its variables. */
static isl_set *whole_set(isl_ctx *ctx, const struct columns *c, isl_space *space,
        const struct proof_set *s)
{
	isl_set *set = isl_set_from_basic_set(plain_set(ctx, c, isl_space_copy(space), s));
	for (uint32_t i = 0; i < s->all.n; i++) {
		const struct proof_constraint *x = &s->all.at[i];
		if (x->relation == PROOF_MAX_IS_0)
			set = isl_set_intersect(set,
			        isl_set_union(arm(ctx, c, isl_space_copy(space), &x->sum,
			                              &x->other),
			                arm(ctx, c, isl_space_copy(space), &x->other, &x->sum)));
	}
	isl_space_free(space);
	return set;
}

/* How many parameters the sum has: the largest number among them plus 1. */
static uint32_t nparams_of_sum(const struct proof_sum *s)
{
	uint32_t n = 0;
	for (uint32_t i = 0; i < s->n; i++)
		if (s->term[i].var >= PROOF_PARAM(n))
			n = (s->term[i].var & ~PROOF_PARAM(0)) + 1;
	return n;
}

/* How many parameters the set has. */
static uint32_t nparams(const struct proof_set *s)
{
	uint32_t n = 0, k;
	for (uint32_t i = 0; i < s->all.n; i++) {
		k = nparams_of_sum(&s->all.at[i].sum);
		n = k > n ? k : n;
		k = nparams_of_sum(&s->all.at[i].other);
		n = k > n ? k : n;
	}
	return n;
}

/* ---- Is it empty? ------------------------------------------------------------------------*/
struct emptiness {
	const struct proof_set *set;
	struct columns columns;
	int64_t *point;
};

static void note_columns(uint32_t *of, uint32_t nvars, const struct proof_sum *s)
{
	for (uint32_t i = 0; i < s->n; i++) {
		uint32_t v = s->term[i].var;
		of[v < PROOF_PARAM(0) ? v : nvars + (v & ~PROOF_PARAM(0))] = 1;
	}
}

/* Number the variables that are in constraints. */
static void number_columns(struct emptiness *e, uint32_t *of, uint32_t n)
{
	const struct proof_set *s = e->set;
	e->columns = (struct columns){of, s->nvars, 0};
	memset(of, 0, n * sizeof *of);
	for (uint32_t i = 0; i < s->all.n; i++) {
		note_columns(of, s->nvars, &s->all.at[i].sum);
		note_columns(of, s->nvars, &s->all.at[i].other);
	}
	for (uint32_t i = 0; i < n; i++)
		of[i] = of[i] ? e->columns.n++ : UINT32_MAX;
}

/* Has the set no point?  Run under isl's limit of operations; isl_bool_error: it came to its end. */
static isl_bool is_empty(isl_ctx *ctx, void *arg)
{
	struct emptiness *e = arg;
	isl_space *space = isl_space_set_alloc(ctx, 0, e->columns.n);
	isl_set *s = whole_set(ctx, &e->columns, space, e->set);
	isl_bool empty = isl_set_is_empty(s);
	isl_set_free(s);
	return empty;
}

/* Put a point of the set into e->point.  The answer is of no interest. */
static isl_bool find_point(isl_ctx *ctx, void *arg)
{
	struct emptiness *e = arg;
	isl_space *space = isl_space_set_alloc(ctx, 0, e->columns.n);
	isl_point *at = isl_set_sample_point(whole_set(ctx, &e->columns, space, e->set));
	for (uint32_t i = 0; i < e->set->nvars; i++) {
		isl_val *v = e->columns.of[i] == UINT32_MAX
		                     ? NULL
		                     : isl_point_get_coordinate_val(at, isl_dim_set,
		                               (int)e->columns.of[i]);
		e->point[i] = v ? isl_val_get_num_si(v) : 0;
		isl_val_free(v);
	}
	isl_bool void_point = isl_point_is_void(at);
	isl_point_free(at);
	return void_point;
}

enum proof_verdict proof_is_empty(struct proof *p, const struct proof_set *s, int64_t *point)
{
	uint32_t n = s->nvars + nparams(s);
	uint32_t *of = malloc((n + 1) * sizeof *of);
	struct emptiness e = {.set = s, .point = point};
	if (!of)
		return PROOF_UNDECIDED;
	number_columns(&e, of, n);
	enum proof_verdict v = ask(p, is_empty, &e);
	if (v == PROOF_REFUTED && point)
		ask(p, find_point, &e);
	free(of);
	return v;
}

/* ---- Sets against sets -------------------------------------------------------------------*/
struct comparison {
	const struct proof_set *whole, *piece; /* of a partition */
	uint32_t n;
	const struct proof_set *graph, *from, *to; /* of a bijection */
	uint32_t nin, nparams;
};

/* The set's points: variables behind its numbers are there, whichever they are.  Parameters are
 * the first numbers of all sets. */
static isl_set *points(isl_ctx *ctx, const struct proof_set *s, uint32_t params)
{
	uint32_t n = s->nvars + params, *of = malloc((n + 1) * sizeof *of);
	if (!of)
		return NULL;
	for (uint32_t i = 0; i < n; i++)
		of[i] = i < s->nvars ? params + i : i - s->nvars;
	struct columns c = {of, s->nvars, n};
	isl_set *set = whole_set(ctx, &c, isl_space_set_alloc(ctx, 0, n), s);
	free(of);
	return isl_set_project_out(set, isl_dim_set, params + s->ndims, s->nvars - s->ndims);
}

/* Are the pieces disjoint, and together the whole?  isl_bool_error: isl came to its limit. */
static isl_bool is_partition(isl_ctx *ctx, void *arg)
{
	const struct comparison *q = arg;
	isl_set *whole = points(ctx, q->whole, q->nparams);
	isl_set *all = isl_set_empty(isl_set_get_space(whole));
	isl_bool ok = isl_bool_true;
	for (uint32_t i = 0; i < q->n; i++) {
		isl_set *piece = points(ctx, &q->piece[i], q->nparams);
		if (ok == isl_bool_true)
			ok = isl_set_is_disjoint(all, piece);
		all = isl_set_union(all, piece);
	}
	if (ok == isl_bool_true)
		ok = isl_set_is_equal(all, whole);
	isl_set_free(whole);
	isl_set_free(all);
	return ok;
}

/* The points of graph as pairs, the parameters in both halves. */
static isl_map *pairs(isl_ctx *ctx, const struct comparison *q)
{
	uint32_t n = q->nparams;
	isl_map *m = isl_map_from_range(points(ctx, q->graph, n));
	m = isl_map_move_dims(m, isl_dim_in, 0, isl_dim_out, 0, n + q->nin);
	m = isl_map_insert_dims(m, isl_dim_out, 0, n);
	for (uint32_t i = 0; i < n; i++)
		m = isl_map_equate(m, isl_dim_in, (int)i, isl_dim_out, (int)i);
	return m;
}

/* Does the relation pair each point of `from` with one of `to`, and each of those once?  isl_bool_error: isl came to its
 * limit. */
static isl_bool is_bijection(isl_ctx *ctx, void *arg)
{
	const struct comparison *q = arg;
	isl_map *m = pairs(ctx, q);
	isl_set *domain = isl_map_domain(isl_map_copy(m)), *range = isl_map_range(isl_map_copy(m));
	isl_set *from = points(ctx, q->from, q->nparams), *to = points(ctx, q->to, q->nparams);
	isl_bool ok = isl_map_is_bijective(m);
	if (ok == isl_bool_true)
		ok = isl_set_is_equal(domain, from);
	if (ok == isl_bool_true)
		ok = isl_set_is_equal(range, to);
	isl_map_free(m);
	isl_set_free(domain);
	isl_set_free(range);
	isl_set_free(from);
	isl_set_free(to);
	return ok;
}

/* What is wider than it should be proves no equality. */
static enum proof_verdict compare(struct proof *p, isl_bool (*question)(isl_ctx *ctx, void *arg),
        struct comparison *q, bool wider)
{
	return wider ? PROOF_UNDECIDED : ask(p, question, q);
}

enum proof_verdict proof_partition(struct proof *p, const struct proof_set *whole,
        const struct proof_set *piece, uint32_t n)
{
	struct comparison q = {.whole = whole, .piece = piece, .n = n, .nparams = nparams(whole)};
	bool wider = whole->wider;
	for (uint32_t i = 0; i < n; i++) {
		uint32_t k = nparams(&piece[i]);
		q.nparams = k > q.nparams ? k : q.nparams;
		wider |= piece[i].wider;
	}
	return compare(p, is_partition, &q, wider);
}

enum proof_verdict proof_bijection(struct proof *p, const struct proof_set *graph, uint32_t nin,
        const struct proof_set *from, const struct proof_set *to)
{
	struct comparison q = {.graph = graph, .from = from, .to = to, .nin = nin};
	const struct proof_set *s[] = {graph, from, to};
	for (int i = 0; i < 3; i++)
		q.nparams = nparams(s[i]) > q.nparams ? nparams(s[i]) : q.nparams;
	return compare(p, is_bijection, &q, graph->wider || from->wider || to->wider);
}
