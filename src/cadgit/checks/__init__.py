"""Judgement: the registry of checks, and the gate that every result must pass."""
