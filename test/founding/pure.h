/* What f of calls.py computes depends on its argument alone. */
int f(int x) __attribute__((const));
