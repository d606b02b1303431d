#include <stddef.h>
#include <stdint.h>
long widest(long a, unsigned long b, size_t c, uintptr_t d);
char letter(char c);
long double longer(long double x);
enum colour { RED = -1, GREEN } opposite(enum colour c);
