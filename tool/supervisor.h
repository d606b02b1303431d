/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* tool/supervisor.h: end child processes and remove temporary folders, even when the command is killed. */
#ifndef TIRC_TOOL_SUPERVISOR_H
#define TIRC_TOOL_SUPERVISOR_H

#include <sys/types.h>

#include "support/support.h"

struct supervisor {
	int pipe; /* its other end's end is what the supervisor waits for; -1: there is none */
	pid_t pid;
};
/* Start one; folder is removed when it ends, NULL: none.  False with errno set. */
bool supervisor_begin(struct supervisor *k, const char *folder);
/* The same with a new folder below TMPDIR, whose name goes to path (to be freed in any case). */
bool supervisor_begin_folder(struct supervisor *k, struct sbuf *path);
/* End what is left of the child's group, remove the folder. */
void supervisor_end(struct supervisor *k);

/* Called by a new process: the kernel kills it when its parent dies, whose number this is. */
void supervisor_die_with(pid_t parent);
/* fork(2): the child leads a group that ends with k, and ends with its parent, whatever signal that dies of. */
pid_t supervisor_fork(const struct supervisor *k);
/* Wait for the child and end what it left of its group; false with errno set. */
bool supervisor_wait(pid_t child, int *status);
/* Let this process have so many bytes of memory more than it has. */
void supervisor_limit_memory(uint64_t more);

#endif
