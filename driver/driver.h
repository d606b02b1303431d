/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* driver/driver.h: from options to a compiled program, for everybody who compiles one: the command, the
 * plugin, the fuzz targets and the benchmarks.
 *
 *     struct driver_options options = {.level = 2, .target = {.triple = "hexagon"}};
 *     struct driver run = {.options = &options, .arena = &arena, .diag = &diag, .context = context};
 *     if (driver_decide(&options, &arena, &diag) && driver_read(&run, source) && driver_run(&run) &&
 *         driver_lower(&run))
 *             use(run.llvm);
 */
#ifndef TIRC_DRIVER_H
#define TIRC_DRIVER_H

#include "cse/cse.h"
#include "frontend/frontend.h"
#include "graph/graph.h"
#include "legalize/legalize.h"
#include "loops/loops.h"
#include "lowering/lowering.h"

/* ---- Making a program better (optimize.c) -----------------------------------------------*/
struct driver_listener;
struct driver_optimizations {
	struct cse_options cse;
	struct loops_options loops;
	const char *only; /* the function wanted; private ones are done, too; NULL: all */
	bool bisects;     /* no more names than these are given in the whole module */
	uint32_t names;
	bool bisects_loops; /* no more loops than these are transformed in the whole module */
	uint32_t changes;
	uint64_t skipped;        /* passes that are left out: bit i is row i of optimize.def */
	struct tir_names scalar; /* functions whose loops and passes are those of `scalar_as` */
	const struct driver_optimizations *scalar_as;
	struct sbuf *schedule; /* gets how nests are covered, as a schedule; NULL: nobody asks */
	bool versions; /* other versions of each function are kept for driver_choose (versions.def) */
	struct driver_listener *listener; /* NULL: nobody wants to be told */
};
/* Those of a profile (cse/profiles.def), which must be one; NULL: the default one. */
struct driver_optimizations driver_profile(const char *name);
/* Unroll and jam, promote scalars, name common subexpressions: plan, apply and prove each for every function of m,
 * and replace the function there.  One whose proof fails stays as it was, with a warning.  Returns the number of
 * names introduced, promoted elements included.  plan_text may be NULL. */
uint32_t driver_optimize(struct tir_module *m, const struct driver_optimizations *options,
        struct diag *d, struct sbuf *plan_text);

struct driver_options;
/* Add a line for each expression of a legalised program, in the order in which they run: its source line, the number
 * of its value, its text; the memory that a load reads.  Equal numbers of a function are equal values.  (values.c) */
bool driver_print_values(const struct tir_module *m, const struct driver_options *options,
        struct sbuf *out);

/* ---- Remarks (remarks.c) ----------------------------------------------------------------*/
/* What a pass tells of one of its decisions. */
struct driver_remark {
	bool passed;       /* something was changed; false: the text says why not */
	const char *pass;  /* the row of optimize.def that decided */
	const char *group; /* "cse" or "loops" */
	const char *word;  /* the name of the decision, as LLVM's remarks have one */
	const struct tir_func *func;
	struct span at;
	uint32_t
	        uses; /* how often something is computed, named or done at once: the text says which */
	const char *text;            /* the sentence */
	const struct tir_expr *expr; /* what is computed; the element; the loop's variable */
	struct span
	        named_at; /* the statement before which a new name is bound; empty: there is none */
	const struct span *others; /* where else the text writes it, some of these places */
	uint32_t nothers;
};
/* Who wants to be told; lives as long as the passes run.  Functions that are NULL are not called. */
struct driver_listener {
	void (*remark)(void *ctx, const struct driver_remark *r);
	/* Called around each pass over a function f.  In a trial what it makes is compared and not kept.  A pass may run inside
	 * another one. */
	void (*before)(void *ctx, const char *pass, const struct tir_func *f, bool trial);
	void (*after)(void *ctx, const char *pass, const struct tir_func *f, bool trial);
	void *ctx;
	const char *pass; /* the one that runs now; set by the passes */
};
/* Have all passes tell the listener.  Sets the passes' own remark and ctx, if it wants remarks. */
void driver_listen(struct driver_optimizations *o, struct driver_listener *listener);

/* ---- Options ----------------------------------------------------------------------------*/
/* The C type behind each form of an option. */
typedef bool driver_FLAG;
typedef const char *driver_VALUE;
typedef int driver_LEVEL;
enum { DRIVER_SIZE = 4 }; /* the level "s", until driver_decide: 2 then, with for_size */
enum { DRIVER_MAX_LIST = 64 };
typedef struct {
	const char *at[DRIVER_MAX_LIST];
	uint32_t n;
} driver_LIST;
typedef enum { DRIVER_BY_PROFILE, DRIVER_OFF, DRIVER_ON } driver_SWITCH;

/* CHOOSE: of each function the version that driver_lower would compile, where it would weigh any. */
enum driver_stage {
	DRIVER_READ,
	DRIVER_LEGALIZE,
	DRIVER_CSE,
	DRIVER_CHOOSE,
	DRIVER_LOWER,
	DRIVER_NSTAGES
};

/* The passes of legalize/ and those of loops/ that stand between them, in their order; driver_npasses of them. */
extern const struct legalize_pass driver_passes[];
extern const uint32_t driver_npasses;
/* Told of a pass by its old name, n bytes. */
typedef void driver_tell_pass(void *ctx, int n, const char *old, const char *now);
/* Names of passes, separated by commas, as they are today (driver/passes.def): in the arena, or list itself if none of them is old. */
const char *driver_rename_passes(const char *list, struct arena *arena, driver_tell_pass *tell,
        void *ctx);

/* Where the target comes from. */
enum driver_target_from {
	DRIVER_TARGET_TEXT,   /* from the text, if that says one (driver_take_target) */
	DRIVER_TARGET_GIVEN,  /* from the user: a warning tells if the text says another one */
	DRIVER_TARGET_SILENT, /* from elsewhere, whatever the text says */
};

struct driver_options {
#define DRIVER_OPTION(field, form, ...) driver_##form field;
#include "driver/options.def"
	/* What the caller knows besides. */
	bool are_params;      /* names in messages are those of the plugin's parameters */
	struct target target; /* opt is level's */
	bool target_is_fixed; /* it is a module's: what that leaves open stays open */
	enum driver_target_from target_from;
	struct target
	        asked; /* of DRIVER_TARGET_TEXT: processor and features that go before the text's */
	enum driver_stage last; /* what is behind it does not run */
	bool with_callees;      /* function is to run: what it calls is compiled, too */
	bool tells; /* a run that cannot go on says why (runtime/failure.h), as in a checked build */
	bool own_pipeline;     /* what LLVM does with the program is not default<O{level}> */
	bool meets_vectorizer; /* LLVM's vectoriser comes next and may use HVX, as far as is known */
	bool has_autohvx;      /* LLVM's vectoriser uses HVX in this process, whatever we say */
	/* What driver_decide makes of all that. */
	bool for_size; /* level "s" */
	bool packed;   /* --abi=tvm-ffi */
	struct legalize_options legalize;
	struct driver_optimizations optimize;
	bool vectorizes;   /* LLVM is to make HVX vectors of loops, and is told of which */
	bool scalar_loops; /* LLVM would make HVX vectors of loops and is told of none */
	struct tir_names
	        scalar; /* functions that are compiled as with --no-loops --lanes=0 -fno-vectorize */
};
/* Work out the rest and fill in the target's defaults, in the arena; false after an error in d. */
bool driver_decide(struct driver_options *o, struct arena *arena, struct diag *d);
/* What a function without vectors of ours gets of the optimisations that were decided. */
struct driver_optimizations driver_scalar_optimizations(const struct driver_options *o);
/* The target of the words behind --target: a triple, "host", "hexagon", a kind of TVM's with options behind it, a tag of
 * TVM's or its JSON.  False after an error in d. */
bool driver_name_target(const char *words, struct target *out, struct arena *arena, struct diag *d);
/* Put this machine's processor, with all that it has, in the place of the processor "native", if that is the target. */
void driver_name_native(struct target *t, struct arena *arena);
/* Take the target that the text says, if it is to come from there, and decide again; false after an error in d. */
bool driver_take_target(struct driver_options *o, const struct tir_module *m, struct arena *arena,
        struct diag *d);
/* Do the decided options leave it to driver_lower which version of a function is best? */
bool driver_tries_versions(const struct driver_options *o);
/* The level that text, n bytes, names: a digit or "s"; false if it is another word. */
bool driver_take_level(const char *text, size_t n, driver_LEVEL *out);
/* Take a parameter of the plugin, n bytes; what it points to is copied to arena.  False after an error in d,
 * false with *known false if there is no such parameter. */
bool driver_take_param(struct driver_options *o, const char *s, size_t n, struct arena *arena,
        struct diag *d, bool *known);
/* What a switch is given: 1 or true, 0 or false.  False if it is another word. */
bool driver_take_switch(const char *value, size_t n, driver_SWITCH *out);
/* Add the names of all parameters, as: function=, cse and debug. */
void driver_print_params(struct sbuf *out);
/* The parameter whose name is nearest to the n characters at s, or NULL. */
const char *driver_nearest_param(const char *s, size_t n);

/* An object, and the text of the LLVM module that it was made of; NULL: there is none. */
struct driver_compiled {
	const char *text;
	const char *object;
	size_t size;
};

/* ---- One compilation --------------------------------------------------------------------*/
struct driver {
	const struct driver_options *options; /* decided */
	struct arena *arena;                  /* the program's */
	struct diag *diag;
	/* Called before and after each pass that runs, by its name; false ends the run.  NULL: not. */
	bool (*before)(void *ctx, const char *pass);
	bool (*after)(void *ctx, const char *pass);
	/* Told what the passes did with loops and repeated computations.  NULL: nobody asks. */
	void (*remark)(void *ctx, const struct driver_remark *r);
	/* The same as before and after, of the passes over one function: struct driver_listener.  NULL: not. */
	void (*before_function)(void *ctx, const char *pass, const struct tir_func *f, bool trial);
	void (*after_function)(void *ctx, const char *pass, const struct tir_func *f, bool trial);
	void *ctx;
	struct sbuf *plan;     /* gets CSE's plan; NULL: nobody asks */
	struct sbuf *schedule; /* gets how nests are covered by registers; NULL: nobody asks */
	LLVMContextRef context;
	/* Where the functions go; NULL: a new module for the target, which the caller disposes of, and
	 * its machine. */
	LLVMModuleRef llvm;
	LLVMTargetMachineRef machine;
	struct target_hvx hvx; /* of llvm, if it was given */
	bool debug_lines;      /* debug information is of lines alone */
	const char *
	        debug_folder; /* where paths of debug information begin; NULL: in the working folder */
	const struct tir_externs *externs;
	struct tir_module *module;
	struct driver_compiled compiled; /* when versions were weighed */
};
/* Read the C headers of the options, if there are any, for the target; false after an error. */
bool driver_read_headers(struct driver *run);
/* Read a text; false after an error. */
bool driver_read(struct driver *run, const struct source *source);
/* Bring what was read as far as the options say, to where LLVM begins; false after an error. */
bool driver_run(struct driver *run);
/* Keep each function's version that takes the fewest packets (choose.c), and make LLVM IR of it, as far as the options say; false
 * after an error. */
bool driver_lower(struct driver *run);
/* Right before code generation by the machine: what is left to do then, by the options' level; notes go to diag. */
void driver_before_codegen(LLVMModuleRef llvm, LLVMTargetMachineRef machine,
        const struct driver_options *options, struct diag *diag);
/* That, and code generation for run->llvm; NULL after an error. */
LLVMMemoryBufferRef driver_generate(struct driver *run, LLVMCodeGenFileType type);
/* Warn if the text was made for another target than the one it is compiled for; driver_lower does. */
void driver_compare_target(const struct driver *run);
/* Is that triple (NULL or "": none) of the host's architecture? */
bool driver_is_host(const char *triple, struct arena *arena);
/* The name of pass i of all of them in order, the text's reading and LLVM's passes included; NULL behind the
 * last one. */
const char *driver_pass_name(size_t i);
/* The same, with what it does in *text. */
const char *driver_pass(size_t i, const char **text);

/* ---- One function of a program ----------------------------------------------------------*/
/* Is f called so, by its name or by its symbol? */
bool driver_is_called(const struct tir_func *f, const char *name);
/* The function of m called so, or NULL. */
const struct tir_func *driver_find_function(const struct tir_module *m, const char *name);
/* See to it that a function is exported, the one that the options name, or any of m: where all are private, it is, or they are; so is one
 * that is to be run.  False after an error in d. */
bool driver_export(const struct driver_options *o, struct tir_module *m, struct arena *arena,
        struct diag *d);
/* Report that none of the n modules has a function called so, with the names there are; returns false. */
bool driver_no_function(const struct tir_module *const *m, uint32_t n, const char *name,
        struct diag *d);

#endif
