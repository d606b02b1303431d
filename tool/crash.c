/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* tool/crash.c: a command that is ended by a fault of its own leaves a folder tirc-crash-NUMBER/ with what it read and
 * the line that brings the fault about again.
 *
 * Idea.   The text of the line is made before the work begins.  The handler of the signal only makes the folder and
 *         writes, by calls that POSIX allows there; then the signal does what it did before.  The handler runs on a
 *         stack of its own, as the other one may be full, and finds what it needs at that stack's low end.
 *         -fno-crash-diagnostics leaves the folder out, not the message.
 *         Where LLVM compiled, the command begins anew as another one: with the functions on which LLVM ends so, each
 *         compiled alone (culprits.c), without vectors; then with all of them so; then without optimisations.
 * Needs   to be called again behind whoever takes the signals for itself: libclang does.
 * Leaves alone  a process that was forked from the one that asked for it. */
#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <ucontext.h>
#include <unistd.h>

#include "tool/internal.h"

static const int signals[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT};
enum { NSIGNALS = sizeof signals / sizeof *signals, STACK = 64 << 10, MAX_TRIES = 10 };

/* At the low end of the handler's stack. */
struct crash {
	const struct job *job;
	const char *input; /* the name of the text in the folder */
	struct sbuf command;
	const char
	        *file[DRIVER_MAX_LIST + 1]; /* the names of the other files there (options_file) */
	struct again { /* what is to be tried instead: for the functions that fail alone, where there are several; for all */
		const char **words; /* NULL: nothing */
		const char **added; /* those of them that are new */
	} some, all;
	pid_t pid;
	bool armed; /* before is known */
	struct sigaction before[NSIGNALS];
};
_Static_assert(sizeof(struct crash) < STACK / 4, "there is room for the handler");

/* ---- The line ----------------------------------------------------------------------------*/
/* A word of the shell. */
static void add_quoted(struct sbuf *out, const char *word)
{
	sbuf_str(out, " '");
	for (; *word; word++)
		sbuf_printf(out, *word == '\'' ? "'\\''" : "%c", *word);
	sbuf_str(out, "'");
}

/* The word with the names that files have in the folder. */
static const char *renamed(const struct crash *c, const char *word, struct arena *arena)
{
	const struct options *o = &c->job->options;
	size_t n = strlen(word);
	if (!strcmp(word, o->input))
		return c->input;
	for (uint32_t i = 0; options_file(o, i); i++) {
		size_t tail = strlen(options_file(o, i));
		if (n >= tail && !strcmp(word + n - tail, options_file(o, i)))
			return arena_printf(arena, "%.*s%s", (int)(n - tail), word, c->file[i]);
	}
	return word;
}

/* The words of the command with these, up to NULL, behind them. */
static struct again with_words(const struct options *o, const char *const *new, bool plain,
        struct arena *arena)
{
	struct again a = {.words = ARENA_NEWN(arena, const char *, o->words.n + 6)};
	uint32_t n = 0;
	a.words[n++] = "tirc";
	for (uint32_t i = 0; i < o->words.n; i++) {
		/* a file that another process compiles; passes that -O0 does without */
		bool other = plain && !strncmp(o->words.at[i], "--passes=", 9);
		for (uint32_t k = 0; k < o->files.n; k++)
			other |= !strcmp(o->words.at[i], o->files.at[k]) &&
			         strcmp(o->files.at[k], o->input) != 0;
		if (!other)
			a.words[n++] = o->words.at[i];
	}
	a.added = &a.words[n];
	while (*new)
		a.words[n++] = *new++;
	a.words[n] = NULL;
	return a;
}

/* What is compiled in place of what LLVM could not, more and more carefully. */
static void plan_again(struct crash *c, struct arena *arena)
{
	static const char *const some[] = {"--find-culprits", NULL}, *const plain[] = {"-O0", NULL},
	                         *const scalar[] = {
	                                 "--no-loops", "--lanes=0", "-fno-vectorize", NULL};
	const struct options *o = &c->job->options;
	const struct driver_options *d = &o->driver;
	bool is_scalar = d->no_loops && d->no_vectorize;
	if (!options_lowers(o) || o->run || o->werror || d->level == 0)
		return;
	c->all = with_words(o, is_scalar ? plain : scalar, is_scalar, arena);
	if (!is_scalar && !o->culprits && !d->function)
		c->some = with_words(o, some, false, arena);
}

static void describe(void *ctx)
{
	struct crash *c = ctx;
	const struct options *o = &c->job->options;
	struct arena *arena = (struct arena *)&c->job->arena;
	bool json = strlen(o->input) > 5 && !strcmp(o->input + strlen(o->input) - 5, ".json");
	size_t n;
	c->input = json ? "input.json" : "input.py";
	for (uint32_t i = 0; options_file(o, i); i++)
		c->file[i] = arena_printf(arena, "%u-%s", i + 1,
		        output_base_name(options_file(o, i), &n));
	sbuf_str(&c->command, "#!/bin/sh\ntirc");
	plan_again(c, arena);
	bool named = false;
	for (uint32_t i = 0; i < o->words.n; i++) {
		add_quoted(&c->command, renamed(c, o->words.at[i], arena));
		named |= !strcmp(o->words.at[i], o->input);
	}
	if (!named)
		sbuf_printf(&c->command, " < %s", c->input);
	sbuf_str(&c->command, "\n");
}

/* ---- The handler: nothing here allocates ------------------------------------------------*/
static void put(int fd, const char *text, size_t n)
{
	while (n) {
		ssize_t k = write(fd, text, n);
		if (k <= 0)
			return;
		text += k;
		n -= (size_t)k;
	}
}

static void say(int fd, const char *text)
{
	put(fd, text, strlen(text));
}

/* Append text to at, which has room. */
static char *append(char *at, const char *text)
{
	size_t n = strlen(text);
	memcpy(at, text, n + 1);
	return at + n;
}

static char *append_number(char *at, unsigned long n)
{
	char digits[24], *d = digits + sizeof digits - 1;
	*d = 0;
	do
		*--d = (char)('0' + n % 10);
	while (n /= 10);
	return append(at, d);
}

static int create(int folder, const char *name)
{
	return openat(folder, name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
}

static void write_text(int folder, const char *name, const char *text, size_t n)
{
	int fd = text ? create(folder, name) : -1;
	if (fd < 0)
		return;
	put(fd, text, n);
	close(fd);
}

static void copy_file(int folder, const char *name, const char *from)
{
	char block[4096];
	ssize_t n;
	int in = open(from, O_RDONLY | O_CLOEXEC), out = in < 0 ? -1 : create(folder, name);
	while (out >= 0 && (n = read(in, block, sizeof block)) > 0)
		put(out, block, (size_t)n);
	if (out >= 0)
		close(out);
	if (in >= 0)
		close(in);
}

/* Make the folder and open it; name has room for its name.  -1: it cannot be made. */
static int make_folder(char *name)
{
	for (unsigned k = 0; k < MAX_TRIES; k++) {
		char *end = append_number(append(name, "tirc-crash-"), (unsigned long)getpid());
		if (k)
			append_number(append(end, "-"), k);
		if (mkdir(name, 0777) == 0)
			return open(name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	}
	return -1;
}

/* Become the command that is tried instead; comes back if it cannot be. */
static void try_again(const struct crash *c, int folder)
{
	sigset_t none;
	int text = strcmp(c->job->options.input, "-") != 0 ? -1
	                                                   : openat(folder, c->input, O_RDONLY);
	const struct tir_module *m = c->job->run.module;
	bool some = c->some.words && m && m->funcs.n > 1;
	const struct again *a = some ? &c->some : &c->all;
	if (!a->words || !c->job->run.llvm || folder < 0 ||
	        (text >= 0 && dup2(text, STDIN_FILENO) < 0))
		return;
	say(STDERR_FILENO,
	        some ? "tirc: warning: LLVM could not compile this; each function is tried "
	               "alone"
	             : "tirc: warning: LLVM could not compile this; it is compiled again "
	               "with");
	for (const char *const *w = a->added; *w && !some; w++) {
		say(STDERR_FILENO, " ");
		say(STDERR_FILENO, *w);
	}
	say(STDERR_FILENO, "\n");
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	execv("/proc/self/exe", (char *const *)(uintptr_t)a->words);
}

static void leave_folder(const struct crash *c, int signal, bool sent)
{
	const struct job *j = c->job;
	char name[64], number[24];
	int folder = j->options.no_crash ? -1 : make_folder(name);
	append_number(number, (unsigned long)signal);
	say(STDERR_FILENO, "tirc: internal error: signal ");
	say(STDERR_FILENO, number);
	if (folder < 0) {
		say(STDERR_FILENO, "; please report this\n");
		return;
	}
	if (c->command.text && !c->command.failed)
		write_text(folder, "command.sh", c->command.text, c->command.len);
	if (j->source)
		write_text(folder, c->input, j->source->text, j->source->len);
	else if (strcmp(j->options.input, "-") != 0)
		copy_file(folder, c->input, j->options.input);
	for (uint32_t i = 0; options_file(&j->options, i) && c->file[i]; i++)
		copy_file(folder, c->file[i], options_file(&j->options, i));
	say(STDERR_FILENO, "; please report this, with the folder ");
	say(STDERR_FILENO, name);
	say(STDERR_FILENO, "\n");
	if (!sent)
		try_again(c, folder);
	close(folder);
}

static void on_signal(int signal, siginfo_t *info, void *context)
{
	struct crash *c = ((ucontext_t *)context)->uc_stack.ss_sp;
	for (int i = 0; i < NSIGNALS; i++)
		sigaction(signals[i], &c->before[i], NULL);
	if (c->pid == getpid())
		leave_folder(c, signal, info->si_code <= 0 && info->si_pid != c->pid);
	if (info->si_code <= 0) /* somebody sent it: it does not come again by itself */
		raise(signal);
}

/* ---- The way in --------------------------------------------------------------------------*/
void crash_begin(struct job *j)
{
	struct crash *c = mmap(NULL, STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1,
	        0);
	stack_t stack = {.ss_sp = c, .ss_size = STACK};
	if (c == MAP_FAILED)
		return;
	*c = (struct crash){.job = j, .pid = getpid()};
	j->crash = c;
	if (arena_guard(&j->arena, describe, c) && sigaltstack(&stack, &j->stack_before) == 0)
		crash_watch(j);
	else
		crash_end(j);
}

void crash_watch(struct job *j)
{
	struct sigaction act = {.sa_sigaction = on_signal, .sa_flags = SA_SIGINFO | SA_ONSTACK};
	sigemptyset(&act.sa_mask);
	if (!j->crash)
		return;
	for (int i = 0; i < NSIGNALS; i++) {
		struct sigaction old;
		sigaction(signals[i], &act, &old);
		if (!j->crash->armed) /* who took them since goes back to us */
			j->crash->before[i] = old;
	}
	j->crash->armed = true;
}

void crash_end(struct job *j)
{
	struct crash *c = j->crash;
	if (!c)
		return;
	for (int i = 0; i < NSIGNALS && c->armed; i++)
		sigaction(signals[i], &c->before[i], NULL);
	sigaltstack(&j->stack_before, NULL);
	sbuf_free(&c->command);
	munmap(c, STACK);
	j->crash = NULL;
}
