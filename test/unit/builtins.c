/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* test/unit/builtins.c: every builtin called with every kind of operand.
 *
 * Idea.   A function holds one call.  What tir/contract.c says of it is what the verifier says; its text is read
 *         with the same answer; if it is a good call, it is run in the interpreter and taken through legalize, CSE
 *         and lowering for the host and for Hexagon, whose LLVM IR must please LLVM's verifier.  Any of these may
 *         refuse it with a sentence; none may crash or speak of an internal error.
 * Use     unit-builtins [N]: one of N good calls goes through everything; by default one of 12, with sanitizers
 *         one of 60.  With sanitizers fewer calls are made, too. */
#include "driver/driver.h"
#include "frontend/frontend.h"
#include "interp/interp.h"
#include "legalize/legalize.h"
#include "lowering/lowering.h"
#include "suite.h"

/* STEP: of the kinds that all operands but one have, one of so many is taken. */
#ifdef __SANITIZE_ADDRESS__
enum { EVERY = 60, STEP = 23, RANDOM_CALLS = 400 };
#else
enum { EVERY = 12, STEP = 5, RANDOM_CALLS = 1500 };
#endif
enum { ELEMENTS = 128, MOST = 8 };

static unsigned every = EVERY; /* of so many good calls, one goes through everything */
static LLVMContextRef context;
static LLVMTargetMachineRef machine[2]; /* the host's, Hexagon's */
static uint64_t seed;
static struct arena pool; /* what programs gave back */

/* ---- Operands ---------------------------------------------------------------------------*/
/* A kind of operand: an element of a buffer, some of its lanes, a constant, or one of the rest. */
enum rest { ELEMENT, LITERAL, TEXT, POINTER, PARAMETER, SPLAT, TYPE, SHAPE, ARRAY };
struct kind {
	enum rest rest;
	const char *type; /* of the element; TEXT: the text */
	unsigned lanes;
	int64_t value;
};

#define LANES_OF(t)                                                                                \
	{ELEMENT, t, 1, 0}, {ELEMENT, t, 2, 0}, {ELEMENT, t, 3, 0}, {ELEMENT, t, 4, 0},            \
	        {ELEMENT, t, 7, 0}, {ELEMENT, t, 8, 0}, {ELEMENT, t, 64, 0}

static const struct kind kinds[] = {
        LANES_OF("int8"),
        LANES_OF("int16"),
        LANES_OF("int32"),
        LANES_OF("int64"),
        LANES_OF("uint8"),
        LANES_OF("uint16"),
        LANES_OF("uint32"),
        LANES_OF("uint64"),
        LANES_OF("bool"),
        LANES_OF("float16"),
        LANES_OF("float32"),
        LANES_OF("float64"),
        LANES_OF("bfloat16"),
        LANES_OF("float8_e4m3fn"),
        {LITERAL, "int32", 1, 0},
        {LITERAL, "int32", 1, 5},
        {LITERAL, "int32", 1, -1},
        {LITERAL, "int64", 1, 31},
        {LITERAL, "int8", 1, 2},
        {LITERAL, "uint32", 1, 1},
        {LITERAL, "bool", 1, 1},
        {LITERAL, "float32", 1, 2},
        {LITERAL, "float64", 1, -3},
        {LITERAL, "float16", 1, 1},
        {SPLAT, "int32", 4, 1},
        {SPLAT, "float32", 4, 1},
        {TEXT, "", 1, 0},
        {TEXT, "abc", 1, 0},
        {TEXT, "a.b", 1, 0},
        {TEXT, "sqrtf", 1, 0},
        {TEXT, "array", 1, 0},
        {TEXT, "shape", 1, 0},
        {TEXT, "tvm.contrib.sort.argsort", 1, 0},
        {TEXT, "llvm.ctpop", 1, 0},
        {TEXT, "llvm.ctlz", 1, 0},
        {TEXT, "llvm.bswap", 1, 0},
        {TEXT, "llvm.fma", 1, 0},
        {TEXT, "llvm.smax", 1, 0},
        {TEXT, "llvm.fshl", 1, 0},
        {TEXT, "llvm.vector.reduce.add", 1, 0},
        {TEXT, "llvm.returnaddress", 1, 0},
        {TEXT, "llvm.donothing", 1, 0},
        {TEXT, "llvm.hexagon.A2.abs", 1, 0},
        {TEXT, "llvm.hexagon.V6.vaddw.128B", 1, 0},
        {POINTER, "int32", 1, 0},
        {PARAMETER, "handle", 1, 0},
        {TYPE, "float32", 1, 0},
        {SHAPE, "handle", 1, 0},
        {ARRAY, "handle", 1, 0},
};
enum { KINDS = sizeof kinds / sizeof *kinds };

static const char *const results[] = {"void", "bool", "int8", "int32", "int64", "uint16", "float16",
        "float32", "float64", "bfloat16", "float8_e4m3fn", "handle", "handlex2", "boolx4", "boolx3",
        "int32x2", "int32x4", "int32x8", "int8x4", "float32x2", "float32x3", "float32x4",
        "float32x64", "uint8x128", "float16x32"};
enum { RESULTS = sizeof results / sizeof *results };

static struct tir_type type_of(const char *text)
{
	struct tir_type t = TIR_VOID;
	ck_assert_msg(tir_type_parse(text, strlen(text), &t), "%s", text);
	return t;
}

static unsigned draw(unsigned n)
{
	seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	return (unsigned)(seed >> 33) % n;
}

/* ---- Programs ---------------------------------------------------------------------------*/
/* A function that is one call; everything of it is in the arena. */
struct program {
	struct arena arena;
	struct tir_module *m;
	struct tir_func *f;
	struct tir_var *pointer;
	enum tir_builtin builtin;
	struct tir_type result;
	uint32_t n;
	const struct tir_expr *arg[MOST];
	struct diag diag;
	char said[1000];
};

static void hear(void *ctx, const struct diag_message *message)
{
	struct program *p = ctx;
	snprintf(p->said, sizeof p->said, "%s", message->text);
}

static struct tir_buffer *buffer_of(struct program *p, const char *elem)
{
	struct tir_type t = type_of(elem);
	for (uint32_t i = 1; i < p->f->params.n; i++)
		if (tir_type_eq(p->f->params.at[i].buffer->elem, t))
			return p->f->params.at[i].buffer;
	struct tir_buffer *b = tir_buffer_new(p->m, elem, TIR_BUFFER_PARAM, t);
	b->ndim = 1;
	b->shape = ARENA_NEWN(&p->arena, const struct tir_expr *, 1);
	b->shape[0] = tir_int(p->m, TIR_INT32, ELEMENTS);
	VEC_PUSH(&p->arena, &p->f->params, ((struct tir_param){.buffer = b}));
	return b;
}

static void begin(struct program *p)
{
	*p = (struct program){.arena = {.limit = 64 << 20, .pool = &pool}};
	p->diag = (struct diag){.sink = hear, .ctx = p};
	p->m = tir_module_new(&p->arena);
	p->f = tir_func_new(p->m, "main");
	p->pointer = tir_var_new(p->m, "pointer", TIR_HANDLE);
	VEC_PUSH(&p->arena, &p->f->params, ((struct tir_param){.var = p->pointer}));
}

static const struct tir_expr *literal(struct program *p, struct tir_type t, int64_t v)
{
	return tir_is_float(t) ? tir_float(p->m, t, (double)v) : tir_int(p->m, t, v);
}

static const struct tir_expr *new_array(struct program *p)
{
	const struct tir_expr *n = tir_int(p->m, TIR_INT64, ELEMENTS);
	const struct tir_expr *one = tir_int(p->m, TIR_INT32, 1),
	                      *none = tir_int(p->m, TIR_INT32, 0);
	const struct tir_expr *arg[6] = {tir_buffer_data(p->m, buffer_of(p, "float32")),
	        tir_call(p->m, TIR_BUILTIN_TVM_STACK_MAKE_SHAPE, NULL, TIR_HANDLE, 1, &n), none,
	        one, tir_float(p->m, TIR_F32, 0), none};
	return tir_call(p->m, TIR_BUILTIN_TVM_STACK_MAKE_ARRAY, NULL, TIR_HANDLE, 6, arg);
}

static const struct tir_expr *operand(struct program *p, const struct kind *k)
{
	const struct tir_expr *at = tir_int(p->m, TIR_INT32, 0), *one = tir_int(p->m, TIR_INT32, 1);
	switch (k->rest) {
	case ELEMENT:
		if (k->lanes > 1)
			at = tir_ramp(p->m, at, one, k->lanes);
		return tir_access(p->m, TIR_LOAD, buffer_of(p, k->type), 1, &at);
	case LITERAL: return literal(p, type_of(k->type), k->value);
	case SPLAT: return tir_broadcast(p->m, literal(p, type_of(k->type), k->value), k->lanes);
	case TEXT: return tir_string(p->m, k->type);
	case POINTER: return tir_buffer_data(p->m, buffer_of(p, k->type));
	case PARAMETER: return p->pointer->expr;
	case TYPE:
		return tir_call(p->m, TIR_BUILTIN_TYPE_ANNOTATION, NULL, type_of(k->type), 0, NULL);
	case SHAPE:
		return tir_call(p->m, TIR_BUILTIN_TVM_STACK_MAKE_SHAPE, NULL, TIR_HANDLE, 1, &one);
	case ARRAY: return new_array(p);
	}
	return NULL;
}

/* The call as the function's one statement: its value gets a name, if it has one. */
static void add_call(struct program *p)
{
	bool named = p->builtin == TIR_BUILTIN_CALL_GLOBAL || p->builtin == TIR_BUILTIN_UNKNOWN;
	const struct tir_expr *e = tir_call(p->m, p->builtin, named ? "nothing" : NULL, p->result,
	        p->n, p->arg);
	bool value = p->result.code != TIR_TYPE_VOID;
	struct tir_stmt *s = tir_stmt_new(p->m, value ? TIR_BIND : TIR_EVALUATE,
	        (struct span){0, 0});
	tir_value_slot(s)->e = e;
	if (value)
		tir_as_bind(s)->var = tir_var_new(p->m, "v", p->result);
	tir_seq_add(&p->f->body, s);
}

/* ---- Stages -----------------------------------------------------------------------------*/
/* What is said is a sentence to whom wrote the program. */
static void check_said(struct program *p, const char *stage)
{
	struct sbuf text = {0};
	if (!strstr(p->said, "internal error"))
		return;
	tir_print_module(p->m, &text);
	ck_abort_msg("%s: %s\n%s", stage, p->said, text.text);
}

/* Its text is read with the same answer, but for what is computed while it is read. */
static void read_text(struct program *p, bool good)
{
	struct sbuf text = {0};
	tir_print_module(p->m, &text);
	const struct source *src = source_text(&p->arena, "call.py", text.text, text.len);
	unsigned before = p->diag.errors;
	struct tir_module *again = frontend_read(src, &p->arena, &p->diag);
	check_said(p, "read");
	if (good && p->builtin != TIR_BUILTIN_CALL_GLOBAL && p->builtin != TIR_BUILTIN_UNKNOWN)
		ck_assert_msg(again != NULL, "%s\n%s", p->said, text.text);
	ck_assert(!again == (p->diag.errors > before));
	if (again)
		ck_assert_msg(tir_verify(again, &p->diag), "%s\n%s", p->said, text.text);
	sbuf_free(&text);
}

static void interpret(struct program *p)
{
	struct interp_arg arg[32];
	struct interp_options options = {.max_steps = 1000};
	uint64_t *memory = ARENA_NEWN(&p->arena, uint64_t, (size_t)32 * ELEMENTS);
	ck_assert(p->f->params.n <= 32);
	for (uint32_t i = 0; i < p->f->params.n; i++) {
		uint64_t *at = memory + (size_t)i * ELEMENTS;
		const struct tir_buffer *b = p->f->params.at[i].buffer;
		for (unsigned k = 0; b && b->elem.code != TIR_TYPE_BOOL && k < ELEMENTS; k++)
			at[k] = seed * (k + 1);
		arg[i] = (struct interp_arg){
		        at, b ? ELEMENTS * tir_type_bytes(b->elem) : sizeof *at * ELEMENTS, 0};
	}
	interp_run(p->f, arg, &options, NULL, NULL, &p->diag);
	check_said(p, "interpret");
}

static void lower(struct program *p, LLVMTargetMachineRef to)
{
	struct lower_options options = {0};
	unsigned before = p->diag.errors;
	LLVMModuleRef out = lower_module(context, p->m, to, &options, &p->diag);
	check_said(p, "lower");
	ck_assert(!out == (p->diag.errors > before));
	if (out)
		LLVMDisposeModule(out);
}

static void compile(struct program *p)
{
	struct legalize_options options = {
	        .choice = LEGALIZE_ALL, .passes = driver_passes, .npasses = driver_npasses};
	if (legalize_run(p->m, &options, &p->diag)) {
		ck_assert_msg(tir_verify(p->m, &p->diag), "legalize: %s", p->said);
		const struct driver_optimizations better = driver_profile("host");
		driver_optimize(p->m, &better, &p->diag, NULL);
		ck_assert_msg(tir_verify(p->m, &p->diag), "CSE: %s", p->said);
		lower(p, machine[0]);
		lower(p, machine[1]);
	}
	check_said(p, "compile");
}

/* One call through all stages; true if it keeps its contract. */
static bool try_call(enum tir_builtin b, struct tir_type result, uint32_t n,
        const struct kind *const *k)
{
	struct program p;
	struct tir_fault fault = {0};
	begin(&p);
	p.builtin = b;
	p.n = n;
	for (uint32_t i = 0; i < n; i++)
		p.arg[i] = operand(&p, k[i]);
	p.result = tir_call_type(b, result, n, p.arg);
	bool good = tir_check_call(b, p.result, n, p.arg, &fault);
	if (!good)
		ck_assert_msg(fault.operand <= n && *fault.text, "%s", tir_builtins[b].name);
	if (draw(good ? every : every * 20) == 0) {
		add_call(&p);
		bool verified = tir_verify_func(p.f, &p.diag);
		ck_assert_msg(verified == good, "%s: %s%s", tir_builtins[b].name, p.said,
		        fault.text);
		p.said[0] = 0;
		p.diag.errors = 0;
		read_text(&p, good);
		if (good) {
			interpret(&p);
			compile(&p);
		}
	}
	arena_free(&p.arena);
	return good;
}

/* ---- The generator ----------------------------------------------------------------------*/
/* A kind for operand i: rather often that of the first one, or one of those that builtins take most. */
static const struct kind *pick(uint32_t i, const struct kind *const *k)
{
	static const struct kind usual[] = {{ELEMENT, "int32", 1, 0}, {ELEMENT, "float32", 1, 0},
	        {ELEMENT, "int32", 4, 0}, {ELEMENT, "bool", 1, 0}, {POINTER, "float32", 1, 0},
	        {LITERAL, "int32", 1, 1}, {TEXT, "shape", 1, 0}};
	if (i && draw(3) == 0)
		return k[0];
	return draw(2) ? &kinds[draw(KINDS)] : &usual[draw(sizeof usual / sizeof *usual)];
}

/* A type for the result: any, or the first operand's with twice or half its lanes. */
static struct tir_type pick_result(const struct kind *first)
{
	if (draw(2) || first->rest != ELEMENT)
		return type_of(results[draw(RESULTS)]);
	return tir_lanes(type_of(first->type), draw(2) ? first->lanes * 2 : (first->lanes + 1) / 2);
}

/* Calls whose operands are all of one kind, with each operand of each other kind in turn. */
static unsigned vary(enum tir_builtin b, uint32_t n)
{
	const struct kind *k[MOST];
	unsigned good = 0;
	for (unsigned base = 0; base < KINDS; base += n > 1 ? STEP : KINDS)
		for (uint32_t i = 0; i < n; i++)
			for (unsigned j = 0; j < KINDS; j++) {
				for (uint32_t o = 0; o < n; o++)
					k[o] = o == i ? &kinds[j] : &kinds[base];
				good += try_call(b, pick_result(k[0]), n, k);
			}
	return good;
}

/* Calls that are near to good ones: of these one operand, or the result, is changed at a time. */
static unsigned climb(enum tir_builtin b, uint32_t n)
{
	const struct kind *k[MOST] = {&kinds[0]}, *best[MOST];
	struct tir_fault fault;
	unsigned good = 0, reached = 0;
	for (uint32_t i = 0; i < n; i++)
		best[i] = pick(i, k);
	struct tir_type result = pick_result(k[0]);
	for (unsigned round = 0; round < RANDOM_CALLS; round++) {
		memcpy(k, best, sizeof *k * n);
		uint32_t i = draw(n + 1);
		struct tir_type t = i == n ? pick_result(k[0]) : result;
		if (i < n)
			k[i] = pick(i, k);
		struct program p;
		begin(&p);
		for (uint32_t o = 0; o < n; o++)
			p.arg[o] = operand(&p, k[o]);
		fault.operand = n + 1;
		tir_check_call(b, tir_call_type(b, t, n, p.arg), n, p.arg, &fault);
		arena_free(&p.arena);
		good += try_call(b, t, n, k);
		if (fault.operand < reached && draw(40))
			continue; /* a step back */
		reached = fault.operand;
		result = t;
		memcpy(best, k, sizeof *k * n);
	}
	return good;
}

static void start(void)
{
	struct program p;
	begin(&p);
	const char *const triples[] = {NULL, "hexagon"};
	for (unsigned i = 0; i < 2; i++) {
		struct target target = {.triple = triples[i]};
		ck_assert_msg(target_resolve(&target, &p.arena, &p.diag), "%s", p.said);
		machine[i] = lower_machine(&target, &p.diag);
		ck_assert_msg(machine[i] != NULL, "%s", p.said);
	}
	context = LLVMContextCreate();
	arena_free(&p.arena);
}

static void finish(void)
{
	arena_free(&pool);
	LLVMContextDispose(context);
	for (unsigned i = 0; i < 2; i++)
		LLVMDisposeTargetMachine(machine[i]);
}

START_TEST(every_builtin_takes_or_refuses_every_kind_of_operand)
{
	enum tir_builtin b = (enum tir_builtin)_i;
	const struct tir_builtininfo *info = &tir_builtins[b];
	unsigned good = 0;
	seed = 1 + (uint64_t)b;
	int least = info->min ? info->min - 1 : 0;
	int most = info->max < 0 ? info->min + 3 : info->max + 1;
	for (int n = least; n <= most && n <= MOST; n++) {
		bool fits = n >= info->min && (info->max < 0 || n <= info->max);
		good += n ? vary(b, (uint32_t)n) : 0;
		if (fits || n == 0)
			good += climb(b, (uint32_t)n);
	}
	ck_assert_msg(good > 0, "T.%s was never called as it may be", info->text);
}
END_TEST

int main(int argc, char **argv)
{
	if (argc > 1)
		every = (unsigned)strtoul(argv[1], NULL, 10);
	every = every ? every : 1;
	Suite *s = suite_create("builtins");
	TCase *t = tcase_create("builtins");
	tcase_add_checked_fixture(t, start, finish);
	tcase_set_timeout(t, 600);
	tcase_add_loop_test(t, every_builtin_takes_or_refuses_every_kind_of_operand, 0,
	        TIR_NBUILTINS);
	suite_add_tcase(s, t);
	return run_suite(s);
}
