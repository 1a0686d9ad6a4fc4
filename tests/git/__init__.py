"""Tests of `cadgit.git`."""
