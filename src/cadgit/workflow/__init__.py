"""The operations of cadgit, one module each; faces (command line, MCP, viewer) call these and show what comes back.

Sees `git/`, `kernel/client` and plain data; never a shape.
"""
