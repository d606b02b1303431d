/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* interp/call.c: T.something(...): what each builtin does.
 *
 * Idea.   Float functions go lane by lane through math.c; the rest is one switch.  What has no
 *         meaning outside its device is refused by name, at its statement. */
#include "interp/internal.h"

/* A call that is being run: lanes of operand k are reg[k][0..]. */
struct call {
	struct interp *in;
	const struct tir_expr *e;
	uint32_t n;
	const uint64_t **arg;
	uint64_t *out;
};

enum { MAX_ARGS = 256 };

static uint64_t cut(struct tir_type t, uint64_t v)
{
	return t.bits < 64 ? v & ((UINT64_C(1) << t.bits) - 1) : v;
}

static int64_t int_arg(const struct call *c, uint32_t k)
{
	return interp_signed(c->e->arg[k]->type, c->arg[k][0]);
}

/* Lane i of operand k; a scalar operand is the same in all lanes. */
static uint64_t lane_arg(const struct call *c, uint32_t k, unsigned i)
{
	return c->arg[k][c->e->arg[k]->type.lanes > 1 ? i : 0];
}

static const char *string_arg(const struct call *c, uint32_t k)
{
	bool is_string = k < c->e->n && c->e->arg[k]->op == TIR_STRING_IMM;
	return is_string ? c->e->arg[k]->u.str : NULL;
}

static const char *name_of(const struct call *c)
{
	return tir_call_name(c->in->entry->module, c->e);
}

static bool refuse(const struct call *c, const char *why)
{
	return interp_trap(c->in, "T.%s cannot be interpreted%s", name_of(c), why);
}

/* ---- lanes ------------------------------------------------------------------------------*/
static bool float_lanes(const struct call *c)
{
	enum tir_builtin b = (enum tir_builtin)c->e->u.call.builtin;
	struct tir_type t = tir_lanes(c->e->arg[0]->type, 1);
	for (unsigned i = 0; i < c->e->type.lanes; i++) {
		uint64_t v[3] = {0, 0, 0};
		for (uint32_t k = 0; k < c->n && k < 3; k++)
			v[k] = lane_arg(c, k, i);
		if (!interp_math(b, t, v, &c->out[i]))
			return refuse(c, " on this type");
	}
	return true;
}

/* v shifted by s bits as a 64-bit integer; more than all bits: what remains. */
static int64_t shifted(int64_t v, int64_t s)
{
	if (s >= 0)
		return s > 63 ? 0 : (int64_t)((uint64_t)v << s);
	return v >> (s < -63 ? 63 : -s);
}

/* Round x * y to a multiple of 2^right and divide by it. */
static uint64_t scaled(int64_t x, int64_t y, int64_t right)
{
	uint64_t product = (uint64_t)x * (uint64_t)y;
	return (uint64_t)shifted((int64_t)(product + (uint64_t)shifted(1, right - 1)), -right);
}

/* T.q_multiply_shift(x, y, q, s), see TVM's intrin_rule.cc. */
static uint64_t q_multiply_shift(const struct call *c, unsigned i)
{
	int64_t x = interp_signed(c->e->arg[0]->type, lane_arg(c, 0, i));
	int64_t y = interp_signed(c->e->arg[1]->type, lane_arg(c, 1, i));
	int64_t q = interp_signed(c->e->arg[2]->type, lane_arg(c, 2, i));
	int64_t s = interp_signed(c->e->arg[3]->type, lane_arg(c, 3, i));
	if (y == 1 << 30) { /* half: only shifts */
		int64_t e = s - 1;
		if (e > 0)
			return (uint64_t)shifted(x, e);
		int64_t bias = e < 0 ? shifted(1, -e - 1) : 0;
		return (uint64_t)shifted((int32_t)(uint32_t)((uint64_t)x + (uint64_t)bias), e);
	}
	return scaled(s > 0 ? shifted(x, s) : x, y, (s < 0 ? -s : 0) + q);
}

/* T.q_multiply_shift_per_axis(x, y, left, right, q, is_left, is_right). */
static uint64_t q_multiply_shift_per_axis(const struct call *c, unsigned i)
{
	int64_t v[5];
	for (uint32_t k = 0; k < 5; k++)
		v[k] = interp_signed(c->e->arg[k]->type, lane_arg(c, k, i));
	int64_t x = lane_arg(c, 5, i) ? shifted(v[0], v[2]) : v[0];
	return scaled(x, v[1], lane_arg(c, 6, i) ? v[4] + v[3] : v[4]);
}

static uint64_t clz(const struct call *c, unsigned i)
{
	unsigned bits = c->e->arg[0]->type.bits;
	uint64_t v = c->arg[0][i];
	return v ? (uint64_t)__builtin_clzll(v) - (64u - bits) : bits;
}

/* Lane i of base + i < limit without wrapping round. */
static uint64_t lane_is_active(const struct call *c, unsigned i)
{
	uint64_t base = c->arg[0][0], limit = c->arg[1][0];
	return base < limit && i < limit - base;
}

static uint64_t population(const struct call *c, unsigned i)
{
	return (uint64_t)__builtin_popcountll(c->arg[0][i]);
}

/* What one lane of the result is, cut to its type. */
static uint64_t (*const lane[TIR_NBUILTINS])(const struct call *c, unsigned i) = {
        [TIR_BUILTIN_POPCOUNT] = population,
        [TIR_BUILTIN_CLZ] = clz,
        [TIR_BUILTIN_Q_MULTIPLY_SHIFT] = q_multiply_shift,
        [TIR_BUILTIN_Q_MULTIPLY_SHIFT_PER_AXIS] = q_multiply_shift_per_axis,
        [TIR_BUILTIN_GET_ACTIVE_LANE_MASK] = lane_is_active,
};

static bool integer_lanes(const struct call *c)
{
	for (unsigned i = 0; i < c->e->type.lanes; i++)
		c->out[i] = cut(c->e->type, lane[c->e->u.call.builtin](c, i));
	return true;
}

/* ---- vectors ----------------------------------------------------------------------------*/
static bool take_lanes(const struct call *c, unsigned from)
{
	if (from + c->e->type.lanes > c->e->arg[0]->type.lanes)
		return refuse(c, ": its operand has too few lanes");
	memcpy(c->out, c->arg[0] + from, sizeof *c->out * c->e->type.lanes);
	return true;
}

static bool combine(const struct call *c)
{
	unsigned low = c->e->arg[0]->type.lanes, high = c->e->arg[1]->type.lanes;
	if (low + high != c->e->type.lanes)
		return refuse(c, ": the lanes do not add up");
	memcpy(c->out, c->arg[0], sizeof *c->out * low);
	memcpy(c->out + low, c->arg[1], sizeof *c->out * high);
	return true;
}

static bool reinterpret(const struct call *c)
{
	struct tir_type to = c->e->type, from = c->e->arg[0]->type;
	if (to.bits == from.bits && to.lanes == from.lanes) {
		memcpy(c->out, c->arg[0], sizeof *c->out * to.lanes);
		return true;
	}
	unsigned n = tir_elem_bytes(from), m = tir_elem_bytes(to);
	if (n * from.lanes != m * to.lanes)
		return refuse(c, ": the types differ in size");
	struct mem_mark mark = interp_mark(&c->in->mem);
	uint8_t *bytes = interp_alloc(&c->in->mem, (uint64_t)n * from.lanes);
	if (!bytes)
		return refuse(c, ": no memory");
	for (unsigned i = 0; i < from.lanes; i++)
		interp_write(from, bytes + i * n, c->arg[0][i]);
	for (unsigned i = 0; i < to.lanes; i++)
		c->out[i] = interp_read(to, bytes + i * m);
	interp_release(&c->in->mem, mark);
	return true;
}

static bool low_half(const struct call *c)
{
	return take_lanes(c, 0);
}

static bool high_half(const struct call *c)
{
	return take_lanes(c, c->e->type.lanes);
}

static bool operand_itself(const struct call *c)
{
	memcpy(c->out, c->arg[0], sizeof *c->out * c->e->type.lanes);
	return true;
}

/* ---- calls out --------------------------------------------------------------------------*/
/* Real addresses for a function outside, from handles and strings. */
static uint64_t outside_value(const struct call *c, uint32_t k)
{
	int64_t offset;
	if (string_arg(c, k))
		return (uintptr_t)string_arg(c, k);
	if (c->e->arg[k]->type.code != TIR_TYPE_HANDLE || !c->arg[k][0])
		return c->arg[k][0];
	struct region r = interp_find(&c->in->mem, c->arg[k][0], &offset);
	return (uintptr_t)r.base + (uint64_t)offset;
}

static bool call_outside(const struct call *c, const char *name)
{
	const struct interp_options *o = c->in->options;
	uint64_t args[MAX_ARGS];
	struct tir_type types[MAX_ARGS];
	for (uint32_t k = 1; k < c->n; k++) {
		args[k - 1] = outside_value(c, k);
		types[k - 1] = c->e->arg[k]->type;
		if (types[k - 1].lanes > 1)
			return interp_trap(c->in, "'%s' is given a vector", name);
	}
	uint64_t result = 0;
	if (!o || !o->external ||
	        !o->external(o->ctx, name, c->e->type, &result, c->n - 1, types, args))
		return interp_trap(c->in, "there is no function '%s' to call", name);
	*c->out = c->e->type.code == TIR_TYPE_HANDLE
	                  ? interp_region(&c->in->mem, (void *)(uintptr_t)result, 0)
	                  : result;
	return true;
}

static bool call_function(const struct call *c, const struct tir_func *f, uint32_t first)
{
	uint64_t value[MAX_ARGS], result;
	for (uint32_t k = first; k < c->n; k++) {
		const struct tir_param *p = k - first < f->params.n ? &f->params.at[k - first]
		                                                    : NULL;
		bool pointer = p && (p->buffer || p->var->type.code == TIR_TYPE_HANDLE);
		if (p && pointer != (c->e->arg[k]->type.code == TIR_TYPE_HANDLE))
			return interp_trap(c->in,
			        "'%s' is given a value of another kind than its "
			        "parameter %u",
			        f->name, k - first + 1);
		if (c->e->arg[k]->type.lanes > 1)
			return interp_trap(c->in, "'%s' is given a vector", f->name);
		value[k - first] = c->arg[k][0];
	}
	if (!c->in->call_func(c->in, f, c->n - first, value, &result))
		return false;
	*c->out = result;
	return true;
}

/* A function of the module by its exported name. */
static const struct tir_func *find_symbol(const struct tir_module *m, const char *name)
{
	const struct tir_func *f = tir_find_func(m, name);
	if (f && f->symbol && !strcmp(f->symbol, name))
		return f;
	for (uint32_t i = 0; i < m->funcs.n; i++)
		if (m->funcs.at[i]->symbol && !strcmp(m->funcs.at[i]->symbol, name))
			return m->funcs.at[i];
	return NULL;
}

static bool call_extern(const struct call *c)
{
	const char *name = string_arg(c, 0);
	if (!name)
		return refuse(c, " without a name");
	const struct tir_func *f = find_symbol(c->in->entry->module, name);
	if (f)
		return call_function(c, f, 1);
	struct tir_type types[4] = {{0, 0, 0}};
	uint64_t args[4] = {0};
	uint32_t n = c->n - 1;
	for (uint32_t k = 0; k < n && k < 4; k++) {
		types[k] = c->e->arg[k + 1]->type;
		args[k] = c->arg[k + 1][0];
	}
	if (n <= 4 && interp_libm(name, c->e->type, n, types, args, c->out))
		return true;
	return call_outside(c, name);
}

static bool call_intrinsic(const struct call *c)
{
	const char *name = string_arg(c, 0);
	struct tir_type types[4] = {{0, 0, 0}};
	uint32_t n = c->n - 1;
	for (uint32_t k = 0; k < n && k < 4; k++)
		types[k] = c->e->arg[k + 1]->type;
	if (!name || n > 4 || !interp_llvm(name, c->e->type, n, types, c->arg + 1, c->out))
		return interp_trap(c->in, "the intrinsic '%s' cannot be interpreted",
		        name ? name : "?");
	return true;
}

static bool call_global(const struct call *c)
{
	const struct tir_func *f = tir_find_func(c->in->entry->module, name_of(c));
	if (!f)
		return interp_trap(c->in, "there is no function '%s' to call", name_of(c));
	return call_function(c, f, 0);
}

static bool call_packed(const struct call *c)
{
	const char *name = string_arg(c, 0);
	uint64_t args[MAX_ARGS];
	if (!name)
		return refuse(c, " without a name");
	for (uint32_t k = 1; k < c->n; k++)
		args[k - 1] = c->arg[k][0];
	*c->out = 0;
	return interp_packed(c->in, name, c->e, args);
}

/* Threads run one after another: they cannot wait for each other. */
static bool wait_for_threads(const struct call *c)
{
	if (c->in->threads)
		return refuse(c, ": threads that wait for each other do not run one after another");
	return true;
}

/* ---- memory -----------------------------------------------------------------------------*/
/* T.tvm_access_ptr(T.type_annotation(t), pointer, offset, extent, mask): offset in elements. */
static bool access_ptr(const struct call *c)
{
	uint64_t bytes = (uint64_t)int_arg(c, 2) * tir_type_bytes(c->e->arg[0]->type);
	*c->out = interp_handle_add(c->arg[1][0], (int64_t)bytes);
	return true;
}

static bool new_memory(const struct call *c, uint64_t n, uint64_t each)
{
	if (n > UINT32_MAX || !(*c->out = interp_new_region(&c->in->mem, n * each)))
		return interp_trap(c->in, "no memory for T.%s", name_of(c));
	return true;
}

static bool make_shape(const struct call *c)
{
	if (!new_memory(c, c->n, 8))
		return false;
	uint8_t *p = interp_bytes(&c->in->mem, *c->out, 8 * (uint64_t)c->n);
	for (uint32_t k = 0; p && k < c->n; k++)
		interp_write(TIR_INT64, p + (size_t)8 * k, (uint64_t)int_arg(c, k));
	return true;
}

/* T.tvm_stack_alloca(what, n): room for n of them; an array is the largest. */
static bool stack_alloca(const struct call *c)
{
	static const struct {
		const char *what;
		unsigned bytes;
	} kinds[] = {{"array", 48}, {"shape", 8}, {"arg_value", 16}, {"arg_tcode", 4},
	        {"tvm_ffi_any", 16}};
	const char *what = string_arg(c, 0);
	for (size_t i = 0; what && i < sizeof kinds / sizeof kinds[0]; i++)
		if (!strcmp(kinds[i].what, what))
			return new_memory(c, (uint64_t)int_arg(c, 1), kinds[i].bytes);
	return refuse(c, " of this kind");
}

static bool add_bytes(const struct call *c)
{
	*c->out = interp_handle_add(c->arg[0][0], int_arg(c, 1));
	return true;
}

static bool is_null(const struct call *c)
{
	*c->out = c->arg[0][0] == 0;
	return true;
}

enum { MEMBERS = 6 };

/* The operands of a call that makes or reads a structure; 0: there are not so many. */
static void members(const struct call *c, uint64_t out[MEMBERS])
{
	for (uint32_t k = 0; k < MEMBERS; k++)
		out[k] = k < c->n ? c->arg[k][0] : 0;
}

static bool make_array(const struct call *c)
{
	uint64_t args[MEMBERS];
	members(c, args);
	*c->out = interp_make_array(c->in, c->e, args);
	return *c->out || interp_trap(c->in, "no memory for T.%s", name_of(c));
}

static bool struct_access(const struct call *c)
{
	uint64_t args[MEMBERS];
	members(c, args);
	return interp_struct_access(c->in, c->e, args, c->out);
}

/* ---- all of them ------------------------------------------------------------------------*/
static bool large_constant(const struct call *c)
{
	*c->out = (c->arg[0][0] & UINT32_MAX) | c->arg[1][0] << 32;
	return true;
}

/* Nothing is to be done, and nobody asks for the value. */
static bool nothing(const struct call *c)
{
	memset(c->out, 0, sizeof *c->out * c->e->type.lanes);
	return true;
}

static bool allreduce(const struct call *c)
{
	return refuse(c, ": threads that wait for each other do not run one after another");
}

static bool throws(const struct call *c)
{
	return interp_trap(c->in, "an error was thrown");
}

static bool unknown(const struct call *c)
{
	return refuse(c, "");
}

/* What is not here is a float function: those are all in one table. */
typedef bool run_builtin(const struct call *c);
static run_builtin *const run[TIR_NBUILTINS] = {
        [TIR_BUILTIN_POPCOUNT] = integer_lanes,
        [TIR_BUILTIN_CLZ] = integer_lanes,
        [TIR_BUILTIN_Q_MULTIPLY_SHIFT] = integer_lanes,
        [TIR_BUILTIN_Q_MULTIPLY_SHIFT_PER_AXIS] = integer_lanes,
        [TIR_BUILTIN_GET_ACTIVE_LANE_MASK] = integer_lanes,
        [TIR_BUILTIN_LIKELY] = operand_itself,
        [TIR_BUILTIN_TVM_THREAD_INVARIANT] = operand_itself,
        [TIR_BUILTIN_IGNORE_LOOP_PARTITION] = operand_itself,
        [TIR_BUILTIN_REINTERPRET] = reinterpret,
        [TIR_BUILTIN_VECTORLOW] = low_half,
        [TIR_BUILTIN_VECTORHIGH] = high_half,
        [TIR_BUILTIN_VECTORCOMBINE] = combine,
        [TIR_BUILTIN_LARGE_UINT_IMM] = large_constant,
        [TIR_BUILTIN_UNDEF] = nothing,
        [TIR_BUILTIN_TYPE_ANNOTATION] = nothing,
        [TIR_BUILTIN_ASSUME] = nothing,
        [TIR_BUILTIN_START_PROFILE] = nothing,
        [TIR_BUILTIN_END_PROFILE] = nothing,
        [TIR_BUILTIN_PREFETCH] = nothing,
        [TIR_BUILTIN_CALL_EXTERN] = call_extern,
        [TIR_BUILTIN_CALL_PURE_EXTERN] = call_extern,
        [TIR_BUILTIN_CALL_LLVM_INTRIN] = call_intrinsic,
        [TIR_BUILTIN_CALL_LLVM_PURE_INTRIN] = call_intrinsic,
        [TIR_BUILTIN_CALL_PACKED] = call_packed,
        [TIR_BUILTIN_CALL_CPACKED] = call_packed,
        [TIR_BUILTIN_CALL_GLOBAL] = call_global,
        [TIR_BUILTIN_TVM_STORAGE_SYNC] = wait_for_threads,
        [TIR_BUILTIN_TVM_THREAD_ALLREDUCE] = allreduce,
        [TIR_BUILTIN_TVM_THROW_LAST_ERROR] = throws,
        [TIR_BUILTIN_TVM_ACCESS_PTR] = access_ptr,
        [TIR_BUILTIN_HANDLE_ADD_BYTE_OFFSET] = add_bytes,
        [TIR_BUILTIN_ISNULLPTR] = is_null,
        [TIR_BUILTIN_TVM_STACK_ALLOCA] = stack_alloca,
        [TIR_BUILTIN_TVM_STACK_MAKE_SHAPE] = make_shape,
        [TIR_BUILTIN_TVM_STACK_MAKE_ARRAY] = make_array,
        [TIR_BUILTIN_TVM_STRUCT_GET] = struct_access,
        [TIR_BUILTIN_TVM_STRUCT_SET] = struct_access,
        [TIR_BUILTIN_UNKNOWN] = unknown,
};

static bool run_call(const struct call *c)
{
	run_builtin *f = run[c->e->u.call.builtin];
	return f ? f(c) : float_lanes(c);
}

bool interp_call(struct interp *in, struct frame *fr, const struct ins *p)
{
	const uint64_t *arg[MAX_ARGS];
	struct call c = {in, p->e, p->n, arg, fr->reg + p->dst};
	in->calls[p->e->u.call.builtin]++;
	if (p->n > MAX_ARGS)
		return refuse(&c, " with so many arguments");
	for (uint32_t k = 0; k < p->n; k++)
		c.arg[k] = fr->reg + fr->fn->pool.at[p->a + (int32_t)k];
	return run_call(&c);
}
