// Nothing to call: linking is enough. See ../CArguments.c.
