"""History: the only package that imports pygit2."""
