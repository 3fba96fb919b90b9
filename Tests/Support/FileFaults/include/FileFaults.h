// Nothing to call: the library is preloaded. See ../FileFaults.c.
