/* Functions outside, of each kind that --extern-header tells apart. */
#ifndef EXTERN_H
#define EXTERN_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

float fixed(float x) __attribute__((const));
float table(float x) __attribute__((pure));
float plain(float x);
void stop(int code) __attribute__((noreturn));
_Noreturn void leave(void);
#define QUITS [[noreturn]]
QUITS void quit(void);

/* the first declaration promises for all */
int again(int) __attribute__((const));
int again(int);
/* a promise of what is pointed to is none of the function */
typedef void never(void) __attribute__((noreturn));
never *handler(int);

unsigned char narrow(signed char a, short b, bool c, signed char d);
double mixed(unsigned a, double b, int64_t c, const void *d, int e[4], void f(int));
typedef int four __attribute__((vector_size(16)));
four vector(four a);
int format(const char *text, ...);

struct pair { int a, b; };
int by_value(struct pair p);
float _Complex by_two(float _Complex x);

float renamed(float) __asm__("other") __attribute__((const));
static inline float inside(float x) { return x + 1; }
#endif
