/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lowering/windows.c: buffers of which LLVM is to load an element of a window again in each iteration.
 *
 * Idea.   Of A[y, x] and A[y, x + 1] LLVM's GVN keeps the second one for the next iteration (load PRE), and its vectoriser makes a shuffle of
 *         two registers of that.  Where the elements become wider, loading them again takes less: the load extends them.  So it does where iterations
 *         are left over behind the vectors, which LLVM makes vectors of only if nothing is kept.  GVN does not see that the two are
 *         one element in the end if its number is a sum of 32 bits, y * 258 + x.
 * Needs   the facts of the function; a target on which LLVM vectorises loops.
 * Keeps   buffers that are stored to, or of which an index may be any number: the sum could wrap.
 * Costs   the pairs of MOST_ACCESSES at most; MOST_NODES of expressions.
 * Wrong if the element's number does not fit 32 bits. */
#include "analysis/analysis.h"
#include "lowering/internal.h"

enum {
	MOST_ACCESSES = 128,
	MOST_NODES = 4096,
	DEEPEST = 512,
	SHORT = 8,  /* iterations of a loop that LLVM unrolls in full */
	NEAR = 16,  /* elements between two loads of a window */
	VECTOR = 32 /* bytes of a vector, at least */
};

struct windows {
	const struct lower *l;
	struct arena scratch;
	VEC(const struct tir_stmt *) stmt;
	uint32_t *bits; /* by variable: how many low bits of it are asked for */
	bool *widens;   /* by buffer: are more bits asked for than an element has? */
	uint32_t left;  /* nodes that may still be looked at */
};

/* ---- How many bits are asked for -----------------------------------------------------------*/
/* Ask for the low bits of e; a cast to more asks for more than its operand has. */
static void ask(struct windows *w, const struct tir_expr *e, uint32_t bits, int depth)
{
	if (!w->left || depth == DEEPEST) {
		w->left = 0;
		return;
	}
	w->left--;
	bool ring = e->op == TIR_ADD || e->op == TIR_SUB || e->op == TIR_MUL;
	uint32_t own = bits < e->type.bits ? bits : e->type.bits;
	if (e->op == TIR_VAR && w->bits[e->u.var->id] < bits)
		w->bits[e->u.var->id] = bits;
	if (e->op == TIR_LOAD)
		w->widens[e->u.buffer->id] |= bits > e->type.bits;
	if (e->op == TIR_CAST && !tir_is_int(e->arg[0]->type) && own < e->arg[0]->type.bits)
		own = e->arg[0]->type.bits;
	for (uint32_t i = 0; i < e->n; i++)
		ask(w, e->arg[i], ring || e->op == TIR_CAST ? own : e->arg[i]->type.bits,
		        depth + 1);
}

static bool note_stmt(void *ctx, struct tir_stmt *s)
{
	struct windows *w = ctx;
	VEC_PUSH(&w->scratch, &w->stmt, s);
	return true;
}

/* Ask for what each statement uses, the last ones first: what is asked of a name is known where it is bound. */
static void ask_all(struct windows *w)
{
	for (uint32_t i = w->stmt.n; i-- > 0;) {
		const struct tir_stmt *s = w->stmt.at[i];
		const struct tir_expr *op[TIR_MAX_OPERANDS];
		uint32_t n = tir_stmt_exprs(s, op, TIR_MAX_OPERANDS);
		for (uint32_t k = 0; k < n; k++)
			ask(w, op[k],
			        s->kind == TIR_BIND ? w->bits[tir_var_of(s)->id] : op[k]->type.bits,
			        0);
	}
}

/* ---- Windows -------------------------------------------------------------------------------*/
/* A load of an element beside others: its place in a row, as the loop whose iterations may become lanes goes on. */
struct place {
	const struct tir_expr *load;
	const struct tir_stmt *loop;
	int64_t at;
	bool slides; /* by a short loop in that one */
};

/* How much further on the load is in the row in the next iteration of the loop; false: that is not known. */
static bool growth(const struct windows *w, const struct affine_sum *at,
        const struct tir_stmt *loop, int64_t *by)
{
	struct affine_sum more;
	if (loop->kind != TIR_FOR || !affine_growth(w->l->facts, at, loop, &more) || more.n)
		return false;
	*by = more.constant;
	return true;
}

/* Where the load is in its row; false: it does not go on by one element. */
static bool place_of(const struct windows *w, const struct access *a, struct place *p)
{
	const struct facts *f = w->l->facts;
	struct affine_sum at;
	int64_t by;
	*p = (struct place){.load = a->load};
	affine_clear(&at);
	if (!affine_add(&at, affine_of(f, access_index(a, access_rank(a) - 1)), 1))
		return false;
	uint32_t k = a->loop;
	for (; k != FACTS_NO_LOOP; k = facts_loop_around(f, k)) {
		p->loop = facts_loop_stmt(f, k);
		if (!growth(w, &at, p->loop, &by))
			return false;
		if (trip_most(f, p->loop) > SHORT)
			break;
		p->slides |= by > 0 && by <= NEAR;
	}
	p->at = at.constant;
	return k != FACTS_NO_LOOP && by == 1;
}

/* Is the one load what the other one is some iterations later? */
static bool is_later(const struct place *p, const struct place *q)
{
	uint32_t n = p->load->n;
	int64_t far = p->at - q->at;
	bool same = p->loop == q->loop && p->load->u.buffer == q->load->u.buffer && far &&
	            far <= NEAR && far >= -NEAR;
	for (uint32_t i = 0; i + 1 < n && same; i++)
		same = p->load->arg[i] == q->load->arg[i];
	return same;
}

/* Are iterations left over behind vectors of the buffer's elements? */
static bool leaves_rest(const struct windows *w, const struct place *p)
{
	int64_t lanes = VECTOR / (int64_t)tir_type_bytes(p->load->type);
	return lanes > 1 && trip_most(w->l->facts, p->loop) % lanes != 0;
}

/* ---- Buffers -------------------------------------------------------------------------------*/
/* Does the number of the load's element fit 32 bits, and each sum that it is made of? */
static bool fits(const struct windows *w, const struct access *a)
{
	const struct tir_buffer *b = a->buffer;
	__extension__ typedef __int128 wide;
	wide least = 0, most = 0;
	for (uint32_t i = 0; i < b->ndim; i++) {
		const struct tir_expr *e = access_index(a, i);
		uint64_t stride = lower_row_elements(b, i);
		int64_t lo, hi;
		if (!stride || e->type.code != TIR_TYPE_INT || e->type.bits != 32 ||
		        e->type.lanes != 1 || !range_limits(w->l->facts, e, &lo, &hi) ||
		        lo < INT32_MIN || hi > INT32_MAX)
			return false;
		wide below = (wide)lo * (wide)stride, above = (wide)hi * (wide)stride;
		least += below;
		most += above;
		if (below < INT32_MIN || above > INT32_MAX || least < INT32_MIN || most > INT32_MAX)
			return false;
	}
	return true;
}

static const struct tir_buffer *root_of(const struct tir_buffer *b)
{
	return b->root ? b->root : b;
}

/* Is the access a load of one element, whose number fits 32 bits, of a buffer of rows that is no view? */
static bool is_plain(const struct windows *w, const struct access *a)
{
	const struct tir_buffer *b = a->buffer;
	bool rows = b == root_of(b) && b->ndim >= 2 && !b->strides && !b->elem_offset &&
	            b->elem.lanes == 1;
	return rows && a->load && a->load->op == TIR_LOAD && a->kind == ACCESS_READ &&
	       !a->anywhere && fits(w, a);
}

/* Note the buffers whose windows are to be loaded again; nothing else than such loads touches them. */
static void note_windows(struct windows *w, const struct access_list *all, uint32_t nbuffers,
        bool *again)
{
	VEC(struct place) at = {0};
	bool *other = ARENA_NEWN(&w->scratch, bool, nbuffers);
	for (uint32_t i = 0; i < all->all.n; i++)
		other[root_of(all->all.at[i].buffer)->id] |= !is_plain(w, &all->all.at[i]);
	for (uint32_t i = 0; i < all->all.n; i++) {
		const struct access *a = &all->all.at[i];
		uint32_t b = root_of(a->buffer)->id;
		struct place p;
		if (other[b] || again[b] || !place_of(w, a, &p))
			continue;
		bool window = p.slides;
		for (uint32_t k = 0; k < at.n && !window; k++)
			window = is_later(&p, &at.at[k]);
		VEC_PUSH(&w->scratch, &at, p);
		again[b] = window && (w->widens[b] || leaves_rest(w, &p));
	}
}

bool *lower_find_windows(const struct lower *l, const struct tir_func *f)
{
	struct tir_numbers n = tir_numbers_of(f);
	struct windows w = {.l = l, .left = MOST_NODES};
	struct access_list all = {0};
	bool *again = ARENA_NEWN(l->arena, bool, n.nbuffers);
	w.bits = ARENA_NEWN(&w.scratch, uint32_t, n.nvars);
	w.widens = ARENA_NEWN(&w.scratch, bool, n.nbuffers);
	access_collect(l->facts, &f->body, MOST_ACCESSES, FACTS_NO_LOOP, &w.scratch, &all);
	tir_walk_stmts(&f->body, note_stmt, &w);
	ask_all(&w);
	if (all.whole && w.left)
		note_windows(&w, &all, n.nbuffers, again);
	arena_free(&w.scratch);
	return again;
}
