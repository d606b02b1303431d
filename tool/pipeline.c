/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* tool/pipeline.c: which of LLVM's passes run over the program. */
#include "tool/llvm.h"

bool job_optimize(struct job *j)
{
	static const char *const pipelines[] = {NULL, "default<O1>", "default<O2>", "default<O3>"};
	const struct options *o = &j->options;
	j->pipeline = o->after_            ? NULL
	              : o->passes          ? o->passes
	              : o->driver.for_size ? "default<Os>"
	                                   : pipelines[o->driver.level];
	if (!j->run.llvm || !j->pipeline)
		return true;
	pass_begin(j, "optimize");
	return j->llvm->optimize(j) && pass_end(j, "optimize");
}

bool job_set_llvm_options(const struct job *j)
{
	const struct driver_options *o = &j->options.driver;
	if (j->llvm)
		j->llvm->set_options(&o->target, o->vectorizes);
	return true;
}
