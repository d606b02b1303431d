/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* tool/keeper.h: end child processes and remove temporary folders, even when the command is killed. */
#ifndef TIRC_TOOL_KEEPER_H
#define TIRC_TOOL_KEEPER_H

#include <sys/types.h>

#include "support/support.h"

struct keeper {
	int pipe; /* its other end's end is what the keeper waits for; -1: there is none */
	pid_t pid;
};
/* Start one; folder is removed when it ends, NULL: none.  False with errno set. */
bool keeper_begin(struct keeper *k, const char *folder);
/* The same with a new folder below TMPDIR, whose name goes to path (to be freed in any case). */
bool keeper_begin_folder(struct keeper *k, struct sbuf *path);
/* End what is left of the child's group, remove the folder. */
void keeper_end(struct keeper *k);

/* Called by a new process: the kernel kills it when its parent dies, whose number this is. */
void keeper_die_with(pid_t parent);
/* fork(2): the child leads a group that ends with k, and ends with its parent, whatever signal that dies of. */
pid_t keeper_fork(const struct keeper *k);
/* Wait for the child and end what it left of its group; false with errno set. */
bool keeper_wait(pid_t child, int *status);
/* Let this process have so many bytes of memory more than it has. */
void keeper_limit_memory(uint64_t more);

#endif
