/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* plugin/internal.h: between the C++ shim (plugin.cpp) and the rest, which is C. */
#ifndef TIRC_PLUGIN_INTERNAL_H
#define TIRC_PLUGIN_INTERNAL_H

#include <llvm-c/TargetMachine.h>

#ifdef __cplusplus
#include <cstddef>
extern "C" {
#else
#include <stdbool.h>
#include <stddef.h>

#include "driver/driver.h"
#endif

/* ---- version.c --------------------------------------------------------------------------*/
/* True if this plugin may run in this process; otherwise a sentence on stderr says why not. */
bool plugin_version_ok(void);

/* ---- plugin.c ---------------------------------------------------------------------------*/
/* Where the pass stands. */
enum plugin_when {
	PLUGIN_IN_TEXT,           /* the text of a pipeline names it: what follows is not known */
	PLUGIN_BEFORE_VECTORIZER, /* LLVM's own pipeline has it; its vectoriser follows in this process */
	PLUGIN_AT_END,            /* its vectoriser has been */
};
enum { PLUGIN_SIZE = 4 }; /* DRIVER_SIZE, for C++ as well */
struct plugin_request {
	const char *params; /* len bytes, with ';' between; NULL: none */
	size_t len;
	int level; /* of optimisation, 0 to 3 or PLUGIN_SIZE, unless the parameters say another */
	enum plugin_when when;
};
/* The pass: compile the TIR that the module carries in section .tir and the file that the parameters
 * name.  Returns true if the module was changed.  Errors go to the context's diagnostic handler.
 * Running it again changes nothing. */
bool plugin_run(LLVMModuleRef m, const struct plugin_request *request);
/* The same right before code generation, and what lower_before_codegen() does; machine: NULL if it does not
 * optimise. */
void plugin_before_code(LLVMModuleRef m, LLVMTargetMachineRef machine, int level);
/* The latter alone.  Returns true if the module was changed. */
bool plugin_last(LLVMModuleRef m, LLVMTargetMachineRef machine, bool unshare);
/* Is there a function in m that code generation takes too long for, unless it does not optimise? */
bool plugin_is_bounded(LLVMModuleRef m);

/* ---- plugin.cpp -------------------------------------------------------------------------*/
/* Hand a message to the context's diagnostic handler; level is an enum diag_level.  Without a
 * place, text is NULL. */
void plugin_diagnose(LLVMContextRef context, int level, const char *name, const char *text,
        size_t len, size_t begin, size_t end, const char *message);
/* Where the paths of the module's debug information begin: n bytes, owned by it; NULL: it has none. */
const char *plugin_debug_folder(LLVMModuleRef m, size_t *n);
/* Is that of lines alone? */
bool plugin_debug_lines(LLVMModuleRef m);
/* How many units of debug information the module has. */
unsigned plugin_debug_units(LLVMModuleRef m);
/* Make those behind the first n a part of the first one that has debug information, as if their texts were included there: gdb
 * reads no index of names that LLVM writes for some units of an object alone. */
void plugin_join_debug(LLVMModuleRef m, unsigned n);
/* Is LLVM's own option of that name, a truth, on in this process?  False if there is none. */
bool plugin_flag(const char *name);
/* Call add(ctx, word) for each word that LLVM's own option of that name was given in this process. */
void plugin_each_word(const char *name, void (*add)(void *ctx, const char *word), void *ctx);
/* Hand a remark of a pass, "tirc" or "tirc-PASS", on function f (defined) to the context's handler, which knows whether anyone
 * listens; at may be NULL. */
void plugin_remark(LLVMValueRef f, LLVMMetadataRef at, bool passed, const char *pass,
        const char *name, const char *text);

#ifdef __cplusplus
}
#else

/* ---- unquote.c --------------------------------------------------------------------------*/
/* Add the parameter that begins at i to out, without its quotes, and return where it ends.  In quotes a ';' is one, and %2C is the byte of
 * that number: LLVM itself ends a pass at ',', '(' and ')'. */
size_t plugin_unquote(const char *s, size_t len, size_t i, struct sbuf *out);

/* ---- embed.c ----------------------------------------------------------------------------*/
/* A text found in the module. */
struct embedded {
	const struct source *source;
	struct embedded *next;
};
/* Take every text in section .tir out of the module: the list of them in the module's order, in
 * the arena.  *changed is set if there was one.  What is no text is reported to d. */
struct embedded *embed_take(LLVMModuleRef m, struct arena *arena, struct diag *d, bool *changed);

/* ---- adopt.c ----------------------------------------------------------------------------*/
/* A function the C side declared and TIR defines. */
struct adopted {
	const char *symbol;
	struct span at;
	LLVMValueRef declaration;
	struct adopted *next;
};
/* Set a declaration of that name aside, so that a definition can be added; false after an error. */
bool adopt_declaration(struct adopted **list, LLVMModuleRef m, const struct source *s,
        const char *symbol, struct span at, struct arena *arena, struct diag *d);
/* The definitions are there (done) or never will be: put each in the place of its declaration, or
 * the declarations back. */
void adopt_finish(struct adopted *list, LLVMModuleRef m, const struct source *s, bool done,
        struct diag *d);
/* Does a function of the module say what it is compiled for? */
bool adopt_has_target(LLVMModuleRef m);
/* The target features the module's functions are compiled for (owned by it); NULL: they do not say. */
const char *adopt_features(LLVMModuleRef m);
/* Give the functions behind last (NULL: all) processor and features, or, where both are NULL, those of the others;
 * declarations, too, as the command does. */
void adopt_target(LLVMModuleRef m, LLVMValueRef last, const char *cpu, const char *features);
/* Give them the sanitizers that another function is defined with: who compiles C with -fsanitize=address wants its
 * kernels checked, too. */
void adopt_sanitizers(LLVMModuleRef m, LLVMValueRef last);

/* ---- remarks.c --------------------------------------------------------------------------*/
/* What the pass told of a program. */
struct remark;
struct remarks {
	LLVMModuleRef module;
	struct arena *arena;
	struct remark *first, **last;
};
/* Nothing was told yet; all must stay where it is until the pass has run. */
void remarks_begin(struct remarks *all, LLVMModuleRef m, struct arena *arena);
/* Keep what is told now. */
void remarks_keep(struct remarks *all, const struct driver_remark *r);
/* The program, read from s, is lowered: hand what was told to LLVM. */
void remarks_emit(const struct remarks *all, const struct source *s);
#endif
#endif
