/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* tool/internal.h: what the files of the command share.  Nothing outside tool/ includes it but its
 * unit tests. */
#ifndef TIRC_TOOL_INTERNAL_H
#define TIRC_TOOL_INTERNAL_H

#include <pthread.h>
#include <regex.h>
#include <signal.h>
#include <stdatomic.h>

#include "driver/driver.h"
#include "interp/interp.h"
#include "report/report.h"

/* ---- The command line (options.c) -------------------------------------------------------*/
enum emit_kind {
#define EMIT(name, ...) EMIT_##name,
#include "tool/options.def"
	EMIT_NKINDS
};
enum engine {
#define ENGINE(name, ...) ENGINE_##name,
#include "tool/options.def"
	ENGINE_NONE /* compile, don't run */
};
enum color { COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER, NCOLORS };
struct emit_info {
	const char *word;
	bool lowered, text;
	const char *suffix;
};
struct engine_info {
	const char *word;
	bool lowered;
};
extern const struct emit_info options_emit_kinds[EMIT_NKINDS];
extern const struct engine_info options_engines[ENGINE_NONE];

/* The C type behind each form of an option. */
typedef driver_FLAG option_FLAG;
typedef driver_VALUE option_VALUE, option_FILE, option_OPTIONAL;
typedef driver_LEVEL option_LEVEL;
typedef driver_LIST option_LIST, option_WORDS;
typedef driver_SWITCH option_SWITCH;

struct options {
	struct driver_options driver;
#define DRIVER_OPTION(...)
#define OPTION(field, form, ...) option_##form field;
#include "tool/options.def"
	option_LIST
	        renamed; /* options given by an old name, as: '--old' is deprecated; use '--new' */
	VEC(const char *)
	files; /* the words that are no options: the texts, or a text and what --run binds */
	const char *input; /* the text; "-": stdin */
	enum emit_kind
	        kinds[EMIT_NKINDS]; /* what is made, in the order of options.def; nkinds of them */
	uint32_t nkinds;
	enum engine engine;
	enum color color_when;
	bool print_cpus;         /* -mcpu=help */
	bool print_features;     /* -mattr=help */
	VEC(const char *) words; /* the command line, those of @FILE included */
	unsigned max_errors;
	unsigned seconds; /* that all may take; 0: any number */
	unsigned align;   /* where buffers begin at least, in bytes; 0: as the text promises */
};
/* Read the command line; false after an error in d (exit code 2).  With help, version, print_passes or print_workarounds set
 * nothing else is checked.  o points into argv and into the arena. */
bool options_parse(struct options *o, int argc, char **argv, struct arena *arena, struct diag *d);
/* File i of those that are read besides the text: C headers, a schedule; NULL behind the last one. */
const char *options_file(const struct options *o, uint32_t i);
/* Is it one of what is made? */
bool options_emits(const struct options *o, enum emit_kind kind);
/* Is any of that made from LLVM IR? */
bool options_lowers(const struct options *o);
/* Warn of options given by an old name. */
void options_warn(const struct options *o, struct diag *d);
/* The text of --help. */
void options_help(struct sbuf *out);
/* The same of a heading, an option or a pass; false if there is none of that name, which options_no_topic reports. */
bool options_help_on(const char *topic, struct sbuf *out);
bool options_no_topic(const char *topic, struct diag *d);
/* The functions of a module, a line each. */
void options_functions(const struct tir_module *m, struct sbuf *out);
/* The text of -mcpu=help. */
void options_print_names(const struct options *o, struct sbuf *out);
/* The text of --print-workarounds. */
void options_workarounds(struct sbuf *out);
/* The text of --print-passes. */
void options_passes(struct sbuf *out);

/* ---- The rows of the command line (options.c) --------------------------------------------*/
enum option_form {
	FORM_FLAG,
	FORM_VALUE,
	FORM_FILE,
	FORM_LEVEL,
	FORM_LIST,
	FORM_WORDS,
	FORM_SWITCH,
	FORM_OPTIONAL,
	FORM_GROUP,
};
struct option_row {
	enum option_form form;
	const char *spelling, *arg, *text;
	size_t field; /* offset in struct options */
};
/* Row i of options.def, or NULL behind the last one. */
const struct option_row *options_row(size_t i);
/* The part of an option between its dashes and its '='; *n is its length. */
const char *options_bare_name(const char *s, size_t *n);

/* ---- Other tools' options (habits.c) -----------------------------------------------------*/
enum habit_kind { HABIT_TAKEN, HABIT_SPELLED, HABIT_ANSWERED };
/* A row of habits.def. */
struct habit {
	enum habit_kind kind;
	const char *spelling, *text;
};
/* The habit that arg is; whole: of those without '*', else of those with one, and *rest is what stands for it.
 * NULL: there is none. */
const struct habit *options_habit(const char *arg, bool whole, const char **rest);

/* ---- Slips (slips.c) ---------------------------------------------------------------------*/
/* What to type instead of a word behind an option, or of a text (option: ""); NULL: nothing is known. */
const char *slip_of(const char *option, const char *word);
/* The nearest of n words, capitals or not, if one is near enough for a slip of the fingers; else NULL. */
const char *slip_nearest(const char *word, size_t n, const char *(*nth)(size_t));
/* What takes a file whose name says that it is no text; NULL: it may be one. */
const char *slip_input(const char *path);
/* Does a linker make what is called so? */
bool slip_is_linked(const char *path);
/* What to say of a file that is no text of UTF-8, but an object, an array, an archive or the like; NULL: it may be one. */
const char *slip_bytes(const struct source *s);

/* ---- The words of the command line (response.c) ------------------------------------------*/
struct option_words {
	VEC(const char *) v;
};
/* The words behind argv[0], in each place of @FILE those of the file, in the arena.  An @FILE that cannot be read is
 * a word as any other.  False after an error in d. */
bool options_words(struct option_words *w, int argc, char **argv, struct arena *arena,
        struct diag *d);

/* ---- What goes with what (decide.c) ------------------------------------------------------*/
/* Report an error of usage; returns false. */
#define USAGE(d, ...) diag_error((d), NULL, (struct span){0}, __VA_ARGS__)
/* Check and complete what was parsed; false after an error. */
bool options_decide(struct options *o, struct arena *arena, struct diag *d);

/* ---- The target (target.c) ---------------------------------------------------------------*/
/* Fill in what the options ask of the target; false after an error. */
bool options_decide_target(struct options *o, struct arena *arena, struct diag *d);
/* Does LLVM have the processor of the decided target?  False after an error. */
bool options_check_cpu(const struct options *o, struct diag *d);

/* ---- A run of the command (main.c) ------------------------------------------------------*/
struct pass_time {
	const char *pass;
	double seconds;
};
/* A pass that runs: over which function, NULL: over the module; for how long, without those inside it, and since when. */
struct pass_running {
	const char *pass;
	const struct tir_func *f;
	double seconds, since;
};
/* The passes whose remarks are wanted: those whose names the regular expression matches; NULL: none. */
struct remark_match {
	regex_t *pattern;
};
/* Tells how long a text takes, from a thread of its own (progress.c).  All zero: it tells nothing. */
struct progress_clock {
	pthread_t thread;
	pid_t owner; /* the process that has the thread */
	int end[2];  /* a pipe: a byte in it ends the thread */
	bool bar;    /* on a terminal */
	int64_t began,
	        first; /* milliseconds; what it says first comes so long after the beginning */
	const char *input;
	_Atomic(const char *) pass, func; /* func: NULL for passes over the module */
	atomic_bool is_shown;
};
struct stat_count {
	const char *pass, *word;
	uint64_t n;
};
struct crash;
struct tool_llvm;
struct job {
	struct options options;
	const struct tool_llvm *llvm; /* NULL: nothing that is asked for needs LLVM (llvm.h) */
	struct arena arena;           /* everything of the program lives here */
	struct diag *diag;
	const struct source *source;
	struct driver run;    /* the program, also in LLVM's hands where the output asks for it */
	struct sbuf plan;     /* cse's plan as text */
	struct sbuf schedule; /* how nests are covered by registers */
	struct sbuf header;   /* of the functions as they were read */
	struct sbuf remarks;  /* YAML */
	struct remark_match rpass, rmissed; /* what -Rpass and -Rpass-missed match */
	VEC(struct report_note) notes;      /* of a page */
	struct sbuf nests;                  /* of a page: the loops as they were read */
	bool failed;                        /* before the text was read */
	bool misused;                       /* the line and the text's target do not go together */
	bool done;                          /* and without errors */
	/* What is seen of the passes (passes.c). */
	struct progress_clock clock;
	VEC(struct pass_running) running; /* those that run now, one inside the other */
	VEC(struct pass_time) times;
	bool broken;             /* --verify-each: a pass over a function left it broken */
	struct sbuf shown, kept; /* the program as it was printed last, and as it is to be saved */
	const char *kept_path;
	const char *pipeline; /* of LLVM's passes */
	uint32_t nkept;
	VEC(struct stat_count) counts; /* of decisions, for --stats-json (stats.c) */
	struct sbuf ran;               /* what a run cost, a "name: value" a line */
	uint64_t made[EMIT_NKINDS];    /* bytes of each output */
	struct crash *crash;           /* crash.c; NULL: a fault leaves nothing */
	stack_t stack_before;          /* of signals */
};
/* Report an error that has no location in the text; returns false. */
#define JOB_ERROR(j, ...) diag_error((j)->diag, NULL, (struct span){0}, __VA_ARGS__)

/* ---- Time (timeout.c) -------------------------------------------------------------------*/
/* What work(ctx) returns, done in a process of its own; 1 with an error in d if it is not done after so many
 * seconds: then no file that it was to write is there or changed, and nothing that it started goes on. */
int timeout_run(unsigned seconds, struct diag *d, int (*work)(void *ctx), void *ctx);

/* ---- Faults of our own (crash.c) ---------------------------------------------------------*/
/* From here to crash_end a signal that ends the process leaves the folder tirc-crash-NUMBER/ in the current one, with
 * what the job read and its line. */
void crash_begin(struct job *j);
/* To be called again where something else has taken the signals for itself. */
void crash_watch(struct job *j);
void crash_end(struct job *j);

/* ---- Functions that LLVM cannot compile (culprits.c) -----------------------------------------*/
/* Have those functions compiled without vectors of ours on which LLVM ends in a signal: each is tried alone.  False after an
 * error. */
bool job_find_culprits(struct job *j);
/* Set LLVM's options of the whole process; run LLVM's own passes, if any are wanted (pipeline.c). */
bool job_set_llvm_options(const struct job *j);
bool job_optimize(struct job *j);

/* ---- Numbers (stats.c) -------------------------------------------------------------------*/
/* Count a decision that a pass tells of. */
void stats_count(struct job *j, const struct driver_remark *r);
/* Write --stats-json; false after an error. */
bool stats_write(struct job *j);

/* ---- Progress (progress.c) ---------------------------------------------------------------*/
/* On a terminal that can, work of more than two seconds says what it does without being asked; with --progress, after one and everywhere. */
struct progress {
	bool wanted, bar; /* bar: on a terminal */
	int64_t first;    /* milliseconds before anything is shown */
	uint32_t n;       /* inputs */
	int64_t shown;    /* when it was shown last, in milliseconds; before that: when it began */
	bool is_shown;
};
struct progress progress_begin(bool wanted, uint32_t n);
/* So many are done, and this one is next. */
void progress_show(struct progress *p, uint32_t done, const char *name);
/* Remove the bar. */
void progress_end(struct progress *p);
/* From here to progress_stop say of one text which pass runs, and for how long. */
void progress_start(struct job *j);
void progress_stop(struct job *j);
/* This pass runs now, over that function; NULL: over the module. */
void progress_pass(struct job *j, const char *pass, const struct tir_func *f);
/* Make room for a message: of a job, or of who ended one. */
void progress_clear(struct job *j);
void progress_wipe(void);

/* ---- Passes (passes.c) ------------------------------------------------------------------*/
/* To be called with the job before and after each pass that ran; false after an error. */
bool pass_begin(void *job, const char *pass);
bool pass_end(void *job, const char *pass);
/* The same for a pass over one function: struct driver_listener. */
void pass_begin_function(void *job, const char *pass, const struct tir_func *f, bool trial);
void pass_end_function(void *job, const char *pass, const struct tir_func *f, bool trial);
/* Note how long what is no pass of the line (driver_pass_name) took since pass_begin. */
void pass_timed(struct job *j, const char *what);
/* For --time-passes, once all is done. */
void passes_print_times(const struct job *j);
/* Write --ftime-trace; false after an error. */
bool passes_write_trace(struct job *j);
/* The last pass is done: write what was kept back.  False after an error. */
bool passes_done(struct job *j);

/* ---- Files (output.c) -------------------------------------------------------------------*/
/* Do -o and --pass-remarks-output name files of their own?  Asked before anything is written. */
bool output_check(struct job *j);
/* The file's name without its folders; *n is the length without the suffix. */
const char *output_base_name(const char *path, size_t *n);
/* Write a file, unless the command reads it; false after an error. */
bool output_write(struct job *j, const char *path, const struct sbuf *data);
/* The same where no option names the file. */
bool output_write_unnamed(struct job *j, const char *path, const struct sbuf *data);

/* ---- Outputs (emit.c) -------------------------------------------------------------------*/
/* Have the pass tell of what the options want to know; false after an error (remarks.c). */
bool remarks_begin(struct job *j);
/* Write --pass-remarks-output. */
bool remarks_end(struct job *j);
void remarks_free(struct job *j);
/* Is a page made, for --explain=FILE or as an output (page.c)?  Keep what was read, and a remark, for it. */
bool page_is_wanted(const struct options *o);
void page_read(struct job *j);
void page_add(struct job *j, const struct driver_remark *r);
/* Write the page for --explain=FILE, which has no code; add the whole page.  False after an error. */
bool page_write(struct job *j, const char *path);
bool page_emit(struct job *j, struct sbuf *out);
/* Keep the header of what was read, if one is asked for: passes may change what it tells. */
void job_read_header(struct job *j);
/* Write what the outputs depend on, if an option asks for it; paths: of the n outputs.  False after an error (depend.c). */
bool job_write_depfile(struct job *j, const char *const *paths, uint32_t n);
/* Write what --emit asks for; false after an error. */
bool job_emit(struct job *j);

/* ---- Arrays in files (npy.c) ------------------------------------------------------------*/
enum { NPY_MAX_RANK = TIR_MAX_RANK + 1 }; /* vectors of a buffer's elements add a dimension */
struct npy {
	char kind;      /* 'b', 'i', 'u' or 'f' */
	unsigned width; /* bytes of an element: 1, 2, 4 or 8 */
	uint32_t ndim;
	uint64_t shape[NPY_MAX_RANK];
	size_t bytes; /* of all elements */
	char *data;   /* elements in C order, little endian; NULL: only a header */
};
/* Read a header from the n bytes at text: fills all of a but data and returns where the elements
 * begin, or 0 with *why set to a static sentence. */
size_t npy_parse_header(const char *text, size_t n, struct npy *a, const char **why);
/* Read a whole file; data lives in the arena.  False with *why set. */
bool npy_read(const char *path, struct arena *arena, struct npy *a, const char **why);
/* Append the file's bytes. */
void npy_format(const struct npy *a, struct sbuf *out);
/* The kind and width that arrays of a type have: bfloat16 is uint16, float8 uint8.  False for
 * types that have none. */
bool npy_type(struct tir_type t, char *kind, unsigned *width);

/* ---- Arguments (args.c) -----------------------------------------------------------------*/
enum { GUARD_BYTES = 1 << 16, GUARD_FILL = 0xa5 };
/* What a parameter or a symbolic variable of the function was given. */
/* What a buffer begins with, where no file says it. */
struct run_fill {
	enum { FILL_NONE, FILL_ZEROS, FILL_RANDOM, FILL_VALUES } kind;
	uint64_t seed;
	uint32_t n; /* VALUES: how many */
	uint64_t *bits;
};
struct run_arg {
	const char *name;
	const struct tir_var *var;       /* NULL: buffer */
	const struct tir_buffer *buffer; /* NULL: scalar or bare pointer */
	bool given;                      /* on the command line */
	struct npy array;                /* as given; data NULL: not given, or a scalar */
	struct run_fill fill;            /* the same without a file */
	/* What the memory holds: elements of width bytes (all lanes), at shape and stride. */
	unsigned width;
	uint32_t ndim;
	int64_t shape[NPY_MAX_RANK], stride[NPY_MAX_RANK];
	/* Memory shared with child processes: a guard, the elements, a guard.  NULL: scalar. */
	char *map;
	size_t map_bytes,
	        lead; /* bytes in all, and before the elements; a page at each end cannot be touched */
	unsigned
	        align; /* of the elements: what is promised or asked for by --align, and no more, to find code that
	                           assumes too much */
};
enum { RUN_MAX_ALIGN = 2048 }; /* most that is kept */
struct run_args {
	const struct tir_func *func;
	uint32_t n; /* parameters, then symbolic variables */
	struct run_arg *arg;
	struct interp_arg *value; /* what the engines take, in the same order */
};
/* Choose the function, read the arrays, solve the shapes, make the memory.  False after an error;
 * args_free releases what there is in either case. */
bool args_bind(struct job *j, struct run_args *args);
/* False after an error if a guard was overwritten. */
bool args_check_guards(struct job *j, const struct run_args *args);
/* named.c: choose the function; false after an error.  The argument of a name of n bytes, or the one of the nearest name with *exact false, or
 * NULL. */
bool args_function(struct job *j, struct run_args *args);
struct run_arg *args_find(struct run_args *args, const char *name, size_t n, bool *exact);
/* Read a scalar of type t; false if the text is none. */
bool args_scalar(struct tir_type t, const char *s, uint64_t *bits);
/* A buffer's elements in C order, and how many there are; NULL: too many. */
const char *args_array(struct job *j, const struct run_arg *a, const struct interp_arg *value,
        uint64_t *count);
/* Write every buffer to --save=DIR. */
bool args_save(struct job *j, const struct run_args *args);
void args_free(struct run_args *args);

/* fill.c: read "zeros", "random", "random:SEED" or values of a buffer; write them to the count elements of an array, each of them of one
 * lane.  False after an error. */
bool run_fill_read(struct job *j, struct run_fill *f, const char *name, struct tir_type elem,
        const char *text);
bool run_fill_write(struct job *j, const struct run_fill *f, const char *name, struct tir_type elem,
        char *array, uint64_t count);
/* summary.c: what must be known of the buffers before a run; a line for each afterwards. */
uint64_t *run_summary_begin(struct job *j, const struct run_args *args);
void run_summary_print(struct job *j, const struct run_args *args, const uint64_t *before,
        struct sbuf *out);

/* ---- Shapes (shape.c) -------------------------------------------------------------------
 * Values of integer expressions, where those of their variables are known. */
struct shape_eval {
	struct arena *arena;
	uint64_t *value; /* by expression number, where known */
	bool *known;
};
struct shape_eval shape_eval_new(const struct tir_func *f, struct arena *arena);
/* Give a variable its value (bits, zero-extended). */
void shape_set(struct shape_eval *s, const struct tir_var *v, uint64_t bits);
/* The value of e; false if a variable in it has none or it cannot be computed. */
bool shape_value(struct shape_eval *s, const struct tir_expr *e, int64_t *out);
/* True if v fits an integer type; its bits are in *bits. */
bool shape_fits(struct tir_type t, int64_t v, uint64_t *bits);

/* ---- Engines (run.c and a file each) ----------------------------------------------------*/
/* Bind, run, save; false after an error. */
bool job_run(struct job *j);
/* Add tirc_entry, which calls the function with arguments from two arrays (runtime/job.h); false
 * after an error. */
bool job_add_entry(struct job *j, const struct run_args *args);
bool run_interp(struct job *j, struct run_args *args, struct sbuf *stats);
/* False after an error if the lowered program calls what the JIT does not let it call.  To be asked before LLVM
 * optimises: its passes make calls of their own. */
bool run_jit_check(struct job *j);
bool run_jit(struct job *j, struct run_args *args, struct sbuf *stats);
bool run_hexagon(struct job *j, struct run_args *args, struct sbuf *stats);
/* Add the object that is linked for it (run_object.c); false after an error. */
bool run_object(struct job *j, const struct run_args *args, struct sbuf *object);
/* False after an error if --emulate names no setting. */
bool run_check_settings(const struct options *o, struct diag *d);

#endif
