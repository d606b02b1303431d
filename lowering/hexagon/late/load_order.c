/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lowering/hexagon/late/load_order.c: loads and stores that LLVM's pass hexagon-vc would put into another order.
 *
 * The pass (LLVM 22) looks at one block at a time.  A group is loads, or stores, at constant distances.  (1) Loads move up to the
 *          first load of their group, over stores that do not overlap them.  (2) Stores move down to the last store of
 *          their group, over what does not overlap them, by the order before (1).  (3) A group of loads is read anew as whole
 *          lines.  A line is loaded where the first user of its loads stands; a user in another block stands at the end
 *          of this one.  If a store between the group and that place may overlap the line, it is loaded with the group.
 *          Its faults: what (1) and (2) move is not compared.  The last line, which is loaded only if the group is not aligned,
 *          stays where the first user is, whatever is stored before.  Loads that only phis of their block use are lost.
 * Idea.    (a) Right behind a load of a vector stands a `freeze`, which is its first user and costs no instruction, if a store that
 *          may overlap the load, or the block's end, comes before its first user.  Stores and masked loads that use the
 *          load do not count as users: they move.  (b) Between a store S and a later load L that may overlap it stands a
 *          call of `llvm.sideeffect`, which the pass moves nothing across and which becomes no instruction, if between S and L
 *          there are a load A that may be of L's group and, behind it, a store B that may be of S's group.
 *          (c) Rows that share no line, of which each one would be made of two lines and a valign, are loaded as they are: between
 *          them stands such a call, too.  So it is where the lines of all would fill the registers; else lines are as good.
 * Enough.  Order.  Loads go up and stores down, each over what does not overlap it.  Two that overlap and of which one moves keep
 *          their order: the pass compares these.  A load before a store keeps it: they move apart.  A store S and a load
 *          L behind it change places only if S goes down to a store B and L up to a load A, with A before B.  S does not pass
 *          L, so B is before L; L does not pass S, so A is behind S.  The text has S, A, B, L: that is (b).
 *          Lines.  Let the last line hold a part of load X.  It is loaded before all users of X, and X stands with its group.
 *          No store between the group's place and where X was overlaps X: X has passed them.  None between there and X's
 *          first user does: that is (a).  A store from above is none of these, as order is kept.  So the line has what X would
 *          load.  What uses X may go up only: stores go down, a masked load is written anew where it is used.
 *          No load is lost: a `freeze` is no phi.  `test/moved_accesses.py` tries all this on a model of the pass.
 * Needs    IR after LLVM's passes.  What may join blocks before hexagon-vc joins a block with its only successor.
 * Keeps    values.  A second run finds what the first one wrote.
 * Leaves alone  functions without vectors in memory; (a): loads of scalars, which become no lines.
 * Costs    O(loads * (MAX_STEPS + MAX_ACCESSES)).  Of packets: docs/hexagon.md.
 * Wrong if a pass before hexagon-vc takes the `freeze` away: the load may not say that it is never undefined. */
#include "lowering/hexagon/late/touched.h"

#include <stdlib.h>

enum { MAX_STEPS = 512, MAX_ACCESSES = 256, MAX_ROWS = 64, REGISTERS = 32 };

/* ---- Loads and their first users ---------------------------------------------------------*/
static bool is_used_by(LLVMValueRef v, LLVMValueRef user)
{
	for (int i = 0; i < LLVMGetNumOperands(user); i++)
		if (LLVMGetOperand(user, (unsigned)i) == v)
			return true;
	return false;
}

/* Does one block alone follow v's?  Before hexagon-vc LLVM may make one of both. */
static bool may_join(LLVMValueRef v)
{
	LLVMValueRef end = LLVMGetBasicBlockTerminator(LLVMGetInstructionParent(v));
	return LLVMGetNumSuccessors(end) == 1;
}

/* May a store that overlaps the load, or the end of its block, come before the first user that does not move? */
static bool is_used_late(LLVMTargetDataRef layout, LLVMValueRef load)
{
	struct lower_touched x, y;
	bool used = false;
	lower_loads(layout, load, &x);
	LLVMValueRef v = LLVMGetNextInstruction(load);
	for (int steps = MAX_STEPS; v && steps; v = LLVMGetNextInstruction(v), steps--) {
		bool uses = is_used_by(load, v);
		used |= uses;
		if (uses && !lower_loads(layout, v, &y) && !lower_stores(layout, v, &y))
			return false;
		if (!uses && lower_may_write(layout, v, &y) && lower_may_overlap(&x, &y))
			return true;
	}
	return v || !used || may_join(load);
}

static void forget_noundef(LLVMValueRef load)
{
	static const char name[] = "noundef";
	LLVMContextRef ctx = LLVMGetTypeContext(LLVMTypeOf(load));
	LLVMSetMetadata(load, LLVMGetMDKindIDInContext(ctx, name, sizeof name - 1), NULL);
}

static void freeze(struct before_codegen *c, LLVMValueRef load)
{
	LLVMPositionBuilderBefore(c->b, LLVMGetNextInstruction(load));
	LLVMValueRef frozen = LLVMBuildFreeze(c->b, load, "");
	LLVMReplaceAllUsesWith(load, frozen);
	LLVMSetOperand(frozen, 0, load);
	forget_noundef(load);
}

static void freeze_late(struct before_codegen *c, LLVMTargetDataRef layout, LLVMValueRef load)
{
	struct lower_touched x;
	if (lower_vector_of(load) != LLVMVoidTypeKind && lower_loads(layout, load, &x) &&
	        LLVMGetFirstUse(load) && is_used_late(layout, load))
		freeze(c, load);
}

/* ---- Stores and the loads behind them ----------------------------------------------------*/
struct moving_access {
	struct lower_touched to;
	bool loads;
};

/* The loads and stores since the last stop that may move. */
struct accesses {
	LLVMTargetDataRef layout;
	struct moving_access at[MAX_ACCESSES];
	unsigned n;
};

/* Is there a store behind at[a] that may be of s's group? */
static bool has_store_behind(const struct accesses *x, unsigned a, const struct lower_touched *s)
{
	for (unsigned b = x->n; b > a + 1; b--)
		if (!x->at[b - 1].loads && lower_may_be_near(&x->at[b - 1].to, s))
			return true;
	return false;
}

/* May hexagon-vc let the load change places with a store before it? */
static bool may_cross(const struct accesses *x, const struct lower_touched *load)
{
	unsigned a = x->n; /* the first load that may be of its group, of those below at[i] */
	for (unsigned i = x->n; i-- > 0;) {
		const struct moving_access *before = &x->at[i];
		if (before->loads && lower_may_be_near(&before->to, load))
			a = i;
		else if (!before->loads && a < x->n && lower_may_overlap(&before->to, load) &&
		         has_store_behind(x, a, &before->to))
			return true;
	}
	return false;
}

static const char stop[] = "llvm.sideeffect";

static void build_stop(struct before_codegen *c, struct accesses *x, LLVMValueRef before)
{
	LLVMPositionBuilderBefore(c->b, before);
	lower_late_call(c, stop, NULL, 0, NULL, 0);
	x->n = 0;
}

static void keep_apart(struct before_codegen *c, struct accesses *x, LLVMValueRef v)
{
	struct moving_access a = {.loads = lower_loads(x->layout, v, &a.to)};
	if (lower_calls(v, stop) || lower_is_empty_asm(v))
		x->n = 0;
	if (!a.loads && !lower_stores(x->layout, v, &a.to))
		return;
	if (x->n == MAX_ACCESSES || (a.loads && may_cross(x, &a.to)))
		build_stop(c, x, v);
	x->at[x->n++] = a;
}

/* ---- Loads that share no line ------------------------------------------------------------*/
/* The vectors that a block loads before its first store and its first stop. */
struct rows {
	struct lower_touched to[MAX_ROWS];
	LLVMValueRef load[MAX_ROWS];
	unsigned n;
};

/* Are bytes of both in one line, at any address? */
static bool may_share_line(const struct lower_touched *a, const struct lower_touched *b)
{
	int32_t distance;
	if (!lower_distance(a, b, &distance))
		return false;
	int64_t bytes = distance < 0 ? (int64_t)b->bytes : (int64_t)a->bytes;
	return llabs((long long)distance) < bytes + TARGET_HVX_BYTES - 1;
}

static bool share_lines(const struct rows *r)
{
	for (unsigned i = 1; i < r->n; i++)
		for (unsigned j = 0; j < i; j++)
			if (may_share_line(&r->to[j], &r->to[i]))
				return true;
	return false;
}

static void find_rows(LLVMTargetDataRef layout, LLVMBasicBlockRef b, struct rows *r)
{
	struct lower_touched to;
	r->n = 0;
	for (LLVMValueRef v = LLVMGetFirstInstruction(b); v && r->n < MAX_ROWS;
	        v = LLVMGetNextInstruction(v)) {
		if (lower_calls(v, stop) || lower_is_empty_asm(v) ||
		        lower_may_write(layout, v, &to))
			return;
		if (lower_vector_of(v) != LLVMVoidTypeKind && lower_loads(layout, v, &r->to[r->n]))
			r->load[r->n++] = v;
	}
}

/* Would hexagon-vc make lines of load i and the one before it? */
static bool are_lines(const struct rows *r, unsigned i)
{
	int32_t distance;
	return lower_is_op(r->load[i], LLVMLoad) && r->to[i].bytes == TARGET_HVX_BYTES &&
	       LLVMGetAlignment(r->load[i]) < TARGET_HVX_BYTES &&
	       lower_distance(&r->to[i - 1], &r->to[i], &distance);
}

static void part_rows(struct before_codegen *c, LLVMTargetDataRef layout, LLVMBasicBlockRef b)
{
	struct rows r;
	find_rows(layout, b, &r);
	if (2 * r.n < REGISTERS || share_lines(&r))
		return;
	for (unsigned i = 1; i < r.n; i++) {
		if (!are_lines(&r, i))
			continue;
		LLVMPositionBuilderBefore(c->b, r.load[i]);
		lower_late_call(c, stop, NULL, 0, NULL, 0);
	}
}

/* ---- A function --------------------------------------------------------------------------*/
static bool is_vector_access(LLVMTargetDataRef layout, LLVMValueRef v)
{
	struct lower_touched x;
	if (lower_loads(layout, v, &x))
		return lower_vector_of(v) != LLVMVoidTypeKind;
	return lower_stores(layout, v, &x) &&
	       lower_vector_of(LLVMGetOperand(v, 0)) != LLVMVoidTypeKind;
}

static bool has_vectors(LLVMTargetDataRef layout, LLVMBasicBlockRef b)
{
	for (LLVMValueRef v = LLVMGetFirstInstruction(b); v; v = LLVMGetNextInstruction(v))
		if (is_vector_access(layout, v))
			return true;
	return false;
}

static bool goes_on_in(LLVMBasicBlockRef b, LLVMBasicBlockRef next)
{
	LLVMValueRef end = LLVMGetBasicBlockTerminator(b);
	return next && LLVMGetNumSuccessors(end) == 1 && LLVMGetSuccessor(end, 0) == next;
}

static void order_block(struct before_codegen *c, struct accesses *x, LLVMBasicBlockRef b)
{
	part_rows(c, x->layout, b);
	for (LLVMValueRef v = LLVMGetFirstInstruction(b), next; v; v = next) {
		next = LLVMGetNextInstruction(v);
		freeze_late(c, x->layout, v);
		keep_apart(c, x, v);
	}
	if (!goes_on_in(b, LLVMGetNextBasicBlock(b)))
		x->n = 0;
}

void lower_order_loads(struct before_codegen *c, LLVMValueRef f)
{
	struct accesses x = {.layout = LLVMGetModuleDataLayout(c->mod)};
	bool vectors = false;
	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
		vectors |= has_vectors(x.layout, b);
	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); vectors && b;
	        b = LLVMGetNextBasicBlock(b))
		order_block(c, &x, b);
}
