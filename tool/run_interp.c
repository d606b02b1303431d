/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* tool/run_interp.c: --run=interp: the reference interpreter, which counts what it does. */
#include "tool/internal.h"

/* One line a count: statements, nodes in all, then each kind of node and builtin that occurred. */
static void print_stats(const struct interp_stats *s, struct sbuf *out)
{
	unsigned long long nodes = 0;
	for (int i = 0; i < TIR_NOPS; i++)
		nodes += s->ops[i];
	sbuf_printf(out, "steps: %llu\nnodes: %llu\n", (unsigned long long)s->steps, nodes);
	for (int i = 0; i < TIR_NOPS; i++)
		if (s->ops[i])
			sbuf_printf(out, "%s: %llu\n", tir_ops[i].node,
			        (unsigned long long)s->ops[i]);
	for (int i = 0; i < TIR_NBUILTINS; i++)
		if (s->calls[i])
			sbuf_printf(out, "T.%s: %llu\n", tir_builtins[i].text,
			        (unsigned long long)s->calls[i]);
}

bool run_interp(struct job *j, struct run_args *args, struct sbuf *stats)
{
	struct interp_options options = {.traps_overflow = j->options.driver.trapv};
	struct interp_stats s = {0};
	uint64_t result;
	bool ok = interp_run(args->func, args->value, &options, &s, &result, j->diag);
	if (ok)
		print_stats(&s, stats);
	return ok;
}
