/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lowering/hexagon/late/short_rows.c: vectors that do not fill their last register, in memory.
 *
 * Idea.    LLVM 22 moves such a vector in words, 49 halves in 46 packets.  Its pass hexagon-vc makes whole lines of several that
 *          lie beside each other, but not of one alone, nor across stores: it does not know any more where these begin.
 *          The last register of a store starts earlier, where a whole one lies before it, and stores some lanes twice.  Else it
 *          is masked, which takes 6 packets where it is not aligned.  A load is put together from the line in which the first byte lies and that
 *          in which the last one lies, 3 packets; both lines hold a byte of it, so they may be read.
 * Needs    IR after LLVM's passes; for loads, behind load_order.c: its stops say what hexagon-vc does not join.
 * Keeps    values.  A second run finds neither.
 * Leaves alone  what hexagon-vc joins, if it lies no farther than a line away; what LLVM keeps in scalar registers; half a
 *          register, for which it has instructions; a rest of two words.
 * Costs    O(loads and stores * MAX_STEPS). */
#include <llvm/Config/llvm-config.h>

#include "lowering/hexagon/late/touched.h"

enum {
	LINE = TARGET_HVX_BYTES,
	HALF = LINE / 2,
	SCALAR =
	        32, /* bytes that LLVM keeps in scalar registers; more become vectors of half a line */
	WORDS = 8, /* bytes */
	MOST = 16, /* registers of a vector */
	MAX_STEPS = 512,
};

/* ---- A vector in memory ------------------------------------------------------------------*/
struct row {
	LLVMTypeRef line; /* the type of one register */
	unsigned lanes;
	unsigned each;  /* lanes of a register */
	unsigned whole; /* registers that are full */
	unsigned rest;  /* lanes of the last one */
	unsigned align;
};

/* Is t a vector that does not fill its last register, and that LLVM would move in words? */
static bool read_row(LLVMTypeRef t, struct row *r)
{
	if (LLVMGetTypeKind(t) != LLVMVectorTypeKind ||
	        LLVMGetTypeKind(LLVMGetElementType(t)) != LLVMIntegerTypeKind)
		return false;
	unsigned bytes = LLVMGetIntTypeWidth(LLVMGetElementType(t)) / 8;
	if (bytes != 1 && bytes != 2 && bytes != 4)
		return false;
	r->lanes = LLVMGetVectorSize(t);
	r->each = LINE / bytes;
	r->line = LLVMVectorType(LLVMGetElementType(t), r->each);
	r->whole = r->lanes / r->each;
	r->rest = r->lanes % r->each;
	unsigned all = r->lanes * bytes;
	return all > SCALAR && all != HALF && r->rest * bytes > WORDS && r->whole < MOST;
}

/* Does hexagon-vc, which joins vectors of more than half a register, take t for one? */
static bool is_for_groups(LLVMTypeRef t)
{
	struct row r;
	return LLVMGetTypeKind(t) == LLVMVectorTypeKind &&
	       LLVMGetTypeKind(LLVMGetElementType(t)) == LLVMIntegerTypeKind &&
	       (!read_row(t, &r) || r.whole || r.rest > r.each / 2);
}

/* ---- Will LLVM join it with another one? -------------------------------------------------*/
struct moved {
	struct lower_touched to;
	LLVMTypeRef type;
	bool loads;
};

static bool read_access(LLVMTargetDataRef layout, LLVMValueRef v, struct moved *out)
{
	out->loads = lower_is_op(v, LLVMLoad);
	if (!out->loads && !lower_is_op(v, LLVMStore))
		return false;
	out->type = LLVMTypeOf(out->loads ? v : LLVMGetOperand(v, 0));
	return out->loads ? lower_loads(layout, v, &out->to) : lower_stores(layout, v, &out->to);
}

/* Whole registers are stored as they are: only short ones are joined. */
static bool joins(const struct moved *a, const struct moved *b)
{
	struct row r;
	int32_t distance;
	return a->loads == b->loads && is_for_groups(b->type) &&
	       (a->loads || read_row(b->type, &r)) && lower_distance(&a->to, &b->to, &distance) &&
	       distance >= -LINE - (int64_t)b->to.bytes && distance <= LINE + (int64_t)a->to.bytes;
}

/* May LLVM think that v, beside a, touches what a touches? */
static bool hinders(LLVMTargetDataRef layout, const struct moved *a, LLVMValueRef v)
{
	struct lower_touched x;
	if (lower_calls(v, "llvm.sideeffect") || lower_is_empty_asm(v))
		return true;
	return (lower_may_write(layout, v, &x) || (!a->loads && lower_loads(layout, v, &x))) &&
	       lower_may_be_near(&a->to, &x);
}

static bool is_joined(LLVMTargetDataRef layout, const struct moved *a, LLVMValueRef v,
        LLVMValueRef (*next)(LLVMValueRef))
{
	struct moved b;
	int steps = MAX_STEPS;
	for (v = next(v); v && steps; v = next(v), steps--) {
		if (read_access(layout, v, &b) && joins(a, &b))
			return true;
		if (hinders(layout, a, v))
			return false;
	}
	return false;
}

/* The vector that v loads or stores, if LLVM would move it in words. */
static bool finds_row(struct before_codegen *c, LLVMValueRef v, struct row *r)
{
	LLVMTargetDataRef layout = LLVMGetModuleDataLayout(c->mod);
	struct moved a;
	if (!c->vectors || !read_access(layout, v, &a) || !read_row(a.type, r) ||
	        LLVMGetVolatile(v) || LLVMGetOrdering(v) != LLVMAtomicOrderingNotAtomic)
		return false;
	r->align = LLVMGetAlignment(v) < LINE ? LLVMGetAlignment(v) : LINE;
	LLVMPositionBuilderBefore(c->b, v);
	return !is_for_groups(a.type) || (!is_joined(layout, &a, v, LLVMGetPreviousInstruction) &&
	                                         !is_joined(layout, &a, v, LLVMGetNextInstruction));
}

/* ---- Pieces of vectors -------------------------------------------------------------------*/
static LLVMTypeRef word_type(struct before_codegen *c)
{
	return LLVMInt32TypeInContext(LLVMGetModuleContext(c->mod));
}

/* Lanes [from, from + n) of a and b side by side; those from `end` on are any. */
static LLVMValueRef lanes_of(struct before_codegen *c, LLVMValueRef a, LLVMValueRef b,
        unsigned from, unsigned n, unsigned end)
{
	LLVMValueRef lane[MOST * LINE];
	LLVMTypeRef word = word_type(c);
	for (unsigned i = 0; i < n; i++)
		lane[i] = from + i < end ? LLVMConstInt(word, from + i, false)
		                         : LLVMGetPoison(word);
	b = b ? b : LLVMGetPoison(LLVMTypeOf(a));
	return LLVMBuildShuffleVector(c->b, a, b, LLVMConstVector(lane, n), "");
}

static LLVMValueRef behind(struct before_codegen *c, LLVMValueRef p, unsigned bytes)
{
	LLVMValueRef by = LLVMConstInt(word_type(c), bytes, false);
	LLVMTypeRef byte = LLVMInt8TypeInContext(LLVMGetModuleContext(c->mod));
	return bytes ? LLVMBuildGEP2(c->b, byte, p, &by, 1, "") : p;
}

/* ---- Stores ------------------------------------------------------------------------------*/
/* True in the first r->rest lanes: an instruction makes it, where LLVM would load a constant. */
static LLVMValueRef first_lanes(struct before_codegen *c, const struct row *r)
{
	LLVMTypeRef bit = LLVMInt1TypeInContext(LLVMGetModuleContext(c->mod));
	LLVMTypeRef types[] = {LLVMVectorType(bit, r->each), LLVMVectorType(bit, LINE)};
	LLVMValueRef bytes = LLVMConstInt(word_type(c), r->rest * (LINE / r->each), false);
	LLVMValueRef mask = lower_late_hvx(c, TARGET_SCALAR2, &bytes);
	return r->each == LINE ? mask
	                       : lower_late_call(c, "llvm.hexagon.V6.pred.typecast.128B", types, 2,
	                                 &mask, 1);
}

/* Store the first r->rest lanes of a register. */
static void store_masked(struct before_codegen *c, const struct row *r, LLVMValueRef v,
        LLVMValueRef p)
{
	enum { P = 2 }; /* the number of the pointer, of attributes */
	LLVMTypeRef types[] = {r->line, LLVMTypeOf(p)};
	LLVMValueRef mask = first_lanes(c, r);
#if LLVM_VERSION_MAJOR < 22 /* takes the alignment as an operand */
	LLVMValueRef align = LLVMConstInt(word_type(c), r->align, false);
	lower_late_call(c, "llvm.masked.store", types, 2, (LLVMValueRef[]){v, p, align, mask},
	        P + 2);
#else
	LLVMSetInstrParamAlignment(lower_late_call(c, "llvm.masked.store", types, 2,
	                                   (LLVMValueRef[]){v, p, mask}, P + 1),
	        P, r->align);
#endif
}

/* Store a whole register's lanes of v, from lane `from` on. */
static void store_register(struct before_codegen *c, const struct row *r, LLVMValueRef v,
        LLVMValueRef p, unsigned from)
{
	unsigned at = from * (LINE / r->each), lowest = at & -at;
	LLVMValueRef part = lanes_of(c, v, NULL, from, r->each, r->lanes);
	LLVMSetAlignment(LLVMBuildStore(c->b, part, behind(c, p, at)),
	        at && lowest < r->align ? lowest : r->align);
}

/* Does LLVM compute v lane by lane, in scalar registers? */
static bool is_in_scalars(LLVMValueRef v)
{
	return lower_is_op(v, LLVMInsertElement) || lower_divides(v);
}

void lower_store_short(struct before_codegen *c, LLVMValueRef store)
{
	struct row r;
	if (!lower_is_op(store, LLVMStore) || is_in_scalars(LLVMGetOperand(store, 0)) ||
	        !finds_row(c, store, &r))
		return;
	LLVMValueRef v = LLVMGetOperand(store, 0), p = LLVMGetOperand(store, 1);
	for (unsigned i = 0; i < r.whole; i++)
		store_register(c, &r, v, p, i * r.each);
	if (r.whole && r.align < LINE)
		store_register(c, &r, v, p, r.lanes - r.each);
	else
		store_masked(c, &r, lanes_of(c, v, NULL, r.whole * r.each, r.each, r.lanes),
		        behind(c, p, r.whole * LINE));
	LLVMInstructionEraseFromParent(store);
}

/* ---- Loads -------------------------------------------------------------------------------*/
/* The line that the byte at this address, a number, lies in. */
static LLVMValueRef line_at(struct before_codegen *c, LLVMValueRef address)
{
	LLVMTypeRef word = word_type(c);
	LLVMValueRef mask = LLVMConstNeg(LLVMConstInt(word, LINE, false));
	LLVMTypeRef pointer = LLVMPointerTypeInContext(LLVMGetModuleContext(c->mod), 0);
	address = LLVMBuildIntToPtr(c->b, LLVMBuildAnd(c->b, address, mask, ""), pointer, "");
	LLVMValueRef load = LLVMBuildLoad2(c->b, LLVMVectorType(word, LINE / 4), address, "");
	LLVMSetAlignment(load, LINE);
	return load;
}

/* A register of which r->rest lanes lie at p. */
static LLVMValueRef load_rest(struct before_codegen *c, const struct row *r, LLVMValueRef p)
{
	LLVMTypeRef word = word_type(c);
	LLVMValueRef first = LLVMBuildPtrToInt(c->b, p, word, "");
	LLVMValueRef last = LLVMConstInt(word, r->rest * (LINE / r->each) - 1, false);
	LLVMValueRef v = line_at(c, first);
	last = LLVMBuildAdd(c->b, first, last, "");
	if (r->align < LINE)
		v = LOWER_LATE_HVX(c, TARGET_VALIGNB, line_at(c, last), v, first);
	return LLVMBuildBitCast(c->b, v, r->line, "");
}

void lower_load_short(struct before_codegen *c, LLVMValueRef load)
{
	struct row r;
	LLVMValueRef line[MOST];
	if (!lower_is_op(load, LLVMLoad) || !finds_row(c, load, &r))
		return;
	LLVMValueRef p = LLVMGetOperand(load, 0);
	for (unsigned i = 0; i < r.whole; i++) {
		line[i] = LLVMBuildLoad2(c->b, r.line, behind(c, p, i * LINE), "");
		LLVMSetAlignment(line[i], r.align);
	}
	line[r.whole] = load_rest(c, &r, behind(c, p, r.whole * LINE));
	unsigned n = r.whole + 1;
	for (unsigned lanes = 2 * r.each; n > 2; n = (n + 1) / 2, lanes *= 2)
		for (unsigned i = 0; i < n; i += 2)
			line[i / 2] = lanes_of(c, line[i], i + 1 < n ? line[i + 1] : NULL, 0, lanes,
			        lanes);
	lower_replace(load, lanes_of(c, line[0], n > 1 ? line[1] : NULL, 0, r.lanes, r.lanes));
}
