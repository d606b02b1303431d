/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* tool/run.c: tirc --run: bind the arguments, run an engine, save the buffers.
 *
 * Nothing is saved unless everything went well. */
#include <errno.h>
#include <sys/stat.h>

#include "tool/llvm.h"

static bool run_by_jit(struct job *j, struct run_args *args, struct sbuf *stats)
{
	return j->llvm->run_jit(j, args, stats);
}

typedef bool engine_fn(struct job *j, struct run_args *args, struct sbuf *stats);
static engine_fn *const run_engine[ENGINE_NONE] = {
        [ENGINE_INTERP] = run_interp,
        [ENGINE_JIT] = run_by_jit,
        [ENGINE_HEXAGON] = run_hexagon,
};

/* Make the folder unless it is there. */
static bool make_folder(struct job *j)
{
	const char *dir = j->options.save;
	struct stat st;
	if (!dir || mkdir(dir, 0777) == 0)
		return true;
	int error = errno;
	if (error == EEXIST && stat(dir, &st) == 0 && S_ISDIR(st.st_mode))
		return true;
	return JOB_ERROR(j, "cannot make the folder '%s': %s", dir, strerror(error));
}

bool job_run(struct job *j)
{
	struct run_args args = {0};
	struct sbuf *stats = &j->ran;
	const char *why = "out of memory";
	const struct options *o = &j->options;
	bool shows = !o->save && !o->stats && !o->stats_json && !o->quiet;
	uint64_t *before = NULL;
	bool ok = args_bind(j, &args);
	if (ok && shows)
		before = run_summary_begin(j, &args);
	progress_pass(j, "run", NULL);
	ok = ok && run_engine[j->options.engine](j, &args, stats) && args_check_guards(j, &args);
	struct sbuf summary = {0}, *shown = shows ? &summary : stats;
	if (ok && shows)
		run_summary_print(j, &args, before, shown);
	if (ok && j->options.save)
		ok = make_folder(j) && args_save(j, &args);
	if (ok && (j->options.stats || shows) &&
	        (shown->failed ||
	                !support_write_file("-", shown->text ? shown->text : "", shown->len, &why)))
		ok = JOB_ERROR(j, "cannot write to stdout: %s", why);
	sbuf_free(&summary);
	args_free(&args);
	return ok;
}
