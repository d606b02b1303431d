/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* frontend/value.h: what an expression of the text is, what T.name is and what a name stands for.  A part of frontend/internal.h. */
#ifndef TIRC_FRONTEND_VALUE_H
#define TIRC_FRONTEND_VALUE_H

#include "frontend/syntax.h"

/* ---- Values ------------------------------------------------------------------------------
 * The text is Python run by TVM: an expression is a Python value or a TIR one (tirscript 1.8). */
__extension__ typedef __int128 wide;

enum value_kind {
	V_ERROR, /* reported already */
	V_EXPR,
	V_INT,
	V_FLOAT,
	V_BOOL,
	V_STRING,
	V_NONE,
	V_TUPLE,
	V_LIST,
	V_DICT,  /* key, value, ... */
	V_SLICE, /* lo, hi, step; NONE where absent */
	V_TYPE,  /* T.int32, "T.handle(...).ty" */
	V_DECL,  /* T.int32(), T.handle("float32"): a type, or a variable to be named */
	V_BUFFER,
	V_SCALAR,   /* a buffer that is read by its name alone */
	V_DECLARED, /* the name of a variable that has no value yet: entity */
	V_KNOWN,    /* T.name, to be called */
	V_MODULE,   /* the class's own name, or cls */
	V_FUNC,     /* Module.f */
	V_METHOD,   /* A.vload, x.astype: of item[0] */
	V_VIEW,     /* A.view(...): the buffer and the arguments */
	V_FORM,     /* a call of T.name that only a statement can understand */
	V_TEXT,     /* text to be kept: at tells which */
	V_KEPT,     /* T.target(...): a call to be kept, keywords included */
	V_RANGE,    /* the name range */
	V_SPREAD,   /* *sequence: item, n */
};
/* Groups of them, for a switch that treats each of a group alike. */
#define V_ANY_NUMBER                                                                               \
	V_INT:                                                                                     \
	case V_FLOAT:                                                                              \
	case V_BOOL
#define V_ANY_COLLECTION                                                                           \
	V_TUPLE:                                                                                   \
	case V_LIST:                                                                               \
	case V_DICT:                                                                               \
	case V_SLICE
#define V_ANY_MEMORY                                                                               \
	V_BUFFER:                                                                                  \
	case V_SCALAR
#define V_ANY_CALLABLE                                                                             \
	V_KNOWN:                                                                                   \
	case V_FUNC:                                                                               \
	case V_METHOD:                                                                             \
	case V_RANGE
#define V_ANY_OTHER                                                                                \
	V_MODULE:                                                                                  \
	case V_SPREAD:                                                                             \
	case V_VIEW:                                                                               \
	case V_FORM:                                                                               \
	case V_TEXT:                                                                               \
	case V_KEPT
struct value {
	union {
		const struct tir_expr *e;
		wide i;
		double f;
		const char *str;
		struct tir_buffer *buffer;
		struct {
			struct tir_type type, elem;
			const char *scope;
		};
		struct {
			struct value *item;
			uint32_t n;
			uint16_t form;   /* FORM, KEPT: enum form */
			uint16_t method; /* METHOD: enum method */
		};
		const struct known *known;
		uint32_t entity; /* DECLARED */
		struct tir_func *func;
	};
	struct span at;
	uint32_t keyword; /* of an argument: its symbol + 1 */
	uint8_t kind;
	bool is_string; /* TYPE: A.dtype, which is a string in Python */
};

/* ---- What T.name is ----------------------------------------------------------------------*/
enum form {
#define FORM(name, params, min, when)         F_##name,
#define DOTTED(name, text, params, min, when) F_##name,
#include "frontend/values/forms.def"
	NFORMS
};
struct form_info {
	const char *name,
	        *params; /* parameters by name, separated by blanks; "*": any number more */
	uint8_t min;
	bool later; /* the statement gives it its meaning */
};
extern const struct form_info frontend_forms[NFORMS];
enum { MAX_PARAMS = 16 }; /* of a form */

enum known_kind { K_FORM, K_TYPE, K_NODE, K_HELPER, K_BITS, K_BUILTIN, K_REFUSED };
struct known {
	const char *name;
	enum known_kind kind;
	uint32_t index; /* FORM: enum form; NODE, HELPER, BITS: enum tir_op; BUILTIN: the row */
	struct tir_type type;
	const char *why; /* REFUSED */
};
/* T.node never promotes or folds, T.helper does both, bit functions promote. */

/* ---- Scopes ------------------------------------------------------------------------------*/
enum entity_kind {
	ENT_VAR,
	ENT_BUFFER,
	ENT_SCALAR,   /* x: T.int32 */
	ENT_DECLARED, /* x = T.int32(): waits for a Let, a shape or an attribute */
	ENT_TYPEVAR,  /* n = TypeVar("n"): becomes a variable where a function uses it */
	ENT_CLASS,
	ENT_VALUE,  /* a Python value: N = 64, or all variables of a T.grid */
	ENT_TAKEN,  /* a pointer parameter that T.match_buffer made a buffer */
	ENT_FAILED, /* its definition was wrong, and that was said */
};
struct entity {
	uint32_t sym;
	enum entity_kind kind;
	uint32_t level;  /* scopes open when it was defined */
	uint32_t hidden; /* what its symbol meant outside */
	uint32_t uses;
	bool symbolic; /* a variable of f->syms */
	bool early;    /* a parameter that a quoted name before it asked for */
	bool loop;     /* the variable of a loop */
	bool promised; /* a buffer that the block will allocate: its regions name it before */
	bool part;     /* an axis, an allocation or a view of its block's head */
	bool ended;    /* what gave it a value is over */
	bool assigned; /* a number that an assignment or a let gave its value */
	struct span at;
	struct tir_var *var;
	struct tir_buffer *buffer;
	const struct tir_expr *let; /* DECLARED: the Let that binds it */
	const char *thread;         /* T.env_thread: which one it is */
	const struct value *value;  /* VALUE */
};
/* An occurrence of a DECLARED name that no Let binds so far. */
struct loose {
	uint32_t entity;
	struct span at;
};

/* A declared name that got a value in the scope of this level. */
struct bound {
	uint32_t entity, level;
};

struct head { /* "n = T.int64()" at the head of a body */
	uint32_t sym;
	struct tir_type type;
};

struct called { /* a call to be checked when all functions are read */
	const struct tir_func *callee;
	const struct tir_expr *e;
	struct span at;
};

#endif
