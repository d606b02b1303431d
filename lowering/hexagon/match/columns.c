/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lowering/hexagon/match/columns.c: sums of products of bytes, lane by lane.
 *
 * Idea.   HVX multiplies the four bytes of a word by those of another one, and adds them up, in one instruction (vrmpy). Four
 *         products of bytes that are added lane by lane become that: bytes of four registers are put side by side in the words
 *         of four others (vshuff). The sum of (a + z) * w is that of a * w, and of z * w, which is the same in all iterations
 *         where the w are. A sum or 0 by a mask is the sum of products of bytes or 0. A sum's products are kept beside its name, so a sum of many statements is one.
 *         Bytes that are added as they are become sums of 16 bits, even and odd lanes apart, and are widened once.
 * Needs   128 lanes of 32 bits, or 64 where there are no products; sums of 32 bits, whose order is no matter, for they wrap.
 * Keeps   every bit: a product of two bytes, and four of them, fit 32 bits.
 * Costs   the products of a sum, for each name of a part of it; LLVM drops what is not used. */
#include "lowering/hexagon/halves.h"

enum { LANES = 128, WORDS = 32, BYTES = 4, MOST = 16, LEAST = 3, MAX_DEPTH = 64 };

/* Bytes, widened, plus a number. */
struct lower_bytes {
	LLVMValueRef v;
	bool no_sign, periodic; /* its words of 32 lanes are all the same */
	int64_t zero;
};
struct product {
	struct lower_bytes a, w; /* w has no zero; its v NULL: a alone */
};
struct lower_columns {
	bool alone;        /* bytes, not products */
	LLVMValueRef rest; /* what else is added; NULL: nothing */
	uint32_t n;
	struct product product[MOST];
};

static bool may(const struct lower *l, struct tir_type t)
{
	return l->hexagon->columns && l->side == LOWER_PLAIN && t.code == TIR_TYPE_INT &&
	       t.bits == 32 && (t.lanes == LANES || t.lanes == LANES / 2);
}

static bool is_bytes(struct tir_type t)
{
	return tir_is_int(t) && t.bits == 8 && (t.lanes == LANES || t.lanes == LANES / 2);
}

void lower_columns_survey(struct lower *l)
{
	l->hexagon->columns = NULL;
	if (!target_has_hvx(l->hvx))
		return;
	l->hexagon->columns = ARENA_NEWN(l->arena, struct lower_columns *, l->m->nvars);
	l->hexagon->bytes = ARENA_NEWN(l->arena, struct lower_bytes *, l->m->nvars);
}

/* ---- Operands ----------------------------------------------------------------------------*/
static bool constant(const struct tir_expr *e, int64_t *out)
{
	const struct tir_expr *s = e->op == TIR_BROADCAST ? e->arg[0] : e;
	*out = s->op == TIR_INT_IMM ? s->u.i : 0;
	return s->op == TIR_INT_IMM;
}

/* Of a value: does each lane come again after a register's worth of words? */
static int64_t is_periodic(const struct tir_expr *x)
{
	if (x->op != TIR_SHUFFLE || x->type.lanes != LANES)
		return false;
	for (uint32_t i = WORDS; i < LANES; i++)
		if (x->arg[x->u.nvectors + i]->u.i != x->arg[x->u.nvectors + i % WORDS]->u.i)
			return false;
	return true;
}

static bool read_bytes(struct lower *l, const struct tir_expr *e, struct lower_bytes *out)
{
	int64_t zero;
	if (e->op == TIR_VAR && l->hexagon->bytes[e->u.var->id]) {
		*out = *l->hexagon->bytes[e->u.var->id];
		return true;
	}
	if (e->op == TIR_ADD && constant(e->arg[1], &zero) && zero >= -127 && zero <= 127 &&
	        e->arg[0]->op == TIR_CAST && read_bytes(l, e->arg[0], out)) {
		out->zero = zero;
		return true;
	}
	if (e->op != TIR_CAST || !lower_pairs_is_bytes(e->arg[0]->type))
		return false;
	*out = (struct lower_bytes){lower_expr(l, e->arg[0]), e->arg[0]->type.code == TIR_TYPE_UINT,
	        lower_known(l, e->arg[0], is_periodic), 0};
	return true;
}

/* Could it be bytes, widened? */
static bool looks_like_bytes(const struct lower *l, const struct tir_expr *e)
{
	if (e->op == TIR_VAR)
		return l->hexagon->bytes[e->u.var->id] != NULL;
	e = e->op == TIR_ADD ? e->arg[0] : e;
	return e->op == TIR_CAST && lower_pairs_is_bytes(e->arg[0]->type);
}

/* Lanes that the mask does not name become 0. */
static void leave_out(struct lower *l, struct lower_bytes *x, const struct tir_expr *mask)
{
	LLVMTypeRef byte = LLVMInt8TypeInContext(l->ctx);
	LLVMValueRef none[LANES];
	for (uint32_t i = 0; i < mask->type.lanes; i++)
		none[i] = LLVMConstInt(byte, (uint64_t)-x->zero & 255, false);
	x->v = LLVMBuildSelect(l->b, lower_expr(l, mask), x->v,
	        LLVMConstVector(none, mask->type.lanes), "");
	x->periodic = false;
}

const struct tir_expr *lower_product_in(const struct tir_expr *e)
{
	bool widens = e->op == TIR_CAST && e->arg[0]->op == TIR_MUL && e->arg[0]->type.bits == 16;
	return widens ? e->arg[0] : e;
}

/* Is each product of such bytes a number of the type? */
static bool fits(struct tir_type t, const struct lower_bytes *x, const struct lower_bytes *y)
{
	int64_t lo = (x->no_sign ? 0 : -128) + x->zero, hi = (x->no_sign ? 255 : 127) + x->zero;
	int64_t least = y->no_sign ? 0 : -128, most = y->no_sign ? 255 : 127;
	int64_t a = lo * most < hi * least ? lo * most : hi * least;
	int64_t b = lo * least > hi * most ? lo * least : hi * most;
	bool is_signed = t.code == TIR_TYPE_INT;
	return t.bits > 16 ||
	       (a >= (is_signed ? INT16_MIN : 0) && b <= (is_signed ? INT16_MAX : UINT16_MAX));
}

/* Leave the product out in lanes that the mask does not name; false: no byte plus its number is 0. */
static bool mask_product(struct lower *l, struct product *p, const struct tir_expr *mask)
{
	if (p->a.no_sign && p->a.zero > 0)
		return false;
	leave_out(l, &p->a, mask);
	return true;
}

/* x * y, in lanes that the mask names (NULL: all); elsewhere nothing. */
static bool read_product(struct lower *l, const struct tir_expr *e, const struct tir_expr *mask,
        struct product *out)
{
	struct lower_bytes x, y;
	e = lower_product_in(e);
	if (e->op != TIR_MUL || !looks_like_bytes(l, e->arg[0]) ||
	        !looks_like_bytes(l, e->arg[1]) || !read_bytes(l, e->arg[0], &x) ||
	        !read_bytes(l, e->arg[1], &y) || (x.zero && y.zero))
		return false;
	*out = y.zero ? (struct product){y, x} : (struct product){x, y};
	return fits(e->type, &out->a, &out->w) && (!mask || mask_product(l, out, mask));
}

/* A byte, widened, in lanes that the mask names. */
static bool read_alone(struct lower *l, const struct tir_expr *e, const struct tir_expr *mask,
        struct product *out)
{
	if (e->op != TIR_CAST || !is_bytes(e->arg[0]->type))
		return false;
	*out = (struct product){
	        .a = {lower_expr(l, e->arg[0]), e->arg[0]->type.code == TIR_TYPE_UINT, false, 0}};
	if (mask)
		leave_out(l, &out->a, mask);
	return true;
}

/* ---- Sums --------------------------------------------------------------------------------*/
static const struct tir_expr *unmasked(const struct tir_expr *e, const struct tir_expr **mask)
{
	int64_t zero;
	*mask = NULL;
	if (e->op != TIR_SELECT || !constant(e->arg[2], &zero) || zero != 0 ||
	        e->arg[0]->type.lanes != e->type.lanes)
		return e;
	*mask = e->arg[0];
	return e->arg[1];
}

/* How many products, or bytes alone, are there, perhaps? */
static uint32_t count(const struct lower *l, const struct tir_expr *e, bool alone)
{
	const struct tir_expr *mask;
	if (e->depth > MAX_DEPTH)
		return 0;
	e = unmasked(e, &mask);
	if (e->op == TIR_ADD)
		return count(l, e->arg[0], alone) + count(l, e->arg[1], alone);
	if (e->op == TIR_VAR) {
		const struct lower_columns *c = l->hexagon->columns[e->u.var->id];
		return c && c->alone == alone ? c->n : 0;
	}
	if (alone)
		return e->op == TIR_CAST && is_bytes(e->arg[0]->type);
	e = lower_product_in(e);
	return e->op == TIR_MUL && looks_like_bytes(l, e->arg[0]) && looks_like_bytes(l, e->arg[1]);
}

/* Add v, in lanes that the mask names (NULL: all). */
static void add_rest(struct lower *l, struct lower_columns *c, LLVMValueRef v,
        const struct tir_expr *mask)
{
	if (mask)
		v = LLVMBuildSelect(l->b, lower_expr(l, mask), v, LLVMConstNull(LLVMTypeOf(v)), "");
	c->rest = c->rest ? LLVMBuildAdd(l->b, c->rest, v, "") : v;
}

static bool add_product(struct lower_columns *c, const struct product *p)
{
	const struct product *first = &c->product[0];
	if (c->n == MOST ||
	        (c->n && (p->a.no_sign != first->a.no_sign || p->w.no_sign != first->w.no_sign)))
		return false;
	c->product[c->n++] = *p;
	return true;
}

/* Add what a name stands for, in lanes that the mask names (NULL: all). */
static bool add_part(struct lower *l, struct lower_columns *c, const struct lower_columns *part,
        const struct tir_expr *mask)
{
	for (uint32_t i = 0; i < part->n; i++) {
		struct product p = part->product[i];
		if ((mask && !mask_product(l, &p, mask)) || !add_product(c, &p))
			return false;
	}
	if (part->rest)
		add_rest(l, c, part->rest, mask);
	return true;
}

/* Add e, in lanes that the mask names (NULL: all). */
static bool collect(struct lower *l, struct lower_columns *c, const struct tir_expr *e,
        const struct tir_expr *mask)
{
	const struct tir_expr *x = mask ? e : unmasked(e, &mask);
	const struct lower_columns *part = NULL;
	struct product p;
	if (x->op == TIR_ADD && x->depth <= MAX_DEPTH)
		return collect(l, c, x->arg[0], mask) && collect(l, c, x->arg[1], mask);
	if (x->op == TIR_VAR)
		part = l->hexagon->columns[x->u.var->id];
	if (part && part->alone == c->alone)
		return add_part(l, c, part, mask);
	if (c->alone ? read_alone(l, x, mask, &p) : read_product(l, x, mask, &p))
		return add_product(c, &p);
	add_rest(l, c, lower_expr(l, x), mask);
	return true;
}

/* ---- Instructions ------------------------------------------------------------------------*/
/* Words of the bytes of up to four registers; NULL: zeros. */
static void words_of(struct lower *l, const LLVMValueRef v[BYTES], LLVMValueRef out[BYTES])
{
	LLVMValueRef zeros = LLVMConstNull(LLVMTypeOf(v[0])), low[2], high[2] = {zeros, zeros};
	lower_hvx_zip(l, v[0], v[1] ? v[1] : zeros, 1, low);
	if (v[2])
		lower_hvx_zip(l, v[2], v[3] ? v[3] : zeros, 1, high);
	for (unsigned i = 0; i < 2; i++)
		lower_hvx_zip(l, low[i], high[i], 2, out + 2 * i);
}

static LLVMValueRef multiply(struct lower *l, LLVMValueRef acc, LLVMValueRef a, bool a_no_sign,
        LLVMValueRef w, bool w_no_sign)
{
	bool swap = w_no_sign && !a_no_sign; /* the unsigned one first */
	LLVMValueRef x[3] = {acc, swap ? w : a, swap ? a : w};
	return lower_hvx(l,
	        a_no_sign && w_no_sign   ? TARGET_VRMPYUBV_ACC
	        : a_no_sign || w_no_sign ? TARGET_VRMPYBUSV_ACC
	                                 : TARGET_VRMPYBV_ACC,
	        x);
}

/* The four numbers that are added to bytes, again and again; NULL: they are all 0. */
static LLVMValueRef zeros_of(struct lower *l, const struct product *p, uint32_t n)
{
	LLVMTypeRef byte = LLVMInt8TypeInContext(l->ctx);
	LLVMValueRef v[LANES];
	bool any = false;
	for (uint32_t i = 0; i < LANES; i++) {
		int64_t z = i % BYTES < n ? p[i % BYTES].a.zero : 0;
		any |= z != 0;
		v[i] = LLVMConstInt(byte, (uint64_t)z & 255, false);
	}
	return any ? LLVMConstVector(v, LANES) : NULL;
}

struct group {
	LLVMValueRef a[BYTES], w[BYTES], zeros;
};

static void make_group(struct lower *l, const struct product *p, uint32_t n, struct group *g)
{
	LLVMValueRef a[BYTES] = {NULL}, w[BYTES] = {NULL};
	bool periodic = true;
	for (uint32_t i = 0; i < n; i++) {
		a[i] = p[i].a.v;
		w[i] = p[i].w.v;
		periodic &= p[i].w.periodic;
	}
	words_of(l, a, g->a);
	words_of(l, w, g->w);
	for (uint32_t r = 1; r < BYTES && periodic; r++)
		g->w[r] = g->w[0];
	g->zeros = zeros_of(l, p, n);
}

static LLVMValueRef build(struct lower *l, const struct lower_columns *c)
{
	LLVMTypeRef word = LLVMInt32TypeInContext(l->ctx);
	struct group group[MOST / BYTES];
	LLVMValueRef acc[BYTES];
	uint32_t ngroups = (c->n + BYTES - 1) / BYTES, done = 0;
	for (uint32_t i = 0; i < ngroups; i++) { /* as many in each */
		uint32_t n = (c->n - done + ngroups - i - 1) / (ngroups - i);
		make_group(l, &c->product[done], n, &group[i]);
		done += n;
	}
	bool a = c->product[0].a.no_sign, w = c->product[0].w.no_sign;
	for (uint32_t r = 0; r < BYTES; r++) {
		acc[r] = c->rest ? lower_lanes(l, c->rest, NULL, r * WORDS, WORDS)
		                 : LLVMConstNull(LLVMVectorType(word, WORDS));
		for (uint32_t i = 0; i < ngroups; i++)
			if (group[i].zeros)
				acc[r] = multiply(l, acc[r], group[i].w[r], w, group[i].zeros,
				        false);
		for (uint32_t i = 0; i < ngroups; i++)
			acc[r] = multiply(l, acc[r], group[i].a[r], a, group[i].w[r], w);
	}
	for (uint32_t r = 0; r < BYTES; r += 2)
		acc[r] = lower_lanes(l, acc[r], acc[r + 1], 0, 2 * WORDS);
	return lower_lanes(l, acc[0], acc[2], 0, LANES);
}

/* Bytes that are added as they are: 16 bits, even lanes, then odd ones. */
static LLVMValueRef add_up(struct lower *l, const struct lower_columns *c, uint32_t lanes)
{
	bool no_sign = c->product[0].a.no_sign;
	LLVMValueRef acc = NULL, v[3] = {NULL}, ones[LANES], none = NULL;
	for (uint32_t i = 0; i < LANES; i++)
		ones[i] = LLVMConstInt(LLVMInt8TypeInContext(l->ctx), 1, false);
	for (uint32_t i = 0; i < c->n; i += no_sign ? 2 : 1) {
		LLVMValueRef x = c->product[i].a.v;
		v[1] = lanes == LANES ? x : lower_lanes(l, x, x, 0, LANES);
		none = LLVMConstNull(LLVMTypeOf(v[1]));
		x = no_sign && i + 1 < c->n ? c->product[i + 1].a.v : none;
		v[2] = !no_sign                      ? LLVMConstVector(ones, LANES)
		       : x == none || lanes == LANES ? x
		                                     : lower_lanes(l, x, x, 0, LANES);
		v[0] = acc;
		acc = lower_hvx_sum(l, no_sign ? TARGET_VADDUBH : TARGET_VMPYBV, v);
	}
	return acc;
}

/* The same, in order, widened. */
static LLVMValueRef build_alone(struct lower *l, const struct lower_columns *c, uint32_t lanes)
{
	bool no_sign = c->product[0].a.no_sign;
	LLVMTypeRef wide = LLVMVectorType(LLVMInt32TypeInContext(l->ctx), lanes);
	LLVMValueRef acc = add_up(l, c, lanes), high = lower_hvx_half(l, acc, true);
	acc = lower_hvx_exchange(l, false, high, lower_hvx_half(l, acc, false), -2);
	if (lanes < LANES)
		acc = lower_lanes(l, acc, NULL, 0, lanes);
	acc = no_sign ? LLVMBuildZExt(l->b, acc, wide, "") : LLVMBuildSExt(l->b, acc, wide, "");
	return c->rest ? LLVMBuildAdd(l->b, acc, c->rest, "") : acc;
}

/* The products of e, or the bytes alone; false: there are fewer than `least`. */
static bool read_sum(struct lower *l, const struct tir_expr *e, uint32_t least,
        struct lower_columns *c)
{
	*c = (struct lower_columns){.rest = NULL};
	if (e->type.lanes < LANES || count(l, e, false) < least) {
		c->alone = true;
		if (count(l, e, true) < least ||
		        !target_has_instruction(l->hvx, TARGET_VADDUBH_ACC))
			return false;
	}
	return collect(l, c, e, NULL) && c->n >= least;
}

static LLVMValueRef build_sum(struct lower *l, const struct lower_columns *c, uint32_t lanes)
{
	return c->alone ? build_alone(l, c, lanes) : build(l, c);
}

LLVMValueRef lower_column_sum(struct lower *l, const struct tir_expr *e)
{
	struct lower_columns c;
	if (e->op != TIR_ADD || !may(l, e->type) || !read_sum(l, e, LEAST, &c))
		return NULL;
	return build_sum(l, &c, e->type.lanes);
}

LLVMValueRef lower_column_pairs(struct lower *l, const struct tir_expr *e)
{
	struct lower_columns c;
	if (e->op != TIR_ADD || !may(l, e->type) || e->type.lanes != LANES ||
	        !read_sum(l, e, LEAST, &c) || !c.alone || c.product[0].a.no_sign ||
	        (c.rest && !LLVMIsNull(c.rest)))
		return NULL;
	return add_up(l, &c, LANES);
}

LLVMValueRef lower_column_bind(struct lower *l, const struct tir_stmt *s)
{
	const struct tir_expr *e = tir_as_bind(s)->value.e;
	uint32_t id = tir_as_bind(s)->var->id;
	struct lower_bytes bytes;
	struct lower_columns c;
	if (!may(l, e->type))
		return NULL;
	if (e->type.lanes == LANES && looks_like_bytes(l, e) && read_bytes(l, e, &bytes))
		l->hexagon->bytes[id] = arena_copy(l->arena, &bytes, sizeof bytes);
	if (lower_product_in(e)->op == TIR_CAST || !read_sum(l, e, 1, &c))
		return NULL;
	l->hexagon->columns[id] = arena_copy(l->arena, &c, sizeof c);
	return c.n < LEAST ? NULL : build_sum(l, &c, e->type.lanes);
}
