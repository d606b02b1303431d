/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* tool/culprits.c: the functions on which LLVM ends in a signal.
 *
 * Idea.   A process of its own optimises the program and then has LLVM compile each function alone, each in a process of its
 *         own again, whose output is thrown away.  The functions whose process ends by a signal are told through a pipe,
 *         with the private ones that they call: those are not compiled alone.  They are compiled without vectors of ours then,
 *         all others as ever.
 * Keeps   what the others become: LLVM is given the same options, and the same IR of them.
 * Costs   what compiling costs once more, and a process a function; only after a signal, or where an option asks.
 * Misses  functions that LLVM fails on only beside others: where none is found all are compiled so. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tool/llvm.h"
#include "tool/supervisor.h"

/* How a line of the pipe begins: a function that fails; a private one that such a one calls. */
enum { FAILS = '!', CALLED = '+' };

/* ---- One function, in its process -----------------------------------------------------------*/
/* Have LLVM make of the function what the options ask for, and throw it away. */
static void compile_alone(struct job *j, const char *name)
{
	const struct options *o = &j->options;
	struct sbuf out = {0};
	j->options.driver.function = name;
	bool ok = j->llvm->lower(&j->run) && job_optimize(j);
	for (uint32_t i = 0; ok && i < o->nkinds; i++)
		ok = !options_emit_kinds[o->kinds[i]].lowered ||
		     j->llvm->emit(j, o->kinds[i], true, &out);
	_exit(0);
}

/* Does LLVM end in a signal on the function? */
static bool fails(struct job *j, const char *name)
{
	int status = 0;
	pid_t self = getpid(), child = fork();
	if (child == 0) {
		supervisor_die_with(self);
		compile_alone(j, name);
	}
	while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR)
		;
	return child > 0 && WIFSIGNALED(status) && WTERMSIG(status) != SIGKILL;
}

/* ---- What they call ---------------------------------------------------------------------------*/
struct closure {
	const struct tir_module *m;
	struct arena *arena;
	bool *in; /* by number in the module */
	bool changed;
};

static bool add_callee(void *ctx, const struct tir_expr *e)
{
	struct closure *c = ctx;
	if (e->op != TIR_CALL || e->u.call.builtin != TIR_BUILTIN_CALL_GLOBAL)
		return true;
	const struct tir_func *g = tir_find_func(c->m, tir_call_name(c->m, e));
	for (uint32_t i = 0; g && !g->symbol && i < c->m->funcs.n; i++)
		if (c->m->funcs.at[i] == g && !c->in[i])
			c->in[i] = c->changed = true;
	return true;
}

static bool add_callees(void *ctx, struct tir_stmt *s)
{
	struct closure *c = ctx;
	struct tir_operand *op[TIR_MAX_OPERANDS];
	uint32_t n = tir_stmt_operands(s, op, TIR_MAX_OPERANDS);
	for (uint32_t i = 0; i < n; i++)
		tir_walk_expr(op[i]->e, c->arena, add_callee, c);
	return true;
}

/* Add the private functions that those in c call, directly or not. */
static void close_calls(struct closure *c)
{
	do {
		c->changed = false;
		for (uint32_t i = 0; i < c->m->funcs.n; i++)
			if (c->in[i])
				tir_walk_stmts(&c->m->funcs.at[i]->body, add_callees, c);
	} while (c->changed);
}

/* ---- All of them, in a process of its own -------------------------------------------------------*/
/* Let nothing be told or written but by the pipe: what is done here is done again. */
static void be_quiet(struct job *j, struct diag *silent)
{
	int null = open("/dev/null", O_RDWR | O_CLOEXEC);
	const struct rlimit none = {0};
	setrlimit(RLIMIT_CORE, &none);
	dup2(null, STDOUT_FILENO);
	dup2(null, STDERR_FILENO);
	j->diag = j->run.diag = silent;
	j->run.remark = NULL;
	j->options.save_temps = NULL;
}

static void tell(int to, char how, const char *name)
{
	struct sbuf line = {0};
	sbuf_printf(&line, "%c%s\n", how, name);
	for (size_t done = 0; line.text && done < line.len;) {
		ssize_t n = write(to, line.text + done, line.len - done);
		if (n <= 0)
			break;
		done += (size_t)n;
	}
	sbuf_free(&line);
}

/* Try all functions and tell of those that fail. */
static void try_all(struct job *j, int to)
{
	const struct tir_module *m = j->run.module;
	if (!job_set_llvm_options(j) || !driver_run(&j->run))
		return;
	bool *is = ARENA_NEWN(&j->arena, bool, m->funcs.n + 1);
	struct closure c = {.m = m, .arena = &j->arena};
	c.in = ARENA_NEWN(&j->arena, bool, m->funcs.n + 1);
	for (uint32_t i = 0; i < m->funcs.n; i++)
		is[i] = c.in[i] = m->funcs.at[i]->symbol && fails(j, m->funcs.at[i]->name);
	close_calls(&c);
	for (uint32_t i = 0; i < m->funcs.n; i++)
		if (c.in[i])
			tell(to, is[i] ? FAILS : CALLED, m->funcs.at[i]->name);
}

/* The lines that they are told in; false with errno set. */
static bool ask(struct job *j, struct sbuf *lines)
{
	int ends[2];
	char block[4096];
	ssize_t n;
	if (pipe(ends) != 0)
		return false;
	fflush(NULL);
	pid_t self = getpid(), child = fork();
	if (child == 0) {
		struct diag silent = {0};
		supervisor_die_with(self);
		close(ends[0]);
		be_quiet(j, &silent);
		try_all(j, ends[1]);
		_exit(0);
	}
	close(ends[1]);
	while (child > 0 &&
	        ((n = read(ends[0], block, sizeof block)) > 0 || (n < 0 && errno == EINTR)))
		if (n > 0)
			sbuf_add(lines, block, (size_t)n);
	close(ends[0]);
	while (child > 0 && waitpid(child, NULL, 0) < 0 && errno == EINTR)
		;
	return child > 0;
}

/* ---- What becomes of them ------------------------------------------------------------------------*/
#define AGAIN "compiled again with --no-loops --lanes=0 -fno-vectorize"

/* Have the functions of the lines compiled otherwise, and warn. */
static void take(struct job *j, const struct sbuf *lines)
{
	struct tir_names *names = &j->options.driver.scalar;
	const char **at = ARENA_NEWN(&j->arena, const char *, lines->len + 1);
	const struct tir_module *m = j->run.module;
	for (const char *s = lines->text, *end; s && (end = strchr(s, '\n')); s = end + 1) {
		const char *name = arena_strndup(&j->arena, s + 1, (size_t)(end - s - 1));
		const struct tir_func *f = tir_find_func(m, name);
		at[names->n++] = name;
		if (*s == FAILS)
			diag_warning(j->diag, f ? m->source : NULL, f ? f->at : (struct span){0},
			        "LLVM could not compile '%s'; it is " AGAIN, name);
	}
	names->at = at;
}

/* Have all functions compiled so: LLVM fails on none of them alone. */
static bool take_all(struct job *j)
{
	struct driver_options *o = &j->options.driver;
	diag_warning(j->diag, NULL, (struct span){0},
	        "LLVM could compile each function alone; all are " AGAIN);
	o->no_loops = o->no_vectorize = true;
	o->vectorize = false;
	o->lanes = "0";
	return driver_decide(o, &j->arena, j->diag);
}

bool job_find_culprits(struct job *j)
{
	struct sbuf lines = {0};
	const struct driver_options *o = &j->options.driver;
	if (!j->options.culprits || !options_lowers(&j->options) || j->options.run || o->function ||
	        (o->no_loops && o->no_vectorize))
		return true;
	if (!ask(j, &lines))
		return JOB_ERROR(j, "cannot start a process: %s", strerror(errno));
	bool none = !lines.len;
	take(j, &lines);
	sbuf_free(&lines);
	return !none || take_all(j);
}
