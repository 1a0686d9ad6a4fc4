"""`cadgit` and `python -m cadgit`."""

from __future__ import annotations

import sys

if __name__ == "__main__" and not sys.flags.safe_path:
    # `python -m` looks into the current folder first, where a model called json.py would become part of cadgit.
    del sys.path[0]

from .cli.app import main

if __name__ == "__main__":
    sys.exit(main())
