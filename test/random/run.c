/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* test/random/run.c: programs through the engines, each against the interpreter on the second spelling. */
#include "run.h"

#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <llvm-c/Support.h>

#include "interp/interp.h"

const struct stage_info run_stages[RUN_NSTAGES] = {
#define STAGE(NAME, word, text) {word, text},
#include "stages.def"
};

/* ---- Images -----------------------------------------------------------------------------*/
const char *run_name(struct batch *b, uint32_t i)
{
	return arena_printf(&b->arena, "f%llu", (unsigned long long)b->program[i]->seed);
}

struct image run_input(struct batch *b, uint32_t i, unsigned k, struct random_scalars *s)
{
	unsigned char *room = arena_alloc(&b->arena, b->program[i]->image + 256);
	uintptr_t at = ((uintptr_t)room + 127) & ~(uintptr_t)127;
	struct image m = {room + (at - (uintptr_t)room), 0};
	*s = random_input(b->program[i], k, m.bytes);
	return m;
}

static bool fail(struct batch *b, uint32_t i, const char *format, ...) PRINTF_LIKE(3, 4);
static bool fail(struct batch *b, uint32_t i, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	vsnprintf(b->verdict[i].text, sizeof b->verdict[i].text, format, args);
	va_end(args);
	return false;
}

bool run_compare(struct batch *b, uint32_t i, unsigned k, const struct image *got)
{
	const struct program *p = b->program[i];
	const struct image *want = &b->want[i * RANDOM_INPUTS + k];
	int64_t at = random_compare(p, want->bytes, got->bytes);
	if (at >= 0) {
		const struct buffer *x = random_param_at(p, (uint32_t)at);
		return fail(b, i, "input %u: byte %lld of the image (%s) is 0x%02x, not 0x%02x", k,
		        (long long)at, x ? x->name : "between parameters", got->bytes[at],
		        want->bytes[at]);
	}
	return want->result == got->result ||
	       fail(b, i, "input %u: it returns %d, not %d", k, got->result, want->result);
}

/* ---- The interpreter --------------------------------------------------------------------*/
static const struct tir_func *function_of(struct batch *b, const struct tir_module *m, uint32_t i)
{
	return driver_find_function(m, run_name(b, i));
}

enum { MAX_STEPS = 20000000 };

static bool interpret(struct batch *b, const struct tir_func *f, uint32_t i, unsigned k,
        struct image *out)
{
	const struct program *p = b->program[i];
	struct random_scalars s;
	struct interp_arg args[RANDOM_BUFFERS + 5];
	struct interp_options options = {
	        .max_steps = MAX_STEPS, .traps_overflow = !b->program_is_right};
	uint64_t result = 0;
	uint32_t n = p->nparams, bits;
	*out = run_input(b, i, k, &s);
	for (uint32_t j = 0; j < n; j++)
		args[j] = (struct interp_arg){.data = out->bytes + p->place[j],
		        .bytes = (size_t)p->param[j]->size * random_types[p->param[j]->ty].bits /
		                 8};
	memcpy(&bits, &s.f, sizeof bits);
	args[n] = (struct interp_arg){.bits = (uint32_t)s.n};
	args[n + 1] = (struct interp_arg){.bits = (uint32_t)s.x};
	args[n + 2] = (struct interp_arg){.bits = (uint32_t)s.y};
	args[n + 3] = (struct interp_arg){.bits = (uint64_t)s.w};
	args[n + 4] = (struct interp_arg){.bits = bits};
	b->said[0] = 0;
	bool ok = f && f->params.n == n + 5 &&
	          interp_run(f, args, &options, NULL, &result, &b->diag);
	out->result = (int32_t)result;
	return ok || fail(b, i, "input %u: %s", k, f ? b->said : "there is no such function");
}

/* Run all that came so far in the interpreter and compare; the programs that are right come a stage further. */
static void interpret_all(struct batch *b, const struct tir_module *m, enum run_stage stage,
        uint64_t without)
{
	for (uint32_t i = 0; i < b->n; i++) {
		bool ok = b->verdict[i].stage == stage;
		const struct tir_func *f = ok ? function_of(b, m, i) : NULL;
		for (unsigned k = 0; k < RANDOM_INPUTS && ok && !(b->program[i]->used & without);
		        k++) {
			struct image got;
			ok = interpret(b, f, i, k, &got) && run_compare(b, i, k, &got);
		}
		b->verdict[i].stage += ok;
	}
}

static void find_right(struct batch *b, const struct tir_module *m)
{
	b->want = ARENA_NEWN(&b->arena, struct image, b->n * RANDOM_INPUTS);
	for (uint32_t i = 0; i < b->n; i++) {
		bool ok = true;
		for (unsigned k = 0; k < RANDOM_INPUTS && ok; k++)
			ok = interpret(b, function_of(b, m, i), i, k,
			        &b->want[i * RANDOM_INPUTS + k]);
		b->verdict[i].stage = ok ? RUN_RAW : RUN_ORACLE;
	}
	b->program_is_right = true;
}

/* ---- From text to code ------------------------------------------------------------------*/
static void sink(void *ctx, const struct diag_message *m)
{
	struct batch *b = ctx;
	unsigned row = 0, column = 0;
	/* What may be refused to a loop is no failure; all other warnings are of proofs. */
	if (m->level < DIAG_WARNING || !strncmp(m->text, "this loop is not ", 17) ||
	        !strncmp(m->text, "this statement of a vectorised loop runs serially", 49))
		return;
	b->complaints++;
	if (b->said[0] && m->level == DIAG_WARNING)
		return;
	if (m->source)
		source_location(m->source, m->span.begin, &row, &column);
	snprintf(b->said, sizeof b->said, "%u:%u: %s", row, column, m->text);
}

static struct tir_module *read_module(struct batch *b, bool flat)
{
	struct sbuf text = {0};
	const struct source *source;
	const char *why;
	if (b->options->text) {
		source = source_read(&b->arena, b->options->text, &why);
	} else {
		random_print_head(&text);
		for (uint32_t i = 0; i < b->n; i++)
			random_print(b->program[i], flat, &text);
		source = source_text(&b->arena, "random.py",
		        arena_strndup(&b->arena, text.text, text.len), text.len);
	}
	sbuf_free(&text);
	return source ? frontend_read(source, &b->arena, &b->diag) : NULL;
}

/* Bring a text that stands in a program's place as far as its meaning needs: blocks and threads. */
static bool legalise_text(struct batch *b, struct tir_module *m)
{
	struct driver_options o = {.level = 0, .last = DRIVER_LEGALIZE};
	struct driver run = {.options = &o, .arena = &b->arena, .diag = &b->diag, .module = m};
	return driver_decide(&o, &b->arena, &b->diag) && driver_run(&run);
}

static void set_all(struct batch *b, enum run_stage stage)
{
	for (uint32_t i = 0; i < b->n; i++)
		if (b->verdict[i].stage + 1 == stage || stage == RUN_READ)
			b->verdict[i].stage = stage;
}

/* How LLVM treats them.  Code that it does not optimise is made in a tenth of the time; passes without its own optimised
 * code see what lowering promises as well. */
static void choose_levels(struct batch *b, struct random *r)
{
	enum { HOST = 16, HEXAGON = 4 };
	static const unsigned char passes[HOST] = {1, 2, 3, 2}, code[HOST] = {0, 0, 0, 2};
	static const unsigned char hexagon[HEXAGON] = {0, 0, 1, 2};
	bool on_host = b->options->engine != RUN_WITH_HEXAGON;
	uint32_t row = random_below(r, on_host ? HOST : HEXAGON);
	b->level = on_host ? passes[row] : hexagon[row];
	b->code_level = on_host ? code[row] : hexagon[row];
	if (b->options->llvm)
		b->level = b->code_level = b->options->llvm - 1;
}

/* How programs are compiled: the same for RUN_CONFIG seeds in a row. */
static void choose_options(struct batch *b)
{
	static const char *const profiles[] = {NULL, "host", "hexagon", "size", NULL, "tvm"};
	static const int levels[] = {2, 1, 2, 3};
	struct random r = {b->first / RUN_CONFIG + 77};
	struct driver_options *o = &b->compile;
	random_next(&r);
	*o = (struct driver_options){.level = levels[random_below(&r, 4)],
	        .profile = profiles[random_below(&r, 6)],
	        .promote_scalars = random_percent(&r, 40) ? DRIVER_ON : DRIVER_BY_PROFILE,
	        .unroll_and_jam = random_percent(&r, 35) ? "all" : NULL,
	        .last = DRIVER_LOWER};
	bool newer = random_percent(&r, 40);
	if (b->options->engine == RUN_WITH_HEXAGON)
		o->target = (struct target){
		        .triple = "hexagon", .cpu = newer ? "hexagonv73" : "hexagonv67"};
	o->no_cse = random_percent(&r, 6);
	choose_levels(b, &r);
	o->split_host_device = random_percent(&r, 40);
	o->no_loops = random_percent(&r, 6);
}

static bool compile_all(struct batch *b)
{
	static const char *const pipelines[] = {NULL, "default<O1>", "default<O2>", "default<O3>"};
	bool decided = driver_decide(&b->compile, &b->arena, &b->diag);
	b->compile.target.opt = b->code_level;
	if (!decided || !driver_run(&b->run) || b->complaints)
		return false;
	if (b->options->engine == RUN_WITH_INTERP)
		return true;
	return driver_lower(&b->run) && b->complaints == 0 &&
	       (b->level == 0 ||
	               lower_optimize(b->run.llvm, b->run.machine, pipelines[b->level], &b->diag));
}

static void say_all(struct batch *b, enum run_stage stage)
{
	for (uint32_t i = 0; i < b->n; i++)
		if (b->verdict[i].stage == stage && !b->verdict[i].text[0])
			snprintf(b->verdict[i].text, sizeof b->verdict[i].text, "%s", b->said);
}

/* qemu 7.2 lets a load pass the store of its packet when a conditional instruction was cancelled long before
 * (docs/hexagon.md): LLVM makes no such packets here. */
static void keep_loads_apart(void)
{
	static const char *const words[] = {"tirc-random", "-slot1-store-slot0-load=false"};
	LLVMParseCommandLineOptions(2, words, NULL);
}

/* Runs inside arena_guard. */
static void work(void *ctx)
{
	struct batch *b = ctx;
	b->program = ARENA_NEWN(&b->arena, struct program *, b->n);
	for (uint32_t i = 0; i < b->n; i++) {
		b->program[i] = random_program(b->first + i, &b->options->program, &b->arena);
		b->verdict[i].used = b->program[i]->used;
	}
	set_all(b, RUN_READ);
	struct tir_module *flat = read_module(b, true), *m = flat ? read_module(b, false) : NULL;
	if (!m || (b->options->text && !legalise_text(b, flat))) {
		say_all(b, RUN_READ);
		return;
	}
	find_right(b, flat);
	if (b->options->examples) {
		run_examples(b);
		return;
	}
	uint64_t blocks = UINT64_C(1) << FEATURE_BLOCK;
	interpret_all(b, m, RUN_RAW, blocks);
	if (b->options->engine == RUN_WITH_HEXAGON)
		keep_loads_apart();
	b->run = (struct driver){.options = &b->compile,
	        .arena = &b->arena,
	        .diag = &b->diag,
	        .module = m,
	        .context = run_context(b)};
	choose_options(b);
	b->said[0] = 0;
	if (!compile_all(b)) {
		say_all(b, RUN_PASSES);
		return;
	}
	set_all(b, RUN_INTERP);
	interpret_all(b, b->run.module, RUN_INTERP, 0);
	b->said[0] = 0;
	if (b->options->engine == RUN_WITH_INTERP)
		set_all(b, RUN_CODE), set_all(b, RUN_RIGHT);
	else if (!(b->options->engine == RUN_WITH_JIT ? run_jit(b) : run_hexagon(b)))
		say_all(b, RUN_COMPILE);
}

/* ---- Processes --------------------------------------------------------------------------*/
static _Noreturn void child(const struct run_options *o, uint64_t first, uint32_t n,
        struct verdict *v)
{
	unsigned seconds = o->seconds + n;
	struct batch *b = calloc(1, sizeof *b);
	setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
	setrlimit(RLIMIT_CPU, &(struct rlimit){seconds, seconds});
	if (!b)
		_exit(1);
	*b = (struct batch){.options = o, .first = first, .n = n, .verdict = v};
	b->diag = (struct diag){.sink = sink, .ctx = b};
	_exit(arena_guard(&b->arena, work, b) ? 0 : 1);
}

static bool all_right(const struct verdict *v, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++)
		if (v[i].stage != RUN_RIGHT)
			return false;
	return true;
}

void run_programs(const struct run_options *o, uint64_t first, uint32_t n, struct verdict *v)
{
	int status = 0;
	memset(v, 0, n * sizeof *v);
	fflush(NULL);
	pid_t pid = fork();
	if (pid == 0)
		child(o, first, n, v);
	bool ended = pid > 0 && waitpid(pid, &status, 0) == pid;
	bool whole = ended && WIFEXITED(status) && WEXITSTATUS(status) == 0;
	if (whole && all_right(v, n))
		return;
	if (n > 1) {
		run_programs(o, first, n / 2, v);
		run_programs(o, first + n / 2, n - n / 2, v + n / 2);
	} else if (!whole) {
		snprintf(v->text, sizeof v->text, "%s",
		        !ended              ? "no process could be started"
		        : WIFEXITED(status) ? "out of memory"
		        : WTERMSIG(status) == SIGXCPU || WTERMSIG(status) == SIGKILL
		                ? "it takes too long"
		                : strsignal(WTERMSIG(status)));
	}
}
