/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* test/random/main.c: tirc-random: random programs, all engines, what differs.
 *
 *     tirc-random [--seed=N] [--count=N | --seconds=N] [--engine=interp|jit|hexagon] [--llvm=0..3] [--keep=DIR]
 *     tirc-random --seed=N --print[=flat]
 *     tirc-random [--seed=N] [--count=N] --examples=DIR
 *     tirc-random --seed=N --text=FILE [--stage=WORD]
 *
 * The third form writes the programs with inputs and results, for other compilers.  The last form takes the text of
 * FILE for the program of a seed, as tirc-reduce makes it smaller: it exits with 0 if the text fails, at that stage if
 * one is named.  --reduce=scripts/tirc-reduce does that for the first failures that --keep=DIR keeps. */
#include <errno.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "run.h"

struct main_options {
	struct run_options run;
	uint64_t seed, count;
	unsigned batch, failures;
	double seconds; /* 0: count says how many */
	const char *keep, *print, *stage, *reduce, *self;
	bool json;
};
struct total {
	uint64_t programs, failed, feature[NFEATURES], stage[RUN_NSTAGES];
};

static double now(clockid_t clock)
{
	struct timespec t;
	clock_gettime(clock, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* ---- Options ----------------------------------------------------------------------------*/
static int usage(const char *word)
{
	fprintf(stderr,
	        "tirc-random: error: unknown option '%s'; the head of test/random/main.c lists "
	        "them\n",
	        word);
	return 2;
}

static bool feature_bits(const char *words, uint64_t *bits)
{
	for (const char *at = words; *at;) {
		size_t n = strcspn(at, ",");
		int i = 0;
		while (i < NFEATURES &&
		        (strncmp(random_features[i].word, at, n) || random_features[i].word[n]))
			i++;
		if (i == NFEATURES)
			return false;
		*bits |= UINT64_C(1) << i;
		at += n + (at[n] == ',');
	}
	return true;
}

static bool engine_of(const char *word, enum run_engine *engine)
{
	static const char *const words[] = {"interp", "jit", "hexagon"};
	for (int i = 0; i < 3; i++)
		if (!strcmp(words[i], word))
			return *engine = (enum run_engine)i, true;
	return false;
}

/* What stands behind NAME= in an option, or NULL. */
static const char *value_of(const char *arg, const char *name)
{
	size_t n = strlen(name);
	return !strncmp(arg, name, n) && arg[n] == '=' ? arg + n + 1 : NULL;
}

static bool take(struct main_options *o, const char *arg)
{
	const char *v;
	if ((v = value_of(arg, "--seed")))
		return o->seed = strtoull(v, NULL, 10), true;
	if ((v = value_of(arg, "--count")))
		return o->count = strtoull(v, NULL, 10), true;
	if ((v = value_of(arg, "--seconds")))
		return o->seconds = strtod(v, NULL), true;
	if ((v = value_of(arg, "--batch")))
		return o->batch = (unsigned)strtoul(v, NULL, 10),
		       o->batch > 0 && o->batch <= RUN_CONFIG;
	if ((v = value_of(arg, "--seconds-each")))
		return o->run.seconds = (unsigned)strtoul(v, NULL, 10), true;
	if ((v = value_of(arg, "--failures")))
		return o->failures = (unsigned)strtoul(v, NULL, 10), true;
	if ((v = value_of(arg, "--engine")))
		return engine_of(v, &o->run.engine);
	if ((v = value_of(arg, "--llvm")))
		return o->run.llvm = (unsigned)strtoul(v, NULL, 10) + 1, o->run.llvm <= 4;
	if ((v = value_of(arg, "--only")))
		return feature_bits(v, &o->run.program.only);
	if ((v = value_of(arg, "--without")))
		return feature_bits(v, &o->run.program.without);
	if ((v = value_of(arg, "--print")) || !strcmp(arg, "--print"))
		return o->print = v ? v : "text", true;
	if ((v = value_of(arg, "--text")))
		return o->run.text = v, true;
	if ((v = value_of(arg, "--stage")))
		return o->stage = v, true;
	if ((v = value_of(arg, "--examples")))
		return o->run.examples = v, true;
	if ((v = value_of(arg, "--lib")))
		return o->run.lib = v, true;
	if ((v = value_of(arg, "--reduce")))
		return o->reduce = v, true;
	if ((v = value_of(arg, "--keep")))
		return o->keep = v, true;
	return !strcmp(arg, "--json") && (o->json = true);
}

/* ---- Failures ---------------------------------------------------------------------------*/
static void text_of(const struct main_options *o, uint64_t seed, bool flat, struct sbuf *out)
{
	struct arena arena = {0};
	random_print_head(out);
	random_print(random_program(seed, &o->run.program, &arena), flat, out);
	arena_free(&arena);
}

static void keep(const struct main_options *o, uint64_t seed)
{
	struct sbuf text = {0}, path = {0};
	const char *why;
	text_of(o, seed, false, &text);
	sbuf_printf(&path, "%s/%llu.py", o->keep, (unsigned long long)seed);
	if ((mkdir(o->keep, 0777) != 0 && errno != EEXIST) ||
	        !support_write_file(path.text, text.text, text.len, &why))
		fprintf(stderr, "tirc-random: error: cannot write '%s'\n", path.text);
	sbuf_free(&text);
	sbuf_free(&path);
}

static const char *engine_word(const struct main_options *o)
{
	static const char *const words[] = {"interp", "jit", "hexagon"};
	return words[o->run.engine];
}

/* Make the text that was kept small: DIR/SEED-small.py. */
static void reduce(const struct main_options *o, uint64_t seed, const struct verdict *v)
{
	struct sbuf run = {0}, text = {0}, small = {0};
	unsigned long long n = seed;
	sbuf_printf(&run, "--run=%s --seed=%llu --engine=%s --text={} --stage=%s", o->self, n,
	        engine_word(o), run_stages[v->stage].word);
	if (o->run.llvm)
		sbuf_printf(&run, " --llvm=%u", o->run.llvm - 1);
	sbuf_printf(&text, "%s/%llu.py", o->keep, n);
	sbuf_printf(&small, "--output=%s/%llu-small.py", o->keep, n);
	fflush(NULL);
	pid_t pid = fork();
	if (pid == 0) {
		execl(o->reduce, o->reduce, text.text, run.text, small.text, "--seconds=60", NULL);
		_exit(127);
	}
	if (pid < 0 || waitpid(pid, NULL, 0) != pid)
		fprintf(stderr, "tirc-random: error: cannot start '%s'\n", o->reduce);
	sbuf_free(&run);
	sbuf_free(&text);
	sbuf_free(&small);
}

static void report(const struct main_options *o, uint64_t seed, const struct verdict *v)
{
	printf("FAILED seed %llu: %s: %s\n  tirc-random --seed=%llu --count=1 --engine=%s\n",
	        (unsigned long long)seed, run_stages[v->stage].text, v->text,
	        (unsigned long long)seed, engine_word(o));
	fflush(stdout);
	if (o->keep)
		keep(o, seed);
	if (o->keep && o->reduce)
		reduce(o, seed, v);
}

/* ---- Rows of programs -------------------------------------------------------------------*/
static void count(struct total *t, const struct verdict *v)
{
	t->programs++;
	t->failed += v->stage != RUN_RIGHT;
	t->stage[v->stage]++;
	for (int i = 0; i < NFEATURES; i++)
		t->feature[i] += v->used >> i & 1;
}

static void run_all(const struct main_options *o, struct verdict *v, struct total *t)
{
	double until = now(CLOCK_MONOTONIC) + o->seconds;
	uint64_t seed = o->seed, end = o->seconds > 0 ? UINT64_MAX : o->seed + o->count;
	while (seed < end && t->failed < o->failures) {
		if (o->seconds > 0 && now(CLOCK_MONOTONIC) >= until)
			break;
		uint64_t n = RUN_CONFIG - seed % RUN_CONFIG; /* one configuration a batch */
		n = n < o->batch ? n : o->batch;
		n = n < end - seed ? n : end - seed;
		run_programs(&o->run, seed, (uint32_t)n, v);
		for (uint64_t i = 0; i < n; i++) {
			count(t, &v[i]);
			if (v[i].stage != RUN_RIGHT)
				report(o, seed + i, &v[i]);
		}
		seed += n;
	}
}

static void print_json(const struct main_options *o, const struct total *t, double seconds)
{
	printf("{\"engine\": \"%s\", \"first\": %llu, \"programs\": %llu, \"failed\": %llu, "
	       "\"seconds\": %.1f, "
	       "\"features\": {",
	        engine_word(o), (unsigned long long)o->seed, (unsigned long long)t->programs,
	        (unsigned long long)t->failed, seconds);
	for (int i = 0; i < NFEATURES; i++)
		printf("%s\"%s\": %llu", i ? ", " : "", random_features[i].word,
		        (unsigned long long)t->feature[i]);
	printf("}}\n");
}

static void print_total(const struct main_options *o, const struct total *t, double seconds)
{
	if (o->json) {
		print_json(o, t, seconds);
		return;
	}
	for (int i = 0; i < NFEATURES; i++)
		printf("%8llu  %-10s %s\n", (unsigned long long)t->feature[i],
		        random_features[i].word, random_features[i].text);
	printf("tirc-random: seeds from %llu, %llu programs (%s), %llu failed, %.1f s\n",
	        (unsigned long long)o->seed, (unsigned long long)t->programs, engine_word(o),
	        (unsigned long long)t->failed, seconds);
}

/* Does the text in the place of the program fail, where it is to? */
static int check_text(const struct main_options *o, struct verdict *v)
{
	run_programs(&o->run, o->seed, 1, v);
	fprintf(stderr, "%s: %s\n", run_stages[v->stage].word, v->text);
	if (o->stage)
		return strcmp(o->stage, run_stages[v->stage].word) != 0;
	return v->stage == RUN_RIGHT;
}

int main(int argc, char **argv)
{
	struct main_options o = {
	        .run = {.engine = RUN_WITH_JIT, .lib = TIRC_LIB, .temp = "/tmp", .seconds = 30},
	        .seed = 1,
	        .count = 1000,
	        .batch = RUN_CONFIG,
	        .failures = 10,
	        .self = argv[0]};
	struct total t = {0};
	struct sbuf text = {0};
	for (int i = 1; i < argc; i++)
		if (!take(&o, argv[i]))
			return usage(argv[i]);
	if (o.print) {
		text_of(&o, o.seed, !strcmp(o.print, "flat"), &text);
		fputs(text.text, stdout);
		sbuf_free(&text);
		return 0;
	}
	struct verdict *v = mmap(NULL, RUN_CONFIG * sizeof *v, PROT_READ | PROT_WRITE,
	        MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (v == MAP_FAILED)
		return 1;
	double start = now(CLOCK_MONOTONIC);
	if (o.run.text)
		return check_text(&o, v);
	run_all(&o, v, &t);
	print_total(&o, &t, now(CLOCK_MONOTONIC) - start);
	return t.failed != 0;
}
