/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* test/random/hexagon.c: the programs of a batch in one program under qemu-hexagon. */
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "run.h"
#include "runtime/job.h"
#include "target/batch.h"

_Static_assert((int)BATCH_BUFFERS == (int)RANDOM_BUFFERS, "a pointer for each parameter");

/* One call: a program and an input. */
struct call {
	uint32_t program;
	unsigned input;
	struct image image;
	struct batch_call call;
};
enum file { OBJECT, PROGRAM, JOB, RESULT, NFILES };
struct hexagon {
	struct batch *b;
	struct call *call;
	uint32_t n;
	char folder[64];
	const char *file[NFILES];
};

static bool complain(struct batch *b, const char *format, ...) PRINTF_LIKE(2, 3);
static bool complain(struct batch *b, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	vsnprintf(b->said, sizeof b->said, format, args);
	va_end(args);
	return false;
}

/* ---- The program ------------------------------------------------------------------------*/
/* The table that target/entry.c calls by. */
static void add_table(struct batch *b)
{
	LLVMTypeRef pointer = LLVMPointerTypeInContext(b->run.context, 0);
	LLVMValueRef *all = ARENA_NEWN(&b->arena, LLVMValueRef, b->n);
	for (uint32_t i = 0; i < b->n; i++) {
		all[i] = LLVMGetNamedFunction(b->run.llvm, run_name(b, i));
		if (!all[i])
			all[i] = LLVMConstNull(pointer);
	}
	LLVMValueRef table = LLVMAddGlobal(b->run.llvm, LLVMArrayType2(pointer, b->n),
	        "random_kernels");
	LLVMSetInitializer(table, LLVMConstArray2(pointer, all, b->n));
	LLVMSetGlobalConstant(table, true);
}

static bool write_object(struct hexagon *h)
{
	struct batch *b = h->b;
	char *text = NULL;
	LLVMMemoryBufferRef object;
	const char *why = "";
	struct lower_codegen codegen = {.machine = b->run.machine, .unshare = b->level > 0};
	add_table(b);
	lower_before_codegen(b->run.llvm, &codegen);
	if (LLVMTargetMachineEmitToMemoryBuffer(b->run.machine, b->run.llvm, LLVMObjectFile, &text,
	            &object)) {
		complain(b, "%s", text);
		LLVMDisposeMessage(text);
		return false;
	}
	bool ok = support_write_file(h->file[OBJECT], LLVMGetBufferStart(object),
	        LLVMGetBufferSize(object), &why);
	LLVMDisposeMemoryBuffer(object);
	return ok || complain(b, "cannot write the object: %s", why);
}

/* Run a program; false if it does not end with 0. */
static bool spawn(struct hexagon *h, const char *const *argv)
{
	int status = 0;
	pid_t pid = fork();
	if (pid == 0) {
		unsigned seconds = h->b->options->seconds + h->n;
		setrlimit(RLIMIT_CPU, &(struct rlimit){seconds, seconds});
		execvp(argv[0], (char *const *)(uintptr_t)argv);
		_exit(127);
	}
	if (pid < 0 || waitpid(pid, &status, 0) != pid)
		return complain(h->b, "cannot start %s", argv[0]);
	if (WIFSIGNALED(status))
		return complain(h->b, "%s: %s", argv[0], strsignal(WTERMSIG(status)));
	return WEXITSTATUS(status) == 0 ||
	       complain(h->b, "%s ends with code %d", argv[0], WEXITSTATUS(status));
}

static bool link_program(struct hexagon *h)
{
	const char *lib = h->b->options->lib;
	const char *argv[] = {"ld.lld-22", "-static", "-o", h->file[PROGRAM], h->file[OBJECT],
	        arena_printf(&h->b->arena, "%s/tirc-random-hexagon.o", lib),
	        arena_printf(&h->b->arena, "%s/libtirc-hexagon.a", lib), NULL};
	return spawn(h, argv);
}

/* ---- The job ----------------------------------------------------------------------------*/
static void choose_calls(struct hexagon *h)
{
	struct batch *b = h->b;
	h->call = ARENA_NEWN(&b->arena, struct call, b->n * RANDOM_INPUTS);
	for (uint32_t i = 0; i < b->n; i++)
		for (unsigned k = 0; k < RANDOM_INPUTS && b->verdict[i].stage == RUN_COMPILE; k++) {
			struct call *c = &h->call[h->n++];
			struct random_scalars s;
			*c = (struct call){
			        .program = i, .input = k, .image = run_input(b, i, k, &s)};
			c->call = (struct batch_call){
			        .w = s.w, .n = s.n, .x = s.x, .y = s.y, .f = s.f, .kernel = i};
			memcpy(c->call.place, b->program[i]->place, sizeof c->call.place);
		}
}

static void put(struct sbuf *out, const void *p, size_t n)
{
	sbuf_add(out, p, n);
	while (out->len % 8)
		sbuf_char(out, 0);
}

static bool write_job(struct hexagon *h)
{
	struct sbuf out = {0};
	struct job_header header = {JOB_MAGIC, 2 * h->n, 1};
	uint64_t n = h->n, at = sizeof header + 2 * n * sizeof(struct job_buffer) + sizeof n;
	const char *why = "";
	sbuf_add(&out, (const char *)&header, sizeof header);
	for (uint32_t i = 0; i < h->n; i++) {
		uint64_t size[] = {
		        h->b->program[h->call[i].program]->image, sizeof(struct batch_call)};
		for (int k = 0; k < 2; k++) {
			/* one input at a line of HVX, the next one between two */
			struct job_buffer b = {.size = size[k],
			        .offset = at,
			        .align = h->call[i].input % 2 ? 64 : 128};
			sbuf_add(&out, (const char *)&b, sizeof b);
			at = job_round(at + size[k]);
		}
	}
	sbuf_add(&out, (const char *)&n, sizeof n);
	for (uint32_t i = 0; i < h->n; i++) {
		put(&out, h->call[i].image.bytes, h->b->program[h->call[i].program]->image);
		put(&out, &h->call[i].call, sizeof h->call[i].call);
	}
	bool ok = support_write_file(h->file[JOB], out.text, out.len, &why);
	sbuf_free(&out);
	return ok || complain(h->b, "cannot write the job: %s", why);
}

static void compare_call(struct hexagon *h, const struct call *c, const struct image *got)
{
	struct verdict *v = &h->b->verdict[c->program];
	if (v->stage == RUN_COMPILE)
		v->stage = RUN_RIGHT;
	if (v->stage == RUN_RIGHT && !run_compare(h->b, c->program, c->input, got))
		v->stage = RUN_CODE;
}

static bool read_result(struct hexagon *h)
{
	const char *why = "it is too short";
	struct job_result r;
	const struct source *file = source_read(&h->b->arena, h->file[RESULT], &why);
	if (!file || file->len < sizeof r)
		return complain(h->b, "cannot read the result: %s", why);
	memcpy(&r, file->text, sizeof r);
	if (r.status == JOB_GUARD_BROKEN)
		return complain(h->b, "buffer %u was written outside", r.broken);
	uint64_t at = sizeof r;
	for (uint32_t i = 0; i < h->n; i++) {
		struct batch_call call;
		const struct call *c = &h->call[i];
		uint64_t size = h->b->program[c->program]->image, behind = job_round(at + size);
		if (behind + sizeof call > file->len)
			return complain(h->b, "cannot read the result: %s", why);
		memcpy(&call, file->text + behind, sizeof call);
		struct image got = {arena_copy(&h->b->arena, file->text + at, size), call.result};
		compare_call(h, c, &got);
		at = job_round(behind + sizeof call);
	}
	return true;
}

/* ---- All of it --------------------------------------------------------------------------*/
static bool begin(struct hexagon *h)
{
	static const char *const names[] = {"batch.o", "batch", "job", "result"};
	const char *temp = h->b->options->temp;
	snprintf(h->folder, sizeof h->folder, "%s/tirc-random-XXXXXX", temp);
	if (!mkdtemp(h->folder))
		return complain(h->b, "cannot make a folder in %s", temp);
	for (int i = 0; i < NFILES; i++)
		h->file[i] = arena_printf(&h->b->arena, "%s/%s", h->folder, names[i]);
	return true;
}

static void end(struct hexagon *h)
{
	for (int i = 0; i < NFILES; i++)
		unlink(h->file[i]);
	rmdir(h->folder);
}

bool run_hexagon(struct batch *b)
{
	struct hexagon h = {.b = b};
	if (!begin(&h))
		return false;
	choose_calls(&h);
	const char *argv[] = {"qemu-hexagon", "-cpu", b->compile.target.processor->qemu,
	        h.file[PROGRAM], h.file[JOB], h.file[RESULT], NULL};
	bool ok = write_object(&h) && link_program(&h) && write_job(&h) && spawn(&h, argv) &&
	          read_result(&h);
	end(&h);
	return ok;
}
