"""Tests, one folder per area of `src/cadgit`."""
