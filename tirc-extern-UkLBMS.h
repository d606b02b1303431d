int plain(void);
int fixed(void) __attribute__((const));
int table(void) __attribute__((pure));
int stop(void) __attribute__((noreturn));
