/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* tool/args.c: from NAME=@file.npy and NAME=3 to what a function takes.
 *
 * Steps: choose the function; read what the command line names; give symbolic variables their
 * values, first those named, then those a shape spells out alone ((n, 4) against an array of shape
 * (7, 4)); compute every buffer's shape and compare it with its array; make the memory.  Shapes
 * such as t + s are compared, never solved.
 *
 * Memory is mapped shared, so that a child process can run the function, with guards around the
 * elements that are looked at afterwards. */
#include <errno.h>
#include <stdlib.h>
#include <sys/mman.h>

#include "tool/internal.h"

enum { DEFAULT_ALIGN = 64 }; /* what TVM promises for a buffer that says nothing */
static const size_t max_map = (size_t)1 << 32; /* bytes of one buffer */

/* ---- the command line's arguments -------------------------------------------------------*/
/* Make the table of arguments; nothing has a value yet. */
static void list_args(struct job *j, struct run_args *args)
{
	const struct tir_func *f = args->func;
	args->n = f->params.n + f->syms.n;
	args->arg = ARENA_NEWN(&j->arena, struct run_arg, args->n);
	args->value = ARENA_NEWN(&j->arena, struct interp_arg, args->n);
	for (uint32_t i = 0; i < args->n; i++) {
		struct run_arg *a = &args->arg[i];
		if (i < f->params.n) {
			a->buffer = f->params.at[i].buffer;
			a->var = a->buffer ? NULL : f->params.at[i].var;
		} else {
			a->var = f->syms.at[i - f->params.n].var;
		}
		a->name = a->buffer ? a->buffer->name : a->var->name;
	}
}

/* Take one NAME=VALUE of the command line. */
static bool take_bind(struct job *j, struct run_args *args, struct shape_eval *eval,
        const char *text)
{
	size_t n = strcspn(text, "=");
	const char *value = text + n + 1, *why;
	char type[40];
	bool exact;
	struct run_arg *a = args_find(args, text, n, &exact);
	if (!exact)
		return a ? JOB_ERROR(j, "'%s' has no parameter '%.*s'; did you mean '%s'?",
		                   args->func->name, (int)n, text, a->name)
		         : JOB_ERROR(j, "'%s' has no parameter '%.*s'", args->func->name, (int)n,
		                   text);
	if (a->given)
		return JOB_ERROR(j, "'%s' is given twice", a->name);
	a->given = true;
	bool memory = a->buffer || a->var->type.code == TIR_TYPE_HANDLE;
	if (a->buffer && *value != '@')
		return run_fill_read(j, &a->fill, a->name, a->buffer->elem, value);
	if (memory && *value != '@')
		return JOB_ERROR(j, "'%s' is a pointer; give %s=@FILE.npy", a->name, a->name);
	if (memory)
		return npy_read(value + 1, &j->arena, &a->array, &why) ||
		       JOB_ERROR(j, "cannot read '%s': %s", value + 1, why);
	uint64_t *bits = &args->value[a - args->arg].bits;
	if (!args_scalar(a->var->type, value, bits))
		return JOB_ERROR(j, "'%s' is no value of '%s', which is %s", value, a->name,
		        tir_type_name(a->var->type, type));
	shape_set(eval, a->var, *bits);
	return true;
}

/* ---- symbolic variables -----------------------------------------------------------------*/
/* Give a shape's variable its value, unless it has one. */
static bool solve_dim(struct job *j, struct shape_eval *eval, const struct tir_expr *dim,
        uint64_t v)
{
	uint64_t bits;
	if (dim->op != TIR_VAR || eval->known[dim->id])
		return true;
	if (v > INT64_MAX || !shape_fits(dim->type, (int64_t)v, &bits))
		return JOB_ERROR(j, "'%s' would be %llu, which it cannot hold", dim->u.var->name,
		        (unsigned long long)v);
	shape_set(eval, dim->u.var, bits);
	return true;
}

/* Solve what the arrays' shapes tell. */
static bool solve_shapes(struct job *j, struct run_args *args, struct shape_eval *eval)
{
	for (uint32_t i = 0; i < args->n; i++) {
		const struct run_arg *a = &args->arg[i];
		bool list = a->fill.kind == FILL_VALUES && a->fill.n > 1;
		if (list && a->buffer->ndim == 1 && a->buffer->elem.lanes == 1 &&
		        !solve_dim(j, eval, a->buffer->shape[0], a->fill.n))
			return false;
		if (!a->buffer || !a->given || a->fill.kind)
			continue;
		uint32_t want = a->buffer->ndim + (a->buffer->elem.lanes > 1);
		if (a->array.ndim != want)
			return JOB_ERROR(j, "'%s' has %u dimension%s, its array has %u", a->name,
			        want, want == 1 ? "" : "s", a->array.ndim);
		for (uint32_t k = 0; k < a->buffer->ndim; k++)
			if (!solve_dim(j, eval, a->buffer->shape[k], a->array.shape[k]))
				return false;
	}
	return true;
}

/* Set *n to its product with a dimension; false if that is too large.  Where there are no elements, no stride
 * matters: it is 0 then. */
static bool multiply(int64_t *n, int64_t dim, bool is_empty)
{
	bool fits = !__builtin_mul_overflow(*n, dim, n);
	if (!fits && is_empty)
		*n = 0;
	return fits || is_empty;
}

static bool has_zero(const struct run_arg *a)
{
	for (uint32_t k = 0; k < a->ndim; k++)
		if (a->shape[k] == 0)
			return true;
	return false;
}

/* Compute a buffer's shape. */
static bool measure_shape(struct job *j, struct shape_eval *eval, struct run_arg *a)
{
	const struct tir_buffer *b = a->buffer;
	a->ndim = b->ndim;
	a->width = tir_type_bytes(b->elem);
	for (uint32_t k = b->ndim; k-- > 0;) {
		if (!shape_value(eval, b->shape[k], &a->shape[k]))
			return JOB_ERROR(j,
			        "dimension %u of '%s' is not known; give its variables as "
			        "NAME=VALUE",
			        k, a->name);
		if (a->shape[k] < 0)
			return JOB_ERROR(j, "dimension %u of '%s' is %lld", k, a->name,
			        (long long)a->shape[k]);
	}
	return true;
}

/* Compute a buffer's shape and strides; strides nobody gave are those of a compact array. */
static bool measure_buffer(struct job *j, struct shape_eval *eval, struct run_arg *a)
{
	const struct tir_buffer *b = a->buffer;
	int64_t compact = 1;
	bool fits = true; /* the size of a compact array */
	if (!measure_shape(j, eval, a))
		return false;
	for (uint32_t k = b->ndim; k-- > 0;) {
		if (b->strides && fits && !solve_dim(j, eval, b->strides[k], (uint64_t)compact))
			return false;
		a->stride[k] = compact;
		if (b->strides &&
		        (!shape_value(eval, b->strides[k], &a->stride[k]) || a->stride[k] < 0))
			return JOB_ERROR(j, "stride %u of '%s' is not known or negative", k,
			        a->name);
		fits = fits && multiply(&compact, a->shape[k], has_zero(a));
		if (!fits && !b->strides)
			return JOB_ERROR(j, "'%s' is too large", a->name);
	}
	return true;
}

/* Does the given array have the buffer's type and shape? */
static bool check_array(struct job *j, const struct run_arg *a)
{
	char kind, type[40];
	unsigned width;
	if (!npy_type(a->buffer->elem, &kind, &width))
		return JOB_ERROR(j, "'%s' holds %s, which arrays cannot", a->name,
		        tir_type_name(a->buffer->elem, type));
	if (!a->given || a->fill.kind)
		return true;
	if (a->array.kind != kind || a->array.width != width)
		return JOB_ERROR(j, "'%s' holds %s (numpy's '%c%u'), its array has '%c%u'", a->name,
		        tir_type_name(a->buffer->elem, type), kind, width, a->array.kind,
		        a->array.width);
	for (uint32_t k = 0; k < a->ndim; k++)
		if ((uint64_t)a->shape[k] != a->array.shape[k])
			return JOB_ERROR(j, "dimension %u of '%s' is %lld, its array's is %llu", k,
			        a->name, (long long)a->shape[k],
			        (unsigned long long)a->array.shape[k]);
	unsigned lanes = a->buffer->elem.lanes;
	if (lanes > 1 && a->array.shape[a->ndim] != lanes)
		return JOB_ERROR(j,
		        "'%s' has elements of %u lanes, its array's last dimension is %llu",
		        a->name, lanes, (unsigned long long)a->array.shape[a->ndim]);
	return true;
}

/* Every scalar must have a value now; offsets nobody gave are 0. */
static bool settle_scalars(struct job *j, struct run_args *args, struct shape_eval *eval)
{
	const struct tir_func *f = args->func;
	for (uint32_t i = 0; i < args->n; i++) {
		const struct run_arg *a = &args->arg[i];
		if (!a->var || a->var->type.code == TIR_TYPE_HANDLE || a->given)
			continue;
		bool offset = i >= f->params.n && f->syms.at[i - f->params.n].how == TIR_SYM_OFFSET;
		if (!eval->known[a->var->expr->id] && !offset)
			return JOB_ERROR(j, "'%s' has no value; give %s=VALUE", a->name, a->name);
		args->value[i].bits = eval->known[a->var->expr->id] ? eval->value[a->var->expr->id]
		                                                    : 0;
	}
	return true;
}

/* ---- memory -----------------------------------------------------------------------------*/
/* Bytes from the first to behind the last element; false if they are too many. */
static bool extent_bytes(const struct run_arg *a, size_t *out)
{
	int64_t last = 0, step;
	*out = 0;
	if (has_zero(a))
		return true;
	for (uint32_t k = 0; k < a->ndim; k++) {
		if (__builtin_mul_overflow(a->shape[k] - 1, a->stride[k], &step) ||
		        __builtin_add_overflow(last, step, &last))
			return false;
	}
	if ((uint64_t)last >= max_map / a->width)
		return false;
	*out = ((size_t)last + 1) * a->width;
	return true;
}

/* The number of elements, of which a stride of 0 may make more than the memory holds; false if an array
 * of them would be too large. */
static bool count_elements(const struct run_arg *a, int64_t *out)
{
	int64_t most = (int64_t)(max_map / a->width);
	*out = !has_zero(a);
	for (uint32_t k = 0; *out && k < a->ndim; k++)
		if (__builtin_mul_overflow(*out, a->shape[k], out) || *out > most)
			return false;
	return true;
}

/* Copy all count elements between the memory and an array in C order. */
static void copy_elements(const struct run_arg *a, int64_t count, char *memory, char *array,
        bool to_memory)
{
	int64_t index[NPY_MAX_RANK] = {0};
	for (int64_t i = 0; i < count; i++) {
		int64_t at = 0;
		for (uint32_t k = 0; k < a->ndim; k++)
			at += index[k] * a->stride[k];
		char *m = memory + at * a->width, *p = array + i * a->width;
		memcpy(to_memory ? m : p, to_memory ? p : m, a->width);
		for (uint32_t k = a->ndim; k-- > 0;) {
			if (++index[k] < a->shape[k])
				break;
			index[k] = 0;
		}
	}
}

/* The bytes between the elements and the page behind them. */
static size_t behind(const struct run_arg *a, size_t bytes)
{
	return a->map_bytes - GUARD_BYTES - a->lead - bytes;
}

/* Map so many bytes, and guards around them: a page at each end that nobody may touch; in front of the elements bytes
 * that are looked at afterwards, behind them such bytes only as far as the alignment asks for them. */
static bool map_guarded(struct run_arg *a, size_t bytes)
{
	size_t page = GUARD_BYTES,
	       room = (bytes + page + 2 * (size_t)a->align) / page * page + page;
	size_t at = (room - bytes) / a->align * a->align;
	a->lead = page + (at & a->align ? at : at - a->align); /* a map begins at a page */
	a->map_bytes = room + 2 * page;
	void *p = mmap(NULL, a->map_bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1,
	        0);
	if (p == MAP_FAILED)
		return false;
	a->map = p;
	return !mprotect(a->map, page, PROT_NONE) &&
	       !mprotect(a->map + page + room, page, PROT_NONE);
}

/* Map a buffer's memory, fill it from its array or with zeros, and set its guards. */
static bool make_memory(struct job *j, struct run_arg *a, struct interp_arg *value)
{
	if (!extent_bytes(a, &value->bytes))
		return JOB_ERROR(j, "'%s' is too large", a->name);
	bool asked = a->buffer && a->buffer->align > 0 && a->buffer->align <= RUN_MAX_ALIGN;
	unsigned least = j->options.align;
	a->align = asked ? (unsigned)a->buffer->align : DEFAULT_ALIGN;
	a->align = a->align < least ? least : a->align;
	if (!map_guarded(a, value->bytes))
		return JOB_ERROR(j, "no memory for '%s': %s", a->name, strerror(errno));
	value->data = a->map + a->lead;
	memset(a->map + GUARD_BYTES, GUARD_FILL, a->lead - GUARD_BYTES);
	memset(a->map + a->lead + value->bytes, GUARD_FILL, behind(a, value->bytes));
	int64_t count;
	if (!a->array.data && !a->fill.kind)
		return true;
	if (!count_elements(a, &count))
		return JOB_ERROR(j, "'%s' is too large", a->name);
	if (a->fill.kind) {
		a->array.data = arena_alloc(&j->arena, (size_t)count * a->width + 1);
		if (!run_fill_write(j, &a->fill, a->name, a->buffer->elem, a->array.data,
		            (uint64_t)count * (unsigned)a->buffer->elem.lanes))
			return false;
	}
	copy_elements(a, count, value->data, a->array.data, true);
	return true;
}

/* A bare pointer is given the array as it is. */
static bool measure_pointer(struct job *j, struct run_arg *a)
{
	if (!a->given)
		return JOB_ERROR(j, "'%s' is a pointer; give %s=@FILE.npy", a->name, a->name);
	a->width = a->array.width;
	a->ndim = a->array.ndim;
	int64_t stride = 1;
	for (uint32_t k = a->ndim; k-- > 0;) {
		a->shape[k] = (int64_t)a->array.shape[k];
	}
	for (uint32_t k = a->ndim; k-- > 0;) {
		a->stride[k] = stride;
		if (!multiply(&stride, a->shape[k], has_zero(a)))
			return JOB_ERROR(j, "'%s' is too large", a->name);
	}
	return true;
}

bool args_bind(struct job *j, struct run_args *args)
{
	if (!args_function(j, args))
		return false;
	struct shape_eval eval = shape_eval_new(args->func, &j->arena);
	list_args(j, args);
	for (uint32_t i = 1; i < j->options.files.n; i++)
		if (!take_bind(j, args, &eval, j->options.files.at[i]))
			return false;
	if (!solve_shapes(j, args, &eval))
		return false;
	for (uint32_t i = 0; i < args->n; i++)
		if (args->arg[i].buffer && (!measure_buffer(j, &eval, &args->arg[i]) ||
		                                   !check_array(j, &args->arg[i])))
			return false;
	if (!settle_scalars(j, args, &eval))
		return false;
	for (uint32_t i = 0; i < args->n; i++) {
		struct run_arg *a = &args->arg[i];
		if (a->var && a->var->type.code != TIR_TYPE_HANDLE)
			continue;
		if ((a->var && !measure_pointer(j, a)) || !make_memory(j, a, &args->value[i]))
			return false;
	}
	return true;
}

/* ---- afterwards -------------------------------------------------------------------------*/
static bool is_filled(const char *p, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if ((unsigned char)p[i] != GUARD_FILL)
			return false;
	return true;
}

bool args_check_guards(struct job *j, const struct run_args *args)
{
	bool ok = true;
	for (uint32_t i = 0; i < args->n; i++) {
		const struct run_arg *a = &args->arg[i];
		if (!a->map)
			continue;
		size_t bytes = args->value[i].bytes;
		if (!is_filled(a->map + GUARD_BYTES, a->lead - GUARD_BYTES))
			ok = JOB_ERROR(j, "'%s' was written before its first element", a->name);
		if (!is_filled(a->map + a->lead + bytes, behind(a, bytes)))
			ok = JOB_ERROR(j, "'%s' was written behind its last element", a->name);
	}
	return ok;
}

static bool is_compact(const struct run_arg *a)
{
	int64_t stride = 1;
	bool is = true;
	for (uint32_t k = a->ndim; k-- > 0;) {
		is &= a->stride[k] == stride || a->shape[k] == 1;
		stride *= a->shape[k];
	}
	return is;
}

const char *args_array(struct job *j, const struct run_arg *a, const struct interp_arg *value,
        uint64_t *count)
{
	int64_t n;
	if (!count_elements(a, &n))
		return NULL;
	*count = (uint64_t)n;
	if (is_compact(a))
		return value->data;
	char *array = arena_alloc(&j->arena, (size_t)n * a->width + 1);
	copy_elements(a, n, value->data, array, false);
	return array;
}

static bool save_one(struct job *j, const struct run_arg *a, const struct interp_arg *value)
{
	struct npy out = a->array;
	int64_t count;
	if (!count_elements(a, &count))
		return JOB_ERROR(j, "'%s' has too many elements to be saved", a->name);
	if (a->buffer) {
		npy_type(a->buffer->elem, &out.kind, &out.width);
		out.ndim = a->ndim;
		out.bytes = (size_t)count * a->width;
		for (uint32_t k = 0; k < a->ndim; k++)
			out.shape[k] = (uint64_t)a->shape[k];
		if (a->buffer->elem.lanes > 1)
			out.shape[out.ndim++] = a->buffer->elem.lanes;
	}
	struct sbuf file = {0};
	out.data = arena_alloc(&j->arena, out.bytes);
	copy_elements(a, count, value->data, out.data, false);
	npy_format(&out, &file);
	const char *path = arena_printf(&j->arena, "%s/%s.npy", j->options.save, a->name);
	bool ok = output_write(j, path, &file);
	sbuf_free(&file);
	return ok;
}

bool args_save(struct job *j, const struct run_args *args)
{
	for (uint32_t i = 0; i < args->n; i++)
		if (args->arg[i].map && !save_one(j, &args->arg[i], &args->value[i]))
			return false;
	return true;
}

void args_free(struct run_args *args)
{
	for (uint32_t i = 0; i < args->n; i++)
		if (args->arg[i].map)
			munmap(args->arg[i].map, args->arg[i].map_bytes);
}
