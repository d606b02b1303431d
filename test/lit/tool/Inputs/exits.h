void _exit(int status);
